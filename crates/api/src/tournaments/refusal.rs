//! Refusals in the course of a tournament as problems: each names its rule.

use super::sheets;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::write::Refusal;
use domain::Choice;
use domain::course::Rejection;
use formats::words::Message;

impl Refusal for Rejection {
    fn problem(&self) -> Problem {
        let kind = match self {
            Self::UnknownTournament => return ProblemKind::NotFound.into(),
            Self::NotAllowed { .. } | Self::OtherTable { .. } => ProblemKind::Forbidden,
            Self::FieldsMissing { .. }
            | Self::ExperienceMissing
            | Self::DayPassed
            | Self::DaysReversed
            | Self::InvalidRulebook
            | Self::ReasonMissing
            | Self::CorrectionReasonMissing
            | Self::Format(_)
            | Self::Twice { .. }
            | Self::TooManyPlayers { .. }
            | Self::SheetErrors { .. }
            | Self::UnconfirmedWarnings { .. }
            | Self::GameByGame
            | Self::InvalidResults => ProblemKind::Unprocessable,
            _ => ProblemKind::Conflict,
        };
        let problem = Problem::new(kind)
            .because(Message::new(format!("refusal-{}", self.code())))
            .fact("reason", self.code())
            .fact("rule", self.rule());
        match self {
            Self::FieldsMissing { fields } => fields.iter().fold(problem, |problem, field| {
                let pointer = format!("/{}", field.name());
                problem.at(FieldProblem::pointer(pointer, "missing", Message::new("refusal-field-missing")))
            }),
            Self::SheetErrors { errors } => sheets::with_errors(problem, errors),
            Self::UnconfirmedWarnings { warnings } => sheets::with_warnings(problem, warnings),
            // What stands in the first entry is not told: the second is made without having seen it.
            Self::EntriesDiffer { games, first: _ } => problem.fact("games", games),
            Self::SheetsMissing { tables } | Self::SheetsUnconfirmed { tables } => problem.fact("tables", tables),
            Self::OpenDisputes { disputes } => problem.fact("disputes", disputes),
            Self::LaterAct { later } => problem.fact("blocked_by", later),
            Self::OutOfOrder { stage } | Self::StagesLeft { stage } => problem.fact("stage", stage.to_string()),
            Self::TieNeedsReferee { question, candidates } => {
                let players: Vec<&str> = candidates.iter().map(|player| player.as_str()).collect();
                problem.fact("question", question.name()).fact("players", players)
            }
            Self::SeatsDoNotFit { players } => {
                let players: Vec<&str> = players.iter().map(|player| player.as_str()).collect();
                problem.fact("players", players)
            }
            _ => problem,
        }
    }
}
