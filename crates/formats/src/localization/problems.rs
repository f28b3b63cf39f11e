//! Problems of a file, in words.

use super::Message;
use crate::bundle::text_limit::TEXT_TOO_LONG;
use crate::bundle::{InvalidBundle, MAX_PROBLEMS, MAX_TEXT_BYTES};
use crate::problem::{Problem, ProblemKind, UnreadableJson};
use crate::rulebook_file::InvalidRulebookFile;
use domain::Choice;
use domain::game::sheet::SheetError;
use domain::rulebook::{InvalidOverride, Kind, Raw, Span};
use domain::tournament::seating::SeatLetter;
use domain::values::calendar::InvalidMoment;
use domain::values::ids::InvalidId;

impl InvalidBundle {
    /// One message for each problem.
    pub fn messages(&self) -> Vec<Message<'_>> {
        match self {
            Self::UnreadableJson(unreadable) => vec![unreadable.message()],
            Self::Problems(problems) => {
                let cut = (problems.len() > MAX_PROBLEMS).then(|| Message::new("more-problems"));
                problems.iter().take(MAX_PROBLEMS).map(Problem::message).chain(cut).collect()
            }
        }
    }
}

impl Problem {
    /// The problem and its place.
    pub fn message(&self) -> Message<'_> {
        Message::new("at-path").with("path", self.path.as_str()).message("problem", self.kind.message())
    }
}

impl ProblemKind {
    pub fn message(&self) -> Message<'_> {
        match self {
            Self::UnknownFormat { found, expected } => {
                Message::new("unknown-format").excerpt("found", found).with("expected", *expected)
            }
            Self::UnknownRulebook { found, expected } => {
                Message::new("unknown-rulebook").excerpt("found", found).with("expected", *expected)
            }
            Self::Override(problem) => override_message(problem),
            Self::Id(InvalidId::Empty) => Message::new("empty-id"),
            Self::Id(InvalidId::Reserved) => Message::new("reserved-id"),
            Self::DuplicateId { id, first } => Message::new("duplicate-id").excerpt("id", id).with("first", first),
            Self::Day(problem) => Message::new("invalid-day").excerpt("found", problem.found()),
            Self::Moment(InvalidMoment::Malformed(found)) => Message::new("invalid-moment").excerpt("found", found),
            Self::Moment(InvalidMoment::Skipped(found)) => Message::new("skipped-hour").excerpt("found", found),
            Self::Moment(InvalidMoment::NotWarsaw { found, expected }) => {
                Message::new("not-warsaw").excerpt("found", found).with("expected", expected)
            }
            Self::Window(problem) => {
                Message::new("window").with("first", problem.first.to_string()).with("last", problem.last.to_string())
            }
            Self::Choice(problem) => {
                Message::new("unknown-choice").excerpt("found", &problem.found).with("known", problem.known.join(", "))
            }
            Self::Place(problem) => Message::new("invalid-place").number("found", problem.0),
            Self::Places(problem) => Message::new("invalid-places")
                .number("found", problem.found.number())
                .number("expected", problem.expected.number()),
            Self::Sheet(problem) => Message::new("sheet").message("problem", sheet_message(problem)),
            Self::OverlappingSeasons { other } => Message::new("overlapping-seasons").with("other", other),
            Self::ChampionshipInsideSeason => Message::new("championship-inside-season"),
            Self::UnknownPlayer(id) => Message::new("unknown-player").excerpt("id", id),
            Self::UnknownTournament(id) => Message::new("unknown-tournament").excerpt("id", id),
            Self::UnknownEvent(id) => Message::new("unknown-event").excerpt("id", id),
            Self::UnknownSeason(id) => Message::new("unknown-season").excerpt("id", id),
            Self::DuplicatePlayer(id) => Message::new("duplicate-player").excerpt("id", id),
            Self::DuplicateMember(id) => Message::new("duplicate-member").excerpt("id", id),
            Self::MemberNotEliminatory(id) => Message::new("member-not-eliminatory").excerpt("id", id),
            Self::EmptyList => Message::new("empty-list"),
            Self::ResultsAndRounds => Message::new("results-and-rounds"),
            Self::NoResultsOrRounds => Message::new("no-results-or-rounds"),
            Self::OnlyWithRounds(field) => Message::new("only-with-rounds").excerpt("field", *field),
            Self::PlaceOrDisqualified => Message::new("place-or-disqualified"),
            Self::NothingPlanned => Message::new("nothing-planned"),
            Self::TooManyGames { played, planned } => {
                Message::new("too-many-games").number("played", *played).number("planned", *planned)
            }
            Self::TableSize(seats) => Message::new("table-size").number("seats", *seats as i64),
            Self::FinalSize(seats) => Message::new("final-size").number("seats", *seats as i64),
            Self::FinalistNotInRounds(id) => Message::new("finalist-not-in-rounds").excerpt("id", id),
            Self::NotInEvent(id) => Message::new("not-in-event").excerpt("id", id),
            Self::MissingSmall => Message::new("missing-small"),
            Self::SmallOfUnplayed => Message::new("small-of-unplayed"),
            Self::SmallLength { found, seats } => {
                Message::new("small-length").number("found", *found as i64).number("seats", *seats as i64)
            }
            Self::DecidedBeforeEnd => Message::new("decided-before-end"),
            Self::DuplicateEdition { first } => Message::new("duplicate-edition").with("first", first),
            Self::SecondTieDecision { first } => Message::new("second-tie-decision").with("first", first),
            Self::SeasonOnlyForRanking => Message::new("season-only-for-ranking"),
        }
    }
}

/// What is wrong with one game of a score sheet.
pub fn sheet_message(problem: &SheetError) -> Message<'static> {
    let seat = |seat: usize| SeatLetter::NAMES.get(seat).copied().unwrap_or("?");
    match problem {
        SheetError::SeveralWinners { found } => Message::new("sheet-several-winners").number("found", *found as i64),
        SheetError::LoserNotBelowZero { seat: at, found } => {
            Message::new("sheet-loser").with("seat", seat(*at)).number("found", found.0)
        }
        SheetError::WrongWinnerPoints { seat: at, found, expected } => {
            Message::new("sheet-winner").with("seat", seat(*at)).number("found", found.0).number("expected", expected.0)
        }
        other => Message::new("sheet-other").with("problem", other.to_string()),
    }
}

fn override_message(problem: &InvalidOverride) -> Message<'_> {
    match problem {
        InvalidOverride::UnknownParameter { path } => Message::new("unknown-parameter").with("path", path),
        InvalidOverride::InvalidValue { path, problem } => Message::new("invalid-parameter")
            .with("path", path)
            .message("expected", kind_message(&problem.expected))
            .message("found", raw_message(&problem.found)),
    }
}

/// The type and range of a parameter in words.
pub fn kind_message(kind: &Kind) -> Message<'static> {
    let range = |id: &'static str, range: &Span| Message::new(id).number("min", range.min).number("max", range.max);
    let names = |id: &'static str, names: &[&str]| Message::new(id).with("names", names.join(", "));
    match kind {
        Kind::Bool => Message::new("kind-bool"),
        Kind::Int(span) => range("kind-int", span),
        Kind::OptionalInt(span) => range("kind-optional-int", span),
        Kind::Span(span) => range("kind-span", span),
        Kind::Choice(choices) => names("kind-choice", choices),
        Kind::Choices(choices) => names("kind-choices", choices),
        Kind::Ints(span) => range("kind-ints", span),
        Kind::Steps => Message::new("kind-steps"),
        Kind::Bands => Message::new("kind-bands"),
        Kind::Tables => Message::new("kind-tables"),
        Kind::Quotas => Message::new("kind-quotas"),
        Kind::Quarter => Message::new("kind-quarter"),
    }
}

fn raw_message(raw: &Raw) -> Message<'_> {
    match raw {
        Raw::Fraction => Message::new("raw-fraction"),
        Raw::Date => Message::new("raw-date"),
        other => Message::new("raw-value").excerpt("value", other.to_string()),
    }
}

impl InvalidRulebookFile {
    pub fn message(&self) -> Message<'_> {
        match self {
            Self::Malformed(message) => Message::new("malformed-toml").with("message", message.replace('\n', " ")),
            Self::MissingBase => Message::new("missing-base"),
            Self::UnknownBase(problem) => {
                let problem = Message::new("unknown-choice")
                    .excerpt("found", &problem.found)
                    .with("known", problem.known.join(", "));
                Message::new("at-path").with("path", "base").message("problem", problem)
            }
            Self::GivenTwice { path } => Message::new("given-twice").with("path", path),
            Self::Override(problem) => override_message(problem),
        }
    }
}

impl UnreadableJson {
    /// The problem and its place.
    pub fn message(&self) -> Message<'_> {
        let problem = reader_message(&self.message);
        let problem = if self.path.is_empty() {
            problem
        } else {
            Message::new("at-path").with("path", self.path.as_str()).message("problem", problem)
        };
        if self.line == 0 {
            return problem;
        }
        Message::new("at-line")
            .number("line", self.line as i64)
            .number("column", self.column as i64)
            .message("problem", problem)
    }
}

/// The JSON reader speaks English; what people meet often is said in our own words.
fn reader_message(text: &str) -> Message<'_> {
    let quoted = |text: &str| text.split('`').nth(1).map(str::to_owned);
    let field = |id: &'static str| quoted(text).map(|field| Message::new(id).excerpt("field", field));
    let known = if text.starts_with("missing field") {
        field("missing-field")
    } else if text.starts_with("unknown field") {
        field("unknown-field")
    } else if text.starts_with("duplicate field") {
        field("duplicate-field")
    } else if text.starts_with("EOF while parsing") {
        Some(Message::new("unexpected-end"))
    } else if text == TEXT_TOO_LONG {
        Some(Message::new("text-too-long").number("most", MAX_TEXT_BYTES as i64))
    } else if text == "trailing characters" {
        Some(Message::new("trailing-characters"))
    } else if let Some(rest) = text.strip_prefix("invalid type: ").or_else(|| text.strip_prefix("invalid value: ")) {
        rest.split_once(", expected ").map(|(found, expected)| {
            Message::new("wrong-type")
                .message("found", found_message(found))
                .message("expected", expected_message(expected))
        })
    } else {
        None
    };
    known.unwrap_or_else(|| Message::new("not-json").with("message", text))
}

/// What the JSON reader found, like `string "12"`.
fn found_message(text: &str) -> Message<'_> {
    let value = |prefix: &str| text.strip_prefix(prefix).map(|value| value.trim_matches('`'));
    if let Some(value) = value("string ") {
        Message::new("raw-value").excerpt("value", value)
    } else if let Some(value) = value("integer ").or(value("boolean ")) {
        Message::new("raw-value").excerpt("value", value)
    } else if let Some(value) = value("floating point ") {
        Message::new("json-fraction").excerpt("value", value)
    } else {
        match text {
            "null" => Message::new("raw-value").excerpt("value", "null"),
            "map" => Message::new("json-object"),
            "sequence" => Message::new("json-list"),
            other => Message::new("raw-value").excerpt("value", other),
        }
    }
}

/// What the JSON reader expected, like `u32`.
fn expected_message(text: &str) -> Message<'_> {
    match text {
        "u32" => Message::new("json-whole"),
        "i32" => Message::new("json-signed"),
        "a boolean" => Message::new("kind-bool"),
        "a string" => Message::new("json-text"),
        "a sequence" => Message::new("json-list"),
        "an object" | "a map of parameter paths to values" => Message::new("json-object"),
        other => Message::new("raw-value").excerpt("value", other),
    }
}
