//! The text of a kernel, and the source of each of its lines.

use crate::codegen::SourceLine;

/// The WGSL of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelText {
    text: String,
    /// Lines that come from a source, by their number in the text, in order.
    origins: Vec<(usize, SourceLine)>,
    /// Lines written so far.
    lines: usize,
}

impl KernelText {
    /// Adds generated lines.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.lines += text.bytes().filter(|&byte| byte == b'\n').count();
    }

    /// Adds lines of a source.
    pub(super) fn push_source(&mut self, text: &str, lines: impl Iterator<Item = SourceLine>) {
        let first = self.lines + 1;
        self.origins.extend(lines.enumerate().map(|(i, source)| (first + i, source)));
        self.push(text);
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text.
    pub fn into_string(self) -> String {
        self.text
    }

    /// The source of a line of the text, which is numbered from 1; nothing for a generated line.
    pub fn locate(&self, line: usize) -> Option<SourceLine> {
        let at = self.origins.binary_search_by_key(&line, |(line, _)| *line).ok()?;
        Some(self.origins[at].1)
    }

    /// The source of the first line of the text that a message of naga names as `:LINE:COLUMN`.
    pub fn locate_message(&self, message: &str) -> Option<SourceLine> {
        line_of(message).and_then(|line| self.locate(line))
    }

    /// The source of the function that is at fault, if a message of NVRTC names a line of the kernel's CUDA C++ as `(LINE): error`.
    pub fn locate_cuda(&self, message: &str, cuda: &str) -> Option<SourceLine> {
        let number = |line: &str| line.split_once("): error")?.0.rsplit_once('(')?.1.parse().ok();
        let before: Vec<&str> = cuda.lines().take(message.lines().find_map(number)?).collect();
        self.locate_function(before.into_iter().rev().find_map(cuda_function)?)
    }

    /// The source of the line that declares a function.
    pub fn locate_function(&self, name: &str) -> Option<SourceLine> {
        let declares = |line: &str| line.strip_prefix("fn ").and_then(|rest| rest.split('(').next()) == Some(name);
        self.locate(self.text.lines().position(declares)? + 1)
    }
}

/// The name of a WGSL function that a line of CUDA C++ declares: naga-cuda writes `INLINE type name_f(…)`.
fn cuda_function(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("INLINE ")?.split('(').next()?.rsplit(' ').next()?.strip_suffix("_f")
}

/// The line that a compiler's message names.
fn line_of(message: &str) -> Option<usize> {
    let number = |text: &str| text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())].parse().ok();
    // naga: `┌─ wgsl:LINE:COLUMN`
    message.lines().filter_map(|line| line.split_once("┌─ ")).find_map(|(_, place)| {
        let mut parts = place.trim().rsplitn(3, ':');
        let (column, line) = (parts.next()?, parts.next()?);
        number(column).map(|_: usize| ()).and_then(|()| number(line))
    })
}

#[cfg(test)]
mod tests {
    use super::{KernelText, SourceLine};

    #[test]
    fn a_message_leads_to_its_source() {
        let at = |line| SourceLine { file: "test.wgsl", line };
        let mut text = KernelText::default();
        text.push("// generated\nconst A: i32 = 1;\n");
        text.push_source("// of f\nfn f() {\n    g();\n}\n", (7..11).map(at));
        text.push("fn main() {}\n");
        assert_eq!(
            [1, 2, 3, 5, 6, 7, 8].map(|line| text.locate(line)),
            [None, None, Some(at(7)), Some(at(9)), Some(at(10)), None, None]
        );
        assert_eq!(text.locate_message("error: no g\n  ┌─ wgsl:5:5\n  │\n5 │     g();"), Some(at(9)));
        assert_eq!(text.locate_message("error: no place"), None);
        let cuda = "struct K {\n    INLINE void f_f() {\n        g_f();\n    }\n};";
        assert_eq!(text.locate_cuda("solve(3): error: identifier \"g_f\" is undefined", cuda), Some(at(8)));
        assert_eq!(text.locate_cuda("solve(1): error: what", cuda), None);
    }
}
