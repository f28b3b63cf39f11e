//! The season results as tables for people.

use crate::explain::{Speaker, refusal_message, source_name};
use crate::words::{Message, printable};
use domain::Choice;
use domain::ids::PlayerKey;
use domain::lists::Lists;
use domain::mw::MwList;
use domain::qualification::{Decision, Refusal};
use domain::ranking::PointsTable;
use domain::rulebook::Rulebook;
use domain::season::Season;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Writes every list as a table.
pub fn write(speaker: Speaker<'_>, lists: &Lists, out: &mut impl Write) -> io::Result<()> {
    let mut writer = TableWriter { speaker, out };
    let base = speaker.facts.rulebook.base();
    let changed = Rulebook::preset(base).differences(&speaker.facts.rulebook).len() as i64;
    writer.say(&Message::new("table-rulebook").with("base", base.name()).number("n", changed))?;
    for (season, lists) in speaker.facts.seasons.iter().zip(&lists.seasons) {
        writer.heading(&Message::new("season").with("id", season.id.as_str()))?;
        writer.section("table-ranking")?;
        writer.points_table(&lists.ranking)?;
        writer.section("table-mp")?;
        writer.qualified(&lists.mp, Some(season))?;
        writer.pending(&lists.mp)?;
    }
    for standings in &lists.grand_prix {
        let name = speaker.event(standings.event);
        let message = Message::new("table-gp")
            .with("name", name)
            .number("valid", standings.valid_events)
            .number("persons", standings.persons);
        writer.heading(&message)?;
        writer.points_table(&standings.table)?;
    }
    for (championship, list) in speaker.facts.championships.iter().zip(&lists.mw) {
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
    speaker: Speaker<'a>,
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
        let text = self.speaker.lang.say(message);
        writeln!(self.out, "\n{text}\n{}", "=".repeat(text.width()))
    }

    fn say(&mut self, message: &Message<'_>) -> io::Result<()> {
        writeln!(self.out, "{}", self.speaker.lang.say(message))
    }

    fn section(&mut self, id: &str) -> io::Result<()> {
        writeln!(self.out, "\n{}", self.speaker.lang.text(id))
    }

    /// The names of the columns: one in front of the person, the person, and what is said of them.
    fn columns(&self, first: &str, rest: &[&str]) -> Vec<String> {
        let person = ["column-player", "column-city", "column-voivodeship", "column-id"];
        let ids = [first].into_iter().chain(person).chain(rest.iter().copied());
        ids.map(|id| self.speaker.lang.text(id)).collect()
    }

    fn person(&self, player: PlayerKey) -> [String; 4] {
        let name = self.speaker.directory.player(player);
        [
            self.speaker.full_name(player),
            printable(name.city.as_str().into()).into_owned(),
            name.voivodeship.to_string(),
            printable(self.speaker.facts.player_id(player).as_str().into()).into_owned(),
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
        let lang = self.speaker.lang;
        let mut rows = vec![self.columns("column-number", &["column-source", "column-event", "column-place"])];
        for decision in decisions {
            for granted in decision.granted() {
                let mut cells = vec![rows.len().to_string()];
                cells.extend(self.person(granted.player));
                cells.extend([
                    source_name(lang, decision.source),
                    self.speaker.dated_origin(decision.event, season),
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
                (Some(refusal), _) => self.speaker.lang.say(&refusal_message(refusal, &self.speaker.facts.rulebook)),
                (None, Some(pending)) => {
                    let open = Message::new("pending-open").number("open", pending.open);
                    let names: Vec<String> =
                        pending.candidates.iter().map(|player| self.speaker.player(*player)).collect();
                    self.speaker.lang.say(&open.with("candidates", names.join(", ")))
                }
                (None, None) => continue,
            };
            let message =
                Message::new("pending-row").with("event", self.speaker.origin(decision.event)).with("why", why);
            writeln!(self.out, "  {}", self.speaker.lang.say(&message))?;
        }
        Ok(())
    }

    fn wildcards(&mut self, list: &MwList) -> io::Result<()> {
        self.section("table-wildcards")?;
        let mut rows = vec![self.columns("column-number", &["column-event", "column-place"])];
        for wildcard in &list.wildcards {
            let mut cells = vec![rows.len().to_string()];
            cells.extend(self.person(wildcard.player));
            cells.extend([self.speaker.event(wildcard.event), wildcard.place.to_string()]);
            rows.push(cells);
        }
        self.table(&rows, &[Right, Left, Left, Left, Left, Left, Right])
    }

    /// A table whose first row names the columns; nothing but a dash if there are no others.
    fn table(&mut self, rows: &[Vec<String>], align: &[Align]) -> io::Result<()> {
        if rows.len() == 1 {
            return writeln!(self.out, "  {}", self.speaker.lang.text("nothing"));
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
