//! Tournament formats: the catalogue of both format tables, and which rounds are valid for which class (R-FMT).

mod validity;

pub use validity::{FormatCheck, FormatError, FormatWarning, check_format};

use crate::rulebook::{Document, Rulebook, Span, parameters};
use crate::values::choice::choices;

choices! {
    /// A named format: rounds, games, times, TOP stage and final.
    "tournament format" enum FormatName {
        Zwykly = "zwykly",
        Mini = "mini",
        StandardA = "standard_a",
        StandardB = "standard_b",
        StandardC = "standard_c",
        StandardD = "standard_d",
        StandardE = "standard_e",
        StandardF = "standard_f",
        MaksA = "maks_a",
        MaksB = "maks_b",
        MaksC = "maks_c",
    }
}

impl FormatName {
    /// The seven formats of REG I.8 and the three with a TOP stage that only HOW has (AMB-16).
    pub const REG_AND_TOP_STAGES: &[Self] = &[
        Self::Zwykly,
        Self::StandardA,
        Self::StandardB,
        Self::StandardC,
        Self::StandardD,
        Self::StandardE,
        Self::StandardF,
        Self::MaksA,
        Self::MaksB,
        Self::MaksC,
    ];
    /// The ten formats of HOW.
    pub const HOW: &[Self] = &[
        Self::Mini,
        Self::StandardA,
        Self::StandardB,
        Self::StandardC,
        Self::StandardD,
        Self::StandardE,
        Self::StandardF,
        Self::MaksA,
        Self::MaksB,
        Self::MaksC,
    ];

    /// The format as this document lists it, if it does (R-FMT-04, R-FMT-05).
    pub fn in_document(self, document: Document) -> Option<Format> {
        match (self.listed(), document) {
            (Listed::Reg(format) | Listed::Both { reg: format, .. }, Document::Reg)
            | (Listed::How(format) | Listed::Both { how: format, .. }, Document::How) => Some(format),
            _ => None,
        }
    }

    /// The format by the document that comes first in the rulebook's layers (AMB-01, AMB-16).
    ///
    /// A format that only one document lists has its data from there, whatever the layers are.
    pub fn format(self, rulebook: &Rulebook) -> Format {
        match self.listed() {
            Listed::Reg(format) | Listed::How(format) => format,
            Listed::Both { reg, how } => {
                let layers = rulebook.get(parameters::RULEBOOK_LAYERS);
                let first = layers.iter().find(|layer| [Document::Reg, Document::How].contains(layer));
                if first == Some(&Document::How) { how } else { reg }
            }
        }
    }

    /// Tables 1.3-A and 1.3-B. The approximate time is copied, for no formula gives it (R-FMT-17).
    fn listed(self) -> Listed {
        use Stages::{EliminationOnly, Final, TopStageAndFinal};
        let row = |rounds, games_per_round, round_minutes, stages, (hours, minutes): (u32, u32)| Format {
            name: self,
            rounds,
            games_per_round,
            round_minutes,
            stages,
            approximate_minutes: hours * 60 + minutes,
        };
        match self {
            Self::Zwykly => Listed::Reg(row(3, 3, 45, Final, (3, 0))),
            Self::Mini => Listed::How(row(3, 3, 40, Final, (2, 40))),
            Self::StandardA => Listed::Both {
                reg: row(4, 3, 45, EliminationOnly, (3, 30)),
                how: row(4, 3, 40, EliminationOnly, (3, 0)),
            },
            Self::StandardB => Listed::Both {
                reg: row(3, 4, 60, EliminationOnly, (3, 30)),
                how: row(3, 4, 60, EliminationOnly, (3, 0)),
            },
            Self::StandardC => Listed::Both { reg: row(4, 3, 45, Final, (4, 0)), how: row(4, 3, 40, Final, (3, 40)) },
            Self::StandardD => Listed::Both { reg: row(3, 4, 60, Final, (3, 45)), how: row(3, 4, 60, Final, (3, 40)) },
            Self::StandardE => Listed::How(row(4, 3, 40, TopStageAndFinal, (4, 20))),
            Self::StandardF => Listed::How(row(3, 4, 60, TopStageAndFinal, (4, 20))),
            Self::MaksA => Listed::Both {
                reg: row(4, 4, 60, EliminationOnly, (4, 0)),
                how: row(4, 4, 60, EliminationOnly, (4, 0)),
            },
            Self::MaksB => Listed::Both { reg: row(4, 4, 60, Final, (4, 40)), how: row(4, 4, 60, Final, (4, 40)) },
            Self::MaksC => Listed::How(row(4, 4, 60, TopStageAndFinal, (5, 20))),
        }
    }
}

/// The formats that the rulebook offers, without those with a TOP stage where it has none (AMB-16).
pub fn catalogue(rulebook: &Rulebook) -> Vec<Format> {
    let top_stages = rulebook.get(parameters::FORMATS_ALLOW_TOP_STAGE);
    let names = rulebook.get(parameters::FORMATS_CATALOGUE).into_iter();
    let formats = names.map(|name| name.format(rulebook));
    formats.filter(|format| top_stages || !format.stages.has_top_stage()).collect()
}

/// The documents that list a format.
enum Listed {
    Reg(Format),
    How(Format),
    Both { reg: Format, how: Format },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    pub name: FormatName,
    pub rounds: u32,
    pub games_per_round: u32,
    /// The time limit of a round (R-FMT-13).
    pub round_minutes: u32,
    pub stages: Stages,
    /// Duration of the whole tournament by the document (R-FMT-17).
    pub approximate_minutes: u32,
}

impl Format {
    pub fn planned(&self) -> Rounds {
        Rounds(vec![self.games_per_round; self.rounds as usize])
    }
}

/// Stages after the elimination; a TOP stage always leads to a final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stages {
    EliminationOnly,
    Final,
    /// TOP8 or TOP12, and then a final.
    TopStageAndFinal,
}

impl Stages {
    pub fn has_final(self) -> bool {
        self != Self::EliminationOnly
    }

    pub fn has_top_stage(self) -> bool {
        self == Self::TopStageAndFinal
    }
}

/// The games planned for each elimination round, in order: at least one round, and at least one game in each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rounds(Vec<u32>);

/// Numbers that no elimination can have, whatever the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidRounds {
    #[error("an elimination has {} rounds, not {found}", Rounds::COUNT)]
    Count { found: usize },
    #[error("a round has {} games, not {found}", Rounds::GAMES)]
    Games { found: u32 },
}

impl Rounds {
    /// How many rounds an elimination can have; rulebooks narrow it.
    pub const COUNT: Span = Span::new(1, 20);
    /// How many games a round can have; rulebooks narrow it.
    pub const GAMES: Span = Span::new(1, 20);

    /// Accepts the planned games of each round within [`Rounds::COUNT`] and [`Rounds::GAMES`].
    pub fn new(games: &[u32]) -> Result<Self, InvalidRounds> {
        let found = games.len();
        if !u32::try_from(found).is_ok_and(|count| Self::COUNT.holds(count)) {
            return Err(InvalidRounds::Count { found });
        }
        match games.iter().find(|games| !Self::GAMES.holds(**games)) {
            Some(found) => Err(InvalidRounds::Games { found: *found }),
            None => Ok(Self(games.to_vec())),
        }
    }

    pub fn games(&self) -> &[u32] {
        &self.0
    }

    pub fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// All planned games, of which a player must have played half (R-STD-05).
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Whether the rounds differ in length (AMB-17).
    pub fn mixed(&self) -> bool {
        self.0.iter().any(|games| *games != self.0[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;
    use crate::rulebook::Preset;

    /// The rows as the documents print them, after the name.
    fn printed(format: &Format) -> String {
        let stage = |shown: bool, text: &'static str| if shown { text } else { "-" };
        format!(
            "{} | {} | {} | {} | {} | {} | {}:{:02}",
            format.rounds,
            format.games_per_round,
            format.planned().total(),
            format.round_minutes,
            stage(format.stages.has_top_stage(), "TOP"),
            stage(format.stages.has_final(), "final"),
            format.approximate_minutes / 60,
            format.approximate_minutes % 60
        )
    }

    fn check_table(document: Document, expected: &[(FormatName, &str)]) {
        for name in FormatName::ALL {
            let row = expected.iter().find(|(listed, _)| listed == name).map(|(_, row)| *row);
            assert_eq!(name.in_document(document).as_ref().map(printed).as_deref(), row, "{name}");
        }
    }

    #[test]
    fn the_regulations_list_seven_formats() {
        let expected = [
            (FormatName::Zwykly, "3 | 3 | 9 | 45 | - | final | 3:00"),
            (FormatName::StandardA, "4 | 3 | 12 | 45 | - | - | 3:30"),
            (FormatName::StandardB, "3 | 4 | 12 | 60 | - | - | 3:30"),
            (FormatName::StandardC, "4 | 3 | 12 | 45 | - | final | 4:00"),
            (FormatName::StandardD, "3 | 4 | 12 | 60 | - | final | 3:45"),
            (FormatName::MaksA, "4 | 4 | 16 | 60 | - | - | 4:00"),
            (FormatName::MaksB, "4 | 4 | 16 | 60 | - | final | 4:40"),
        ];
        check_table(Document::Reg, &expected);
    }

    #[test]
    fn the_guide_for_organisers_lists_ten_formats() {
        let expected = [
            (FormatName::Mini, "3 | 3 | 9 | 40 | - | final | 2:40"),
            (FormatName::StandardA, "4 | 3 | 12 | 40 | - | - | 3:00"),
            (FormatName::StandardB, "3 | 4 | 12 | 60 | - | - | 3:00"),
            (FormatName::StandardC, "4 | 3 | 12 | 40 | - | final | 3:40"),
            (FormatName::StandardD, "3 | 4 | 12 | 60 | - | final | 3:40"),
            (FormatName::StandardE, "4 | 3 | 12 | 40 | TOP | final | 4:20"),
            (FormatName::StandardF, "3 | 4 | 12 | 60 | TOP | final | 4:20"),
            (FormatName::MaksA, "4 | 4 | 16 | 60 | - | - | 4:00"),
            (FormatName::MaksB, "4 | 4 | 16 | 60 | - | final | 4:40"),
            (FormatName::MaksC, "4 | 4 | 16 | 60 | TOP | final | 5:20"),
        ];
        check_table(Document::How, &expected);
        check_table(Document::Rul, &[]);
    }

    #[test]
    fn times_come_from_the_document_that_the_rulebook_puts_first() {
        let minutes = |name: FormatName, preset| name.format(&Rulebook::preset(preset)).round_minutes;
        assert_eq!(minutes(FormatName::StandardA, Preset::Pl2024_25), 45);
        assert_eq!(minutes(FormatName::StandardA, Preset::HowLegacy), 40);
        assert_eq!(minutes(FormatName::StandardA, Preset::Loc2024_11_30), 45);
        // Only one of the documents has these.
        assert_eq!(minutes(FormatName::StandardE, Preset::Pl2024_25), 40);
        assert_eq!(minutes(FormatName::Zwykly, Preset::HowLegacy), 45);
    }

    #[test]
    fn the_catalogue_offers_top_stages_only_where_the_rulebook_has_them() {
        let names = |rulebook: &Rulebook| catalogue(rulebook).iter().map(|format| format.name).collect::<Vec<_>>();
        let rulebook = Rulebook::default();
        assert_eq!(names(&rulebook), FormatName::REG_AND_TOP_STAGES);
        assert_eq!(names(&Rulebook::preset(Preset::HowLegacy)), FormatName::HOW);
        let without = names(&rulebook.with(parameters::FORMATS_ALLOW_TOP_STAGE, false));
        let only_regulations = |name: &FormatName| name.in_document(Document::Reg).is_some();
        assert!(without.len() == 7 && without.iter().all(only_regulations));
    }

    #[test]
    fn rounds_have_at_least_one_game_each_and_an_end() {
        assert_eq!(Rounds::new(&[]), Err(InvalidRounds::Count { found: 0 }));
        assert_eq!(Rounds::new(&[4; 21]), Err(InvalidRounds::Count { found: 21 }));
        assert_eq!(Rounds::new(&[3, 0]), Err(InvalidRounds::Games { found: 0 }));
        assert_eq!(Rounds::new(&[u32::MAX; 3]), Err(InvalidRounds::Games { found: u32::MAX }));
        let rounds = Rounds::new(&[3, 3, 4]).unwrap();
        assert_eq!((rounds.count(), rounds.total(), rounds.mixed()), (3, 10, true));
        assert!(!Rounds::new(&[4, 4]).unwrap().mixed());
    }
}
