//! Placeholders of addresses as types: a path type is the extractor of a handler and its OpenAPI parameters at once.

use serde::Deserialize;
use utoipa::IntoParams;

/// Declares path types: each placeholder with what stands for it, which is described once below.
macro_rules! path_types {
    ($( $name:ident { $( $field:ident: $kind:ident ),+ } )+) => { $( path_types!(@ $name [] $( $field: $kind, )+); )+ };

    (@ $name:ident [$($fields:tt)*]) => {
        #[derive(Debug, Deserialize, IntoParams)]
        #[into_params(parameter_in = Path)]
        #[allow(dead_code, reason = "some placeholders are only described here, and read by the check of the caller")]
        pub(crate) struct $name { $($fields)* }
    };
    (@ $name:ident [$($fields:tt)*] $field:ident = $about:literal, ($($param:tt)*); $($rest:tt)*) => {
        path_types!(@ $name [$($fields)* #[doc = $about] #[param($($param)*)] pub(crate) $field: String,] $($rest)*);
    };

    (@ $name:ident $fields:tt $field:ident: account, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The account", (max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: act, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The number of the act", (value_type = u32, minimum = 1, maximum = 4_294_967_295_i64, example = 57); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: application, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the application", (max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: dispute, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The number of the dispute", (value_type = u32, minimum = 1, maximum = 1000, example = 1); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: edition, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The number of the edition", (value_type = u32, minimum = 1, maximum = 1_000_000, example = 1); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: file, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The name of the file", (max_length = 1100, example = "2025-26-results.csv"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: grand_prix, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the cycle", (max_length = 1024, example = "7k3m9q0x2v4b8n000002"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: grant, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "`role`, or `role@kind:id` for a role of one event", (max_length = 300, example = "organiser@tournament:t-2026-07"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: league, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the league", (max_length = 1024, example = "7k3m9q0x2v4b8n000001"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: list, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the list, `kind:id`", (max_length = 1100, example = "ranking:2025"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: log_position, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The position of the event", (value_type = u64, minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: meeting, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The number of the meeting", (value_type = u32, minimum = 1, maximum = 1000, example = 3); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: mw, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the voivodeship championship", (max_length = 1024, example = "mw-2026-lodzkie"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: online_event, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the online event", (max_length = 1024, example = "7k3m9q0x2v4b8n000003"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: origin, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The event that the qualification comes from, or `ranking`", (max_length = 1024, example = "t-2026-03-14-lodz"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: player, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the player", (max_length = 1024, example = "2f6c1d0e9b8a4756x3f2"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: preset, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The name of the preset", (max_length = 100, example = "pl-2024-25"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: referee_role, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "`referee` or `main_referee`", (max_length = 20, example = "referee"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: rulebook, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the rulebook", (max_length = 1024, example = "pl-2025-26"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: season, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the season", (max_length = 1024, example = "2025-26"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: stage, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The number of a round, `top` or `final`", (max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", example = "2"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: table, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The table", (value_type = u32, minimum = 1, maximum = 1000, example = 4); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: table_token, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the token", (max_length = 32, example = "9f86d081884c7d659a2feaa0c55ad015"); $($rest)*);
    };
    (@ $name:ident $fields:tt $field:ident: tournament, $($rest:tt)*) => {
        path_types!(@ $name $fields $field = "The id of the tournament", (max_length = 1024, example = "t-2026-07"); $($rest)*);
    };
}

path_types! {
    AccountPath { id: account }
    GrantPath { id: account, grant: grant }
    StagePath { id: tournament, stage: stage }
    TournamentPath { id: tournament }
    TableTokenPath { id: tournament, token_id: table_token }
    MwPath { id: mw }
    MwPlayerPath { id: mw, player: player }
    SeasonPath { season: season }
    GrandPrixPath { id: grand_prix }
    GrandPrixTournamentPath { id: grand_prix, tournament: tournament }
    LeaguePath { id: league }
    LeaguePlayerPath { id: league, player: player }
    MeetingPath { id: league, number: meeting }
    OnlineEventPath { id: online_event }
    OnlineEventPlayerPath { id: online_event, player: player }
    LogEventPath { position: log_position }
    PlayerPath { id: player }
    ListPath { list: list }
    EditionPath { list: list, number: edition }
    OpenDataPath { file: file }
    SeasonPlayerPath { season: season, player: player }
    PlayerSeasonPath { id: player, season: season }
    SeasonIdPath { id: season }
    RulebookPath { id: rulebook }
    PresetPath { name: preset }
    ApplicationPath { id: application }
    TournamentPlayerPath { id: tournament, player: player }
    StaffPath { id: tournament, account: account, role: referee_role }
    ActPath { id: tournament, number: act }
    DisputePath { id: tournament, number: dispute }
    SheetPath { id: tournament, stage: stage, table: table }
    MpDeclinePath { season: season, event_id: origin, player: player }
    MwDeclinePath { id: mw, event_id: origin, player: player }
}
