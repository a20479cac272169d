//! Relations between objects of a Model (bodies and their geoms, skins and their bones), and attributes that are more than one
//! array (bytes of textures, rows of keyframes).

use super::*;

/// Objects that follow each other in their kind.
fn run<I: Id>(start: i32, count: i32) -> impl ExactSizeIterator<Item = I> + Clone {
    let start = usize::try_from(start).unwrap_or(0);
    (start..start + usize::try_from(count).unwrap_or(0)).map(I::new)
}

impl<'a> Body<'a> {
    /// The body it is in; `None` for the world.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let parent = *self.model.body_parentid.get(self.id.index())?;
        (self.id != BodyId::WORLD).then(|| optional(parent)).flatten().map(|id| Self { id, ..self })
    }

    /// Its joints.
    pub fn joints(self) -> impl ExactSizeIterator<Item = Joint<'a>> + Clone {
        let (m, i) = (self.model, self.id.index());
        run(entry(&m.body_jntadr, i), entry(&m.body_jntnum, i)).map(move |id| Joint { model: m, id })
    }

    /// Its geoms.
    pub fn geoms(self) -> impl ExactSizeIterator<Item = Geom<'a>> + Clone {
        let (m, i) = (self.model, self.id.index());
        run(entry(&m.body_geomadr, i), entry(&m.body_geomnum, i)).map(move |id| Geom { model: m, id })
    }

    /// Its row of `mocap_pos` and `mocap_quat`; `None` if the physics moves it.
    #[must_use]
    pub fn mocap(self) -> Option<usize> {
        usize::try_from(*self.model.body_mocapid.get(self.id.index())?).ok()
    }
}

macro_rules! on_body {
    ($($Object:ident: $array:ident),*) => {
        $(impl<'a> $Object<'a> {
            /// The body it belongs to.
            #[must_use]
            pub fn body(self) -> Body<'a> {
                let body = optional(entry(&self.model.$array, self.id.index()));
                Body { model: self.model, id: body.unwrap_or(BodyId::WORLD) }
            }
        })*
    };
}

on_body!(Joint: jnt_bodyid, Geom: geom_bodyid, Site: site_bodyid, Camera: cam_bodyid, Light: light_bodyid);

impl<'a> Geom<'a> {
    /// The mesh it shows or collides as.
    #[must_use]
    pub fn mesh(self) -> Option<Mesh<'a>> {
        let uses = matches!(self.kind(), GeomType::Mesh | GeomType::Sdf);
        let id = optional(entry(&self.model.geom_dataid, self.id.index())).filter(|_| uses)?;
        Some(Mesh { model: self.model, id })
    }

    /// The height field it is.
    #[must_use]
    pub fn hfield(self) -> Option<HField<'a>> {
        let id =
            optional(entry(&self.model.geom_dataid, self.id.index())).filter(|_| self.kind() == GeomType::HField)?;
        Some(HField { model: self.model, id })
    }
}

/// A bone of a skin: a body and the vertices it moves.
///
/// ```
/// use sim_core::Model;
///
/// let model = Model::example();
/// let bodies: Vec<_> = model.skin("glove")?.bones().map(|bone| bone.body).collect();
/// assert_eq!(bodies, [model.body("arm")?.id(), model.body("target")?.id()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkinBone<'a> {
    /// The body.
    pub body: BodyId,
    /// Its position when the skin was bound.
    pub bindpos: [f32; 3],
    /// Its orientation when the skin was bound.
    pub bindquat: [f32; 4],
    /// The vertices, counted from the skin's first.
    pub vertid: &'a [i32],
    /// Its share in each of them.
    pub vertweight: &'a [f32],
}

impl<'a> Skin<'a> {
    /// Its bones.
    pub fn bones(self) -> impl Iterator<Item = SkinBone<'a>> {
        let (m, i) = (self.model, self.id.index());
        let bones = range(entry(&m.skin_boneadr, i), entry(&m.skin_bonenum, i), 1).unwrap_or_default();
        bones.map(move |bone| {
            let (start, count) = (entry(&m.skin_bonevertadr, bone), entry(&m.skin_bonevertnum, bone));
            SkinBone {
                body: BodyId::new(usize::try_from(entry(&m.skin_bonebodyid, bone)).unwrap_or(0)),
                bindpos: entries(&m.skin_bonebindpos, bone),
                bindquat: entries(&m.skin_bonebindquat, bone),
                vertid: span(&m.skin_bonevertid, start, count, 1),
                vertweight: span(&m.skin_bonevertweight, start, count, 1),
            }
        })
    }
}

impl<'a> HField<'a> {
    /// Heights between 0 and 1, row by row.
    #[must_use]
    pub fn data(self) -> &'a [f32] {
        let count = self.nrow().checked_mul(self.ncol()).unwrap_or(0);
        span(&self.model.hfield_data, entry(&self.model.hfield_adr, self.id.index()), count, 1)
    }
}

impl<'a> Texture<'a> {
    /// Its bytes: rows, then pixels, then channels.
    #[must_use]
    pub fn data(self) -> &'a [u8] {
        let sizes = [self.height(), self.width(), self.nchannel()].map(|n| usize::try_from(n).unwrap_or(0));
        let start = usize::try_from(entry(&self.model.tex_adr, self.id.index())).unwrap_or(usize::MAX);
        let count = sizes.into_iter().try_fold(1usize, usize::checked_mul);
        let range = count.and_then(|count| Some(start..start.checked_add(count)?));
        range.and_then(|range| self.model.tex_data.get(range)).unwrap_or(&[])
    }
}

impl Exclude<'_> {
    /// The two bodies whose geoms do not touch.
    #[must_use]
    pub fn bodies(self) -> [BodyId; 2] {
        let both = entry(&self.model.exclude_signature, self.id.index()) as u32;
        [both >> 16, both & 0xffff].map(|body| BodyId::new(body as usize))
    }
}

impl<'a> Text<'a> {
    /// The text; empty where its bytes are none.
    #[must_use]
    pub fn data(self) -> &'a str {
        let (m, i) = (self.model, self.id.index());
        let bytes = span(&m.text_data, entry(&m.text_adr, i), entry(&m.text_size, i), 1);
        std::str::from_utf8(bytes).unwrap_or_default().trim_end_matches('\0')
    }
}

impl Material<'_> {
    /// The texture in each of its ten roles.
    #[must_use]
    pub fn textures(self) -> [Option<TextureId>; 10] {
        entries::<_, 10>(&self.model.mat_texid, self.id.index()).map(optional)
    }
}

impl Equality<'_> {
    /// The two objects it ties together, by their places among the objects of their kind; the second may be absent.
    #[must_use]
    pub fn objects(self) -> [Option<usize>; 2] {
        let (m, i) = (self.model, self.id.index());
        [entry(&m.eq_obj1id, i), entry(&m.eq_obj2id, i)].map(|id| usize::try_from(id).ok())
    }
}

impl<'a> Key<'a> {
    /// Positions of the mocap bodies, row by row.
    #[must_use]
    pub fn mpos(self) -> &'a [f64] {
        span(&self.model.key_mpos, self.id.index() as i32, 1, 3 * self.model.nmocap)
    }

    /// Orientations of the mocap bodies, row by row.
    #[must_use]
    pub fn mquat(self) -> &'a [f64] {
        span(&self.model.key_mquat, self.id.index() as i32, 1, 4 * self.model.nmocap)
    }
}

impl Sensor<'_> {
    /// What it measures, by its place among the objects of its kind; `None` if it measures the whole world.
    #[must_use]
    pub fn object(self) -> Option<usize> {
        usize::try_from(*self.model.sensor_objid.get(self.id.index())?).ok()
    }

    /// What it measures relative to.
    #[must_use]
    pub fn reference(self) -> Option<usize> {
        usize::try_from(*self.model.sensor_refid.get(self.id.index())?).ok()
    }
}
