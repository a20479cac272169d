//! Text of the functions that read and write a field.
//!
//! For a field `xpos` with rows of three numbers: `xpos(i)` and `set_xpos(i, v)` of whole rows, `xpos_at(i, k)` and
//! `set_xpos_at(i, k, v)` of single numbers. Rows of one number are read by `name(i)`; a field with one row takes no `i`; rows
//! of a width that no type of the shaders has, and rows of several whole numbers, have the functions of single numbers alone. Rows of
//! whole fours have `name_four(i, q)` besides, which reads the numbers from `4 q` on.

use std::fmt::Write as _;

/// Shape of a field of Model, Data or the work space of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// MuJoCo's name, or the table's.
    pub name: String,
    /// Rows, at least one.
    pub rows: usize,
    /// Numbers in a row, at least one.
    pub width: usize,
    /// Whole numbers.
    pub is_int: bool,
    /// The field is one row by its nature, and read without an index.
    pub is_single: bool,
    /// The model has no numbers of this field: its one row is there for the shader's sake alone.
    pub is_empty: bool,
}

impl Layout {
    /// Numbers in all rows.
    pub fn len(&self) -> usize {
        self.rows * self.width
    }

    /// Rows that the caller sees.
    pub fn seen_rows(&self) -> usize {
        if self.is_empty { 0 } else { self.rows }
    }

    /// Type of a number in a shader.
    pub fn number(&self) -> &'static str {
        if self.is_int { "i32" } else { "real" }
    }

    /// Its offset's name.
    pub fn offset(&self) -> String {
        format!("AT_{}", self.name.to_uppercase())
    }

    /// Type of a row, with its parts as members of `v`.
    fn row(&self) -> Option<(&'static str, &'static [&'static str])> {
        Some(match (self.is_int, self.width) {
            (true, 1) => ("i32", &["v"]),
            (true, _) => return None,
            (_, 1) => ("real", &["v"]),
            (_, 2) => ("vec2r", &["v.x", "v.y"]),
            (_, 3) => ("vec3r", &["v.x", "v.y", "v.z"]),
            (_, 4) => ("vec4r", &["v.x", "v.y", "v.z", "v.w"]),
            (_, 6) => ("Vec6", &["v.a.x", "v.a.y", "v.a.z", "v.b.x", "v.b.y", "v.b.z"]),
            (_, 9) => ("Mat3", &["v.x.x", "v.x.y", "v.x.z", "v.y.x", "v.y.y", "v.y.z", "v.z.x", "v.z.y", "v.z.z"]),
            (_, 10) => (
                "Inertia",
                &[
                    "v.diagonal.x",
                    "v.diagonal.y",
                    "v.diagonal.z",
                    "v.products.x",
                    "v.products.y",
                    "v.products.z",
                    "v.moment.x",
                    "v.moment.y",
                    "v.moment.z",
                    "v.mass",
                ],
            ),
            _ => return None,
        })
    }
}

/// A row from its numbers.
fn build(kind: &str, n: &[String]) -> String {
    let vec3 = |from: usize| format!("vec3r({}, {}, {})", n[from], n[from + 1], n[from + 2]);
    match kind {
        "Vec6" => format!("Vec6({}, {})", vec3(0), vec3(3)),
        "Mat3" => format!("Mat3({}, {}, {})", vec3(0), vec3(3), vec3(6)),
        "Inertia" => format!("Inertia({}, {}, {}, {})", vec3(0), vec3(3), vec3(6), n[9]),
        "real" | "i32" => n[0].clone(),
        vector => format!("{vector}({})", n.join(", ")),
    }
}

/// Where a field lives while a kernel runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The model's buffer, which all worlds read.
    Model(usize),
    /// The buffer of all worlds, in tiles: numbers of neighbouring worlds side by side.
    World(usize),
    /// A private array of the thread; for kernels with one lane.
    Private,
    /// The workgroup's memory, a part for each of its worlds; for kernels with several lanes.
    Arena(usize),
    /// A spill buffer, with a part for each world of the running workgroups: fields that workgroup memory does not hold.
    Spill(usize),
    /// A spill buffer of rows of whole fours, which are read four numbers at a time.
    Fours(usize),
    /// Nowhere: no stage reads it.
    Nowhere,
}

/// What an accessor does with its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Row,
    SetRow,
    Number,
    SetNumber,
    Four,
}

/// The accessors of a field that a kernel calls.
#[derive(Clone, Debug, Default)]
pub struct Accessors {
    calls: Vec<Call>,
}

impl Accessors {
    /// The field of an accessor, and whether the accessor writes. `find`: whether a field has a name.
    pub fn field_of(call: &str, find: impl Fn(&str) -> bool) -> Option<(&str, bool)> {
        Self::parse(call, find).map(|(name, kind)| (name, matches!(kind, Call::SetRow | Call::SetNumber)))
    }

    fn parse(call: &str, find: impl Fn(&str) -> bool) -> Option<(&str, Call)> {
        let set = call.strip_prefix("set_").filter(|_| !find(call));
        let name = set.unwrap_or(call);
        let number = name.strip_suffix("_at").filter(|_| !find(name));
        let four = name.strip_suffix("_four").filter(|_| set.is_none() && !find(name));
        if let Some(name) = four.filter(|name| find(name)) {
            return Some((name, Call::Four));
        }
        let name = number.unwrap_or(name);
        let kind = match (set.is_some(), number.is_some()) {
            (false, false) => Call::Row,
            (true, false) => Call::SetRow,
            (false, true) => Call::Number,
            (true, true) => Call::SetNumber,
        };
        find(name).then_some((name, kind))
    }

    /// Notes a call of the field.
    pub fn add(&mut self, call: &str, field: &str) {
        if let Some((_, kind)) = Self::parse(call, |name| name == field)
            && !self.calls.contains(&kind)
        {
            self.calls.push(kind);
        }
    }

    /// The functions. `through`: what is written goes to a second place too.
    pub fn write(&self, field: &Layout, place: Memory, through: Option<Memory>, out: &mut String) {
        for kind in [Call::Row, Call::SetRow, Call::Number, Call::SetNumber, Call::Four] {
            if self.calls.contains(&kind) {
                write_function(field, place, through, kind, out);
            }
        }
    }
}

fn write_function(field: &Layout, place: Memory, through: Option<Memory>, kind: Call, out: &mut String) {
    if place == Memory::Nowhere {
        return write_nothing(field, kind, out);
    }
    if let Memory::Fours(_) = place {
        return write_fours(field, kind, out);
    }
    let (name, width, number) = (&field.name, field.width, field.number());
    let all_places: Vec<Memory> = [Some(place), through].into_iter().flatten().collect();
    let set = |at: &str, value: &str| {
        let assignments = all_places.iter().map(|place| format!("    {} = {value};\n", cell(field, *place, at)));
        assignments.collect::<String>()
    };
    let cell = |at: &str| cell(field, place, at);
    let (parameter, first) = match (field.is_single, width) {
        (true, _) => ("", "0".to_string()),
        (false, 1) => ("i: i32", "i".to_string()),
        (false, _) => ("i: i32", format!("{width} * i")),
    };
    let join = if parameter.is_empty() { "" } else { ", " };
    // writing into a String cannot fail
    let _ = match (kind, field.row()) {
        (Call::Row, Some((row, parts))) => {
            let numbers: Vec<_> = (0..parts.len()).map(|k| cell(&format!("{first} + {k}"))).collect();
            writeln!(out, "fn {name}({parameter}) -> {row} {{\n    return {};\n}}\n", build(row, &numbers))
        }
        (Call::SetRow, Some((row, parts))) => {
            let _ = writeln!(out, "fn set_{name}({parameter}{join}v: {row}) {{");
            for (k, part) in parts.iter().enumerate() {
                out.push_str(&set(&format!("{first} + {k}"), part));
            }
            writeln!(out, "}}\n")
        }
        // no type for such a row: its numbers one by one
        (Call::Row, None) => {
            writeln!(
                out,
                "fn {name}({parameter}{join}k: i32) -> {number} {{\n    return {};\n}}\n",
                cell(&format!("{first} + k"))
            )
        }
        (Call::SetRow, None) => writeln!(
            out,
            "fn set_{name}({parameter}{join}k: i32, v: {number}) {{\n{}}}\n",
            set(&format!("{first} + k"), "v")
        ),
        (Call::Number, _) => writeln!(
            out,
            "fn {name}_at({parameter}{join}k: i32) -> {number} {{\n    return {};\n}}\n",
            cell(&format!("{first} + k"))
        ),
        (Call::SetNumber, _) => writeln!(
            out,
            "fn set_{name}_at({parameter}{join}k: i32, v: {number}) {{\n{}}}\n",
            set(&format!("{first} + k"), "v")
        ),
        (Call::Four, _) => {
            let numbers: Vec<_> = (0..4).map(|k| cell(&format!("{first} + 4 * q + {k}"))).collect();
            writeln!(
                out,
                "fn {name}_four({parameter}{join}q: i32) -> vec4r {{\n    return vec4r({});\n}}\n",
                numbers.join(", ")
            )
        }
    };
}

/// The functions of a field whose rows lie in fours.
fn write_fours(field: &Layout, kind: Call, out: &mut String) {
    let (name, width) = (&field.name, field.width / 4);
    let four = format!("spill_fours[spill_fours_at + {} + {width} * i", field.offset());
    let _ = match kind {
        Call::Row | Call::Number => {
            let name = if kind == Call::Row { name.clone() } else { format!("{name}_at") };
            writeln!(out, "fn {name}(i: i32, k: i32) -> real {{\n    return {four} + (k >> 2u)][k & 3];\n}}\n")
        }
        Call::SetRow | Call::SetNumber => {
            let name = if kind == Call::SetRow { name.clone() } else { format!("{name}_at") };
            writeln!(out, "fn set_{name}(i: i32, k: i32, v: real) {{\n    {four} + (k >> 2u)][k & 3] = v;\n}}\n")
        }
        Call::Four => writeln!(out, "fn {name}_four(i: i32, q: i32) -> vec4r {{\n    return {four} + q];\n}}\n"),
    };
}

/// An empty function: no stage reads the field.
fn write_nothing(field: &Layout, kind: Call, out: &mut String) {
    let name = &field.name;
    let index = if field.is_single { "" } else { "i: i32, " };
    let _ = match (kind, field.row()) {
        (Call::SetRow, Some((row, _))) => writeln!(out, "fn set_{name}({index}v: {row}) {{}}\n"),
        (Call::SetRow, None) => writeln!(out, "fn set_{name}({index}k: i32, v: {}) {{}}\n", field.number()),
        (Call::SetNumber, _) => writeln!(out, "fn set_{name}_at({index}k: i32, v: {}) {{}}\n", field.number()),
        (Call::Row | Call::Number | Call::Four, _) => Ok(()),
    };
}

/// Number `at` of a field.
pub(super) fn cell(field: &Layout, place: Memory, at: &str) -> String {
    let (offset, name) = (field.offset(), &field.name);
    let kind = if field.is_int { "ints" } else { "reals" };
    match place {
        Memory::Model(_) => format!("model_{kind}[{offset} + {at}]"),
        Memory::World(_) => format!("world_{kind}[world_{kind}_at + ({offset} + {at}) * TILE]"),
        Memory::Private => format!("own_{name}[{at}]"),
        Memory::Arena(_) => format!("arena_{kind}[arena_{kind}_at + {offset} + {at}]"),
        Memory::Spill(_) => format!("spill_{kind}[spill_{kind}_at + {offset} + {at}]"),
        // never copied as a whole
        Memory::Fours(_) | Memory::Nowhere => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Accessors, Layout, Memory};

    #[test]
    fn names_of_accessors_name_their_fields() {
        let find = |name: &str| matches!(name, "xpos" | "eq_active" | "set_point");
        assert_eq!(Accessors::field_of("xpos", find), Some(("xpos", false)));
        assert_eq!(Accessors::field_of("set_xpos_at", find), Some(("xpos", true)));
        assert_eq!(Accessors::field_of("set_point", find), Some(("set_point", false)));
        assert_eq!(Accessors::field_of("cross", find), None);
    }

    #[test]
    fn rows_of_fours_are_read_four_at_a_time() {
        let field =
            Layout { name: "basis".into(), rows: 4, width: 12, is_int: false, is_single: false, is_empty: false };
        let (mut text, mut near, mut far) = (Accessors::default(), String::new(), String::new());
        ["basis_four", "set_basis_at"].iter().for_each(|call| text.add(call, "basis"));
        text.write(&field, Memory::Arena(0), None, &mut near);
        assert!(near.contains("fn basis_four(i: i32, q: i32) -> vec4r"), "{near}");
        assert!(near.contains("arena_reals[arena_reals_at + AT_BASIS + 12 * i + 4 * q + 3]"), "{near}");
        text.write(&field, Memory::Fours(0), None, &mut far);
        assert!(far.contains("return spill_fours[spill_fours_at + AT_BASIS + 3 * i + q];"), "{far}");
        assert!(far.contains("spill_fours[spill_fours_at + AT_BASIS + 3 * i + (k >> 2u)][k & 3] = v;"), "{far}");
    }

    #[test]
    fn what_goes_through_is_written_to_both_places() {
        let field = Layout { name: "xpos".into(), rows: 4, width: 3, is_int: false, is_single: false, is_empty: false };
        let (mut text, mut out) = (Accessors::default(), String::new());
        ["xpos", "set_xpos", "set_xpos_at"].iter().for_each(|call| text.add(call, "xpos"));
        text.write(&field, Memory::Private, Some(Memory::World(0)), &mut out);
        for (near, far) in [("3 * i + 2", "v.z"), ("3 * i + k", "v")] {
            assert!(out.contains(&format!("    own_xpos[{near}] = {far};\n")), "{out}");
            assert!(out.contains(&format!("[world_reals_at + (AT_XPOS + {near}) * TILE] = {far};\n")), "{out}");
        }
        assert_eq!(out.matches("own_xpos").count(), 3 + 3 + 1, "{out}");
    }

    #[test]
    fn a_row_is_read_number_by_number() {
        let field = Layout { name: "xpos".into(), rows: 4, width: 3, is_int: false, is_single: false, is_empty: false };
        let (mut text, mut out) = (Accessors::default(), String::new());
        text.add("xpos", "xpos");
        text.write(&field, Memory::Arena(0), None, &mut out);
        assert!(out.starts_with("fn xpos(i: i32) -> vec3r {"), "{out}");
        assert!(out.contains("arena_reals[arena_reals_at + AT_XPOS + 3 * i + 2]"), "{out}");
    }
}
