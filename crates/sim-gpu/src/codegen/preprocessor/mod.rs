//! Lines of WGSL that depend on the model.
//!
//! Conditions: `#if NAME`, `#if !NAME`, `#if A || B`, `#if A && B`, `#else`, `#end`, each on its own line. A kernel has no line
//! that its model does not use. Repetitions: `#for j FROM TO` to `#next` repeats its lines for every number from FROM up to TO,
//! with `$j` and `$(j + 1)` replaced: an array that lives in registers must not be indexed at run time.

mod condition;
mod expression;
mod feature;

pub use feature::{Feature, Features, Size};

use crate::codegen::SourceLine;
use crate::codegen::error::CodegenError;
use condition::Condition;
use expression::Sum;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A WGSL source.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// File name.
    pub name: &'static str,
    /// Text with conditions and repetitions.
    pub text: &'a str,
}

/// WGSL sources, read and checked: every name in a condition or an expression is known, and every command has its end.
#[derive(Debug)]
pub struct Sources<'a> {
    files: Vec<File<'a>>,
    /// Names of all functions, whatever their conditions.
    functions: BTreeSet<&'a str>,
}

#[derive(Debug)]
struct File<'a> {
    name: &'static str,
    bytes: usize,
    nodes: Vec<Node<'a>>,
}

#[derive(Debug)]
enum Node<'a> {
    /// A line as it stands.
    Line(u32, &'a str),
    /// A line with expressions.
    Template(u32, Vec<Part<'a>>),
    If {
        condition: Condition,
        then: Vec<Node<'a>>,
        otherwise: Vec<Node<'a>>,
    },
    For {
        from: Sum,
        to: Sum,
        body: Vec<Node<'a>>,
    },
}

#[derive(Debug)]
enum Part<'a> {
    Text(&'a str),
    Value(Sum),
}

/// The lines of a source that a kernel may use.
#[derive(Debug)]
pub struct Selected {
    /// File name.
    pub file: &'static str,
    /// The lines.
    pub text: String,
    /// Number of each line in its file.
    pub numbers: Vec<u32>,
}

impl<'a> Sources<'a> {
    /// Reads sources.
    pub fn parse(sources: &[Source<'a>]) -> Result<Self, CodegenError> {
        let (mut files, mut functions) = (Vec::new(), BTreeSet::new());
        for source in sources {
            let mut parser = Parser { file: source.name, lines: source.text.lines().zip(1..), variables: vec![] };
            let nodes = parser.block(None)?.nodes;
            files.push(File { name: source.name, bytes: source.text.len(), nodes });
            let declared = source.text.lines().filter_map(|line| line.strip_prefix("fn ")?.split('(').next());
            functions.extend(declared);
        }
        Ok(Self { files, functions })
    }

    /// Whether a source declares a function, under some condition or none.
    pub fn declares(&self, function: &str) -> bool {
        self.functions.contains(function)
    }

    /// The lines of each source whose conditions hold, with repetitions written out.
    pub fn select(&self, features: &Features) -> Result<Vec<Selected>, CodegenError> {
        let select = |file: &File<'_>| {
            let text = String::with_capacity(file.bytes);
            let mut selected = Selected { file: file.name, text, numbers: Vec::new() };
            write(&file.nodes, features, &mut vec![], &mut selected)?;
            Ok(selected)
        };
        self.files.iter().map(select).collect()
    }
}

fn write(
    nodes: &[Node<'_>],
    features: &Features,
    numbers: &mut Vec<i64>,
    out: &mut Selected,
) -> Result<(), CodegenError> {
    for node in nodes {
        match node {
            Node::Line(number, line) => {
                out.text.push_str(line);
                out.text.push('\n');
                out.numbers.push(*number);
            }
            Node::Template(number, parts) => {
                for part in parts {
                    match part {
                        Part::Text(text) => out.text.push_str(text),
                        // writing into a String cannot fail
                        Part::Value(sum) => drop(write!(out.text, "{}", sum.value(features, numbers)?)),
                    }
                }
                out.text.push('\n');
                out.numbers.push(*number);
            }
            Node::If { condition, then, otherwise } => {
                let nodes = if condition.holds(features) { then } else { otherwise };
                write(nodes, features, numbers, out)?;
            }
            Node::For { from, to, body } => {
                for number in from.value(features, numbers)?..to.value(features, numbers)? {
                    numbers.push(number);
                    write(body, features, numbers, out)?;
                    numbers.pop();
                }
            }
        }
    }
    Ok(())
}

/// Reads the lines of a source.
struct Parser<'a, Lines: Iterator<Item = (&'a str, u32)>> {
    file: &'static str,
    lines: Lines,
    /// Variables of the open repetitions, the outermost first.
    variables: Vec<&'a str>,
}

/// What ends a block of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    File,
    Else,
    Condition,
    Repetition,
}

struct Block<'a> {
    nodes: Vec<Node<'a>>,
    end: End,
}

/// The command that a block of lines belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    If,
    Else,
    For,
}

impl<'a, Lines: Iterator<Item = (&'a str, u32)>> Parser<'a, Lines> {
    /// Reads the lines of the file, or those up to the end of the command that stands before them.
    fn block(&mut self, opening: Option<(Opening, SourceLine)>) -> Result<Block<'a>, CodegenError> {
        let mut nodes = Vec::new();
        let kind = opening.map(|(kind, _)| kind);
        while let Some((line, number)) = self.lines.next() {
            let at = SourceLine { file: self.file, line: number };
            let command = line.trim();
            let closes = |command, opening| CodegenError::Unopened { at, command, opening };
            let end = match command {
                "#else" if kind == Some(Opening::If) => End::Else,
                "#end" if matches!(kind, Some(Opening::If | Opening::Else)) => End::Condition,
                "#next" if kind == Some(Opening::For) => End::Repetition,
                "#else" => return Err(closes("#else", "#if")),
                "#end" => return Err(closes("#end", "#if")),
                "#next" => return Err(closes("#next", "#for")),
                _ => {
                    nodes.push(self.node(line, command, at)?);
                    continue;
                }
            };
            return Ok(Block { nodes, end });
        }
        match opening {
            None => Ok(Block { nodes, end: End::File }),
            Some((Opening::For, at)) => Err(CodegenError::Unclosed { at, opening: "#for", closing: "#next" }),
            Some((_, at)) => Err(CodegenError::Unclosed { at, opening: "#if", closing: "#end" }),
        }
    }

    fn node(&mut self, line: &'a str, command: &'a str, at: SourceLine) -> Result<Node<'a>, CodegenError> {
        if let Some(condition) = command.strip_prefix("#if ") {
            let condition = Condition::parse(condition, at)?;
            let then = self.block(Some((Opening::If, at)))?;
            let otherwise = match then.end {
                End::Else => self.block(Some((Opening::Else, at)))?.nodes,
                End::File | End::Condition | End::Repetition => Vec::new(),
            };
            return Ok(Node::If { condition, then: then.nodes, otherwise });
        }
        if let Some(range) = command.strip_prefix("#for ") {
            let words: Vec<&str> = range.split_whitespace().collect();
            let &[variable, from, to] = words.as_slice() else {
                let (text, form) = (range.to_string(), "`#for VARIABLE FROM TO`, with no space inside an expression");
                return Err(CodegenError::Malformed { at, what: "repetition", text, form });
            };
            let [from, to] = [Sum::parse(from, &self.variables, at)?, Sum::parse(to, &self.variables, at)?];
            self.variables.push(variable);
            let body = self.block(Some((Opening::For, at)))?.nodes;
            self.variables.pop();
            return Ok(Node::For { from, to, body });
        }
        if command.starts_with('#') {
            return Err(CodegenError::UnknownCommand { at, command: command.to_string() });
        }
        if !line.contains('$') {
            return Ok(Node::Line(at.line, line));
        }
        Ok(Node::Template(at.line, self.parts(line, at)?))
    }

    /// A line cut into its text and its expressions, `$name` and `$(expression)`.
    fn parts(&self, line: &'a str, at: SourceLine) -> Result<Vec<Part<'a>>, CodegenError> {
        let (mut parts, mut rest) = (Vec::new(), line);
        while let Some((text, after)) = rest.split_once('$') {
            let malformed = || CodegenError::Malformed {
                at,
                what: "expression",
                text: line.trim().to_string(),
                form: "`$name` or `$(expression)`",
            };
            let (expression, after) = match after.strip_prefix('(') {
                Some(inside) => inside.split_once(')').ok_or_else(malformed)?,
                None => after.split_at(after.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(after.len())),
            };
            if expression.is_empty() {
                return Err(malformed());
            }
            parts.push(Part::Text(text));
            parts.push(Part::Value(Sum::parse(expression, &self.variables, at)?));
            rest = after;
        }
        parts.push(Part::Text(rest));
        Ok(parts)
    }
}

#[cfg(test)]
mod tests;
