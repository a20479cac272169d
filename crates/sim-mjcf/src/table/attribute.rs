//! Reads one attribute: checks its text against the schema and makes a [`Value`].

use super::number::{self, BadNumber};
use super::value::{CHARTS, SIGNALS};
use super::{Fault, Value};
use crate::error::MjcfError;
use crate::schema::{Attribute, Keywords, Kind, MANY, Range};
use crate::source_span::SourceSpan;
use crate::suggest::nearest;
use sim_core::binding::message::number as number_text;

/// Why a value does not fit an attribute.
#[derive(Debug, PartialEq)]
pub struct Problem {
    /// What the attribute takes.
    pub expected: String,
    /// What was found.
    pub found: String,
    /// A near miss that is known.
    pub suggestion: Option<String>,
}

/// Booleans.
const BOOLEAN: Keywords = &[("false", 0), ("true", 1)];

/// Reads the value of an attribute. `None` means an empty list, which counts as absent.
pub fn read(attribute: &Attribute, text: &str) -> Result<Option<Value>, Problem> {
    let value = match attribute.kind {
        Kind::Real => Value::Reals(numbers(attribute, number::reals(text))?),
        Kind::Float => Value::Reals(numbers(attribute, number::floats(text))?),
        Kind::Int => Value::Ints(numbers(attribute, number::ints(text))?),
        Kind::Whole => Value::Ints(whole(attribute, text)?),
        Kind::Bool => Value::Bool(keyword(BOOLEAN, text)?.0 == 1),
        Kind::Text | Kind::Name | Kind::Reference | Kind::File => Value::Text(text.to_string()),
        Kind::Chars => Value::Text(chars(attribute, text)?),
        Kind::Keyword(keywords) => {
            let (number, word) = keyword(keywords, text)?;
            Value::Keyword(number, word)
        }
        Kind::Flags(keywords) => Value::Keywords(flags(keywords, text)?),
        Kind::Input => return input(text).map(Some),
    };
    let empty = match &value {
        Value::Reals(list) => list.is_empty(),
        Value::Ints(list) | Value::Keywords(list) => list.is_empty(),
        _ => false,
    };
    Ok((!empty).then_some(value))
}

/// Checks a value that did not come from text: its type, number of values and range. The field checks texts and the
/// numbers of keywords.
pub(crate) fn check(attribute: &Attribute, value: &Value) -> Result<(), Fault> {
    let fault = |expected: String| Err(Fault::expected(expected, value));
    let list: Vec<f64> = match (attribute.kind, value) {
        (Kind::Real | Kind::Float, Value::Reals(list)) => list.clone(),
        (Kind::Real | Kind::Float | Kind::Int | Kind::Whole, Value::Ints(list)) => {
            list.iter().map(|v| f64::from(*v)).collect()
        }
        (Kind::Real | Kind::Float | Kind::Int | Kind::Whole, _) => return fault(amount(attribute)),
        // the number of another enum may be a number of this one: compare the words too
        (Kind::Keyword(words), Value::Keyword(number, word))
            if !word.is_empty() && !words.contains(&(*word, *number)) =>
        {
            return fault(words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" | "));
        }
        _ => return Ok(()),
    };
    let (least, most) = attribute.arity;
    // an empty list empties one that may have any number
    let emptied = list.is_empty() && most == MANY;
    if !emptied && !(least..=most).contains(&list.len()) {
        return fault(amount(attribute));
    }
    if !in_range(attribute.range, &list) {
        return fault(range(attribute.range));
    }
    Ok(())
}

/// Converts a value that a program gives to an attribute. A text is read as in a file. `None` means an empty list, which
/// counts as absent.
pub(crate) fn of_program(attribute: &Attribute, value: Value) -> Result<Option<Value>, Problem> {
    let value = match (attribute.kind, value) {
        (_, Value::Text(text)) => return read(attribute, &text),
        (Kind::Text | Kind::Name | Kind::Reference, Value::Keyword(_, word)) if !word.is_empty() => {
            return read(attribute, word);
        }
        (Kind::Keyword(words), Value::Bool(value)) => {
            let is_flag = words.iter().any(|(word, _)| *word == "enable");
            let (number, word) = match (is_flag, value) {
                (true, true) => keyword(words, "enable")?,
                (true, false) => keyword(words, "disable")?,
                (false, true) => keyword(words, "true")?,
                (false, false) => keyword(words, "false")?,
            };
            return Ok(Some(Value::Keyword(number, word)));
        }
        (Kind::Real, Value::Ints(list)) => Value::Reals(list.into_iter().map(f64::from).collect()),
        (Kind::Float, Value::Ints(list)) => Value::Reals(list.into_iter().map(|v| f64::from(v as f32)).collect()),
        (Kind::Float, Value::Reals(list)) => Value::Reals(list.into_iter().map(|v| f64::from(v as f32)).collect()),
        (_, value) => value,
    };
    let empty = match (attribute.kind, &value) {
        (Kind::Real | Kind::Float, Value::Reals(list)) => list.is_empty(),
        (Kind::Int | Kind::Whole, Value::Ints(list)) => list.is_empty(),
        (Kind::Bool, Value::Bool(_)) => false,
        (Kind::Keyword(words), Value::Keyword(number, _)) if words.iter().any(|(_, known)| known == number) => false,
        (Kind::Flags(words), Value::Keywords(list))
            if list.iter().all(|n| words.iter().any(|(_, known)| known == n)) =>
        {
            list.is_empty()
        }
        (kind, value) => return Err(problem(expected(attribute, kind), value.describe())),
    };
    if empty {
        return Ok(None);
    }
    match check(attribute, &value) {
        Ok(()) => Ok(Some(value)),
        Err(Fault::Expected { expected, found, suggestion }) => Err(Problem { expected, found, suggestion }),
        Err(Fault::Invalid(message) | Fault::Unsupported(message)) => Err(problem(message, value.describe())),
    }
}

/// Describes what an attribute takes.
fn expected(attribute: &Attribute, kind: Kind) -> String {
    match kind {
        Kind::Bool => "true or false".to_string(),
        Kind::Keyword(words) | Kind::Flags(words) => {
            words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" | ")
        }
        Kind::Real | Kind::Float | Kind::Int | Kind::Whole => amount(attribute),
        Kind::Text | Kind::Name | Kind::Reference | Kind::File | Kind::Chars | Kind::Input => "a text".to_string(),
    }
}

impl Problem {
    /// The error about an attribute.
    pub(crate) fn of(self, attribute: &Attribute, span: SourceSpan) -> MjcfError {
        let Self { expected, found, suggestion } = self;
        MjcfError::InvalidAttribute { span, attribute: attribute.name.to_string(), expected, found, suggestion }
    }
}

fn numbers<T: Copy + Into<f64>>(attribute: &Attribute, list: Result<Vec<T>, BadNumber>) -> Result<Vec<T>, Problem> {
    let list = list.map_err(|bad| bad_number(attribute, &bad))?;
    let (least, most) = attribute.arity;
    if !list.is_empty() && !(least..=most).contains(&list.len()) {
        return Err(problem(amount(attribute), list.len().to_string()));
    }
    if !list.is_empty() && !in_range(attribute.range, &list) {
        let shown: Vec<String> = list.iter().take(8).map(|v| number_text((*v).into())).collect();
        return Err(problem(range(attribute.range), shown.join(" ")));
    }
    Ok(list)
}

fn whole(attribute: &Attribute, text: &str) -> Result<Vec<i32>, Problem> {
    let list = numbers(attribute, number::ints(text))?;
    if list.is_empty() { Err(problem(amount(attribute), "nothing")) } else { Ok(list) }
}

fn bad_number(attribute: &Attribute, bad: &BadNumber) -> Problem {
    let word: String = bad.word.chars().take(40).collect();
    let which = if attribute.arity.1 == 1 { String::new() } else { format!(" as number {}", bad.index + 1) };
    let expected = match (bad.out_of_range, attribute.kind) {
        (true, Kind::Float) => "a number that single precision can hold".to_string(),
        (true, Kind::Real) => "a number that double precision can hold".to_string(),
        (true, _) => format!("an integer between {} and {}", i32::MIN, i32::MAX),
        (false, _) => amount(attribute),
    };
    problem(expected, format!("'{word}'{which}"))
}

/// "3 numbers", "1 to 5 integers".
fn amount(attribute: &Attribute) -> String {
    let (one, several) = match attribute.kind {
        Kind::Int | Kind::Whole => ("an integer", "integers"),
        Kind::Chars => ("a character", "characters"),
        _ => ("a number", "numbers"),
    };
    match attribute.arity {
        (1, 1) => one.to_string(),
        (_, MANY) => several.to_string(),
        (least, most) if least == most => format!("{most} {several}"),
        (least, most) => format!("{least} to {most} {several}"),
    }
}

fn in_range<T: Copy + Into<f64>>(range: Range, list: &[T]) -> bool {
    let mut values = list.iter().map(|v| (*v).into());
    // a NaN passes, as in MuJoCo
    match range {
        Range::Any => true,
        Range::Min(least) => !values.any(|v| v < least),
        Range::Between(least, most) => !values.any(|v| v < least || v > most),
        Range::Positive => !values.any(|v| v <= 0.0),
        Range::NonZero => values.any(|v| v != 0.0),
    }
}

fn range(range: Range) -> String {
    match range {
        Range::Any => "a number".to_string(),
        Range::Min(least) => format!("a number not less than {least}"),
        Range::Between(least, most) => format!("numbers between {least} and {most}"),
        Range::Positive => "a number greater than 0".to_string(),
        Range::NonZero => "numbers that are not all zero".to_string(),
    }
}

fn chars(attribute: &Attribute, text: &str) -> Result<String, Problem> {
    let (least, most) = attribute.arity;
    if (text.len() < least && least == most) || text.len() > most {
        return Err(problem(amount(attribute), quoted(text)));
    }
    Ok(text.to_string())
}

fn keyword(keywords: Keywords, text: &str) -> Result<(i32, &'static str), Problem> {
    let known = keywords.iter().find(|(word, _)| *word == text);
    known.map(|(word, number)| (*number, *word)).ok_or_else(|| unknown_keyword("", keywords, text))
}

fn flags(keywords: Keywords, text: &str) -> Result<Vec<i32>, Problem> {
    let mut list = vec![];
    for word in number::words(text) {
        let Some((_, number)) = keywords.iter().find(|(known, _)| *known == word) else {
            return Err(unknown_keyword("some of ", keywords, word));
        };
        if list.contains(number) {
            return Err(problem("each keyword once", format!("'{word}' again")));
        }
        list.push(*number);
    }
    Ok(list)
}

fn input(text: &str) -> Result<Value, Problem> {
    if let Some((word, number)) = CHARTS.iter().find(|(word, _)| *word == text) {
        return Ok(Value::Keyword(*number, word));
    }
    let list = flags(SIGNALS, text).map_err(|mut p| {
        p.expected = format!("'expmap', 'quat', 'none' or {}", p.expected);
        p
    })?;
    if list.is_sorted() {
        Ok(Value::Keywords(list))
    } else {
        Err(problem("signals in the order pos, vel, ff, voltage", quoted(text)))
    }
}

fn unknown_keyword(some: &str, keywords: Keywords, text: &str) -> Problem {
    let all: Vec<&str> = keywords.iter().map(|(word, _)| *word).collect();
    let suggestion = nearest(text.trim(), all.iter().copied()).map(str::to_string);
    Problem { expected: format!("{some}{}", all.join(" | ")), found: quoted(text), suggestion }
}

fn problem(expected: impl Into<String>, found: impl Into<String>) -> Problem {
    Problem { expected: expected.into(), found: found.into(), suggestion: None }
}

/// The text in quotes, shortened.
fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(60).collect();
    if chars.next().is_some() { format!("'{start}…'") } else { format!("'{start}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(path: &str, attribute: &str, text: &str) -> Result<Option<Value>, Problem> {
        read(crate::schema::find(path).unwrap().attribute(attribute).unwrap().1, text)
    }

    #[test]
    fn values_have_the_type_of_their_attribute() {
        let geom = "worldbody/geom";
        assert_eq!(value(geom, "size", "1 2"), Ok(Some(Value::Reals(vec![1.0, 2.0]))));
        assert_eq!(
            value(geom, "rgba", ".1 0 0 1").unwrap(),
            Some(Value::Reals(vec![f64::from(0.1f32), 0.0, 0.0, 1.0]))
        );
        assert_eq!(value(geom, "condim", " 4 "), Ok(Some(Value::Ints(vec![4]))));
        assert_eq!(value(geom, "condim", " "), Ok(None));
        assert_eq!(value(geom, "shellinertia", "true"), Ok(Some(Value::Bool(true))));
        assert_eq!(value(geom, "type", "capsule"), Ok(Some(Value::Keyword(3, "capsule"))));
        assert_eq!(value(geom, "name", ""), Ok(Some(Value::Text(String::new()))));
        assert_eq!(value("worldbody/camera", "output", "depth rgb"), Ok(Some(Value::Keywords(vec![2, 1]))));
    }

    #[test]
    fn inputs_are_charts_or_ordered_signals() {
        let input = |text| value("actuator/general", "input", text);
        assert_eq!(input("quat"), Ok(Some(Value::Keyword(2, "quat"))));
        assert_eq!(input("none"), Ok(Some(Value::Keyword(16, "none"))));
        assert_eq!(input(" pos  ff "), Ok(Some(Value::Keywords(vec![1, 4]))));
        assert_eq!(input(""), Ok(Some(Value::Keywords(vec![]))));
        assert!(input("ff pos").is_err() && input("pos pos").is_err() && input(" quat").is_err());
    }

    #[test]
    fn problems_say_what_is_expected() {
        let problem = value("worldbody/geom", "pos", "1 2").unwrap_err();
        assert_eq!((problem.expected.as_str(), problem.found.as_str()), ("3 numbers", "2"));
        let problem = value("worldbody/geom", "type", "Box").unwrap_err();
        assert_eq!(problem.suggestion.as_deref(), Some("box"));
        assert_eq!(value("size", "nconmax", "").unwrap_err().found, "nothing");
        assert!(
            value("worldbody/geom", "quat", "0 0 0 0").is_err() && value("asset/mesh", "refquat", "0 0 0 0").is_ok()
        );
    }
}
