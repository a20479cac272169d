//! Families of named objects: which arrays belong to a body, a joint, an actuator …, under which short
//! name, and which entries of them belong to one object.

use crate::arrays::{ArrayInfo, Dim};
use crate::model::{Model, ObjType};

/// Start, and height, width and channels (0: none) of an image in a flat array.
pub type Image = (i32, [i32; 3]);

/// Entries of an array that belong to one object.
#[derive(Clone, Copy, Debug)]
pub enum Span {
    /// One row per object: `array[id]`, or `array[id:id+1]` of a vector.
    Row,
    /// Rows `start .. start + count`, kept as rows.
    Rows(fn(&Model, usize) -> Option<(i32, i32)>),
    /// Rows `start .. start + count`; a single row of a matrix loses its first dimension.
    Inputs(fn(&Model, usize) -> Option<(i32, i32)>),
    /// Entries `start .. start + height * width * channels`, in that shape.
    Image(fn(&Model, usize) -> Option<Image>),
    /// Entries whose start and number are in two arrays of the same object.
    Sparse(&'static str, &'static str),
}

/// A kind of named object.
#[derive(Debug)]
pub struct Family {
    /// Kind of object.
    pub kind: ObjType,
    /// Accessors of MjModel; the first is the usual one.
    pub model_methods: &'static [&'static str],
    /// Accessors of MjData.
    pub data_methods: &'static [&'static str],
    /// Word in the class names.
    pub word: &'static str,
    /// Size that counts the objects.
    pub dim: &'static str,
    /// Prefixes that the short names drop; in a Model only arrays with one of them belong.
    pub prefixes: &'static [&'static str],
    /// Further arrays of a Model, under their own names.
    pub extra: &'static [&'static str],
    /// Other sizes whose entries belong to an object, and which.
    pub spans: &'static [(&'static str, Span)],
}

impl Family {
    /// Short name and entries of an array, `None` when it does not belong.
    pub fn part(&self, info: &ArrayInfo, of_data: bool) -> Option<(&'static str, Span)> {
        let Dim::Size(rows, 1) = info.rows else { return None };
        let span = if rows == self.dim { Span::Row } else { self.spans.iter().find(|(dim, _)| *dim == rows)?.1 };
        let short = self.prefixes.iter().find_map(|p| info.name.strip_prefix(p));
        match short {
            Some(short) => Some((short, span)),
            None if of_data || self.extra.contains(&info.name) => Some((info.name, span)),
            None => None,
        }
    }

    /// Name of the Python class.
    pub fn class_name(&self, of_data: bool) -> String {
        format!("{}{}", if of_data { "Data" } else { "Model" }, self.word)
    }

    /// Name of MuJoCo's Python class, which begins the text of an object.
    pub fn mujoco_class_name(&self, of_data: bool) -> String {
        format!("_Mj{}Views", self.class_name(of_data))
    }

    /// Whether another array takes the short name of this one.
    pub fn yields(name: &str) -> bool {
        matches!(name, "jnt_bodyid" | "dof_solref" | "dof_solimp")
    }
}

fn pair(adr: &[i32], num: &[i32], id: usize) -> Option<(i32, i32)> {
    Some((*adr.get(id)?, *num.get(id)?))
}

fn joint_qpos(m: &Model, id: usize) -> Option<(i32, i32)> {
    Some((*m.jnt_qposadr.get(id)?, m.jnt_type.get(id)?.nq() as i32))
}

fn joint_dofs(m: &Model, id: usize) -> Option<(i32, i32)> {
    Some((*m.jnt_dofadr.get(id)?, m.jnt_type.get(id)?.nv() as i32))
}

fn hfield_image(m: &Model, id: usize) -> Option<Image> {
    Some((*m.hfield_adr.get(id)?, [*m.hfield_nrow.get(id)?, *m.hfield_ncol.get(id)?, 0]))
}

fn texture_image(m: &Model, id: usize) -> Option<Image> {
    let adr = i32::try_from(*m.tex_adr.get(id)?).ok()?;
    Some((adr, [*m.tex_height.get(id)?, *m.tex_width.get(id)?, *m.tex_nchannel.get(id)?]))
}

const EMPTY: Family = Family {
    kind: ObjType::Unknown,
    model_methods: &[],
    data_methods: &[],
    word: "",
    dim: "",
    prefixes: &[],
    extra: &[],
    spans: &[],
};

/// All families.
pub static FAMILIES: [Family; 21] = [
    Family {
        kind: ObjType::Body,
        model_methods: &["body"],
        data_methods: &["body"],
        word: "Body",
        dim: "nbody",
        prefixes: &["body_"],
        ..EMPTY
    },
    Family {
        kind: ObjType::Joint,
        model_methods: &["joint", "jnt"],
        data_methods: &["joint", "jnt"],
        word: "Joint",
        dim: "njnt",
        prefixes: &["jnt_", "dof_"],
        extra: &["qpos0", "qpos_spring"],
        spans: &[("nq", Span::Rows(joint_qpos)), ("nv", Span::Rows(joint_dofs))],
    },
    Family {
        kind: ObjType::Geom,
        model_methods: &["geom"],
        data_methods: &["geom"],
        word: "Geom",
        dim: "ngeom",
        prefixes: &["geom_"],
        ..EMPTY
    },
    Family {
        kind: ObjType::Site,
        model_methods: &["site"],
        data_methods: &["site"],
        word: "Site",
        dim: "nsite",
        prefixes: &["site_"],
        ..EMPTY
    },
    Family {
        kind: ObjType::Camera,
        model_methods: &["camera", "cam"],
        data_methods: &["camera", "cam"],
        word: "Camera",
        dim: "ncam",
        prefixes: &["cam_"],
        ..EMPTY
    },
    Family {
        kind: ObjType::Light,
        model_methods: &["light"],
        data_methods: &["light"],
        word: "Light",
        dim: "nlight",
        prefixes: &["light_"],
        ..EMPTY
    },
    Family { kind: ObjType::Mesh, model_methods: &["mesh"], word: "Mesh", dim: "nmesh", prefixes: &["mesh_"], ..EMPTY },
    Family { kind: ObjType::Skin, model_methods: &["skin"], word: "Skin", dim: "nskin", prefixes: &["skin_"], ..EMPTY },
    Family {
        kind: ObjType::HField,
        model_methods: &["hfield"],
        word: "Hfield",
        dim: "nhfield",
        prefixes: &["hfield_"],
        spans: &[("nhfielddata", Span::Image(hfield_image))],
        ..EMPTY
    },
    Family {
        kind: ObjType::Texture,
        model_methods: &["texture", "tex"],
        word: "Texture",
        dim: "ntex",
        prefixes: &["tex_"],
        spans: &[("ntexdata", Span::Image(texture_image))],
        ..EMPTY
    },
    Family {
        kind: ObjType::Material,
        model_methods: &["material", "mat"],
        word: "Material",
        dim: "nmat",
        prefixes: &["mat_"],
        ..EMPTY
    },
    Family { kind: ObjType::Pair, model_methods: &["pair"], word: "Pair", dim: "npair", prefixes: &["pair_"], ..EMPTY },
    Family {
        kind: ObjType::Exclude,
        model_methods: &["exclude"],
        word: "Exclude",
        dim: "nexclude",
        prefixes: &["exclude_"],
        ..EMPTY
    },
    Family {
        kind: ObjType::Equality,
        model_methods: &["equality", "eq"],
        data_methods: &["equality", "eq"],
        word: "Equality",
        dim: "neq",
        prefixes: &["eq_"],
        ..EMPTY
    },
    Family {
        kind: ObjType::Tendon,
        model_methods: &["tendon"],
        data_methods: &["tendon", "ten"],
        word: "Tendon",
        dim: "ntendon",
        prefixes: &["tendon_", "ten_"],
        spans: &[("nJten", Span::Rows(|m, id| pair(&m.ten_J_rowadr, &m.ten_J_rownnz, id)))],
        ..EMPTY
    },
    Family {
        kind: ObjType::Actuator,
        model_methods: &["actuator"],
        data_methods: &["actuator"],
        word: "Actuator",
        dim: "nactuator",
        prefixes: &["actuator_"],
        spans: &[
            ("nu", Span::Inputs(|m, id| pair(&m.actuator_ctrladr, &m.actuator_ctrlnum, id))),
            ("nout", Span::Inputs(|m, id| pair(&m.actuator_outadr, &m.actuator_outnum, id))),
            ("na", Span::Rows(|m, id| pair(&m.actuator_actadr, &m.actuator_actnum, id))),
            ("nJmom", Span::Sparse("moment_rowadr", "moment_rownnz")),
        ],
        ..EMPTY
    },
    Family {
        kind: ObjType::Sensor,
        model_methods: &["sensor"],
        data_methods: &["sensor"],
        word: "Sensor",
        dim: "nsensor",
        prefixes: &["sensor_", "sensor"],
        spans: &[("nsensordata", Span::Rows(|m, id| pair(&m.sensor_adr, &m.sensor_dim, id)))],
        ..EMPTY
    },
    Family {
        kind: ObjType::Numeric,
        model_methods: &["numeric"],
        word: "Numeric",
        dim: "nnumeric",
        prefixes: &["numeric_"],
        spans: &[("nnumericdata", Span::Rows(|m, id| pair(&m.numeric_adr, &m.numeric_size, id)))],
        ..EMPTY
    },
    Family {
        kind: ObjType::Text,
        model_methods: &["text"],
        word: "Text",
        dim: "ntext",
        prefixes: &["text_"],
        spans: &[("ntextdata", Span::Rows(|m, id| pair(&m.text_adr, &m.text_size, id)))],
        ..EMPTY
    },
    Family {
        kind: ObjType::Tuple,
        model_methods: &["tuple"],
        word: "Tuple",
        dim: "ntuple",
        prefixes: &["tuple_"],
        spans: &[("ntupledata", Span::Rows(|m, id| pair(&m.tuple_adr, &m.tuple_size, id)))],
        ..EMPTY
    },
    Family {
        kind: ObjType::Key,
        model_methods: &["keyframe", "key"],
        word: "Keyframe",
        dim: "nkey",
        prefixes: &["key_"],
        ..EMPTY
    },
];
