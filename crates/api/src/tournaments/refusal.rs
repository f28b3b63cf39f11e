//! Refusals in the course of a tournament as problems: each names its rule.

#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use crate::http::write::ToProblem;
use crate::tournaments::play::sheets;
use domain::Choice;
use domain::rulebook::ApplicationField;
use domain::rulebook::Span;
use domain::tournament::course::{Rejection, Stage};
use domain::tournament::format::{FormatError, InvalidRounds, Rounds};
use domain::tournament::seating::Unseatable;
use domain::values::ids::PlayerId;
use formats::localization::Message;
use serde::Serialize;

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        if let Self::UnknownTournament = self {
            return ProblemKind::NotFound.into();
        }
        let Answer { problem, words } = answer(self);
        problem.because(words)
    }
}

/// What programs are told, and the words for people.
struct Answer {
    problem: Problem,
    words: Message<'static>,
}

fn answer(rejection: &Rejection) -> Answer {
    let told = |kind: ProblemKind| Answer::new(kind, rejection);
    let invalid = || told(ProblemKind::Unprocessable);
    let conflict = || told(ProblemKind::Conflict);
    match rejection {
        Rejection::UnknownTournament => told(ProblemKind::NotFound),
        Rejection::NotAllowed { .. } => told(ProblemKind::Forbidden),
        Rejection::OtherTable { stage, table } => told(ProblemKind::Forbidden).table(*stage, *table),
        Rejection::DayPassed => invalid().at("/first_day", rejection),
        Rejection::DaysReversed => invalid().at("/last_day", rejection),
        Rejection::InvalidEnd => invalid().at("/ended_at", rejection),
        Rejection::ExperienceMissing => invalid().at("/experienced", rejection),
        Rejection::ReasonMissing { .. } | Rejection::CorrectionReasonMissing => invalid().at("/reason", rejection),
        Rejection::FieldsMissing { fields } => {
            let missing = |field: &ApplicationField| {
                FieldProblem::pointer(field_pointer(*field), "missing", Message::new("course-field-missing"))
            };
            fields.iter().map(missing).fold(invalid(), Answer::with_field)
        }
        Rejection::Format(error) => invalid().with_words(|words| words.message("why", format_words(error))),
        Rejection::Twice { player } => invalid().fact("player", player.as_str()),
        Rejection::TooManyPlayers { most } => invalid().number("most", *most),
        Rejection::SheetErrors { errors } => invalid().with_problem(|problem| sheets::with_errors(problem, errors)),
        Rejection::UnconfirmedWarnings { warnings } => {
            invalid().with_problem(|problem| sheets::with_warnings(problem, warnings))
        }
        Rejection::InvalidRulebook | Rejection::GameByGame | Rejection::InvalidResults => invalid(),
        Rejection::WrongPhase { phase } => conflict()
            .with_words(|words| words.message("phase", Message::new(format!("phase-{phase}"))))
            .fact("phase", phase.name()),
        Rejection::AlreadyRegistered { player }
        | Rejection::NotRegistered { player }
        | Rejection::ConsentMissing { player }
        | Rejection::NotAccompanied { player }
        | Rejection::NotPresent { player }
        | Rejection::Out { player }
        | Rejection::NoWaiver { player } => conflict().fact("player", player.as_str()),
        Rejection::SeatsDoNotFit { players } => conflict().count(players.len()).fact("players", ids(players)),
        Rejection::NoSuchTable { stage, table } | Rejection::SheetMissing { stage, table } => {
            conflict().table(*stage, *table)
        }
        Rejection::NotDrawn { stage }
        | Rejection::NotByStanding { stage }
        | Rejection::NoSuchStage { stage }
        | Rejection::OutOfOrder { stage }
        | Rejection::NotSeated { stage }
        | Rejection::NotStarted { stage }
        | Rejection::StageStarted { stage }
        | Rejection::StageClosed { stage }
        | Rejection::NotHideable { stage }
        | Rejection::NotHidden { stage }
        | Rejection::TooFewForStage { stage }
        | Rejection::StagesLeft { stage } => conflict().stage(*stage),
        // What stands in the first entry is not told: the second is made without having seen it.
        Rejection::EntriesDiffer { games, first: _ } => conflict().numbers("games", games),
        Rejection::SheetsMissing { tables } | Rejection::SheetsUnconfirmed { tables } => {
            conflict().numbers("tables", tables)
        }
        Rejection::OpenDisputes { disputes } => conflict().numbers("disputes", disputes),
        Rejection::NoSuchDispute { dispute } | Rejection::DisputeRuled { dispute } => {
            conflict().number("dispute", *dispute as usize)
        }
        Rejection::TooMany { most } => conflict().number("most", *most),
        Rejection::Unseatable(Unseatable::NoSplit { players } | Unseatable::TooMany { players }) => {
            conflict().with_words(|words| words.number("players", *players as i64)).fact("players_count", players)
        }
        Rejection::TieNeedsReferee { question, candidates } => {
            conflict().count(candidates.len()).fact("question", question.name()).fact("players", ids(candidates))
        }
        Rejection::NoSuchTie { question } => conflict().fact("question", question.name()),
        Rejection::NoSuchAct { act } => conflict().number("act", *act as usize),
        Rejection::LaterAct { later } => {
            conflict().with_words(|words| words.number("act", *later)).fact("blocked_by", later)
        }
        Rejection::AlreadyApplied
        | Rejection::RecordedFromBundle
        | Rejection::NoticeTooLate
        | Rejection::FormatFrozen
        | Rejection::FormatMissing
        | Rejection::ImportedOnly
        | Rejection::PlayedHere
        | Rejection::Started
        | Rejection::TooLateToJoin
        | Rejection::OtherSeed
        | Rejection::NotSkippable
        | Rejection::NoSecondEntry
        | Rejection::SamePerson => conflict(),
    }
}

impl Answer {
    fn new(kind: ProblemKind, rejection: &Rejection) -> Self {
        Self {
            problem: Problem::new(kind)
                .with_extension("reason", rejection.code())
                .with_extension("rule", rejection.rule()),
            words: Message::new(format!("course-{}", rejection.code())),
        }
    }

    fn with_problem(self, change: impl FnOnce(Problem) -> Problem) -> Self {
        Self { problem: change(self.problem), ..self }
    }

    fn with_words(self, change: impl FnOnce(Message<'static>) -> Message<'static>) -> Self {
        Self { words: change(self.words), ..self }
    }

    fn with_field(self, field: FieldProblem) -> Self {
        self.with_problem(|problem| problem.at(field))
    }

    fn at(self, pointer: &'static str, rejection: &Rejection) -> Self {
        let field = FieldProblem::pointer(pointer, rejection.code(), self.words.clone());
        self.with_field(field)
    }

    fn fact(self, name: &'static str, value: impl Serialize) -> Self {
        self.with_problem(|problem| problem.with_extension(name, value))
    }

    fn count(self, count: usize) -> Self {
        self.with_words(|words| words.number("count", count as i64))
    }

    fn number(self, name: &'static str, number: usize) -> Self {
        self.with_words(|words| words.number(name, number as i64)).fact(name, number)
    }

    fn numbers(self, name: &'static str, numbers: &[u32]) -> Self {
        let listed = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        self.count(numbers.len()).with_words(|words| words.with(name, listed)).fact(name, numbers)
    }

    fn stage(self, stage: Stage) -> Self {
        self.with_words(|words| words.message("stage", stage_name(stage))).fact("stage", stage.to_string())
    }

    fn table(self, stage: Stage, table: u32) -> Self {
        self.stage(stage).number("table", table as usize)
    }
}

fn format_words(error: &FormatError) -> Message<'static> {
    let span = |words: &'static str, found: u32, allowed: Span| {
        Message::new(words).number("found", found).number("least", allowed.min).number("most", allowed.max)
    };
    match error {
        FormatError::NotRounds(InvalidRounds::Count { found }) => {
            span("format-round-count", u32::try_from(*found).unwrap_or(u32::MAX), Rounds::COUNT)
        }
        FormatError::NotRounds(InvalidRounds::Games { found }) => span("format-games", *found, Rounds::GAMES),
        FormatError::RoundCount { found, allowed } => span("format-round-count", *found, *allowed),
        FormatError::GamesInRound { round, found, allowed } => {
            span("format-games-in-round", *found, *allowed).number("round", *round)
        }
        FormatError::TotalGames { found, allowed } => span("format-total-games", *found, *allowed),
        FormatError::MixedRounds => Message::new("format-mixed-rounds"),
        FormatError::FinalGames { found, allowed } => span("format-final-games", *found, *allowed),
        FormatError::TopGames { found, allowed } => span("format-top-games", *found, *allowed),
        FormatError::TopStageNotAllowed => Message::new("format-no-top"),
        FormatError::TopStageWithoutFinal => Message::new("format-top-without-final"),
        FormatError::TooFewForTopStage { players, size } => {
            Message::new("format-too-few-for-top").number("players", *players).number("needed", size.players() as i64)
        }
        FormatError::MiniRequired { max_players } => Message::new("format-mini").number("most", *max_players),
    }
}

fn stage_name(stage: Stage) -> Message<'static> {
    match stage {
        Stage::Round(number) => Message::new("stage-round").number("number", number),
        Stage::Top => Message::new("stage-top"),
        Stage::Final => Message::new("stage-final"),
    }
}

fn ids(players: &[PlayerId]) -> Vec<&str> {
    players.iter().map(PlayerId::as_str).collect()
}

/// Where a field of the application stands in its body.
fn field_pointer(field: ApplicationField) -> &'static str {
    match field {
        ApplicationField::Name => "/contact/name",
        ApplicationField::Email => "/contact/email",
        ApplicationField::ContactAddress => "/contact/address",
        ApplicationField::Phone => "/contact/phone",
        ApplicationField::Venue => "/venue",
        ApplicationField::ProposedDate => "/first_day",
        ApplicationField::PlannedPlayers => "/planned_players",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::event::TieQuestion;
    use domain::tournament::course::{CommandKind, Phase};
    use formats::localization::Lang;

    fn words(rejection: &Rejection) -> Message<'static> {
        answer(rejection).words
    }

    /// One of each; a new one does not compile until it is listed.
    fn all() -> Vec<Rejection> {
        let (stage, table, player) = (Stage::Round(2), 3, PlayerId::parse("p").unwrap());
        let players = vec![player.clone(), PlayerId::parse("q").unwrap()];
        let listed = |rejection: &Rejection| match rejection {
            Rejection::UnknownTournament
            | Rejection::AlreadyApplied
            | Rejection::NotAllowed { .. }
            | Rejection::OtherTable { .. }
            | Rejection::WrongPhase { .. }
            | Rejection::RecordedFromBundle
            | Rejection::FieldsMissing { .. }
            | Rejection::ExperienceMissing
            | Rejection::DayPassed
            | Rejection::DaysReversed
            | Rejection::InvalidRulebook
            | Rejection::NoticeTooLate
            | Rejection::ReasonMissing { .. }
            | Rejection::Format(_)
            | Rejection::FormatFrozen
            | Rejection::FormatMissing
            | Rejection::ImportedOnly
            | Rejection::PlayedHere
            | Rejection::Twice { .. }
            | Rejection::AlreadyRegistered { .. }
            | Rejection::NotRegistered { .. }
            | Rejection::TooManyPlayers { .. }
            | Rejection::ConsentMissing { .. }
            | Rejection::NotAccompanied { .. }
            | Rejection::Started
            | Rejection::NotPresent { .. }
            | Rejection::Out { .. }
            | Rejection::TooLateToJoin
            | Rejection::OtherSeed
            | Rejection::NotDrawn { .. }
            | Rejection::NotByStanding { .. }
            | Rejection::Unseatable(_)
            | Rejection::NoSuchStage { .. }
            | Rejection::OutOfOrder { .. }
            | Rejection::NotSeated { .. }
            | Rejection::SeatsDoNotFit { .. }
            | Rejection::NotStarted { .. }
            | Rejection::StageStarted { .. }
            | Rejection::StageClosed { .. }
            | Rejection::NotSkippable
            | Rejection::NoSuchTable { .. }
            | Rejection::SheetErrors { .. }
            | Rejection::UnconfirmedWarnings { .. }
            | Rejection::GameByGame
            | Rejection::CorrectionReasonMissing
            | Rejection::NoSecondEntry
            | Rejection::SheetMissing { .. }
            | Rejection::SamePerson
            | Rejection::EntriesDiffer { .. }
            | Rejection::SheetsMissing { .. }
            | Rejection::SheetsUnconfirmed { .. }
            | Rejection::NotHideable { .. }
            | Rejection::NotHidden { .. }
            | Rejection::NoSuchDispute { .. }
            | Rejection::DisputeRuled { .. }
            | Rejection::TooMany { .. }
            | Rejection::OpenDisputes { .. }
            | Rejection::TieNeedsReferee { .. }
            | Rejection::NoSuchTie { .. }
            | Rejection::TooFewForStage { .. }
            | Rejection::NoWaiver { .. }
            | Rejection::StagesLeft { .. }
            | Rejection::InvalidResults
            | Rejection::InvalidEnd
            | Rejection::NoSuchAct { .. }
            | Rejection::LaterAct { .. } => rejection.code(),
        };
        let rejections = vec![
            Rejection::UnknownTournament,
            Rejection::AlreadyApplied,
            Rejection::NotAllowed { kind: CommandKind::Draw },
            Rejection::OtherTable { stage, table },
            Rejection::FieldsMissing { fields: ApplicationField::ALL.to_vec() },
            Rejection::ExperienceMissing,
            Rejection::RecordedFromBundle,
            Rejection::DayPassed,
            Rejection::DaysReversed,
            Rejection::InvalidRulebook,
            Rejection::NoticeTooLate,
            Rejection::ReasonMissing { kind: CommandKind::Cancel },
            Rejection::Format(FormatError::MixedRounds),
            Rejection::FormatFrozen,
            Rejection::FormatMissing,
            Rejection::ImportedOnly,
            Rejection::PlayedHere,
            Rejection::Twice { player: player.clone() },
            Rejection::AlreadyRegistered { player: player.clone() },
            Rejection::NotRegistered { player: player.clone() },
            Rejection::TooManyPlayers { most: 2000 },
            Rejection::ConsentMissing { player: player.clone() },
            Rejection::NotAccompanied { player: player.clone() },
            Rejection::Started,
            Rejection::NotPresent { player: player.clone() },
            Rejection::Out { player: player.clone() },
            Rejection::TooLateToJoin,
            Rejection::OtherSeed,
            Rejection::NotDrawn { stage },
            Rejection::NotByStanding { stage },
            Rejection::Unseatable(Unseatable::NoSplit { players: 5 }),
            Rejection::NoSuchStage { stage },
            Rejection::OutOfOrder { stage },
            Rejection::NotSeated { stage },
            Rejection::SeatsDoNotFit { players: players.clone() },
            Rejection::NotStarted { stage },
            Rejection::StageStarted { stage },
            Rejection::StageClosed { stage },
            Rejection::NotSkippable,
            Rejection::NoSuchTable { stage, table },
            Rejection::SheetErrors { errors: vec![] },
            Rejection::UnconfirmedWarnings { warnings: vec![] },
            Rejection::GameByGame,
            Rejection::CorrectionReasonMissing,
            Rejection::NoSecondEntry,
            Rejection::SheetMissing { stage: Stage::Top, table },
            Rejection::SamePerson,
            Rejection::EntriesDiffer { games: vec![1, 3], first: vec![] },
            Rejection::SheetsMissing { tables: vec![1, 2, 5] },
            Rejection::SheetsUnconfirmed { tables: vec![1] },
            Rejection::NotHideable { stage },
            Rejection::NotHidden { stage: Stage::Final },
            Rejection::NoSuchDispute { dispute: 4 },
            Rejection::DisputeRuled { dispute: 4 },
            Rejection::TooMany { most: 1000 },
            Rejection::OpenDisputes { disputes: vec![1] },
            Rejection::TieNeedsReferee { question: TieQuestion::EntersFinal, candidates: players },
            Rejection::NoSuchTie { question: TieQuestion::EntersTop },
            Rejection::TooFewForStage { stage: Stage::Top },
            Rejection::NoWaiver { player },
            Rejection::StagesLeft { stage: Stage::Final },
            Rejection::InvalidResults,
            Rejection::InvalidEnd,
            Rejection::NoSuchAct { act: 7 },
            Rejection::LaterAct { later: 9 },
        ];
        let phases = Phase::ALL.iter().map(|phase| Rejection::WrongPhase { phase: *phase });
        let all: Vec<Rejection> = rejections.into_iter().chain(phases).collect();
        assert!(all.iter().all(|rejection| !listed(rejection).is_empty()));
        all
    }

    #[test]
    fn every_refusal_has_words_in_both_languages_and_names_its_rule() {
        for rejection in all() {
            let problem = rejection.problem();
            for lang in [Lang::Pl, Lang::En] {
                let words = lang.render(&words(&rejection));
                assert!(!words.contains(['⟨', '{', '$']), "{} in {lang:?}: {words}", rejection.code());
                let document = problem.document(lang, "1").to_string();
                assert!(!document.contains('⟨'), "{} in {lang:?}: {document}", rejection.code());
            }
            if !matches!(rejection, Rejection::UnknownTournament) {
                let document = problem.document(Lang::En, "1");
                assert_eq!(document["reason"], rejection.code());
                assert_eq!(document["rule"], rejection.rule());
            }
        }
    }

    #[test]
    fn plurals_and_numbers_stand_in_the_words() {
        let missing = |tables: &[u32]| Lang::Pl.render(&words(&Rejection::SheetsMissing { tables: tables.to_vec() }));
        assert_eq!(missing(&[4]), "Brakuje kompletnej tabelki punktowej stolika 4.");
        assert_eq!(missing(&[4, 7]), "Brakuje kompletnych tabelek punktowych stolików: 4, 7.");
        let next = Rejection::OutOfOrder { stage: Stage::Round(2) };
        assert_eq!(Lang::Pl.render(&words(&next)), "Nie ta kolej: najpierw trzeba zakończyć etap „runda 2”.");
    }
}
