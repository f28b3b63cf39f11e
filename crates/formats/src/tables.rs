//! The season results as tables for people.

use crate::explain::{NameFormatter, refusal_message, source_name};
use crate::localization::{Message, printable};
use domain::Choice;
use domain::qualification::mw::MwList;
use domain::qualification::{Decision, Refusal};
use domain::rulebook::Rulebook;
use domain::season::Season;
use domain::season::lists::Lists;
use domain::season::ranking::PointsTable;
use domain::values::ids::PlayerKey;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Writes every list as a table.
pub fn write(name_formatter: NameFormatter<'_>, lists: &Lists, out: &mut impl Write) -> io::Result<()> {
    let mut writer = TableWriter { name_formatter, out };
    let base = name_formatter.facts.rulebook.base();
    let changed = Rulebook::preset(base).differences(&name_formatter.facts.rulebook).len() as i64;
    writer.render(&Message::new("table-rulebook").with("base", base.name()).number("n", changed))?;
    for (season, lists) in name_formatter.facts.seasons.iter().zip(&lists.seasons) {
        writer.heading(&Message::new("season").with("id", season.id.as_str()))?;
        writer.section("table-ranking")?;
        writer.points_table(&lists.ranking)?;
        writer.section("table-mp")?;
        writer.qualified(&lists.mp, Some(season))?;
        writer.pending(&lists.mp)?;
    }
    for standings in &lists.grand_prix {
        let name = name_formatter.event(standings.competition);
        let message = Message::new("table-gp")
            .with("name", name)
            .number("valid", standings.valid_events)
            .number("persons", standings.persons);
        writer.heading(&message)?;
        writer.points_table(&standings.table)?;
    }
    for (championship, list) in name_formatter.facts.championships.iter().zip(&lists.mw) {
        let voivodeship = championship.voivodeship.name();
        writer.heading(&Message::new("mw").with("voivodeship", voivodeship).with("id", championship.id.as_str()))?;
        writer.section("table-mw")?;
        writer.qualified(&list.decisions, None)?;
        writer.pending(&list.decisions)?;
        writer.wildcards(list)?;
    }
    Ok(())
}

struct TableWriter<'a, W> {
    name_formatter: NameFormatter<'a>,
    out: &'a mut W,
}

use Align::{Left, Right};

#[derive(Clone, Copy)]
enum Align {
    Left,
    Right,
}

impl<W: Write> TableWriter<'_, W> {
    fn heading(&mut self, message: &Message<'_>) -> io::Result<()> {
        let text = self.name_formatter.lang.render(message);
        writeln!(self.out, "\n{text}\n{}", "=".repeat(text.width()))
    }

    fn render(&mut self, message: &Message<'_>) -> io::Result<()> {
        writeln!(self.out, "{}", self.name_formatter.lang.render(message))
    }

    fn section(&mut self, id: &str) -> io::Result<()> {
        writeln!(self.out, "\n{}", self.name_formatter.lang.text(id))
    }

    /// The names of the columns: one in front of the person, the person, and what is said of them.
    fn columns(&self, first: &str, rest: &[&str]) -> Vec<String> {
        let person = ["column-player", "column-city", "column-voivodeship", "column-id"];
        let ids = [first].into_iter().chain(person).chain(rest.iter().copied());
        ids.map(|id| self.name_formatter.lang.text(id)).collect()
    }

    fn person(&self, player: PlayerKey) -> [String; 4] {
        let name = self.name_formatter.directory.player(player);
        [
            self.name_formatter.full_name(player),
            printable(name.city.as_str().into()).into_owned(),
            name.voivodeship.to_string(),
            printable(self.name_formatter.facts.player_id(player).as_str().into()).into_owned(),
        ]
    }

    fn points_table(&mut self, table: &PointsTable) -> io::Result<()> {
        let mut rows = vec![self.columns("column-place", &["column-points", "column-events"])];
        for row in table.rows() {
            let mut cells = vec![row.place.to_string()];
            cells.extend(self.person(row.player));
            cells.extend([row.points.to_string(), row.results.len().to_string()]);
            rows.push(cells);
        }
        self.table(&rows, &[Right, Left, Left, Left, Left, Right, Right])
    }

    fn qualified(&mut self, decisions: &[Decision], season: Option<&Season>) -> io::Result<()> {
        let lang = self.name_formatter.lang;
        let mut rows = vec![self.columns("column-number", &["column-source", "column-event", "column-place"])];
        for decision in decisions {
            for granted in decision.granted() {
                let mut cells = vec![rows.len().to_string()];
                cells.extend(self.person(granted.player));
                cells.extend([
                    source_name(lang, decision.source),
                    self.name_formatter.dated_origin(decision.competition, season),
                    granted.place.to_string(),
                ]);
                rows.push(cells);
            }
        }
        self.table(&rows, &[Right, Left, Left, Left, Left, Left, Left, Right])
    }

    fn pending(&mut self, decisions: &[Decision]) -> io::Result<()> {
        let waiting = |decision: &&Decision| {
            decision.pending.is_some() || decision.refusal == Some(Refusal::NoDecision { refused: false })
        };
        let waiting: Vec<&Decision> = decisions.iter().filter(waiting).collect();
        if waiting.is_empty() {
            return Ok(());
        }
        self.section("table-pending")?;
        for decision in waiting {
            let why = match (&decision.refusal, &decision.pending) {
                (Some(refusal), _) => {
                    self.name_formatter.lang.render(&refusal_message(refusal, &self.name_formatter.facts.rulebook))
                }
                (None, Some(pending)) => {
                    let open = Message::new("pending-open").number("open", pending.open);
                    let names: Vec<String> =
                        pending.candidates.iter().map(|player| self.name_formatter.player(*player)).collect();
                    self.name_formatter.lang.render(&open.with("candidates", names.join(", ")))
                }
                (None, None) => continue,
            };
            let message = Message::new("pending-row")
                .with("event", self.name_formatter.origin(decision.competition))
                .with("why", why);
            writeln!(self.out, "  {}", self.name_formatter.lang.render(&message))?;
        }
        Ok(())
    }

    fn wildcards(&mut self, list: &MwList) -> io::Result<()> {
        self.section("table-wildcards")?;
        let mut rows = vec![self.columns("column-number", &["column-event", "column-place"])];
        for wildcard in &list.wildcards {
            let mut cells = vec![rows.len().to_string()];
            cells.extend(self.person(wildcard.player));
            cells.extend([self.name_formatter.event(wildcard.competition), wildcard.place.to_string()]);
            rows.push(cells);
        }
        self.table(&rows, &[Right, Left, Left, Left, Left, Left, Right])
    }

    /// A table whose first row names the columns; nothing but a dash if there are no others.
    fn table(&mut self, rows: &[Vec<String>], align: &[Align]) -> io::Result<()> {
        if rows.len() == 1 {
            return writeln!(self.out, "  {}", self.name_formatter.lang.text("nothing"));
        }
        let widths: Vec<usize> =
            (0..align.len()).map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0)).collect();
        for row in rows {
            let mut line = String::from(" ");
            for ((cell, width), align) in row.iter().zip(&widths).zip(align) {
                let padding = " ".repeat(width - cell.width());
                match align {
                    Left => line.extend([" ", cell, &padding]),
                    Right => line.extend([" ", &padding, cell]),
                }
                line.push(' ');
            }
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
