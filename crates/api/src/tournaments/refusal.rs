//! Refusals in the course of a tournament as problems: each names its rule.

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
            _ => problem,
        }
    }
}
