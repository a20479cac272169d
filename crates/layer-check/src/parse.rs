//! What one file says: the items it defines, its `use` declarations, and the paths in its code.
//!
//! Reads tokens, not grammar. A macro's own rules are read like code; of a macro's call only words of the form
//! `struct Name` or `Name { … }` count as definitions.

use std::collections::BTreeSet;

/// Segments of a path, as written or from the root of the crate.
pub type Path = Vec<String>;

/// One name brought in by a `use` declaration.
pub struct Use {
    /// Modules within the file around the declaration.
    pub inside: Path,
    /// Whether others may use the name from here.
    pub is_public: bool,
    /// Where the name comes from; for a glob, the module.
    pub path: Path,
    /// The name here; `*` for a glob.
    pub name: String,
}

/// What one file says.
#[derive(Default)]
pub struct Parsed {
    /// Names of its items.
    pub items: BTreeSet<String>,
    /// Names it brings in.
    pub uses: Vec<Use>,
    /// Paths of two and more segments outside of `use`, each with the modules within the file around it.
    pub paths: Vec<(Path, Path)>,
    /// Every word of its code outside of `use`.
    pub words: BTreeSet<String>,
}

/// What braces hold.
enum Block {
    Module(String),
    MacroCall,
    Other,
}

/// Words, `::`, lifetimes and single signs.
fn tokens(code: &str) -> Vec<String> {
    let text: Vec<char> = code.chars().collect();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    let mut i = 0;
    while i < text.len() {
        let start = i;
        i += 1;
        if text[start].is_whitespace() {
            continue;
        }
        if is_word(text[start]) || text[start] == '\'' {
            while i < text.len() && is_word(text[i]) {
                i += 1;
            }
        } else if text[start] == ':' && text.get(i) == Some(&':') {
            i += 1;
        }
        out.push(text[start..i].iter().collect());
    }
    out
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads the code of one file, without comments and strings.
pub fn parse(code: &str) -> Parsed {
    let tokens = tokens(code);
    let mut reader = Reader { tokens: &tokens, at: 0, blocks: Vec::new(), parsed: Parsed::default() };
    while reader.at < tokens.len() {
        reader.step();
    }
    reader.parsed
}

struct Reader<'a> {
    tokens: &'a [String],
    at: usize,
    blocks: Vec<Block>,
    parsed: Parsed,
}

impl Reader<'_> {
    /// The token some places on.
    fn peek(&self, by: isize) -> &str {
        self.at.checked_add_signed(by).and_then(|i| self.tokens.get(i)).map_or("", String::as_str)
    }

    fn step(&mut self) {
        match self.peek(0) {
            "{" => self.open(),
            "}" => _ = self.blocks.pop(),
            // `use<…>` is part of a type
            "use" if self.peek(1) != "<" => return self.read_use(),
            token if is_name(token) => return self.read_word(),
            _ => {}
        }
        self.at += 1;
    }

    fn open(&mut self) {
        let block = if self.peek(-2) == "mod" {
            Block::Module(self.peek(-1).to_string())
        } else if self.peek(-1) == "!" {
            Block::MacroCall
        } else {
            if matches!(self.blocks.last(), Some(Block::MacroCall)) && is_name(self.peek(-1)) {
                let name = self.peek(-1).to_string();
                self.parsed.items.insert(name);
            }
            Block::Other
        };
        self.blocks.push(block);
    }

    /// Modules within the file around this place.
    fn inside(&self) -> Path {
        let name = |block: &Block| if let Block::Module(name) = block { Some(name.clone()) } else { None };
        self.blocks.iter().filter_map(name).collect()
    }

    /// A word that begins a definition or a path, or neither.
    fn read_word(&mut self) {
        self.define();
        let follows_point = self.peek(-1) == "." && self.peek(-2) != ".";
        let is_variable = self.peek(-1) == "$" && self.peek(0) != "crate";
        let begins = !follows_point && !is_variable && self.peek(-1) != "::";
        let mut path = vec![self.peek(0).to_string()];
        self.parsed.words.insert(path[0].clone());
        self.at += 1;
        while begins && self.peek(0) == "::" && is_name(self.peek(1)) {
            path.push(self.peek(1).to_string());
            self.at += 2;
        }
        if path.len() > 1 {
            self.parsed.paths.push((self.inside(), path));
        }
    }

    /// Notes the name of an item, where this word is its keyword. Items within functions and such do not count.
    fn define(&mut self) {
        if self.blocks.iter().any(|block| matches!(block, Block::Other)) {
            return;
        }
        let name = match (self.peek(0), self.peek(1)) {
            ("static", "mut") | ("macro_rules", "!") => self.peek(2),
            // a module in a file of its own is no item of this one
            ("mod", _) if self.peek(2) != "{" => return,
            ("const", "fn" | "unsafe" | "_") => return,
            ("fn" | "struct" | "enum" | "union" | "trait" | "const" | "static" | "type" | "mod", name) => name,
            _ => return,
        };
        if is_name(name) {
            let name = name.to_string();
            self.parsed.items.insert(name);
        }
    }

    fn read_use(&mut self) {
        let is_public = self.follows_pub();
        self.at += 1;
        let mut found = Vec::new();
        self.read_tree(Vec::new(), &mut found);
        let inside = self.inside();
        self.parsed.uses.extend(found.into_iter().map(|(path, name)| Use {
            inside: inside.clone(),
            is_public,
            path,
            name,
        }));
    }

    /// Whether `pub` or `pub(…)` stands before this place.
    fn follows_pub(&self) -> bool {
        let mut by = -1;
        if self.peek(by) == ")" {
            while !matches!(self.peek(by), "(" | "") {
                by -= 1;
            }
            by -= 1;
        }
        self.peek(by) == "pub"
    }

    /// Reads a tree of a `use` declaration: a path, a glob, or braces with trees.
    fn read_tree(&mut self, mut above: Path, out: &mut Vec<(Path, String)>) {
        loop {
            let token = self.peek(0).to_string();
            self.at += 1;
            match token.as_str() {
                "{" => {
                    while !matches!(self.peek(0), "}" | "") {
                        self.read_tree(above.clone(), out);
                    }
                    self.at += 1;
                }
                "*" => out.push((above, "*".to_string())),
                // a path that begins with it leads to another crate
                "::" => {
                    above.push(token);
                    continue;
                }
                _ if !is_name(&token) => {}
                _ => {
                    if token != "self" || above.is_empty() {
                        above.push(token);
                    }
                    if self.peek(0) == "::" {
                        self.at += 1;
                        continue;
                    }
                    let mut name = above.last().cloned().unwrap_or_default();
                    if self.peek(0) == "as" {
                        name = self.peek(1).to_string();
                        self.at += 2;
                    }
                    out.push((above, name));
                }
            }
            if self.peek(0) == "," {
                self.at += 1;
            }
            return;
        }
    }
}
