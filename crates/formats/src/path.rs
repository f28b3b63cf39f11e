//! The path of a value in a JSON document, like `tournaments[3].results[0].player`.

use std::fmt;

/// A place in a document, built on the way down without allocating.
#[derive(Debug, Clone, Copy)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    segment: Segment<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Segment<'a> {
    Field(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// A field of the document itself.
    pub fn root(field: &'a str) -> Self {
        Self { parent: None, segment: Segment::Field(field) }
    }

    /// A field of this object.
    #[must_use]
    pub fn field(&'a self, field: &'a str) -> Self {
        Self { parent: Some(self), segment: Segment::Field(field) }
    }

    /// An element of this array.
    #[must_use]
    pub fn index(&'a self, index: usize) -> Self {
        Self { parent: Some(self), segment: Segment::Index(index) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
        }
        match self.segment {
            Segment::Field(name) if self.parent.is_none() => f.write_str(name),
            Segment::Field(name) => write!(f, ".{name}"),
            Segment::Index(index) => write!(f, "[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_like_the_way_to_the_value() {
        let tournaments = Path::root("tournaments");
        let third = tournaments.index(3);
        assert_eq!(third.field("ended_at").to_string(), "tournaments[3].ended_at");
    }
}
