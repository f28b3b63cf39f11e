//! Decider of waivers for the qualifications of a season outside a competition (R-WAV, AMB-67).

use crate::event::PlayerEvent;
use crate::event::history::CorruptHistory;
use crate::values::calendar::{Moment, Window};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Declarations {
    pub registered: bool,
    /// Whether everything that identifies the player was destroyed.
    pub erased: bool,
    pub waivers: Vec<Moment>,
}

/// `season` has the days of the season in which the player declared it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Declare { declared_at: Moment, now: Moment, season: Option<Window> },
    Withdraw { season: Window },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("there is no such player")]
    UnknownPlayer,
    #[error("the player was erased")]
    Erased,
    #[error("the declaration is still to come")]
    InFuture,
    #[error("the declaration belongs to no season")]
    NoSeason,
    #[error("the player has declared it before")]
    AlreadyDeclared,
    #[error("nothing was declared in that season")]
    NothingDeclared,
}

impl Rejection {
    /// A stable name.
    pub fn code(self) -> &'static str {
        match self {
            Self::UnknownPlayer => "unknown-player",
            Self::Erased => "player-erased",
            Self::InFuture => "still-to-come",
            Self::NoSeason => "no-season",
            Self::AlreadyDeclared => "already-declared",
            Self::NothingDeclared => "nothing-declared",
        }
    }

    pub fn rule(self) -> &'static str {
        "REG I.10; R-WAV-03, AMB-67"
    }
}

pub fn decide(state: &Declarations, command: Command) -> Result<Vec<PlayerEvent>, Rejection> {
    if !state.registered {
        return Err(Rejection::UnknownPlayer);
    }
    let of_season = |season: Window| state.waivers.iter().copied().filter(move |at| season.holds(at.day()));
    match command {
        Command::Declare { .. } if state.erased => Err(Rejection::Erased),
        Command::Declare { declared_at, now, .. } if declared_at > now => Err(Rejection::InFuture),
        Command::Declare { declared_at, .. } if state.waivers.contains(&declared_at) => Ok(Vec::new()),
        Command::Declare { declared_at, season, .. } => match season {
            None => Err(Rejection::NoSeason),
            Some(season) if of_season(season).next().is_some() => Err(Rejection::AlreadyDeclared),
            Some(_) => Ok(vec![PlayerEvent::WaiverDeclared { declared_at }]),
        },
        Command::Withdraw { season } => {
            let competitions: Vec<PlayerEvent> =
                of_season(season).map(|declared_at| PlayerEvent::WaiverWithdrawn { declared_at }).collect();
            if competitions.is_empty() { Err(Rejection::NothingDeclared) } else { Ok(competitions) }
        }
    }
}

pub fn evolve(mut state: Declarations, event: &PlayerEvent) -> Result<Declarations, CorruptHistory> {
    match event {
        PlayerEvent::Registered(_) if state.registered => return Err(CorruptHistory::RecordedTwice),
        PlayerEvent::Registered(_) => state.registered = true,
        _ if !state.registered => return Err(CorruptHistory::NotRecorded),
        PlayerEvent::Rectified(_) => {}
        PlayerEvent::Erased => state.erased = true,
        PlayerEvent::WaiverDeclared { declared_at } => state.waivers.push(*declared_at),
        PlayerEvent::WaiverWithdrawn { declared_at } => state.waivers.retain(|known| known != declared_at),
    }
    Ok(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Commitment, PlayerRecord};
    use crate::values::calendar::Day;

    fn moment(text: &str) -> Moment {
        Moment::parse(text).unwrap()
    }

    fn season() -> Window {
        let day = |text| Day::parse(text).unwrap();
        Window::new(day("2024-09-29"), Some(day("2025-09-19"))).unwrap()
    }

    fn registered() -> Declarations {
        Declarations { registered: true, ..Declarations::default() }
    }

    const SAID: &str = "2025-03-01T18:00:00+01:00";
    const NOW: &str = "2025-03-10T12:00:00+01:00";

    fn declare(declared_at: &str, season: Option<Window>) -> Command {
        Command::Declare { declared_at: moment(declared_at), now: moment(NOW), season }
    }

    #[test]
    fn a_declaration_belongs_to_a_season_and_is_not_still_to_come() {
        let declared = vec![PlayerEvent::WaiverDeclared { declared_at: moment(SAID) }];
        assert_eq!(decide(&registered(), declare(SAID, Some(season()))), Ok(declared));
        assert_eq!(decide(&registered(), declare(SAID, None)), Err(Rejection::NoSeason));
        let to_come = declare("2025-03-10T12:00:01+01:00", Some(season()));
        assert_eq!(decide(&registered(), to_come), Err(Rejection::InFuture));
        assert_eq!(decide(&Declarations::default(), declare(SAID, Some(season()))), Err(Rejection::UnknownPlayer));
        let erased = Declarations { erased: true, ..registered() };
        assert_eq!(decide(&erased, declare(SAID, Some(season()))), Err(Rejection::Erased));
    }

    #[test]
    fn one_declaration_holds_for_the_season_until_it_is_taken_back() {
        let declared_at = moment(SAID);
        let record = PlayerRecord { name: Commitment([0; 32]), profile: Commitment([0; 32]), foreign: false };
        let state = [PlayerEvent::Registered(record), PlayerEvent::WaiverDeclared { declared_at }]
            .iter()
            .try_fold(Declarations::default(), evolve)
            .unwrap();
        assert_eq!(decide(&state, declare(SAID, Some(season()))), Ok(vec![]));
        let again = declare("2025-03-02T18:00:00+01:00", Some(season()));
        assert_eq!(decide(&state, again), Err(Rejection::AlreadyDeclared));
        let withdrawn = decide(&state, Command::Withdraw { season: season() }).unwrap();
        assert_eq!(withdrawn, [PlayerEvent::WaiverWithdrawn { declared_at }]);
        let state = withdrawn.iter().try_fold(state, evolve).unwrap();
        assert_eq!(decide(&state, Command::Withdraw { season: season() }), Err(Rejection::NothingDeclared));
    }
}
