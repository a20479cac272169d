//! Custom numbers, texts and tuples.

use super::ids::Ids;
use crate::error::Result;
use crate::error_list::ErrorList;
use crate::spec::Spec;
use sim_core::Model;

/// Most numbers of a custom field.
pub(crate) const MAX_NUMERIC: usize = 500;

/// Counts fields and their data.
pub(crate) fn sizes(spec: &Spec, _ids: &Ids, model: &mut Model) -> Result<()> {
    model.nnumeric = spec.numerics.len();
    model.nnumericdata = 0;
    let mut errors = ErrorList::default();
    let numerics = ErrorList::each(&spec.numerics, |numeric| {
        let size = usize::try_from(numeric.size).unwrap_or(0);
        if size != 0 && size < numeric.data.len() {
            return Err(numeric.meta.span.conversion("'size' is smaller than the number of values in 'data'"));
        }
        let size = size.max(numeric.data.len());
        if size == 0 {
            return Err(numeric.meta.span.conversion("a custom field needs at least one number"));
        }
        if size > MAX_NUMERIC {
            let message = format!("a custom field has at most {MAX_NUMERIC} numbers, found {size}");
            return Err(numeric.meta.span.conversion(message));
        }
        model.nnumericdata += size;
        Ok(())
    });
    errors.take(numerics)?;
    model.ntext = spec.texts.len();
    model.ntextdata = 0;
    for text in &spec.texts {
        if text.data.is_empty() {
            errors.push(text.meta.span.conversion("a custom text cannot be empty"))?;
        }
        model.ntextdata += text.data.len() + 1;
    }
    model.ntuple = spec.tuples.len();
    model.ntupledata = spec.tuples.iter().map(|tuple| tuple.objects.len()).sum();
    errors.finish()
}

/// Fills `numeric_*`, `text_*` and `tuple_*`; contact pairs have their final ids.
pub(crate) fn fill(spec: &Spec, ids: &Ids, m: &mut Model) -> Result<()> {
    let mut address = 0;
    for (id, numeric) in spec.numerics.iter().enumerate() {
        let size = numeric.data.len().max(usize::try_from(numeric.size).unwrap_or(0));
        m.numeric_adr[id] = address as i32;
        m.numeric_size[id] = size as i32;
        // fields with a wrong size were not counted
        if let Some(data) = m.numeric_data.get_mut(address..address + numeric.data.len()) {
            data.copy_from_slice(&numeric.data);
        }
        address += size;
    }
    let mut address = 0;
    for (id, text) in spec.texts.iter().enumerate() {
        let bytes = text.data.as_bytes();
        m.text_adr[id] = address as i32;
        m.text_size[id] = bytes.len() as i32 + 1;
        m.text_data[address..address + bytes.len()].copy_from_slice(bytes);
        address += bytes.len() + 1;
    }
    let mut address = 0;
    ErrorList::each(spec.tuples.iter().enumerate(), |(id, tuple)| {
        let span = &tuple.meta.span;
        if tuple.objects.is_empty() {
            return Err(span.conversion("a tuple cannot be empty: give it elements"));
        }
        m.tuple_adr[id] = address as i32;
        m.tuple_size[id] = tuple.objects.len() as i32;
        let start = address;
        address += tuple.objects.len();
        ErrorList::each((start..).zip(&tuple.objects), |(at, (kind, name, prm))| {
            m.tuple_objtype[at] = *kind;
            m.tuple_objid[at] = ids.find(*kind, name, span)? as i32;
            m.tuple_objprm[at] = *prm;
            Ok(())
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::load_model;
    use sim_core::ObjType;

    #[test]
    fn fields_are_laid_out_in_order() {
        let model = load_model(
            "<mujoco><worldbody><body name='b'/></worldbody><custom><numeric name='n' size='2' data='5'/>
             <numeric name='m' data='1'/><text name='t' data='ab'/>
             <tuple name='u'><element objtype='xbody' objname='b' prm='3'/></tuple></custom></mujoco>",
        )
        .unwrap();
        assert_eq!((&model.numeric_adr[..], &model.numeric_data[..]), (&[0, 2][..], &[5.0, 0.0, 1.0][..]));
        assert_eq!((&model.text_data[..], model.text_size[0]), (&b"ab\0"[..], 3));
        assert_eq!((model.tuple_objtype[0], model.tuple_objid[0]), (ObjType::XBody, 1));
    }
}
