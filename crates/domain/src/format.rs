//! Tournament formats: the catalogue of both format tables, and which rounds are valid for which class (R-FMT).

use crate::choice::choices;

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
}
