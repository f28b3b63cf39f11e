//! Classes of tournaments, their categories, and kinds of online competitions.

use crate::values::choice::choices;

choices! {
    /// The declared class of a tournament (R-APP-10); what it gives depends on it and on the facts.
    "tournament class" enum TournamentClass {
        Ordinary = "ordinary",
        Eliminatory = "eliminatory",
        Mw = "mw",
        Mp = "mp",
    }

    /// The hierarchical category of a stationary tournament (R-DEF-07).
    "tournament category" enum TournamentCategory {
        /// Ordinary, county, commune, regional.
        A = "a",
        /// Championships of cities, teachers, schools, children and youth.
        B = "b",
        C = "c",
    }

    /// Online competitions that give qualifications (R-AWO-01).
    "online event" enum OnlineEvent {
        MpOnline = "mp_online",
        Hertzano = "hertzano",
        Gold = "gold",
        Silver = "silver",
        Bronze = "bronze",
    }

    /// All kinds of online competitions (R-DEF-08).
    "kind of online event" enum OnlineKind {
        ColourLeague = "colour_league",
        HolidayLeague = "holiday_league",
        SpeedSlowLeague = "speed_slow_league",
        OnlineTournament = "online_tournament",
        OnlineChampionship = "online_championship",
        OccasionalTournament = "occasional_tournament",
    }
}

impl TournamentClass {
    /// Whether a tournament of this class may qualify to a voivodeship championship and give wildcards to it.
    pub fn feeds_mw(self) -> bool {
        matches!(self, Self::Ordinary | Self::Eliminatory)
    }
}
