//! A figure with its cap, and the table of all of them.

/// A figure that was counted in the tree.
pub(crate) struct Figure {
    /// The name by which `cargo xtask house NAME` lists its places.
    pub(crate) name: &'static str,
    /// What is counted.
    pub(crate) point: String,
    pub(crate) count: usize,
    /// The largest count that passes; a figure without one is only printed.
    pub(crate) cap: Option<usize>,
    /// Where, if that is of use; one for each that was counted.
    pub(crate) places: Vec<String>,
}

impl Figure {
    /// A figure that counts places.
    pub(crate) fn of_places(name: &'static str, point: impl Into<String>, places: Vec<String>) -> Self {
        Self { name, point: point.into(), count: places.len(), cap: None, places }
    }

    pub(crate) fn capped(self, cap: usize) -> Self {
        Self { cap: Some(cap), ..self }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.cap.is_some_and(|cap| self.count > cap)
    }

    fn verdict(&self) -> &'static str {
        match self.cap {
            None => "",
            Some(_) if self.is_over() => "over",
            Some(_) => "ok",
        }
    }
}

/// The figures in columns.
pub(crate) fn table(figures: &[Figure]) -> String {
    let rows = figures.iter().map(|figure| {
        let cap = figure.cap.map(|cap| cap.to_string()).unwrap_or_default();
        [figure.name.to_owned(), figure.point.clone(), figure.count.to_string(), cap, figure.verdict().to_owned()]
    });
    let heading = ["name", "point", "figure", "cap", ""].map(str::to_owned);
    let rows: Vec<[String; 5]> = std::iter::once(heading).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; 4] = [width(0), width(1), width(2), width(3)];
    let lines = rows.iter().map(|[name, point, count, cap, verdict]| {
        let [for_name, for_point, for_count, for_cap] = widths;
        let line = format!("{name:for_name$}  {point:for_point$}  {count:>for_count$}  {cap:>for_cap$}  {verdict}");
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(count: usize) -> Figure {
        Figure { name: "dogs", point: "dogs in the yard".to_owned(), count, cap: None, places: Vec::new() }
    }

    #[test]
    fn a_figure_at_its_cap_passes_and_one_above_does_not() {
        assert!(!figure(12).capped(12).is_over());
        assert!(figure(13).capped(12).is_over());
        assert!(!figure(13).is_over());
    }

    #[test]
    fn the_table_has_a_line_for_each_figure() {
        let expected = "\
name  point             figure  cap
dogs  dogs in the yard      13   12  over
dogs  dogs in the yard      12   12  ok
dogs  dogs in the yard    1000";
        assert_eq!(table(&[figure(13).capped(12), figure(12).capped(12), figure(1000)]), expected);
    }
}
