//! Text to [`Element`]: well-formed XML, checked against the schema, includes expanded.
//!
//! The reader works event by event with a stack of its own, so neither nesting nor size of a document can exhaust
//! the call stack, and entities are never expanded. It accepts what MuJoCo accepts: any text between elements is
//! ignored, comments may contain `--`, values may contain a bare `&` or `<`.

use super::element::{Attribute, Element, Value};
use super::include::Includes;
use super::text::{Cursor, decode, unescape, without_mark};
use crate::error::{MjcfError, Result};
use crate::error_list::ErrorList;
use crate::files::Files;
use crate::schema::{self, Count, Node, Rule};
use crate::source_span::SourceSpan;
use crate::suggest::nearest;
use crate::table::attribute;
use quick_xml::Reader;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;
use std::sync::Arc;

/// Deepest nesting of elements, includes counted in: what MuJoCo allows in one file.
pub const MAX_DEPTH: usize = 499;

/// Deepest nesting of includes.
const MAX_INCLUDES: usize = 64;

/// More attributes than any element has.
const MAX_ATTRIBUTES: usize = 64;

/// What to do with a URDF file until it can be read.
const URDF: &str = "<robot> is URDF, which is not supported yet. Convert it to MJCF with MuJoCo and load robot.xml: pip install \
                    mujoco; python -c \"import mujoco; mujoco.mj_saveLastXML('robot.xml', \
                    mujoco.MjModel.from_xml_path('robot.urdf'))\". MuJoCo drops the folders of mesh files: copy the meshes \
                    beside robot.urdf first. A .xacro file becomes URDF by: xacro robot.xacro > robot.urdf";

/// Name under which the root element carries the comment it starts with. No written attribute can have it.
pub const COMMENT: &str = "#comment";

/// Reads a model. `file` is the name of the main file, or empty for text. Includes are relative to its directory. Places of
/// included elements name the included file by its path.
pub fn parse(text: &str, file: &str, files: &Files) -> Result<Element> {
    let mut errors = ErrorList::default();
    let root = parse_with(text, file, files, &mut errors)?;
    errors.finish()?;
    Ok(root)
}

/// Reads a model. Mistakes that leave the rest readable go into `errors`.
pub(crate) fn parse_with(text: &str, file: &str, files: &Files, errors: &mut ErrorList) -> Result<Element> {
    let mut tree = Tree {
        includes: Includes::new(file, files),
        files,
        open: vec![],
        count: 0,
        inside: 0,
        root: None,
        errors,
        unsupported: None,
    };
    if let Err(last) = Document::new(without_mark(text), file.into(), 0).read(&mut tree) {
        return Err(tree.errors.with_last(last));
    }
    if let Some(error) = tree.unsupported.filter(|_| tree.errors.is_empty()) {
        return Err(error);
    }
    let none = || document_error(file.into(), (1, 1), "the document has no root element");
    tree.root.ok_or_else(|| tree.errors.with_last(none()))
}

/// The tree under construction.
struct Tree<'f> {
    includes: Includes<'f>,
    files: &'f Files,
    /// Elements that are not closed yet, of all files, outermost first.
    open: Vec<Open>,
    /// Number of elements so far, and of those inside `<worldbody>`.
    count: usize,
    inside: usize,
    root: Option<Element>,
    /// Mistakes so far that leave the rest readable.
    errors: &'f mut ErrorList,
    /// The first unsupported element. It is reported if the text has no other mistakes.
    unsupported: Option<MjcfError>,
}

impl Tree<'_> {
    /// Counts one more element, or refuses it.
    fn grow(&mut self, span: &SourceSpan) -> Result<()> {
        self.count += 1;
        self.inside += usize::from(self.open.get(1).is_some_and(|open| open.element.tag == "worldbody"));
        self.files.stop.check()?;
        let limits = &self.files.limits;
        if self.count > limits.elements {
            return Err(too_many_elements(span, limits.elements, "the model"));
        }
        limits.check_objects(self.inside as u128, span, "<worldbody>", "leave parts of the model out")
    }
}

/// An error about more elements than `limit`.
pub(crate) fn too_many_elements(span: &SourceSpan, limit: usize, whose: &str) -> MjcfError {
    let message = format!(
        "{whose} has more than {limit} elements, which is the limit: leave parts out, or raise the limit 'elements'"
    );
    MjcfError::TooLarge { span: span.clone(), message }
}

/// An element that is not closed yet.
struct Open {
    node: Node,
    element: Element,
    /// Bits of the children that are there, by their number in the schema.
    seen: u64,
    /// Inside `<frame>` or `<replicate>`, where MuJoCo ignores unknown attributes.
    ignores_unknown: bool,
}

/// An attribute as written.
struct Raw<'a> {
    name: &'a str,
    value: Cow<'a, str>,
    line: u32,
    column: u32,
}

/// How far a document has been read.
#[derive(PartialEq)]
enum Stage {
    BeforeRoot,
    Inside,
    AfterRoot,
}

/// One file.
struct Document<'a> {
    text: &'a str,
    file: Arc<str>,
    cursor: Cursor<'a>,
    /// Depth of includes; the root of an included file is not part of the tree.
    level: usize,
    /// Elements of other files that were open when this one started.
    floor: usize,
    stage: Stage,
    /// Whether only white space stands between the root's tag and the current position.
    at_start: bool,
    /// Whether an included file has brought an element.
    any: bool,
    /// Whether only declarations stand before the current position.
    fresh: bool,
}

impl<'a> Document<'a> {
    fn new(text: &'a str, file: Arc<str>, level: usize) -> Self {
        let cursor = Cursor::new(text);
        let stage = Stage::BeforeRoot;
        Self { text, file, cursor, level, floor: 0, stage, at_start: false, any: false, fresh: true }
    }

    fn read(&mut self, tree: &mut Tree) -> Result<()> {
        self.floor = tree.open.len();
        let mut reader = Reader::from_str(self.text);
        loop {
            let start = usize::try_from(reader.buffer_position()).unwrap_or(0);
            let event = match reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    let offset = usize::try_from(reader.error_position()).unwrap_or(0);
                    return Err(self.malformed(tree, offset, &error.to_string()));
                }
            };
            if !matches!(&event, Event::Decl(_) | Event::PI(_) | Event::Text(_)) {
                self.fresh = false;
            }
            match event {
                Event::Start(tag) => {
                    if tag.name().as_ref() == "include" && self.stage == Stage::Inside {
                        self.only_space(tree, &mut reader)?;
                        self.include(tree, &tag)?;
                    } else if !self.start(tree, &tag)? {
                        self.skip(tree, &mut reader, tag)?;
                    }
                }
                Event::Empty(tag) => {
                    if tag.name().as_ref() == "include" && self.stage == Stage::Inside {
                        self.include(tree, &tag)?;
                    } else if self.start(tree, &tag)? {
                        self.end(tree);
                    }
                }
                Event::End(_) => self.end(tree),
                Event::Text(text) => self.words(tree, &text, start)?,
                Event::CData(_) | Event::GeneralRef(_) => self.words(tree, "&", start)?,
                Event::Comment(comment) => self.comment(tree, &comment),
                Event::DocType(definition) if definition.contains('[') => {
                    let message = "entity definitions are not supported; write the values out";
                    return Err(self.malformed(tree, start, message));
                }
                Event::Decl(_) | Event::PI(_) if !self.fresh => {
                    let message = "a declaration <?…?> may stand only at the start of the file, before comments too";
                    return Err(self.malformed(tree, start, message));
                }
                Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
                Event::Eof => break,
            }
        }
        self.finish(tree)
    }

    /// Checks the document at its end.
    fn finish(&mut self, tree: &Tree) -> Result<()> {
        match self.stage {
            Stage::BeforeRoot => Err(self.malformed(tree, self.text.len(), "the document has no root element")),
            Stage::Inside => {
                let message = match tree.open.last() {
                    Some(open) if tree.open.len() > self.floor => {
                        format!("<{}> of line {} is not closed", open.element.tag, open.element.span.line())
                    }
                    _ => "the root element is not closed".to_string(),
                };
                Err(self.malformed(tree, self.text.len(), &message))
            }
            Stage::AfterRoot => Ok(()),
        }
    }

    /// Skips the rest of an unknown element, whose content cannot be checked.
    fn skip(&mut self, tree: &mut Tree, reader: &mut Reader<&'a [u8]>, tag: BytesStart<'a>) -> Result<()> {
        match reader.read_to_end(tag.name()) {
            Ok(span) => {
                let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).unwrap_or(0));
                tree.errors.lose_text(self.text.get(start..end).unwrap_or_default());
                Ok(())
            }
            Err(error) => {
                let offset = usize::try_from(reader.error_position()).unwrap_or(0);
                Err(self.malformed(tree, offset, &error.to_string()))
            }
        }
    }

    /// Handles a start tag; returns whether the element is known.
    fn start(&mut self, tree: &mut Tree, tag: &BytesStart<'a>) -> Result<bool> {
        let name = tag.name().into_inner();
        let offset = self.cursor.offset_of(tag).saturating_sub(1);
        if name.is_empty() {
            return Err(self.malformed(tree, offset, "a tag without a name"));
        }
        match self.stage {
            Stage::AfterRoot => return Err(self.malformed(tree, offset, "a second root element")),
            Stage::BeforeRoot if self.level > 0 => {
                self.stage = Stage::Inside;
                return Ok(true);
            }
            Stage::BeforeRoot => self.stage = Stage::Inside,
            Stage::Inside => {}
        }
        self.at_start = self.level == 0 && tree.open.is_empty();
        self.any = true;
        let is_root = tree.open.is_empty();
        match self.element(tree, tag, name) {
            Ok(open) => tree.open.push(open),
            // a wrong root makes everything else meaningless
            Err(error) if is_root => return Err(error),
            Err(error @ (MjcfError::UnknownElement { .. } | MjcfError::Invalid { .. })) => {
                tree.errors.push(error)?;
                tree.errors.lose_text(tag);
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    /// Handles an end tag, which fits the start tag.
    fn end(&mut self, tree: &mut Tree) {
        self.at_start = false;
        if tree.open.len() > self.floor
            && let Some(done) = tree.open.pop()
        {
            match tree.open.last_mut() {
                Some(parent) => {
                    parent.element.children.push(done.element);
                    return;
                }
                None => tree.root = Some(done.element),
            }
        }
        self.stage = Stage::AfterRoot;
    }

    /// Text between tags.
    fn words(&mut self, tree: &Tree, text: &str, start: usize) -> Result<()> {
        if text.bytes().all(|b| b.is_ascii_whitespace()) {
            return Ok(());
        }
        self.at_start = false;
        if self.stage == Stage::Inside {
            return Ok(());
        }
        let space = text.len() - text.trim_ascii_start().len();
        Err(self.malformed(tree, start.saturating_add(space), "text outside the root element"))
    }

    /// Keeps the comment at the start of the model.
    fn comment(&mut self, tree: &mut Tree, comment: &str) {
        if let (true, Some(root)) = (self.at_start, tree.open.first_mut()) {
            let (line, column) = self.cursor.start_of(comment);
            let value = Value::Text(comment.to_string());
            root.element.attributes.push(Attribute { name: COMMENT, value, line, column });
        }
        self.at_start = false;
    }

    /// Skips to the end of an `<include>`, which may hold only white space.
    fn only_space(&mut self, tree: &Tree, reader: &mut Reader<&'a [u8]>) -> Result<()> {
        loop {
            match reader.read_event() {
                Ok(Event::End(_)) => return Ok(()),
                Ok(Event::Text(text)) if text.bytes().all(|b| b.is_ascii_whitespace()) => {}
                _ => {
                    let offset = usize::try_from(reader.buffer_position()).unwrap_or(0);
                    return Err(self.span_at(tree, offset).invalid("<include> holds nothing but its file name"));
                }
            }
        }
    }

    /// Reads an included file in place of its `<include>`.
    fn include(&mut self, tree: &mut Tree, tag: &BytesStart<'a>) -> Result<()> {
        self.at_start = false;
        self.any = true;
        let (line, column) = self.cursor.start_of(tag);
        let parent = tree.open.last().map(|open| &open.element.span);
        let span = SourceSpan::new(self.file.clone(), line, column.saturating_sub(1), "include", None, parent);
        let mut file = None;
        for raw in self.attributes(tree, tag)? {
            let at = span.at(raw.line, raw.column);
            if raw.name != "file" {
                return Err(unknown_attribute(at, "include", raw.name, ["file"].into_iter()));
            }
            if file.replace((raw.value, at.clone())).is_some() {
                return Err(twice(at, "file"));
            }
        }
        let Some((file, at)) = file else {
            return Err(MjcfError::MissingAttribute { span, attribute: "file".to_string() });
        };
        let fail = |message: &str| MjcfError::IncludeError {
            span: at.clone(),
            file: file.to_string(),
            message: message.into(),
        };
        if self.level == MAX_INCLUDES {
            return Err(fail("includes are nested too deeply"));
        }
        let included = match tree.includes.take(&file, &at) {
            Ok(included) => included,
            Err(error) => return tree.errors.push(error),
        };
        let name = included.path.to_string_lossy();
        let text = decode(&included.bytes, &name)?;
        let mut document = Document::new(&text, name.as_ref().into(), self.level + 1);
        document.read(tree)?;
        if document.any { Ok(()) } else { tree.errors.push(fail("the file holds no elements")) }
    }

    /// Returns the attributes of a tag as written.
    fn attributes<'t>(&mut self, tree: &Tree, tag: &'t BytesStart<'a>) -> Result<Vec<Raw<'t>>> {
        let mut list = vec![];
        // duplicates are found by their number in the schema, which is faster
        for attribute in tag.attributes().with_checks(false).take(MAX_ATTRIBUTES + 1) {
            match attribute {
                Ok(attribute) => {
                    let name = attribute.key.into_inner();
                    let (line, column) = self.cursor.start_of(name);
                    let value = match attribute.value {
                        Cow::Borrowed(value) => unescape(value),
                        Cow::Owned(value) => Cow::Owned(unescape(&value).into_owned()),
                    };
                    list.push(Raw { name, value, line, column });
                }
                Err(error) => {
                    let start = self.cursor.offset_of(tag);
                    return Err(self.malformed(tree, start.saturating_add(position(&error)), &describe(&error)));
                }
            }
        }
        Ok(list)
    }

    /// An element with its attributes, checked.
    fn element(&mut self, tree: &mut Tree, tag: &BytesStart<'a>, name: &str) -> Result<Open> {
        let (line, column) = self.cursor.start_of(tag);
        let column = column.saturating_sub(1);
        let raws = self.attributes(tree, tag)?;
        let own_name = raws.iter().find(|raw| raw.name == "name").map(|raw| &*raw.value);
        let parent = tree.open.last().map(|open| &open.element.span);
        let before = tree.open.last().and_then(|open| open.element.children.last()).filter(|_| own_name.is_none());
        let span = before
            .and_then(|before| before.span.beside(&self.file, name, line, column))
            .unwrap_or_else(|| SourceSpan::new(self.file.clone(), line, column, name, own_name, parent));
        tree.grow(&span)?;
        if tree.open.len() >= MAX_DEPTH {
            let message = format!("elements are nested more than {MAX_DEPTH} deep");
            return Err(MjcfError::TooLarge { span, message });
        }
        let node = match tree.open.last_mut() {
            Some(parent) => child(parent, name, &span)?,
            None => root(name, &span)?,
        };
        if let (None, Some(feature)) = (&tree.unsupported, node.element.unsupported) {
            tree.unsupported = Some(span.unsupported(feature));
        }
        let inherited = tree.open.last().is_some_and(|open| open.ignores_unknown);
        let ignores_unknown = inherited || matches!(node.element.tag, "frame" | "replicate");
        let mut errors = vec![];
        let attributes = values(node, raws, &span, ignores_unknown, &mut errors);
        for error in errors {
            tree.errors.push(error)?;
        }
        let element = Element { tag: node.element.tag, attributes, children: vec![], span };
        Ok(Open { node, element, seen: 0, ignores_unknown })
    }

    /// A place in this document, in the innermost open element.
    fn span_at(&mut self, tree: &Tree, offset: usize) -> SourceSpan {
        let (line, column) = self.cursor.go(offset);
        match tree.open.last() {
            Some(open) if tree.open.len() > self.floor => open.element.span.at(line, column),
            open => {
                let parent = open.map(|open| &open.element.span);
                SourceSpan::new(self.file.clone(), line, column, "document", None, parent)
            }
        }
    }

    fn malformed(&mut self, tree: &Tree, offset: usize, message: &str) -> MjcfError {
        MjcfError::XmlParse { span: self.span_at(tree, offset), message: message.to_string() }
    }
}

/// The schema of the root element.
fn root(name: &str, span: &SourceSpan) -> Result<Node> {
    match name {
        "mujoco" => Ok(schema::root()),
        "robot" => Err(span.invalid(URDF)),
        _ => Err(MjcfError::UnknownElement {
            span: span.clone(),
            element: name.to_string(),
            parent: "document".to_string(),
            suggestion: Some("mujoco".to_string()),
        }),
    }
}

/// The schema of a child; marks it as seen.
fn child(parent: &mut Open, name: &str, span: &SourceSpan) -> Result<Node> {
    let tag = parent.element.tag;
    let Some((number, count, node)) = parent.node.child(name) else {
        if tag == "worldbody" && matches!(name, "joint" | "freejoint" | "inertial") {
            return Err(span.invalid(format!("the world cannot move: put <{name}> inside a <body>")));
        }
        let known = parent.node.children().map(|(_, node)| node.element.tag).chain(["include"]);
        return Err(MjcfError::UnknownElement {
            span: span.clone(),
            element: name.to_string(),
            parent: tag.to_string(),
            suggestion: nearest(name, known).map(str::to_string),
        });
    };
    let bit = 1u64 << (number % 64);
    if count == Count::Once && parent.seen & bit != 0 {
        let first = parent.element.children.iter().find(|c| c.tag == name).map_or(0, |c| c.span.line());
        return Err(span.invalid(format!("<{name}> may stand only once in <{tag}>; the first is at line {first}")));
    }
    parent.seen |= bit;
    Ok(node)
}

/// The values of an element's attributes that are right, in schema order. With `ignores_unknown`, unknown
/// attributes are skipped as in MuJoCo, but near misses are errors.
fn values(
    node: Node,
    raws: Vec<Raw>,
    span: &SourceSpan,
    ignores_unknown: bool,
    errors: &mut Vec<MjcfError>,
) -> Vec<Attribute> {
    let tag = node.element.tag;
    let mut list = Vec::with_capacity(raws.len());
    // which attributes are written, and which of them are not empty
    let (mut written, mut given) = (0u64, 0u64);
    for raw in raws {
        let at = || span.at(raw.line, raw.column);
        let Some((number, attribute)) = node.attribute(raw.name) else {
            let error = unknown_attribute(at(), tag, raw.name, node.attributes().map(|a| a.name));
            if !ignores_unknown || !matches!(&error, MjcfError::UnknownAttribute { suggestion: None, .. }) {
                errors.push(error);
            }
            continue;
        };
        let bit = 1u64 << (number % 64);
        if written & bit != 0 {
            errors.push(twice(at(), raw.name));
            continue;
        }
        written |= bit;
        match attribute::read(attribute, &raw.value) {
            Ok(Some(value)) => {
                given |= bit;
                list.push((number, Attribute { name: attribute.name, value, line: raw.line, column: raw.column }));
            }
            Ok(None) => {}
            Err(problem) => {
                // it is there, though wrong
                given |= bit;
                errors.push(problem.of(attribute, at()));
            }
        }
    }
    list.sort_unstable_by_key(|(number, _)| *number);
    let list: Vec<Attribute> = list.into_iter().map(|(_, attribute)| attribute).collect();
    check_presence(node, &list, (written, given), span, errors);
    list
}

/// Notes missing and contradicting attributes of an element; all of them have values.
pub(crate) fn check_attributes(node: Node, list: &[Attribute], span: &SourceSpan, errors: &mut Vec<MjcfError>) {
    let bit = |attribute: &Attribute| node.attribute(attribute.name).map_or(0, |(number, _)| 1u64 << (number % 64));
    let given = list.iter().fold(0, |bits, attribute| bits | bit(attribute));
    check_presence(node, list, (given, given), span, errors);
}

/// Checks the rules of an element. Bits say which attributes are written, and which of those are not empty.
fn check_presence(
    node: Node,
    list: &[Attribute],
    (written, given): (u64, u64),
    span: &SourceSpan,
    errors: &mut Vec<MjcfError>,
) {
    for (number, attribute) in node.attributes().enumerate() {
        if attribute.required && given & (1 << (number % 64)) == 0 {
            let attribute = attribute.name.to_string();
            errors.push(MjcfError::MissingAttribute { span: span.clone(), attribute });
        }
    }
    for rule in node.element.rules {
        if let Err((name, message)) = check(*rule, node, written, given) {
            let at = list.iter().find(|a| a.name == name).map(|a| span.at(a.line, a.column));
            errors.push(at.as_ref().unwrap_or(span).invalid(message));
        }
    }
}

/// Checks a rule; the error names the attribute it is about.
fn check(rule: Rule, node: Node, written: u64, given: u64) -> Result<(), (&'static str, String)> {
    let bit = |name: &str| node.attribute(name).map_or(0, |(number, _)| 1u64 << (number % 64));
    let is_written = |name: &&str| written & bit(name) != 0;
    match rule {
        Rule::AtMostOne(bundles) => {
            let mut present = bundles.iter().flat_map(|bundle| bundle.iter().find(|name| is_written(name)));
            if let (Some(first), Some(second)) = (present.next(), present.next()) {
                return Err((second, format!("'{first}' and '{second}' exclude each other; give one of them")));
            }
        }
        Rule::AtLeastOne(bundles) => {
            if !bundles.iter().any(|bundle| bundle.iter().all(&is_written)) {
                let choices: Vec<String> = bundles.iter().map(|bundle| quote(bundle, " and ")).collect();
                return Err(("", format!("{} must be given", choices.join(" or "))));
            }
        }
        Rule::Together(names) => {
            if let Some(name) = names.iter().find(|name| is_written(name))
                && !names.iter().all(&is_written)
            {
                return Err((name, format!("{} must be given together", quote(names, " and "))));
            }
        }
        Rule::Needs(first, second) => {
            if is_written(&first) && given & bit(second) == 0 {
                return Err((first, format!("'{first}' needs '{second}' as well")));
            }
        }
        Rule::OneOrientation => {
            let others = ["axisangle", "xyaxes", "zaxis", "euler"].into_iter().filter(|name| given & bit(name) != 0);
            let mut all = ["quat"].into_iter().filter(|name| is_written(name)).chain(others);
            if let (Some(first), Some(second)) = (all.next(), all.next()) {
                return Err((second, format!("'{first}' and '{second}' both give the orientation; keep one")));
            }
        }
    }
    Ok(())
}

fn quote(names: &[&str], between: &str) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(between)
}

pub(crate) fn unknown_attribute<'k>(
    span: SourceSpan,
    element: &str,
    name: &str,
    known: impl Iterator<Item = &'k str>,
) -> MjcfError {
    let suggestion = nearest(name, known).map(str::to_string);
    MjcfError::UnknownAttribute { span, element: element.to_string(), attribute: name.to_string(), suggestion }
}

fn twice(span: SourceSpan, name: &str) -> MjcfError {
    MjcfError::XmlParse { span, message: format!("attribute '{name}' is given twice") }
}

fn document_error(file: Arc<str>, (line, column): (u32, u32), message: &str) -> MjcfError {
    let span = SourceSpan::new(file, line, column, "document", None, None);
    MjcfError::XmlParse { span, message: message.to_string() }
}

/// Where in the tag an attribute goes wrong.
fn position(error: &AttrError) -> usize {
    match *error {
        AttrError::ExpectedEq(at)
        | AttrError::ExpectedValue(at)
        | AttrError::UnquotedValue(at)
        | AttrError::ExpectedQuote(at, _)
        | AttrError::Duplicated(at, _) => at,
    }
}

fn describe(error: &AttrError) -> String {
    match error {
        AttrError::ExpectedEq(_) => "an attribute needs '=' and a value in quotes".to_string(),
        AttrError::ExpectedValue(_) | AttrError::UnquotedValue(_) => {
            "the value of an attribute must stand in quotes".to_string()
        }
        AttrError::ExpectedQuote(..) => "the closing quote of an attribute is missing".to_string(),
        AttrError::Duplicated(..) => "an attribute is given twice".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Assets;

    fn read(text: &str) -> Element {
        parse(text, "", &Files::default()).unwrap()
    }

    #[test]
    fn elements_keep_order_and_places() {
        let root = read(
            "<mujoco model='m'>\n <!-- no --><worldbody>\n  <geom name='g' size='1 2' type='box'/><site/></worldbody></mujoco>",
        );
        assert_eq!((root.tag, root.text("model"), root.text(COMMENT)), ("mujoco", Some("m"), Some(" no ")));
        let world = root.child("worldbody").unwrap();
        let tags: Vec<_> = world.children.iter().map(|c| c.tag).collect();
        assert_eq!(tags, ["geom", "site"]);
        let geom = &world.children[0];
        // in schema order, each at its own place
        let names: Vec<_> = geom.attributes.iter().map(|a| (a.name, a.line, a.column)).collect();
        assert_eq!(names, [("name", 3, 9), ("type", 3, 29), ("size", 3, 18)]);
        assert_eq!(geom.span.to_string(), "<text>:3:3: mujoco/worldbody/geom[g]");
        assert_eq!(geom.span_of("size").to_string(), "<text>:3:18: mujoco/worldbody/geom[g]");
        assert_eq!(geom.keyword("type"), Some(6));
        assert_eq!(geom.reals("size"), Some(&[1.0, 2.0][..]));
    }

    #[test]
    fn empty_lists_count_as_absent_but_are_written() {
        let root = read("<mujoco><option timestep='' gravity=' '/></mujoco>");
        assert!(root.child("option").unwrap().attributes.is_empty());
        assert!(parse("<mujoco><size memory='' njmax='1'/></mujoco>", "", &Files::default()).is_err());
    }

    #[test]
    fn the_comment_must_come_first() {
        for text in ["<mujoco>x<!-- a --></mujoco>", "<mujoco><option/><!-- a --></mujoco>", "<!-- a --><mujoco/>"] {
            assert_eq!(read(text).text(COMMENT), None, "{text}");
        }
        assert_eq!(read("<mujoco><!--a--><!--b--></mujoco>").text(COMMENT), Some("a"));
    }

    #[test]
    fn declarations_come_before_everything_else() {
        let parse = |text: &str| parse(text, "", &Files::default());
        for text in ["<?xml version='1.0'?><mujoco/>", "\n<?xml version='1.0'?>\n<?x y?><!-- c --><mujoco/>"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        for text in ["<!-- c --><?xml version='1.0'?><mujoco/>", "<mujoco><?x y?></mujoco>", "<mujoco/><?x y?>"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn included_elements_name_their_file() {
        let assets: Assets = [("/m/parts/a.xml", "<x>\n<option timestep='1'/></x>")].into_iter().collect();
        let files = Files { assets, disk: false, ..Files::default() };
        let root = parse("<mujoco><include file='parts/a.xml'/><size/></mujoco>", "/m/main.xml", &files).unwrap();
        let tags: Vec<_> = root.children.iter().map(|c| c.tag).collect();
        assert_eq!(tags, ["option", "size"]);
        assert_eq!(root.children[0].span.to_string(), "/m/parts/a.xml:2:1: mujoco/option");
        assert_eq!(root.children[1].span.file(), "/m/main.xml");
    }
}
