//! Refusals in the course of a tournament as problems: each names its rule.

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

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let kind = match self {
            Self::UnknownTournament => return ProblemKind::NotFound.into(),
            Self::NotAllowed { .. } | Self::OtherTable { .. } => ProblemKind::Forbidden,
            Self::FieldsMissing { .. }
            | Self::ExperienceMissing
            | Self::DayPassed
            | Self::DaysReversed
            | Self::InvalidRulebook
            | Self::ReasonMissing { .. }
            | Self::CorrectionReasonMissing
            | Self::Format(_)
            | Self::Twice { .. }
            | Self::TooManyPlayers { .. }
            | Self::SheetErrors { .. }
            | Self::UnconfirmedWarnings { .. }
            | Self::GameByGame
            | Self::InvalidResults
            | Self::InvalidEnd => ProblemKind::Unprocessable,
            _ => ProblemKind::Conflict,
        };
        let problem = Problem::new(kind)
            .because(words(self))
            .with_extension("reason", self.code())
            .with_extension("rule", self.rule());
        at_fields(with_facts(problem, self), self)
    }
}

fn words(rejection: &Rejection) -> Message<'static> {
    let message = Message::new(format!("course-{}", rejection.code()));
    match rejection {
        Rejection::WrongPhase { phase } => message.message("phase", Message::new(format!("phase-{phase}"))),
        Rejection::OtherTable { stage, table }
        | Rejection::NoSuchTable { stage, table }
        | Rejection::SheetMissing { stage, table } => {
            message.message("stage", stage_name(*stage)).number("table", *table)
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
        | Rejection::StagesLeft { stage } => message.message("stage", stage_name(*stage)),
        Rejection::SheetsMissing { tables } | Rejection::SheetsUnconfirmed { tables } => {
            message.number("count", tables.len() as i64).with("tables", listed(tables))
        }
        Rejection::OpenDisputes { disputes } => {
            message.number("count", disputes.len() as i64).with("disputes", listed(disputes))
        }
        Rejection::NoSuchDispute { dispute } | Rejection::DisputeRuled { dispute } => {
            message.number("dispute", *dispute)
        }
        Rejection::SeatsDoNotFit { players } => message.number("count", players.len() as i64),
        Rejection::TieNeedsReferee { candidates, .. } => message.number("count", candidates.len() as i64),
        Rejection::EntriesDiffer { games, .. } => {
            message.number("count", games.len() as i64).with("games", listed(games))
        }
        Rejection::TooManyPlayers { most } | Rejection::TooMany { most } => message.number("most", *most as i64),
        Rejection::Unseatable(Unseatable::NoSplit { players } | Unseatable::TooMany { players }) => {
            message.number("players", *players as i64)
        }
        Rejection::Format(error) => message.message("why", format_words(error)),
        Rejection::NoSuchAct { act } => message.number("act", *act),
        Rejection::LaterAct { later } => message.number("act", *later),
        _ => message,
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

fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

fn ids(players: &[PlayerId]) -> Vec<&str> {
    players.iter().map(PlayerId::as_str).collect()
}

fn with_facts(problem: Problem, rejection: &Rejection) -> Problem {
    match rejection {
        Rejection::SheetErrors { errors } => sheets::with_errors(problem, errors),
        Rejection::UnconfirmedWarnings { warnings } => sheets::with_warnings(problem, warnings),
        Rejection::WrongPhase { phase } => problem.with_extension("phase", phase.name()),
        // What stands in the first entry is not told: the second is made without having seen it.
        Rejection::EntriesDiffer { games, first: _ } => problem.with_extension("games", games),
        Rejection::SheetsMissing { tables } | Rejection::SheetsUnconfirmed { tables } => {
            problem.with_extension("tables", tables)
        }
        Rejection::OpenDisputes { disputes } => problem.with_extension("disputes", disputes),
        Rejection::NoSuchDispute { dispute } | Rejection::DisputeRuled { dispute } => {
            problem.with_extension("dispute", dispute)
        }
        Rejection::LaterAct { later } => problem.with_extension("blocked_by", later),
        Rejection::NoSuchAct { act } => problem.with_extension("act", act),
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
        | Rejection::StagesLeft { stage } => problem.with_extension("stage", stage.to_string()),
        Rejection::OtherTable { stage, table }
        | Rejection::NoSuchTable { stage, table }
        | Rejection::SheetMissing { stage, table } => {
            problem.with_extension("stage", stage.to_string()).with_extension("table", table)
        }
        Rejection::TieNeedsReferee { question, candidates } => {
            problem.with_extension("question", question.name()).with_extension("players", ids(candidates))
        }
        Rejection::NoSuchTie { question } => problem.with_extension("question", question.name()),
        Rejection::SeatsDoNotFit { players } => problem.with_extension("players", ids(players)),
        Rejection::Twice { player }
        | Rejection::AlreadyRegistered { player }
        | Rejection::NotRegistered { player }
        | Rejection::ConsentMissing { player }
        | Rejection::NotAccompanied { player }
        | Rejection::NotPresent { player }
        | Rejection::Out { player }
        | Rejection::NoWaiver { player } => problem.with_extension("player", player.as_str()),
        Rejection::TooManyPlayers { most } | Rejection::TooMany { most } => problem.with_extension("most", most),
        Rejection::Unseatable(Unseatable::NoSplit { players } | Unseatable::TooMany { players }) => {
            problem.with_extension("players_count", players)
        }
        _ => problem,
    }
}

/// The places in the body of a request that are to be mended.
fn at_fields(problem: Problem, rejection: &Rejection) -> Problem {
    let at = |problem: Problem, pointer: &'static str| {
        let words = Message::new(format!("course-{}", rejection.code()));
        problem.at(FieldProblem::pointer(pointer, rejection.code(), words))
    };
    match rejection {
        Rejection::FieldsMissing { fields } => fields.iter().fold(problem, |problem, field| {
            let words = Message::new("course-field-missing");
            problem.at(FieldProblem::pointer(field_pointer(*field), "missing", words))
        }),
        Rejection::ExperienceMissing => at(problem, "/experienced"),
        Rejection::DayPassed => at(problem, "/first_day"),
        Rejection::DaysReversed => at(problem, "/last_day"),
        Rejection::InvalidEnd => at(problem, "/ended_at"),
        Rejection::ReasonMissing { .. } | Rejection::CorrectionReasonMissing => at(problem, "/reason"),
        _ => problem,
    }
}

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
