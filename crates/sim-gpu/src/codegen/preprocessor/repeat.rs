//! Repeated lines: `#for j FROM TO` … `#next`.

use std::collections::BTreeMap;

type Sizes = BTreeMap<String, i64>;

/// The text with its repetitions written out.
pub fn repeat(text: &str, sizes: &Sizes) -> String {
    if !text.contains("#for ") {
        return text.to_string();
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::with_capacity(4 * text.len());
    write(&lines, &mut sizes.clone(), &mut out);
    out
}

fn write(lines: &[&str], known: &mut Sizes, out: &mut String) {
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let Some(command) = line.trim().strip_prefix("#for ") else {
            push(line, known, out);
            at += 1;
            continue;
        };
        let end = at + matching_next(&lines[at..]);
        let mut words = command.split_whitespace();
        let mut word = || words.next().unwrap_or_default();
        let (name, from, to) = (word().to_string(), value(word(), known), value(word(), known));
        for number in from..to {
            known.insert(name.clone(), number);
            write(&lines[at + 1..end], known, out);
        }
        known.remove(&name);
        at = end + 1;
    }
}

/// The line of the `#next` that belongs to the first line.
fn matching_next(lines: &[&str]) -> usize {
    let mut depth = 0;
    for (i, line) in lines.iter().enumerate() {
        match line.trim() {
            line if line.starts_with("#for ") => depth += 1,
            "#next" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i;
        }
    }
    lines.len()
}

/// A line with `$name` and `$(expression)` replaced.
fn push(line: &str, known: &Sizes, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (expression, after) = match rest.strip_prefix('(') {
            Some(inside) => inside.split_once(')').unwrap_or((inside, "")),
            None => {
                let end = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
                rest.split_at(end)
            }
        };
        out.push_str(&value(expression, known).to_string());
        rest = after;
    }
    out.push_str(rest);
    out.push('\n');
}

/// Sums and differences of numbers, names and their products; a name that is not known is zero, so that what needs it is repeated never.
fn value(expression: &str, known: &Sizes) -> i64 {
    let (mut sum, mut sign, mut word) = (0, 1, String::new());
    for c in expression.chars().chain(['+']) {
        match c {
            '+' | '-' => {
                let number = |word: &str| word.parse().unwrap_or_else(|_| known.get(word).copied().unwrap_or(0));
                sum += sign * word.split('*').map(number).product::<i64>();
                sign = if c == '+' { 1 } else { -1 };
                word.clear();
            }
            c if c.is_whitespace() => {}
            c => word.push(c),
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::repeat;

    #[test]
    fn lines_are_repeated_with_their_numbers() {
        let sizes = [("N".to_string(), 3)].into();
        let text =
            "a\n#for k 0 N\nx$k = $(N-1-k) $(2*k+1);\n#for j k+1 N\n$k $j\n#next\n#next\nb\n#for i 0 M\nnever\n#next";
        assert_eq!(repeat(text, &sizes), "a\nx0 = 2 1;\n0 1\n0 2\nx1 = 1 3;\n1 2\nx2 = 0 5;\nb\n");
    }
}
