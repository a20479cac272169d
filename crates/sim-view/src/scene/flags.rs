//! Flags of a scene: bit sets, each bit as in MuJoCo's enumerations.

use bitflags::bitflags;

bitflags! {
    /// Categories of geoms in a scene, `mjtCatBit`.
    ///
    /// ```
    /// use sim_view::Categories;
    ///
    /// assert_eq!(Categories::all().bits(), 7);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Categories: i32 {
        /// Objects of the world body.
        const STATIC = 1;
        /// Objects of all other bodies.
        const DYNAMIC = 2;
        /// Decorations.
        const DECOR = 4;
    }

    /// Objects of a model that are shown, `mjtVisFlag`.
    ///
    /// ```
    /// use sim_view::VisualFlags;
    ///
    /// assert!(VisualFlags::default().contains(VisualFlags::TEXTURE | VisualFlags::STATIC));
    /// assert!(!VisualFlags::default().contains(VisualFlags::JOINT));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct VisualFlags: u32 {
        /// Convex hulls of meshes.
        const CONVEXHULL = 1 << 0;
        /// Textures.
        const TEXTURE = 1 << 1;
        /// Joints.
        const JOINT = 1 << 2;
        /// Cameras.
        const CAMERA = 1 << 3;
        /// Actuators.
        const ACTUATOR = 1 << 4;
        /// Activations.
        const ACTIVATION = 1 << 5;
        /// Lights.
        const LIGHT = 1 << 6;
        /// Tendons.
        const TENDON = 1 << 7;
        /// Rangefinder sensors.
        const RANGEFINDER = 1 << 8;
        /// Equality constraints.
        const CONSTRAINT = 1 << 9;
        /// Boxes with the bodies' inertia.
        const INERTIA = 1 << 10;
        /// Scales the inertia boxes by mass.
        const SCLINERTIA = 1 << 11;
        /// Force of the mouse.
        const PERTFORCE = 1 << 12;
        /// Object held by the mouse.
        const PERTOBJ = 1 << 13;
        /// Contact points.
        const CONTACTPOINT = 1 << 14;
        /// Colours of constraint islands.
        const ISLAND = 1 << 15;
        /// Contact forces.
        const CONTACTFORCE = 1 << 16;
        /// Splits contact forces into normal and tangential parts.
        const CONTACTSPLIT = 1 << 17;
        /// Makes dynamic geoms more transparent.
        const TRANSPARENT = 1 << 18;
        /// Lines between joints and centres of mass.
        const AUTOCONNECT = 1 << 19;
        /// Centres of mass.
        const COM = 1 << 20;
        /// Selection point.
        const SELECT = 1 << 21;
        /// Static bodies.
        const STATIC = 1 << 22;
        /// Skins.
        const SKIN = 1 << 23;
        /// Vertices of flexes.
        const FLEXVERT = 1 << 24;
        /// Edges of flexes.
        const FLEXEDGE = 1 << 25;
        /// Faces of flexes.
        const FLEXFACE = 1 << 26;
        /// Smooth skins of flexes.
        const FLEXSKIN = 1 << 27;
        /// Bounding volumes of bodies.
        const BODYBVH = 1 << 28;
        /// Bounding volumes of meshes.
        const MESHBVH = 1 << 29;
        /// Iterations of the search in distance fields.
        const SDFITER = 1 << 30;
    }

    /// Effects of the renderer, `mjtRndFlag`.
    ///
    /// ```
    /// use sim_view::RenderFlags;
    ///
    /// assert!(RenderFlags::default().contains(RenderFlags::SHADOW));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct RenderFlags: u32 {
        /// Shadows.
        const SHADOW = 1 << 0;
        /// Only edges of triangles.
        const WIREFRAME = 1 << 1;
        /// Reflections of planes and boxes.
        const REFLECTION = 1 << 2;
        /// Adds the colours of transparent objects instead of blending them.
        const ADDITIVE = 1 << 3;
        /// The sky.
        const SKYBOX = 1 << 4;
        /// Fog.
        const FOG = 1 << 5;
        /// Haze at the horizon.
        const HAZE = 1 << 6;
        /// Depth as grey values.
        const DEPTH = 1 << 7;
        /// Segmentation with random colours.
        const SEGMENT = 1 << 8;
        /// Segmentation with numbers as colours.
        const IDCOLOR = 1 << 9;
        /// Skips faces seen from behind.
        const CULL_FACE = 1 << 10;
    }
}

impl Default for VisualFlags {
    fn default() -> Self {
        Self::TEXTURE
            | Self::TENDON
            | Self::RANGEFINDER
            | Self::PERTOBJ
            | Self::STATIC
            | Self::SKIN
            | Self::FLEXEDGE
            | Self::FLEXSKIN
    }
}

impl Default for RenderFlags {
    fn default() -> Self {
        Self::SHADOW | Self::REFLECTION | Self::SKYBOX | Self::HAZE | Self::CULL_FACE
    }
}
