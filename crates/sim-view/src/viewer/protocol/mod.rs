//! The protocol between the viewer's server and its pages, written once.
//!
//! `page` holds the page's messages, `server` the server's, `overlay` what programs draw over the picture, and `record` the binary
//! layouts. A test generates `viewer/src/protocol.generated.ts` from these types; `cargo xtask protocol` rewrites it.
//! `viewer/PROTOCOL.md` explains meaning and order.

#[cfg(test)]
mod generated;
mod overlay;
mod page;
mod record;
mod server;

pub use overlay::{Figure, FigureColors, FigureLine, LegendEntry, OverlayKind, OverlayText};
pub(super) use page::{
    CameraChoice, MAX_MODEL_BYTES, MAX_PICTURE_SIZE, MAX_STEPS, MAX_TEXT_BYTES, MAX_WATCHED, OptionsChoice, PageMessage,
};
pub(super) use record::{
    Bytes, FRAME, FRAME_PLAYING, FRAME_RESET, FrameHeader, LIGHT_CASTS_SHADOW, LIGHT_IS_HEADLIGHT, LOOK_CATEGORY_SHIFT,
    LOOK_TEXCOORD, LOOK_TEXUNIFORM, LOOK_TRANSPARENT, LightRecord, LookRecord, NEAR_POSITION_BITS,
    NEAR_QUATERNION_BITS, OVERLAY, OverlayHeader, POSITION_BITS, Pose, QUATERNION_BITS, Record, SkinBone, SkinHeader,
    SurfaceHeader, TextureHeader,
};
pub(super) use server::{
    ActuatorInfo, BodyInfo, CameraInfo, CameraPose, ErrorMessage, FieldInfo, FlagInfo, GeomInfo, HistoryStatus,
    JointInfo, ModelMessage, NoticeMessage, OptionsState, PickedMessage, PointedMessage, Rendering, SensorInfo,
    ServerMessage, SolverStatus, SourceLine, StageTime, StartCamera, StatusMessage, ViewMessage, Visual, WidgetInfo,
    WidgetKind, WidgetsMessage, WorldError, WorldGeom, WorldsInfo,
};
