//! The kinds of decisions that the rules leave to persons, who decides each, and by which rule (appendix B of the
//! rules).

use crate::event::Role;
use crate::values::choice::choices;

choices! {
    "kind of decision" enum DecisionKind {
        Exception = "exception",
        Tie = "tie",
        GrandPrix = "grand_prix",
        Unfilled = "unfilled",
        Confirm = "confirm",
        Review = "review",
        Wildcards = "wildcards",
        MwChoice = "mw_choice",
        WrcNominee = "wrc_nominee",
        Application = "application",
        List = "list",
    }
}

impl DecisionKind {
    /// Roles that decide it (appendix B of the rules).
    pub fn decided_by(self) -> &'static [Role] {
        match self {
            Self::Tie => &[Role::Arbiter, Role::Admin],
            Self::Exception
            | Self::GrandPrix
            | Self::Unfilled
            | Self::Confirm
            | Self::Review
            | Self::Wildcards
            | Self::MwChoice
            | Self::WrcNominee
            | Self::Application
            | Self::List => &[Role::Admin],
        }
    }

    pub fn rule(self) -> &'static str {
        match self {
            Self::Exception => "REG I.6; R-FMT-16, AMB-14",
            Self::Tie => "REG I.28; AMB-41, AMB-60",
            Self::GrandPrix => "REG I.12; R-AWG-01, AMB-71",
            Self::Unfilled => "REG I.9; AMB-65, AMB-66",
            Self::Confirm => "REG I.9; AMB-68, AMB-90",
            Self::Review => "AMB-68",
            Self::Wildcards => "REG I.22, I.23; R-MW-08, R-MW-09, AMB-81",
            Self::MwChoice => "REG I.21; R-MW-07, AMB-83",
            Self::WrcNominee => "WRC R1, R2; R-WRC-01, R-WRC-02, AMB-86",
            Self::Application => "REG I.25; R-SCHED-02, AMB-07",
            Self::List => "REG V.3, VI.5; R-AW-03",
        }
    }
}
