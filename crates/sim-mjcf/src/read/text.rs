//! Text of a model file: decoding, positions, character references.

use crate::error::{MjcfError, Result};
use crate::read::other_kind;
use crate::source_span::SourceSpan;
use std::borrow::Cow;

/// The bytes of a model file as text, up to a zero byte, as in MuJoCo; a byte order mark is dropped.
///
/// MuJoCo hands bytes on as they are, whatever the file declares. Here text is Unicode: what is not UTF-8 is taken for
/// Latin-1, byte by byte.
pub fn decode<'a>(bytes: &'a [u8], file: &str) -> Result<Cow<'a, str>> {
    if let Some(message) = other_kind::fault(bytes, file) {
        let span = SourceSpan::new(file.into(), 0, 0, "", None, None);
        return Err(MjcfError::Invalid { span, message });
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        let message = "the text is in UTF-16; save it as UTF-8".to_string();
        let span = SourceSpan::new(file.into(), 1, 1, "document", None, None);
        return Err(MjcfError::XmlParse { span, message });
    }
    let bytes = bytes.split(|b| *b == 0).next().unwrap_or_default();
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| char::from(*byte)));
    }
    Ok(Cow::Owned(text))
}

/// The text after a byte order mark.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Turns byte offsets into lines and columns. Offsets that only grow cost one pass over the text in all, however
/// long its lines are.
pub struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    line: u32,
    column: u32,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of the text.
    pub fn new(text: &'a str) -> Self {
        Self { text, offset: 0, line: 1, column: 1 }
    }

    /// Line and column of a byte offset, both from 1, columns in characters.
    pub fn go(&mut self, offset: usize) -> (u32, u32) {
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        let end = offset.min(self.text.len());
        for byte in self.text.as_bytes().get(self.offset..end).unwrap_or_default() {
            if *byte == b'\n' {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else if (*byte & 0xC0) != 0x80 {
                // continuation bytes of a character do not count
                self.column = self.column.saturating_add(1);
            }
        }
        self.offset = end;
        (self.line, self.column)
    }

    /// Line and column where a part of this same text starts.
    pub fn start_of(&mut self, part: &str) -> (u32, u32) {
        self.go(self.offset_of(part))
    }

    /// Byte offset of a part of this same text.
    pub fn offset_of(&self, part: &str) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize)
    }
}

/// An attribute value with character references replaced. What is no known reference stays as it is written, as
/// in MuJoCo.
pub fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains(['&', '\r']) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '\r']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let (replacement, length) = reference(from);
        out.push_str(&replacement);
        rest = from.get(length..).unwrap_or("");
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What the reference or line end at the start of `text` stands for, and its length.
fn reference(text: &str) -> (Cow<'static, str>, usize) {
    const NAMED: [(&str, &str); 5] = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'")];
    if text.starts_with('\r') {
        return ("\n".into(), if text.starts_with("\r\n") { 2 } else { 1 });
    }
    for (written, meaning) in NAMED {
        if text.starts_with(written) {
            return (meaning.into(), written.len());
        }
    }
    numeric_reference(text).map_or(("&".into(), 1), |(c, length)| (c.to_string().into(), length))
}

/// `&#65;` or `&#x41;`.
fn numeric_reference(text: &str) -> Option<(char, usize)> {
    // the longest reference that means anything, with room for leading zeros
    let end = text.bytes().take(16).position(|b| b == b';')?;
    let body = text.get(2..end).filter(|_| text.starts_with("&#"))?;
    let code = match body.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => body.parse(),
    };
    let c = char::from_u32(code.ok()?).filter(|c| *c != '\0')?;
    Some((c, end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters() {
        let text = "añb\n  ü<x";
        let mut cursor = Cursor::new(text);
        assert_eq!(cursor.go(0), (1, 1));
        assert_eq!(cursor.go(text.find('b').unwrap()), (1, 3));
        assert_eq!(cursor.go(text.find('<').unwrap()), (2, 4));
        assert_eq!(cursor.start_of(text.get(1..).unwrap()), (1, 2));
        assert_eq!(cursor.go(1000), (2, 6));
    }

    #[test]
    fn references_are_replaced_and_strangers_kept() {
        assert_eq!(unescape("plain"), "plain");
        assert_eq!(unescape("a &lt; b &amp;&quot;&apos;&gt; &#65;&#x42;"), "a < b &\"'> AB");
        assert_eq!(unescape("a & b &foo; &#0; &#xZZ; &#99999999;"), "a & b &foo; &#0; &#xZZ; &#99999999;");
        assert_eq!(unescape("a\r\nb\rc"), "a\nb\nc");
        assert_eq!(unescape("&amp;lt;"), "&lt;");
    }

    #[test]
    fn bytes_are_utf8_or_latin_1() {
        assert_eq!(decode(b"\xEF\xBB\xBF<a/>", "f").unwrap(), "<a/>");
        assert_eq!(decode(b"<a>caf\xE9</a>", "f").unwrap(), "<a>café</a>");
        assert_eq!(decode(b"\xC3\xA9\xE9\xC3", "f").unwrap(), "éé\u{c3}");
        assert_eq!(decode(b"<a/>\0<b", "f").unwrap(), "<a/>");
        assert!(decode(b"\xFF\xFE<\0", "f").unwrap_err().to_string().contains("UTF-16"));
    }
}
