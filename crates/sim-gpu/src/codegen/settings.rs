//! Numbers that a launch hands to a kernel. One list declares the struct of Rust and the struct of the shader, so that both have the same
//! fields in the same order.

macro_rules! settings {
    ($(#[doc = $about:literal])* $name:ident, $shader:literal, $kind:literal, $count:literal; $($(#[doc = $doc:literal])* $field:ident,)+) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $doc])* pub $field: u32,)+
        }

        impl $name {
            /// The numbers in the order of the shader's struct.
            pub fn words(self) -> [u32; $count] {
                [$(self.$field),+]
            }

            /// WGSL of the shader's struct.
            pub fn shader_struct() -> String {
                let fields = [$(stringify!($field)),+].map(|field| format!("    {field}: {},\n", $kind));
                format!("struct {} {{\n{}}}\n", $shader, fields.concat())
            }
        }
    };
}

settings!(
    /// What a kernel of a step knows of its launch.
    RunSettings, "Run", "i32", 4;
    /// Worlds of the batch.
    worlds,
    /// 1 in the first kernel of a call.
    fresh,
    /// Part of a step that has several.
    part,
    /// Workgroups of kernels whose workgroups take one world after another.
    groups,
);

settings!(
    /// What a kernel that copies a field knows of its copy.
    CopySettings, "Copy", "u32", 12;
    /// Worlds that are copied.
    worlds,
    /// The first of them.
    first,
    /// Numbers of a world in the tiles.
    world_len,
    /// Place of the field among them.
    at,
    /// Numbers of the field that are copied.
    len,
    /// Numbers of a row of the dense array.
    row_len,
    /// Row of the dense array for the first world.
    first_row,
    /// Rows from one world's to the next one's: 1, or 0 if all worlds share a row.
    row_step,
    /// Integers of a world in the tiles.
    status_len,
    /// Place of its status among them.
    status_at,
    /// Worlds of a tile.
    tile,
    /// Byte of the first world in the mask.
    mask_at,
);

impl CopySettings {
    /// Place of `mask_at` among the words.
    pub const MASK_AT: usize = 11;
}

#[cfg(test)]
mod tests {
    use super::{CopySettings, RunSettings};

    #[test]
    fn the_shader_has_the_fields_in_the_order_of_the_words() {
        let run = RunSettings { worlds: 1, fresh: 2, part: 3, groups: 4 };
        assert_eq!(run.words(), [1, 2, 3, 4]);
        assert_eq!(
            RunSettings::shader_struct(),
            "struct Run {\n    worlds: i32,\n    fresh: i32,\n    part: i32,\n    groups: i32,\n}\n"
        );
        let copy = CopySettings { tile: 7, worlds: 5, ..CopySettings::default() };
        assert_eq!((copy.words()[0], copy.words()[10]), (5, 7));
        let masked = CopySettings { mask_at: 3, ..copy };
        assert_eq!(masked.words()[CopySettings::MASK_AT], 3);
        let text = CopySettings::shader_struct();
        assert!(
            text.contains("    worlds: u32,\n    first: u32,\n")
                && text.ends_with("    tile: u32,\n    mask_at: u32,\n}\n"),
            "{text}"
        );
    }
}
