//! Figures of files: those at the root of a crate, test binaries, lines.

use super::figure::Figure;
use super::tree::Tree;

/// The most files that may lie at the root of a crate's `src`; the rest lies in folders by subject.
const ROOT_FILES_CAP: usize = 12;
/// Each binary of tests links the whole service once more.
const TEST_BINARIES_CAP: usize = 1;

/// Rust files directly in `crates/NAME/src`.
pub(crate) fn root_files(tree: &Tree<'_>, figure: &'static str, name: &str) -> Figure {
    let folder = format!("crates/{name}/src/");
    let places = directly_in(tree, &folder);
    Figure::of_places(figure, format!("files at the root of `{name}/src`"), places).capped(ROOT_FILES_CAP)
}

/// Files directly in `crates/api/tests`, and folders there with a `main.rs`: Cargo builds a binary of each.
pub(crate) fn test_binaries(tree: &Tree<'_>) -> Figure {
    let folder = "crates/api/tests/";
    let mut places = directly_in(tree, folder);
    let in_folders = tree.sources.iter().filter_map(|file| Some((file, file.path.strip_prefix(folder)?)));
    let mains = in_folders.filter(|(_, rest)| rest.split('/').skip(1).eq(["main.rs"]));
    places.extend(mains.map(|(file, _)| file.path.to_owned()));
    Figure::of_places("test-binaries", "test binaries in `api`", places).capped(TEST_BINARIES_CAP)
}

/// Lines of Rust in `crates/*/src`, with comments, empty lines and unit tests.
pub(crate) fn lines(tree: &Tree<'_>) -> Figure {
    let count = tree.crate_sources().map(|file| file.text.lines().count()).sum();
    let point = "lines of Rust in `crates/*/src`".to_owned();
    Figure { name: "lines", point, count, cap: None, places: Vec::new() }
}

fn directly_in(tree: &Tree<'_>, folder: &str) -> Vec<String> {
    let within = tree.sources.iter().filter_map(|file| Some((file, file.path.strip_prefix(folder)?)));
    within.filter(|(_, rest)| !rest.contains('/')).map(|(file, _)| file.path.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::tree::samples::tree;

    #[test]
    fn files_in_folders_are_not_at_the_root() {
        let tree = tree(&[("crates/api/src/lib.rs", "a\nb\n"), ("crates/api/src/log/events.rs", "c\n")]);
        assert_eq!(root_files(&tree, "root", "api").places, ["crates/api/src/lib.rs"]);
        assert_eq!(lines(&tree).count, 3);
    }

    #[test]
    fn a_test_is_a_binary_if_it_lies_directly_in_the_folder_or_is_the_main_of_one() {
        let tree = tree(&[
            ("crates/api/tests/log.rs", ""),
            ("crates/api/tests/all/main.rs", ""),
            ("crates/api/tests/all/log.rs", ""),
            ("crates/api/tests/all/log/main.rs", ""),
        ]);
        assert_eq!(test_binaries(&tree).count, 2);
    }
}
