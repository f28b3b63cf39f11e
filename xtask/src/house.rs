//! `cargo xtask house`: figures of layout, names and comments that are counted in the sources, some with a cap.
//!
//! Left out, because text alone does not give them: the types that one game of a sheet passes through, and the files
//! to be edited for a new command or endpoint. Repeated lines are found by a tool of their own.

mod answers;
mod comments;
mod declarations;
mod figure;
mod glossary;
mod layout;
mod matches;
mod names;
mod published;
mod tokens;
mod tree;

use crate::step::Failure;
use crate::workspace::root;
use figure::{Figure, table};
use tree::{Texts, Tree};

const STEP: &str = "house";

/// Prints all figures, or the places of one; fails if a figure is above its cap.
pub(crate) fn run(name: Option<&str>) -> Result<(), Failure> {
    let texts = Texts::read(&root()).map_err(|error| Failure::new(STEP, error))?;
    let figures = figures(&texts.tree()).map_err(|error| Failure::new(STEP, error))?;
    match name {
        None => hold(&figures),
        Some(name) => match figures.iter().find(|figure| figure.name == name) {
            Some(figure) => {
                figure.places.iter().for_each(|place| println!("{place}"));
                println!("{}: {}", figure.point, figure.count);
                Ok(())
            }
            None => Err(Failure::new(STEP, unknown(name, &figures))),
        },
    }
}

fn hold(figures: &[Figure]) -> Result<(), Failure> {
    println!("\n{}", table(figures));
    let over: Vec<&str> = figures.iter().filter(|figure| figure.is_over()).map(|figure| figure.name).collect();
    if over.is_empty() {
        return Ok(());
    }
    let reason = format!("above the cap: {}; `cargo xtask house NAME` lists the places", over.join(", "));
    Err(Failure::new(STEP, reason))
}

fn unknown(name: &str, figures: &[Figure]) -> String {
    let names: Vec<&str> = figures.iter().map(|figure| figure.name).collect();
    format!("there is no figure `{name}`; there are: {}", names.join(", "))
}

fn figures(tree: &Tree<'_>) -> Result<Vec<Figure>, String> {
    Ok(vec![
        layout::root_files(tree, "api-root", "api"),
        layout::root_files(tree, "domain-root", "domain"),
        layout::root_files(tree, "pages-root", "pages"),
        answers::mirrors(tree),
        answers::player_shapes(tree),
        names::command_words(tree),
        names::metaphors(tree),
        glossary::unused_identifiers(tree),
        comments::pronouns(tree),
        comments::published_pronouns(tree),
        comments::one_word(tree),
        comments::wide(tree)?,
        layout::test_binaries(tree),
        matches::wildcard_arms(tree),
        matches::allowed_wildcards(tree),
        layout::lines(tree),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use tree::samples;

    #[test]
    fn figures_have_different_names() {
        let figures = figures(&samples::tree(&[])).unwrap();
        let names: HashSet<&str> = figures.iter().map(|figure| figure.name).collect();
        assert_eq!(names.len(), figures.len());
    }

    #[test]
    fn a_figure_above_its_cap_fails_by_name() {
        let good = figures(&samples::tree(&[("crates/domain/src/lib.rs", "//! The rules of a season.")])).unwrap();
        assert!(hold(&good).is_ok());
        let bad = figures(&samples::tree(&[("crates/domain/src/lib.rs", "//! Rules.\nstruct Office;")])).unwrap();
        let failure = hold(&bad).unwrap_err().to_string();
        assert!(failure.contains("above the cap: metaphors, one-word;"), "{failure}");
    }

    #[test]
    fn an_unknown_figure_is_refused_with_the_known_ones() {
        let figures = figures(&samples::tree(&[])).unwrap();
        assert!(unknown("dogs", &figures).starts_with("there is no figure `dogs`; there are: api-root, "));
    }
}
