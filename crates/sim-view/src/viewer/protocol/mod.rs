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
    CameraChoice, DrawChoice, MAX_DRAWN_PIXELS, MAX_DROPPED_FILES, MAX_FILE_NAME_BYTES, MAX_MODEL_BYTES,
    MAX_PICTURE_SIZE, MAX_STEPS, MAX_TEXT_BYTES, MAX_WATCHED, OptionsChoice, PageMessage,
};
pub(super) use record::{
    Bytes, FRAME, FRAME_PLAYING, FRAME_RESET, FrameHeader, LIGHT_CASTS_SHADOW, LIGHT_IS_HEADLIGHT, LOOK_CATEGORY_SHIFT,
    LOOK_TEXCOORD, LOOK_TEXUNIFORM, LOOK_TRANSPARENT, LightRecord, LookRecord, NEAR_POSITION_BITS,
    NEAR_QUATERNION_BITS, OVERLAY, OverlayHeader, PACKED_TEXT, PICTURE, POSITION_BITS, PictureHeader, Pose,
    QUATERNION_BITS, Record, SURFACE_NORMAL_STEPS, SURFACE_POSITION_STEPS, SURFACE_TEXCOORD_STEPS, SkinBone,
    SkinHeader, SurfaceHeader, TextureHeader,
};
pub(super) use server::{
    ActuatorInfo, BodyInfo, CameraInfo, CameraPose, ContactInfo, ContactsMessage, ErrorMessage, FieldInfo, FlagInfo,
    GeomInfo, HistoryStatus, JointInfo, KeyframeMessage, ModelMessage, NoticeMessage, OptionsState, PickedMessage,
    PointedMessage, Rendering, SensorInfo, ServerMessage, SettingChoice, SettingInfo, SettingKind, SettingsMessage,
    SolverStatus, SourceLine, StageTime, StartCamera, StatusMessage, ViewMessage, Visual, WidgetInfo, WidgetKind,
    WidgetsMessage, WorldError, WorldGeom, WorldMark, WorldsInfo,
};
