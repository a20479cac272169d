use super::{Feature, Features, Size, Source, Sources};
use crate::codegen::SourceLine;
use crate::codegen::error::CodegenError;

/// The line of a source that is at fault.
const fn at(line: u32) -> SourceLine {
    SourceLine { file: "test.wgsl", line }
}

fn select(text: &str, features: &Features) -> Result<(String, Vec<u32>), CodegenError> {
    let selected = Sources::parse(&[Source { name: "test.wgsl", text }])?.select(features)?.remove(0);
    Ok((selected.text, selected.numbers))
}

fn error(text: &str) -> CodegenError {
    let mut features = Features::default();
    Size::ALL.iter().for_each(|&size| features.set_size(size, 2));
    select(text, &features).unwrap_err()
}

#[test]
fn lines_follow_their_conditions() {
    let mut features = Features::default();
    features.set(Feature::Free, true);
    let text = "1\n#if FREE\n2\n#if BALL\n3\n#else\n4\n#end\n#else\n5\n#end\n#if !BALL && FREE\n6\n#end\n#if BALL || FREE\n7\n#end\n8";
    let (text, numbers) = select(text, &features).unwrap();
    assert_eq!(text.split_whitespace().collect::<String>(), "124678");
    assert_eq!(numbers, [1, 3, 7, 13, 16, 18]);
}

#[test]
fn lines_are_repeated_with_their_numbers() {
    let mut features = Features::default();
    features.set_size(Size::Block, 3);
    features.set_size(Size::Second, 0);
    let text = "a\n#for k 0 NBLOCK\nx$k = $(NBLOCK-1-k) $(2*k + 1);\n#for j k+1 NBLOCK\n$k $j\n#next\n#next\nb\n#for i 0 NSECOND\nnever\n#next";
    let (text, numbers) = select(text, &features).unwrap();
    assert_eq!(text, "a\nx0 = 2 1;\n0 1\n0 2\nx1 = 1 3;\n1 2\nx2 = 0 5;\nb\n");
    assert_eq!(numbers, [1, 3, 5, 5, 3, 5, 3, 8]);
}

#[test]
fn an_unknown_feature_is_an_error() {
    let expected = CodegenError::UnknownFeature { at: at(2), name: "CONTACT".into(), nearest: Some("CONTACTS") };
    assert_eq!(error("a\n#if CONTACT\n#end"), expected);
    // also where the line would not be kept
    let hidden = error("#if FREE\n#if BALL || SLIDES\n#end\n#end");
    assert_eq!(hidden, CodegenError::UnknownFeature { at: at(2), name: "SLIDES".into(), nearest: Some("SLIDE") });
}

#[test]
fn a_malformed_condition_is_an_error() {
    for text in ["#if FREE &&\n#end", "#if FREE BALL\n#end", "#if (FREE)\n#end", "#if !\n#end"] {
        assert!(
            matches!(error(text), CodegenError::Malformed { at: line, what: "condition", .. } if line == at(1)),
            "{text}"
        );
    }
}

#[test]
fn a_stray_command_is_an_error() {
    for (command, opening) in [("#else", "#if"), ("#end", "#if"), ("#next", "#for")] {
        assert_eq!(error(&format!("a\n  {command}\nb")), CodegenError::Unopened { at: at(2), command, opening });
    }
    let second = error("#if FREE\n#else\n#else\n#end");
    assert_eq!(second, CodegenError::Unopened { at: at(3), command: "#else", opening: "#if" });
    // commands cross
    let crossed = error("#for k 0 2\n#if FREE\n#next\n#end");
    assert_eq!(crossed, CodegenError::Unopened { at: at(3), command: "#next", opening: "#for" });
}

#[test]
fn a_missing_end_is_an_error() {
    let open = error("#if FREE\n#end\n#if BALL\n#else\na");
    assert_eq!(open, CodegenError::Unclosed { at: at(3), opening: "#if", closing: "#end" });
    let open = error("a\n#for k 0 2\nb");
    assert_eq!(open, CodegenError::Unclosed { at: at(2), opening: "#for", closing: "#next" });
}

#[test]
fn an_unknown_command_is_an_error() {
    assert_eq!(error("a\n#endif"), CodegenError::UnknownCommand { at: at(2), command: "#endif".into() });
    assert_eq!(error("#if\n#end"), CodegenError::UnknownCommand { at: at(1), command: "#if".into() });
}

#[test]
fn an_unknown_size_or_variable_is_an_error() {
    let size = error("#for k 0 NBLOK\n#next");
    assert_eq!(size, CodegenError::UnknownName { at: at(1), name: "NBLOK".into(), nearest: Some("NBLOCK") });
    for text in ["#for k 0 2\na$j\n#next", "a\n$j", "#for j 0 2\n#next\n$(2*j)"] {
        assert!(matches!(error(text), CodegenError::UnknownName { name, .. } if name == "j"), "{text}");
    }
}

#[test]
fn a_size_without_a_value_is_an_error() {
    let unset = select("a\n#for k 0 NCOL\n#next", &Features::default()).unwrap_err();
    assert_eq!(unset, CodegenError::UnsetSize { at: at(2), name: "NCOL" });
}

#[test]
fn a_malformed_expression_is_an_error() {
    for text in ["$(2*)", "$(1 2)", "$(1", "$ a", "$(k/2)", "$()", "$(+1)", "$(2k)"] {
        let text = format!("#for k 0 2\n{text}\n#next");
        assert!(matches!(error(&text), CodegenError::Malformed { at: line, .. } if line == at(2)), "{text}");
    }
    for text in ["#for k 0\n#next", "#for k 0 2 3\n#next", "#for k 0 1 + 1\n#next"] {
        assert!(matches!(error(text), CodegenError::Malformed { what: "repetition", .. }), "{text}");
    }
}
