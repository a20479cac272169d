//! Which file of the crate imports what from which other, and the circles that makes.
//!
//! An import leads to the file that defines the item, through all re-exports; a name that is found nowhere, because a macro
//! makes it, counts as defined in the file of the module that is asked for it. A layer's front door, `pub use child::Item`, is
//! no import. A module that is imported stands for what is then reached through it. What is called as a method or comes by a
//! trait is not seen.

use crate::parse::{Parsed, Path, Use, parse};
use std::collections::{BTreeMap, BTreeSet};

/// For each file the files it imports from, with the names.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Re-exports that are followed before a path counts as found.
const MOST_HOPS: usize = 12;

/// Reads the imports of all files; `sources` holds their code by path.
pub fn imports(sources: &BTreeMap<String, String>) -> Imports {
    let parsed = sources.iter().map(|(path, code)| (module_of(path), (path.clone(), parse(code)))).collect();
    let all = Crate { files: parsed };
    all.files.iter().map(|(module, (path, file))| (path.clone(), all.imports_of(module, path, file))).collect()
}

/// The module a file is: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(path: &str) -> Path {
    let path = path.trim_end_matches(".rs");
    let path = path.strip_suffix("mod").filter(|above| above.ends_with('/')).unwrap_or(path);
    if path == "lib" { Path::new() } else { path.split('/').filter(|s| !s.is_empty()).map(String::from).collect() }
}

/// Where a path leads.
struct Found<'a> {
    file: &'a str,
    name: String,
    is_module: bool,
}

/// All files, by module.
struct Crate {
    files: BTreeMap<Path, (String, Parsed)>,
}

impl Crate {
    fn imports_of(&self, module: &Path, own: &str, file: &Parsed) -> BTreeMap<String, BTreeSet<String>> {
        let mut found = Vec::new();
        for u in &file.uses {
            let Some(path) = self.absolute(module, &u.inside, &u.path, MOST_HOPS) else { continue };
            if is_front_door(module, u, &path) {
                continue;
            }
            if u.name == "*" {
                let names = file.words.difference(&file.items);
                found.extend(names.filter_map(|name| self.find(&joined(&path, name), MOST_HOPS)));
            } else {
                let target = self.find_or_guess(&path, MOST_HOPS);
                let is_way = file.paths.iter().any(|(_, path)| path[0] == u.name);
                found.extend(target.filter(|target| !(target.is_module && is_way)));
            }
        }
        for (inside, path) in &file.paths {
            let is_front_door = |u: &Use| {
                let from = self.absolute(module, &u.inside, &u.path, MOST_HOPS);
                u.name == path[0] && from.is_some_and(|from| is_front_door(module, u, &from))
            };
            if !file.uses.iter().any(is_front_door) {
                let path = self.absolute(module, inside, path, MOST_HOPS);
                found.extend(path.and_then(|path| self.find_or_guess(&path, MOST_HOPS)));
            }
        }
        let mut out: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for Found { file, name, .. } in found {
            if file != own {
                out.entry(file.to_string()).or_default().insert(name);
            }
        }
        out
    }

    /// A path as written in a module, from the root of the crate; none where it leads out of it.
    fn absolute(&self, module: &Path, inside: &Path, path: &[String], hops: usize) -> Option<Path> {
        let mut here = [module.as_slice(), inside].concat();
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => return Some(rest.to_vec()),
            "self" => return Some([&here, rest].concat()),
            "super" => {
                let ups = path.iter().take_while(|s| *s == "super").count();
                here.truncate(here.len().checked_sub(ups)?);
                return Some([&here, &path[ups..]].concat());
            }
            _ => {}
        }
        here.push(first.clone());
        if self.files.contains_key(&here) {
            return Some([&here, rest].concat());
        }
        // a name that the file itself has brought in
        let (_, file) = self.files.get(module)?;
        let by = file.uses.iter().find(|u| u.name == *first)?;
        let above = self.absolute(module, &by.inside, &by.path, hops.checked_sub(1)?)?;
        Some([&above, rest].concat())
    }

    /// The file that defines what a path from the root leads to, or, where none is seen to, the module that is asked for it.
    fn find_or_guess(&self, path: &[String], hops: usize) -> Option<Found<'_>> {
        self.find(path, hops).or_else(|| {
            let (module, rest) = self.split(path);
            let (file, _) = self.files.get(module)?;
            Some(Found { file, name: rest.first()?.clone(), is_module: false })
        })
    }

    fn find(&self, path: &[String], hops: usize) -> Option<Found<'_>> {
        let hops = hops.checked_sub(1)?;
        let (module, rest) = self.split(path);
        let (path, file) = self.files.get(module)?;
        let Some((name, rest)) = rest.split_first() else {
            let name = module.last().map_or("crate", String::as_str).to_string();
            return Some(Found { file: path, name, is_module: true });
        };
        if file.items.contains(name) {
            return Some(Found { file: path, name: name.clone(), is_module: false });
        }
        let module = module.to_vec();
        let from = |u: &Use| self.absolute(&module, &u.inside, &u.path, hops);
        if let Some(u) = file.uses.iter().find(|u| u.name == *name && u.inside.is_empty()) {
            return self.find_or_guess(&[&from(u)?, rest].concat(), hops);
        }
        let globs = file.uses.iter().filter(|u| u.name == "*" && u.inside.is_empty());
        globs.filter_map(from).find_map(|above| self.find(&[&joined(&above, name), rest].concat(), hops))
    }

    /// Cuts a path from the root behind its last module that is a file.
    fn split<'p>(&self, path: &'p [String]) -> (&'p [String], &'p [String]) {
        let files = (1..=path.len()).take_while(|&n| self.files.contains_key(&path[..n])).count();
        path.split_at(files)
    }
}

/// Whether a `use` only hands on what lies below its own module.
fn is_front_door(module: &Path, u: &Use, path: &[String]) -> bool {
    u.is_public && path.len() > module.len() && path.starts_with(module)
}

fn joined(above: &[String], name: &str) -> Path {
    let mut path = above.to_vec();
    path.push(name.to_string());
    path
}

/// Sets of files that all import each other, be it by way of others of the set; each of two and more files. Tarjan's way.
pub fn circles(imports: &Imports) -> Vec<Vec<&str>> {
    let mut search = Search { imports, order: BTreeMap::new(), open: Vec::new(), circles: Vec::new() };
    for file in imports.keys() {
        if !search.order.contains_key(file.as_str()) {
            search.visit(file);
        }
    }
    search.circles
}

struct Search<'a> {
    imports: &'a Imports,
    /// When each file was first seen.
    order: BTreeMap<&'a str, usize>,
    /// Files seen whose circle is not complete.
    open: Vec<&'a str>,
    circles: Vec<Vec<&'a str>>,
}

impl<'a> Search<'a> {
    /// Sees a file and all it reaches; returns when the earliest open file it reaches was seen.
    fn visit(&mut self, file: &'a str) -> usize {
        let (own, place) = (self.order.len(), self.open.len());
        self.order.insert(file, own);
        self.open.push(file);
        let mut low = own;
        for next in self.imports[file].keys() {
            match self.order.get(next.as_str()) {
                None => low = low.min(self.visit(next)),
                Some(&seen) if self.open.contains(&next.as_str()) => low = low.min(seen),
                Some(_) => {}
            }
        }
        if low == own {
            let mut circle = self.open.split_off(place);
            circle.sort_unstable();
            if circle.len() > 1 {
                self.circles.push(circle);
            }
        }
        low
    }
}
