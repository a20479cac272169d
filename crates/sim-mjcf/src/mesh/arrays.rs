//! Arrays of a mesh as given, before anything is computed.

/// Vertices, faces and what belongs to them; index arrays hold three entries per face.
#[derive(Clone, Debug, Default)]
pub(super) struct Raw {
    pub vert: Vec<f32>,
    pub normal: Vec<f32>,
    pub texcoord: Vec<f32>,
    pub face: Vec<i32>,
    pub facenormal: Vec<i32>,
    pub facetexcoord: Vec<i32>,
}
