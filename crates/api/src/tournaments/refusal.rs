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

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let words = || Message::new(format!("course-{}", self.code()));
        let told = |kind| Problem::refusal(kind, self.code(), words()).by_rule(self.rule());
        let invalid = || told(ProblemKind::Unprocessable);
        let conflict = || told(ProblemKind::Conflict);
        let field = |pointer: &'static str| invalid().at(FieldProblem::pointer(pointer, self.code(), words()));
        match self {
            Self::UnknownTournament => ProblemKind::NotFound.into(),
            Self::NotAllowed { .. } => told(ProblemKind::Forbidden),
            Self::OtherTable { stage, table } => told(ProblemKind::Forbidden).table(*stage, *table),
            Self::DayPassed => field("/first_day"),
            Self::DaysReversed => field("/last_day"),
            Self::InvalidEnd => field("/ended_at"),
            Self::ExperienceMissing => field("/experienced"),
            Self::ReasonMissing { .. } | Self::CorrectionReasonMissing => field("/reason"),
            Self::FieldsMissing { fields } => {
                let missing = |field: &ApplicationField| {
                    FieldProblem::pointer(field_pointer(*field), "missing", Message::new("course-field-missing"))
                };
                fields.iter().map(missing).fold(invalid(), Problem::at)
            }
            Self::Format(error) => invalid().map_words(|words| words.message("why", format_words(error))),
            Self::Twice { player } => invalid().with_extension("player", player.as_str()),
            Self::TooManyPlayers { most } => invalid().number("most", *most),
            Self::SheetErrors { errors } => sheets::with_errors(invalid(), errors),
            Self::UnconfirmedWarnings { warnings } => sheets::with_warnings(invalid(), warnings),
            Self::InvalidRulebook | Self::GameByGame | Self::InvalidResults => invalid(),
            Self::WrongPhase { phase } => conflict()
                .map_words(|words| words.message("phase", Message::new(format!("phase-{phase}"))))
                .with_extension("phase", phase.name()),
            Self::AlreadyRegistered { player }
            | Self::NotRegistered { player }
            | Self::ConsentMissing { player }
            | Self::NotAccompanied { player }
            | Self::NotPresent { player }
            | Self::Out { player }
            | Self::NoWaiver { player } => conflict().with_extension("player", player.as_str()),
            Self::SeatsDoNotFit { players } => conflict().count(players.len()).with_extension("players", ids(players)),
            Self::NoSuchTable { stage, table } | Self::SheetMissing { stage, table } => {
                conflict().table(*stage, *table)
            }
            Self::NotDrawn { stage }
            | Self::NotByStanding { stage }
            | Self::NoSuchStage { stage }
            | Self::OutOfOrder { stage }
            | Self::NotSeated { stage }
            | Self::NotStarted { stage }
            | Self::StageStarted { stage }
            | Self::StageClosed { stage }
            | Self::NotHideable { stage }
            | Self::NotHidden { stage }
            | Self::TooFewForStage { stage }
            | Self::StagesLeft { stage } => conflict().stage(*stage),
            // What stands in the first entry is not told: the second is made without having seen it.
            Self::EntriesDiffer { games, first: _ } => conflict().numbers("games", games),
            Self::SheetsMissing { tables } | Self::SheetsUnconfirmed { tables } => conflict().numbers("tables", tables),
            Self::OpenDisputes { disputes } => conflict().numbers("disputes", disputes),
            Self::NoSuchDispute { dispute } | Self::DisputeRuled { dispute } => {
                conflict().number("dispute", *dispute as usize)
            }
            Self::TooMany { most } => conflict().number("most", *most),
            Self::Unseatable(Unseatable::NoSplit { players } | Unseatable::TooMany { players }) => conflict()
                .map_words(|words| words.number("players", *players as i64))
                .with_extension("players_count", players),
            Self::TieNeedsReferee { question, candidates } => conflict()
                .count(candidates.len())
                .with_extension("question", question.name())
                .with_extension("players", ids(candidates)),
            Self::NoSuchTie { question } => conflict().with_extension("question", question.name()),
            Self::NoSuchAct { act } => conflict().number("act", *act as usize),
            Self::LaterAct { later } => {
                conflict().map_words(|words| words.number("act", *later)).with_extension("blocked_by", later)
            }
            Self::AlreadyApplied
            | Self::RecordedFromBundle
            | Self::NoticeTooLate
            | Self::FormatFrozen
            | Self::FormatMissing
            | Self::ImportedOnly
            | Self::PlayedHere
            | Self::Started
            | Self::TooLateToJoin
            | Self::OtherSeed
            | Self::NotSkippable
            | Self::NoSecondEntry
            | Self::SamePerson => conflict(),
        }
    }
}

/// Facts that stand in the words as well.
impl Problem {
    fn count(self, count: usize) -> Self {
        self.map_words(|words| words.number("count", count as i64))
    }

    fn number(self, name: &'static str, number: usize) -> Self {
        self.map_words(|words| words.number(name, number as i64)).with_extension(name, number)
    }

    fn numbers(self, name: &'static str, numbers: &[u32]) -> Self {
        let listed = numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        self.count(numbers.len()).map_words(|words| words.with(name, listed)).with_extension(name, numbers)
    }

    fn stage(self, stage: Stage) -> Self {
        self.map_words(|words| words.message("stage", stage_name(stage))).with_extension("stage", stage.to_string())
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

    fn polish_words(rejection: &Rejection) -> String {
        rejection.problem().document(Lang::Pl, "1")["detail"].as_str().unwrap().to_owned()
    }

    /// The refusals of a list, and a `match` that does not compile while one is missing in it.
    macro_rules! listed {
        ($( $name:ident $( { $( $field:ident: $value:expr ),+ } )? $( ( $inner:expr ) )? ; )+) => {{
            let listed = |rejection: &Rejection| match rejection {
                $( Rejection::$name { .. } )|+ | Rejection::WrongPhase { .. } => true,
            };
            let rejections = vec![$( Rejection::$name $( { $( $field: $value ),+ } )? $( ( $inner ) )? ),+];
            assert!(rejections.iter().all(listed));
            rejections
        }};
    }

    /// One of each; a new one does not compile until it is listed.
    fn all() -> Vec<Rejection> {
        let (stage, table, player) = (Stage::Round(2), 3, PlayerId::parse("p").unwrap());
        let players = vec![player.clone(), PlayerId::parse("q").unwrap()];
        let rejections = listed! {
            UnknownTournament;
            AlreadyApplied;
            NotAllowed { kind: CommandKind::Draw };
            OtherTable { stage: stage, table: table };
            FieldsMissing { fields: ApplicationField::ALL.to_vec() };
            ExperienceMissing;
            RecordedFromBundle;
            DayPassed;
            DaysReversed;
            InvalidRulebook;
            NoticeTooLate;
            ReasonMissing { kind: CommandKind::Cancel };
            Format(FormatError::MixedRounds);
            FormatFrozen;
            FormatMissing;
            ImportedOnly;
            PlayedHere;
            Twice { player: player.clone() };
            AlreadyRegistered { player: player.clone() };
            NotRegistered { player: player.clone() };
            TooManyPlayers { most: 2000 };
            ConsentMissing { player: player.clone() };
            NotAccompanied { player: player.clone() };
            Started;
            NotPresent { player: player.clone() };
            Out { player: player.clone() };
            TooLateToJoin;
            OtherSeed;
            NotDrawn { stage: stage };
            NotByStanding { stage: stage };
            Unseatable(Unseatable::NoSplit { players: 5 });
            NoSuchStage { stage: stage };
            OutOfOrder { stage: stage };
            NotSeated { stage: stage };
            SeatsDoNotFit { players: players.clone() };
            NotStarted { stage: stage };
            StageStarted { stage: stage };
            StageClosed { stage: stage };
            NotSkippable;
            NoSuchTable { stage: stage, table: table };
            SheetErrors { errors: vec![] };
            UnconfirmedWarnings { warnings: vec![] };
            GameByGame;
            CorrectionReasonMissing;
            NoSecondEntry;
            SheetMissing { stage: Stage::Top, table: table };
            SamePerson;
            EntriesDiffer { games: vec![1, 3], first: vec![] };
            SheetsMissing { tables: vec![1, 2, 5] };
            SheetsUnconfirmed { tables: vec![1] };
            NotHideable { stage: stage };
            NotHidden { stage: Stage::Final };
            NoSuchDispute { dispute: 4 };
            DisputeRuled { dispute: 4 };
            TooMany { most: 1000 };
            OpenDisputes { disputes: vec![1] };
            TieNeedsReferee { question: TieQuestion::EntersFinal, candidates: players };
            NoSuchTie { question: TieQuestion::EntersTop };
            TooFewForStage { stage: Stage::Top };
            NoWaiver { player: player };
            StagesLeft { stage: Stage::Final };
            InvalidResults;
            InvalidEnd;
            NoSuchAct { act: 7 };
            LaterAct { later: 9 };
        };
        let phases = Phase::ALL.iter().map(|phase| Rejection::WrongPhase { phase: *phase });
        rejections.into_iter().chain(phases).collect()
    }

    #[test]
    fn every_refusal_has_words_in_both_languages_and_names_its_rule() {
        for rejection in all() {
            if !matches!(rejection, Rejection::UnknownTournament) {
                rejection.problem().assert_explained(rejection.code(), Some(rejection.rule()));
            }
        }
    }

    #[test]
    fn plurals_and_numbers_stand_in_the_words() {
        let missing = |tables: &[u32]| polish_words(&Rejection::SheetsMissing { tables: tables.to_vec() });
        assert_eq!(missing(&[4]), "Brakuje kompletnej tabelki punktowej stolika 4.");
        assert_eq!(missing(&[4, 7]), "Brakuje kompletnych tabelek punktowych stolików: 4, 7.");
        let next = Rejection::OutOfOrder { stage: Stage::Round(2) };
        assert_eq!(polish_words(&next), "Nie ta kolej: najpierw trzeba zakończyć etap „runda 2”.");
    }
}
