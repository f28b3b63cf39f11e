//! The one table of rulebook parameters: path, type, range, default, effect and citation.

use super::Rulebook;
use super::options::*;
use super::value::{Band, Kind, ParameterType, Quota, Span, Step, Tables, Value};
use crate::Choice;
use crate::competitions::class::{OnlineEvent, TournamentClass};
use crate::tournament::format::FormatName;
use crate::tournament::sanction::Sanction;
use crate::values::calendar::Quarter;
use crate::values::voivodeship::Voivodeship;
use std::marker::PhantomData;
use std::sync::LazyLock;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// A calculation of this crate reads it.
    Computed,
    /// People act by it; it is kept with the decisions.
    Recorded,
    /// It is only shown.
    Display,
    /// A workflow that does not exist yet will act by it.
    ToCome,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    pub(super) index: usize,
    pub path: &'static str,
    pub kind: Kind,
    /// Its value in the preset `pl-2024-25`.
    pub default: Value,
    pub effect: Effect,
    /// The paragraphs and settled ambiguities behind it.
    pub citation: &'static str,
}

/// A typed handle of a parameter.
#[derive(Debug)]
pub struct Param<T> {
    id: Id,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for Param<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Param<T> {}

impl<T> Param<T> {
    pub(super) fn index(self) -> usize {
        self.id as usize
    }

    pub fn parameter(self) -> &'static Parameter {
        &table()[self.index()]
    }
}

macro_rules! parameters {
    ($( $name:ident: $type:ty $([$min:literal..=$max:literal])? = $default:expr, $path:literal, $effect:ident, $citation:literal; )+) => {
        #[derive(Debug, Clone, Copy)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Id { $($name),+ }

        $(
            #[doc = concat!("`", $path, "` (", $citation, ")")]
            pub const $name: Param<$type> = Param { id: Id::$name, value: PhantomData };
        )+

        #[cfg(test)]
        const NAMES: &[&str] = &[$(stringify!($name)),+];

        static TABLE: LazyLock<Vec<Parameter>> = LazyLock::new(|| vec![$({
            #[allow(unused_mut, unused_assignments)]
            let mut range = Span::new(0, u32::MAX);
            $(range = Span::new($min, $max);)?
            let default: $type = $default;
            Parameter {
                index: Id::$name as usize,
                path: $path,
                kind: <$type as ParameterType>::kind(range),
                default: default.into_value(),
                effect: Effect::$effect,
                citation: $citation,
            }
        }),+]);
    };
}

parameters! {
    // documents and roles
    RULEBOOK_LAYERS: Vec<Document> = vec![Document::Reg, Document::How, Document::Rul], "rulebook.layers", Computed, "REG I.1.b; AMB-01";
    RULEBOOK_TZ: TimeZoneName = TimeZoneName::Warsaw, "rulebook.tz", Recorded, "AMB-06";
    CALENDAR_ANCHOR: AnchorDay = AnchorDay::FirstDay, "calendar.anchor", Recorded, "AMB-06";
    AUTHORITY_APPROVAL: Authority = Authority::MainOrganizer, "authority.approval", Computed, "REG I.25, VI.1; AMB-02";
    AUTHORITY_FINAL_GAMES: Authority = Authority::CoOrganizer, "authority.final_games", Computed, "REG VI.13; AMB-02";
    AUTHORITY_TURN_LIMIT: Authority = Authority::CoOrganizer, "authority.turn_limit", ToCome, "REG VI.10, VI.20; AMB-02";
    AUTHORITY_WILDCARD: Authority = Authority::MainOrganizer, "authority.wildcard", ToCome, "REG I.22, I.23; AMB-02";
    AUTHORITY_UNREGULATED_GAME: Authority = Authority::Referee, "authority.unregulated.game", Computed, "REG VI.37; AMB-04";
    AUTHORITY_UNREGULATED_EVENT: Authority = Authority::MainReferee, "authority.unregulated.event", Computed, "REG VI.43; HOW 10.w; RUL 31; AMB-04";
    AUTHORITY_UNREGULATED_SEASON: Authority = Authority::Admins, "authority.unregulated.season", ToCome, "REG I.28; AMB-04";

    // applications
    APPLICATION_DAY_OF_PREV_MONTH: Option<u32> [1..=31] = Some(28), "application.day_of_prev_month", Computed, "REG I.1.g; AMB-05";
    APPLICATION_MIN_DAYS_BEFORE: u32 [0..=365] = 21, "application.min_days_before", Computed, "REG I.1.g, VI.1; HOW 1; AMB-05";
    APPLICATION_DECISION_DAYS: u32 [0..=365] = 7, "application.decision_days", Computed, "REG I.25; AMB-07";
    APPLICATION_ON_TIMEOUT: OnTimeout = OnTimeout::Overdue, "application.on_timeout", ToCome, "REG VI.1; AMB-07";
    APPLICATION_EXPERIENCE: Experience = Experience::Declaration, "application.experience", Computed, "REG I.29; AMB-09";
    APPLICATION_REQUIRED: Vec<ApplicationField> = ApplicationField::ALL.to_vec(), "application.required", Computed, "REG VI.4.a-g";
    CHANGE_NOTICE_DAYS: u32 [0..=365] = 7, "change.notice_days", Computed, "REG IV.6; AMB-08";
    CHANGE_LATE: LateChange = LateChange::Flag, "change.late", Computed, "REG IV.6; AMB-08";

    // attendance
    EVENT_REQUIRES_APPROVAL_FOR: Vec<EventEffect> = EventEffect::ALL.to_vec(), "event.requires_approval_for", ToCome, "REG VI.4; AMB-09";
    EVENT_PARTICIPANT_BASIS: ParticipantBasis = ParticipantBasis::PlayedAny, "event.participant_basis", Computed, "REG I.5, II.2; AMB-11";
    MIN_PLAYERS_STATIONARY: u32 [0..=100_000] = 16, "min_players.stationary", Computed, "REG I.17; AMB-10, AMB-12";
    MIN_PLAYERS_RANKING: u32 [0..=100_000] = 24, "min_players.ranking", Computed, "REG I.17, II.2; AMB-10";
    MIN_PLAYERS_MP: u32 [0..=100_000] = 28, "min_players.mp", Computed, "REG I.5, I.17; AMB-10";
    MIN_PLAYERS_MP_EXCEPTION_FLOOR: u32 [0..=100_000] = 24, "min_players.mp_exception_floor", Computed, "REG I.6";
    MIN_PLAYERS_BELOW_MINIMUM: BelowMinimum = BelowMinimum::RecordOnly, "min_players.below_minimum", ToCome, "REG I.17; AMB-12";
    EXCEPTION_VOIVODESHIPS: Vec<Voivodeship> = exception_voivodeships(), "exception_voivodeships", Computed, "REG I.6";
    EXCEPTION_EFFECTIVE_AT: EffectiveAt = EffectiveAt::Decision, "exception.effective_at", Computed, "REG I.6; AMB-14";
    EXCEPTION_DECIDED_BY: Authority = Authority::MainOrganizer, "exception.decided_by", ToCome, "REG I.6";

    // formats
    FORMATS_ELIM_ROUNDS: Span [1..=20] = Span::new(3, 4), "formats.elim.rounds", Computed, "REG I.5, I.7";
    FORMATS_ELIM_GAMES: Span [1..=20] = Span::new(3, 4), "formats.elim.games", Computed, "REG I.5, I.7";
    FORMATS_ELIM_TOTAL: Span [1..=400] = Span::new(12, 16), "formats.elim.total", Computed, "REG I.5, I.7";
    FORMATS_ORDINARY_ROUNDS: Span [1..=20] = Span::new(3, 4), "formats.ordinary.rounds", Computed, "REG I.8";
    FORMATS_ORDINARY_GAMES: Span [1..=20] = Span::new(3, 4), "formats.ordinary.games", Computed, "REG I.8";
    FORMATS_ORDINARY_TOTAL: Span [1..=400] = Span::new(9, 16), "formats.ordinary.total", Computed, "REG I.8";
    FORMATS_MP_ROUNDS: Span [1..=20] = Span::new(5, 6), "formats.mp.rounds", Computed, "REG VI.15";
    FORMATS_MP_GAMES: Span [1..=20] = Span::new(3, 4), "formats.mp.games", Computed, "REG VI.15";
    FORMATS_ALLOW_TOP_STAGE: bool = true, "formats.allow_top_stage", Computed, "REG I.7, I.8; HOW table; AMB-16";
    FORMATS_ALLOW_MIXED_ROUNDS: Strictness = Strictness::Warn, "formats.allow_mixed_rounds", Computed, "REG I.5, I.7; AMB-17";
    FORMATS_CUSTOM: bool = false, "formats.custom", Computed, "LOC VIII; AMB-22";
    FORMATS_FROZEN_AT: FrozenAt = FrozenAt::Start, "formats.frozen_at", Recorded, "HOW after table";
    FORMATS_MINI_MAX_PLAYERS: u32 [0..=1000] = 19, "formats.mini.max_players", Computed, "HOW after table; AMB-13";
    FORMATS_MINI_MANDATORY: Strictness = Strictness::Warn, "formats.mini.mandatory", Computed, "HOW after table; AMB-13";
    FORMATS_CATALOGUE: Vec<FormatName> = FormatName::REG_AND_TOP_STAGES.to_vec(), "formats.catalogue", Computed, "REG I.8; HOW table; AMB-16";
    ROUND_TIMEOUT_UNPLAYED: Unplayed = Unplayed::Zero, "round_timeout.unplayed", Computed, "REG VI.30; AMB-27";
    TURN_SECONDS: u32 [1..=3600] = 40, "turn_seconds", Display, "REG VI.10, VI.20; AMB-30";
    VARIANTS_DUEL_TABLE_SIZES: Vec<u32> [2..=4] = vec![2], "variants.duel.table_sizes", ToCome, "REG I.4.d; AMB-20";
    VARIANTS_DUEL_IMPORT_PLACES_ONLY: bool = true, "variants.duel.import_places_only", Computed, "REG I.4.d; AMB-20";

    // final and TOP stages
    FINAL_GAMES_MIN: u32 [1..=20] = 4, "final.games.min", Computed, "REG I.7, VI.13; AMB-18";
    FINAL_GAMES_MAX: u32 [1..=20] = 6, "final.games.max", Computed, "REG I.7, VI.13; AMB-18";
    FINAL_GAMES_DEFAULT: u32 [1..=20] = 4, "final.games.default", ToCome, "HOW S15; RUL 27; AMB-18";
    FINAL_CARRY_OVER: bool = false, "final.carry_over", Computed, "HOW S15; AMB-43";
    FINAL_TIEBREAK: Vec<StandingsKey> = StandingsKey::ALL.to_vec(), "final.tiebreak", Computed, "HOW S15; AMB-43";
    FINAL_REPLACEMENT: Replacement = Replacement::Next, "final.replacement", Computed, "AMB-47";
    FINAL_ENTERED_BY: Authority = Authority::Referee, "final.entered_by", Computed, "REG VI.40";
    TOP_GAMES: u32 [1..=20] = 4, "top.games", ToCome, "HOW table; AMB-21";
    TOP_TOP8_TABLES: Tables = Tables(vec![vec![1, 4, 5, 8], vec![2, 3, 6, 7]]), "top.top8.tables", Computed, "HOW seating table";
    TOP_TOP8_ADVANCE: Top8Advance = Top8Advance::TwoPerTable, "top.top8.advance", Computed, "AMB-44";
    TOP_TOP12_TABLES: Tables = Tables(vec![vec![1, 6, 7, 12], vec![2, 5, 8, 11], vec![3, 4, 9, 10]]), "top.top12.tables", Computed, "HOW seating table";
    TOP_TOP12_ADVANCE: Top12Advance = Top12Advance::WinnersPlusBestSecond, "top.top12.advance", Computed, "HOW seating table";
    LUCKY_LOSER_KEYS: Vec<StandingsKey> = StandingsKey::ALL.to_vec(), "lucky_loser.keys", Computed, "HOW seating table; AMB-45";

    // seating
    SEATING_SIZES: TableSizes = TableSizes::FourThenThree, "seating.sizes", Recorded, "REG VI.6.b; HOW 4.b";
    SEATING_THREE_SEAT: ThreeSeat = ThreeSeat::End, "seating.three_seat", Recorded, "REG VI.12; HOW S12";
    SEATING_ROUND1: FirstSeating = FirstSeating::Draw, "seating.round1", Recorded, "REG VI.6.d; HOW 4.d, 5";
    SEATING_ROUND1_THREE_SEAT: ThreeSeat = ThreeSeat::End, "seating.round1_three_seat", Recorded, "AMB-23";
    SEATING_LATER: LaterSeating = LaterSeating::ByStanding, "seating.later", Computed, "REG VI.12; HOW S12";
    SEATING_TIE_ORDER: SeatingTieOrder = SeatingTieOrder::PreviousOrder, "seating.tie_order", Computed, "AMB-26";
    SEATING_STARTER: StarterRule = StarterRule::Cyclic, "seating.starter", Recorded, "REG VI.8; AMB-25";
    THREE_SEAT_COMPENSATION: Compensation = Compensation::None, "three_seat.compensation", Recorded, "AMB-28";
    ATTENDANCE_LATE_JOIN: LateJoin = LateJoin::UntilRound2, "attendance.late_join", Computed, "AMB-29";

    // one game
    GAME_JOKER_STANDARD: u32 [0..=1000] = 50, "game.joker.standard", Computed, "REG VI.29; HOW 10.m; RUL 22; LOC VI.23; WRC P13";
    GAME_JOKER_TWIST: u32 [0..=1000] = 30, "game.joker.twist", Computed, "REG VI.29";
    GAME_JOKER_EXPERT: u32 [0..=1000] = 30, "game.joker.expert", Computed, "REG VI.29";
    GAME_UNMELDED_MODE: UnmeldedMode = UnmeldedMode::Flat, "game.unmelded.mode", Computed, "REG VI.29; WRC P14; AMB-31";
    GAME_UNMELDED_NO30: u32 [0..=10_000] = 100, "game.unmelded.no30", Computed, "REG VI.29 dash 1; HOW 10.n; RUL 23.a; WRC P14";
    GAME_UNMELDED_HAD30: u32 [0..=10_000] = 200, "game.unmelded.had30", Computed, "REG VI.29 dash 2; WRC P14";
    GAME_UNMELDED_ANNOUNCED: u32 [0..=10_000] = 100, "game.unmelded.announced", Computed, "REG VI.29 dashes 2-3; HOW 10.n; RUL 23.b; AMB-35";
    GAME_TIMEOUT_UNMELDED: TimeoutUnmelded = TimeoutUnmelded::RackValue, "game.timeout.unmelded", Computed, "REG VI.29, VI.30; WRC P14; AMB-32";
    GAME_TIMEOUT_JOKER_IN_SUM: bool = true, "game.timeout.joker_in_sum", Computed, "REG VI.29; AMB-34";
    GAME_TIE_SMALL_POINTS: TieSmallPoints = TieSmallPoints::FullEach, "game.tie.small_points", Computed, "REG VI.30; AMB-33";
    GAME_TIE_ROUNDING: SplitRounding = SplitRounding::BySeat, "game.tie.rounding", Computed, "AMB-33";
    GAME_SPILLED_PENALTY: u32 [0..=10_000] = 200, "game.spilled.penalty", Computed, "REG VI.34; AMB-36";
    GAME_SPILLED_FLAT: bool = true, "game.spilled.flat", Computed, "REG VI.34; AMB-36";
    GAME_MELD_MIN: u32 [1..=1000] = 30, "game.meld_min", Computed, "REG VI.22; HOW 10.i; RUL 16; LOC VI.19; WRC P4, P6";

    // standings
    STANDINGS_KEYS: Vec<StandingsKey> = vec![StandingsKey::Big, StandingsKey::Small], "standings.keys", Computed, "HOW S10, S14; AMB-41";
    STANDINGS_RESIDUAL: Residual = Residual::ExAequo, "standings.residual", Recorded, "AMB-41";
    STANDINGS_PLACE_TIE: PlaceTie = PlaceTie::SharedBest, "standings.place_tie", Computed, "REG II.5; AMB-42";
    STANDINGS_NON_FINALISTS: NonFinalists = NonFinalists::Elimination, "standings.non_finalists", Computed, "AMB-46";
    HALF_RULE_BASE: HalfRuleBase = HalfRuleBase::Planned, "half_rule.base", Computed, "REG II.3; AMB-50";
    HALF_RULE_NUM: u32 [0..=100] = 1, "half_rule.num", Computed, "REG II.3";
    HALF_RULE_DEN: u32 [1..=100] = 2, "half_rule.den", Computed, "REG II.3";
    HALF_RULE_EFFECT: HalfRuleEffect = HalfRuleEffect::NoPoints, "half_rule.effect", Computed, "REG II.3; AMB-49";
    HALF_RULE_APPLIES_TO: Vec<HalfRuleScope> = HalfRuleScope::ALL.to_vec(), "half_rule.applies_to", Computed, "REG II.3; AMB-49";
    HALF_RULE_COUNT_UNPLAYED: bool = false, "half_rule.count_unplayed", Computed, "REG II.3; AMB-27";
    DSQ_PLACEMENT: DsqPlacement = DsqPlacement::UnrankedShift, "dsq.placement", Computed, "AMB-48";
    DSQ_COUNTS_AS_PARTICIPANT: bool = true, "dsq.counts_as_participant", Computed, "AMB-48";
    DSQ_YELLOW_LIMIT: u32 [1..=10] = 2, "dsq.yellow_limit", Computed, "REG VI.36; AMB-87";
    DSQ_SCOPE: SanctionScope = SanctionScope::Tournament, "dsq.scope", Recorded, "REG VI.36; AMB-87";
    DSQ_BY: Authority = Authority::Referee, "dsq.by", Computed, "REG VI.38; HOW 10.u; AMB-88";
    SANCTIONS_TYPES: Vec<Sanction> = Sanction::ALL.to_vec(), "sanctions.types", Recorded, "REG VI.20.g, VI.36, VI.39; AMB-87";
    HIDE_STAGES: Vec<HideStage> = HideStage::ALL.to_vec(), "hide.stages", Computed, "REG VI.40, VI.41; AMB-100";
    HIDE_REVEAL: Reveal = Reveal::AllResultsEntered, "hide.reveal", Recorded, "REG VI.41";

    // ranking
    RANKING_BANDS: Vec<Band> = ranking_bands(), "ranking.bands", Computed, "REG II.5; AMB-53";
    RANKING_TIEBREAK_BASIS: TiebreakBasis = TiebreakBasis::Position, "ranking.tiebreak_basis", Computed, "REG II.8; AMB-52";
    RANKING_TIEBREAK_SOURCES: TiebreakSources = TiebreakSources::AllCounted, "ranking.tiebreak_sources", Computed, "REG II.8; AMB-54";
    RANKING_NUMBERING: Numbering = Numbering::Standard, "ranking.numbering", Computed, "REG II.8; AMB-55";
    RANKING_BEST_N: Option<u32> [1..=1000] = None, "ranking.best_n", Computed, "REG II.5, II.6; AMB-56";
    RANKING_EXCLUDED_CLASSES: Vec<TournamentClass> = vec![TournamentClass::Mp], "ranking.excluded_classes", Computed, "REG II.6; AMB-63";
    RANKING_LEAGUE_PLAYER_MIN_ROUNDS: u32 [0..=12] = 3, "ranking.league.player_min_rounds", Computed, "REG II.4";
    RANKING_LEAGUE_CONDITION: LeagueCondition = LeagueCondition::RoundsMinPresent, "ranking.league.condition", Computed, "REG II.4; AMB-51";
    RANKING_LEAGUE_N: u32 [0..=100_000] = 16, "ranking.league.n", Computed, "REG II.4; AMB-51";
    RANKING_LEAGUE_ROUNDS: u32 [0..=12] = 3, "ranking.league.rounds", Computed, "REG II.4; AMB-51";
    SEASON_START: SeasonStart = SeasonStart::DayAfterPreviousMp, "season.start", Recorded, "REG II.6, II.7; AMB-57";
    SEASON_END: SeasonEnd = SeasonEnd::DayBeforeMp, "season.end", Recorded, "REG II.6, II.7; AMB-57";
    SEASON_MP_COUNTS: bool = false, "season.mp_counts", Computed, "REG II.6; AMB-57";
    LEAGUE_TABLE: LeagueTable = LeagueTable::Cumulative, "league.table", Computed, "AMB-62";
    LEAGUE_ROUNDS_MIN: u32 [0..=1000] = 3, "league.rounds.min", Computed, "AMB-62";

    // qualification to the national championship
    AWANS_TOURNAMENT_DEPTH: Option<u32> [1..=100_000] = Some(4), "awans.tournament.depth", Computed, "REG I.9";
    AWANS_TOURNAMENT_SEATS: Vec<Step> = vec![Step { from: 1, seats: 1 }, Step { from: 80, seats: 2 }], "awans.tournament.seats", Computed, "REG I.9; HOW S16; AMB-64";
    AWANS_TOURNAMENT_UNFILLED: Unfilled = Unfilled::Lapse, "awans.tournament.unfilled", Computed, "REG I.9; AMB-65, AMB-66";
    AWANS_TOURNAMENT_REQUIRES_DECLARED_CLASS: bool = true, "awans.tournament.requires_declared_class", Computed, "REG I.29; HOW 1; AMB-15";
    AWANS_LEAGUE_DEPTH: Option<u32> [1..=100_000] = Some(8), "awans.league.depth", Computed, "REG I.11; AMB-69";
    AWANS_LEAGUE_MIN_ROUNDS: u32 [0..=12] = 3, "awans.league.min_rounds", Computed, "REG I.11; AMB-51";
    AWANS_LEAGUE_CONDITION: LeagueCondition = LeagueCondition::PersonsMinRounds, "awans.league.condition", Computed, "REG I.11; AMB-51";
    AWANS_LEAGUE_SEATS: Vec<Step> = vec![Step { from: 16, seats: 1 }, Step { from: 32, seats: 2 }], "awans.league.seats", Computed, "REG I.11";
    AWANS_LEAGUE_CANDIDATE_MIN_ROUNDS: u32 [0..=1000] = 0, "awans.league.candidate_min_rounds", Computed, "AMB-69";
    AWANS_GP_EVENTS: Span [1..=1000] = Span::new(5, 10), "awans.gp.events", Computed, "REG I.12; AMB-71";
    AWANS_GP_SEATS: u32 [0..=1000] = 1, "awans.gp.seats", Computed, "REG I.12";
    AWANS_GP_DEPTH_HIGH: u32 [1..=100_000] = 12, "awans.gp.depth_high", Computed, "REG I.12";
    AWANS_GP_DEPTH_LOW: u32 [1..=100_000] = 8, "awans.gp.depth_low", Computed, "REG I.12";
    AWANS_GP_THRESHOLD: u32 [0..=1_000_000] = 200, "awans.gp.threshold", Computed, "REG I.12; AMB-70";
    AWANS_GP_COUNT: GpCount = GpCount::Distinct, "awans.gp.count", Computed, "REG I.12; AMB-70";
    AWANS_GP_BELOW_THRESHOLD: BelowThreshold = BelowThreshold::Auto, "awans.gp.below_threshold", Computed, "REG I.12; AMB-70";
    AWANS_GP_ALLOWED_FORMATS: GpFormats = GpFormats::Eliminatory, "awans.gp.allowed_formats", Computed, "REG I.12; HOW S19; AMB-19";
    AWANS_GP_PLACE_BASIS: GpPlaceBasis = GpPlaceBasis::WholeTournament, "awans.gp.place_basis", Recorded, "REG I.12; HOW S19; AMB-19";
    AWANS_GP_BEST_N: Option<u32> [1..=1000] = None, "awans.gp.best_n", Computed, "REG I.12; AMB-71";
    AWANS_RANKING_COUNT: u32 [0..=4_294_967_295] = 50, "awans.ranking.count", Computed, "REG I.13; AMB-59";
    AWANS_RANKING_DAYS_BEFORE_MP: u32 [0..=365] = 7, "awans.ranking.days_before_mp", Computed, "REG I.13; AMB-58";
    AWANS_RANKING_INCLUSIVE: bool = true, "awans.ranking.inclusive", Computed, "REG I.13; AMB-58";
    AWANS_RANKING_MODE: RankingMode = RankingMode::Fill, "awans.ranking.mode", Computed, "REG I.13; AMB-59";
    AWANS_RANKING_BOUNDARY_TIE: BoundaryTie = BoundaryTie::Decide, "awans.ranking.boundary_tie", Computed, "REG I.13, II.8; AMB-60";
    AWANS_RANKING_LATE_CORRECTIONS: LateCorrections = LateCorrections::Freeze, "awans.ranking.late_corrections", ToCome, "REG I.13; AMB-58";
    AWANS_ONLINE: Vec<Quota> = online_quotas(), "awans.online", Computed, "REG I.14; AMB-72";
    AWANS_MW_SEATS: u32 [0..=1000] = 2, "awans.mw.seats", Computed, "REG I.24";
    AWANS_MW_DEPTH: Option<u32> [1..=100_000] = None, "awans.mw.depth", Computed, "REG I.24";
    AWANS_MW_EDITION: QualifiedEdition = QualifiedEdition::Next, "awans.mw.edition", Recorded, "REG I.16, I.18, I.24; AMB-73";
    AWANS_MW_ALSO_AWT: bool = false, "awans.mw.also_awt", Computed, "REG I.9, I.24; AMB-74";
    AWANS_WAIVER_SCOPE_TOURNAMENT: WaiverScope = WaiverScope::Edition, "awans.waiver.scope.tournament", Computed, "REG I.10; AMB-67";
    AWANS_WAIVER_SCOPE_LEAGUE: WaiverScope = WaiverScope::Edition, "awans.waiver.scope.league", Computed, "REG I.10, I.11; AMB-67";
    AWANS_WAIVER_DEADLINE: WaiverDeadline = WaiverDeadline::EventClose, "awans.waiver.deadline", ToCome, "REG I.10, I.11; AMB-67";
    AWANS_WAIVER_AFFECTS_MW: bool = false, "awans.waiver.affects_mw", ToCome, "REG I.10; AMB-67";
    AWANS_RESIGN_AFTER_GRANT: ResignAfterGrant = ResignAfterGrant::NoCascade, "awans.resign_after_grant", Computed, "AMB-67";
    AWANS_DECISION_ORDER: DecisionOrder = DecisionOrder::EndThenApplicationThenId, "awans.decision.order", Recorded, "REG I.9; AMB-68";
    AWANS_DECISION_SAME_EVENT_ORDER: SameEventOrder = SameEventOrder::TournamentThenGrandPrix, "awans.decision.same_event_order", Recorded, "REG I.12; AMB-77";
    AWANS_DECISION_WATERMARK: Watermark = Watermark::Strict, "awans.decision.watermark", Computed, "AMB-68";
    AWANS_DECISION_REQUIRES_HUMAN: bool = true, "awans.decision.requires_human", ToCome, "REG V.12; AMB-90";
    AWANS_DECISION_CORRECTION: CorrectionPolicy = CorrectionPolicy::Review, "awans.decision.correction", ToCome, "AMB-68";

    // voivodeship championships
    MW_QUARTER: Quarter = quarter("2025Q4"), "mw.quarter", Computed, "REG I.18";
    MW_COUNT: u32 [1..=16] = 16, "mw.count", Recorded, "REG I.18";
    MW_TOURNAMENT_MIN: u32 [0..=100_000] = 16, "mw.tournament.min", Computed, "REG I.19";
    MW_TOURNAMENT_SEATS: u32 [0..=1000] = 3, "mw.tournament.seats", Computed, "REG I.19";
    MW_LEAGUE_REGULARS: u32 [0..=100_000] = 12, "mw.league.regulars", Computed, "REG I.19; AMB-51";
    MW_LEAGUE_MIN_ROUNDS: u32 [0..=12] = 3, "mw.league.min_rounds", Computed, "REG I.19; AMB-51";
    MW_LEAGUE_CONDITION: LeagueCondition = LeagueCondition::PersonsMinRounds, "mw.league.condition", Computed, "REG I.19; AMB-51";
    MW_LEAGUE_SEATS: u32 [0..=1000] = 3, "mw.league.seats", Computed, "REG I.19";
    MW_HOLDER_SCOPE: HolderScope = HolderScope::SameVoivodeship, "mw.holder_scope", Computed, "REG I.20, I.21; AMB-78";
    MW_DEPTH: Option<u32> [1..=100_000] = None, "mw.depth", Computed, "REG I.20; AMB-79";
    MW_WINDOW: FeedingWindow = FeedingWindow::SeasonStartToEve, "mw.window", Recorded, "AMB-80";
    MW_CAPACITY: Option<u32> [1..=100_000] = None, "mw.capacity", Recorded, "AMB-82";
    MW_CHOICE_DEADLINE: ChoiceDeadline = ChoiceDeadline::StartListClose, "mw.choice_deadline", Recorded, "REG I.21; AMB-83";
    MW_UNUSED: Unused = Unused::Lapse, "mw.unused", Recorded, "REG I.21; AMB-83";
    MW_WAIVER: MwWaiver = MwWaiver::PassOn, "mw.waiver", Computed, "AMB-85";
    MW_WILDCARD_CAP: u32 [0..=4_294_967_295] = 64, "mw.wildcard.cap", Computed, "REG I.22; AMB-81";
    MW_WILDCARD_MULTI_LEAGUE: MultiLeague = MultiLeague::ByPlace, "mw.wildcard.multi_league", Computed, "REG I.22; AMB-81";
    MW_WILDCARD_TOURNAMENT_FALLBACK: TournamentFallback = TournamentFallback::NoLeague, "mw.wildcard.tournament_fallback", Computed, "REG I.23; AMB-81";
    MW_WILDCARD_DISCRETIONARY: bool = true, "mw.wildcard.discretionary", ToCome, "REG I.22; AMB-81, AMB-90";

    // the national championship and the world championship
    MP_QUARTER: Quarter = quarter("2025Q3"), "mp.quarter", Computed, "REG I.16";
    MP_MODE: Vec<MpMode> = MpMode::ALL.to_vec(), "mp.mode", Recorded, "REG I.16; AMB-75";
    MP_CAPACITY: Option<u32> [1..=100_000] = None, "mp.capacity", Recorded, "AMB-76";
    MP_DEFENDING_CHAMPION: bool = false, "mp.defending_champion", Recorded, "AMB-76";
    MP_RESERVE_LIST: ReserveList = ReserveList::None, "mp.reserve_list", Recorded, "AMB-76";
    WRC_NOMINEE: WrcNominee = WrcNominee::MpOrder, "wrc.nominee", Computed, "WRC R1, R2; AMB-86";
    WRC_CITIZENSHIP_REQUIRED: bool = true, "wrc.citizenship_required", Computed, "WRC R1; AMB-86";
    WRC_NO_CONSECUTIVE: bool = true, "wrc.no_consecutive", Computed, "WRC R2; AMB-86";
    WRC_MAX_PLACE: Option<u32> [1..=100_000] = None, "wrc.max_place", Computed, "AMB-86";

    // people
    FOREIGNERS_TOURNAMENTS: bool = true, "foreigners.tournaments", ToCome, "REG I.27, II.1; AMB-61";
    FOREIGNERS_LEAGUES: bool = true, "foreigners.leagues", Computed, "REG I.27; AMB-61";
    FOREIGNERS_MP_AWANS: bool = true, "foreigners.mp_awans", Computed, "REG II.1; AMB-61";
    FOREIGNERS_MW_AWANS: bool = true, "foreigners.mw_awans", Computed, "REG II.1; AMB-61";
    MINOR_CONSENT_BELOW: u32 [0..=150] = 18, "minor.consent_below", Computed, "REG IV.1; AMB-95";
    MINOR_ACCOMPANIED_BELOW: Option<u32> [1..=150] = None, "minor.accompanied_below", Computed, "LOC IV; AMB-95";
    PERSON_BIRTH_DATE: BirthDate = BirthDate::AgeFlag, "person.birth_date", ToCome, "REG IV.1; AMB-96";
    PRIVACY_PUBLIC_FIELDS: Vec<PublicField> = PublicField::ALL.to_vec(), "privacy.public_fields", ToCome, "REG V.3";
    PRIVACY_THIRD_COUNTRY: Permission = Permission::Forbidden, "privacy.third_country", Recorded, "REG V.13; AMB-91";
    PRIVACY_AUTOMATED_DECISIONS: Permission = Permission::Forbidden, "privacy.automated_decisions", Recorded, "REG V.12; AMB-90";
    PRIVACY_WRC_EXPORT_NEEDS_CONSENT: bool = true, "privacy.wrc_export_needs_consent", ToCome, "REG V.13; AMB-91";
    CONSENT_CAPTURE: ConsentCapture = ConsentCapture::PlayerRegistration, "consent.capture", ToCome, "REG V.5; AMB-89";
    CONSENT_FORM_VERSION: u32 [1..=1000] = 1, "consent.form_version", ToCome, "REG ZGODA; AMB-94";
    CONSENT_MARKETING_DEFAULT: bool = false, "consent.marketing_default", ToCome, "REG V.7, ZGODA; AMB-94";
    RETENTION_CONTACT_MONTHS: u32 [0..=240] = 12, "retention.contact_months", ToCome, "REG V.8; AMB-92";
    RETENTION_RESULTS: ResultRetention = ResultRetention::KeepPseudonymised, "retention.results", ToCome, "REG V.8; AMB-92";
    ERASURE_DISPLAY: ErasureDisplay = ErasureDisplay::DeletedPlayer, "erasure.display", ToCome, "REG V.8; AMB-93";
    COMPLAINT_WINDOW: ComplaintWindow = ComplaintWindow::EventClose, "complaint.window", ToCome, "REG IV; AMB-97";
    PRIZES_PLACES: u32 [0..=1000] = 4, "prizes.places", Display, "REG III.1; LOC X; AMB-98";
    CONDUCT_SPECTATOR_DISTANCE_CM: u32 [0..=10_000] = 200, "conduct.spectator_distance_cm", Display, "REG VI.19; AMB-39";
    CONDUCT_PENALTY_TILES: u32 [0..=10] = 1, "conduct.penalty_tiles", Display, "REG VI.20; WRC P8; AMB-39";
}

fn exception_voivodeships() -> Vec<Voivodeship> {
    use Voivodeship::*;
    vec![
        Lubelskie,
        Podkarpackie,
        Opolskie,
        Swietokrzyskie,
        Podlaskie,
        Wielkopolskie,
        KujawskoPomorskie,
        Zachodniopomorskie,
        Lubuskie,
    ]
}

#[rustfmt::skip]
const RANKING_BANDS_2024: [(u32, u32); 23] = [
    (1, 100), (2, 85), (3, 70), (4, 65), (5, 60), (6, 55), (7, 50), (8, 45), (9, 40), (11, 36), (13, 32), (15, 28),
    (17, 24), (21, 21), (25, 18), (29, 15), (33, 12), (37, 10), (42, 8), (47, 6), (52, 4), (57, 2), (65, 1),
];

fn ranking_bands() -> Vec<Band> {
    RANKING_BANDS_2024.iter().map(|&(from, points)| Band { from, points }).collect()
}

fn online_quotas() -> Vec<Quota> {
    let quota = |event, seats, editions| Quota { event, seats, editions };
    vec![
        quota(OnlineEvent::MpOnline, 6, 1),
        quota(OnlineEvent::Hertzano, 3, 1),
        quota(OnlineEvent::Gold, 1, 2),
        quota(OnlineEvent::Silver, 1, 2),
        quota(OnlineEvent::Bronze, 1, 2),
    ]
}

fn quarter(text: &str) -> Quarter {
    Quarter::parse(text).unwrap_or_else(|error| unreachable!("{error}"))
}

/// Every parameter, in the order of the regulations.
pub fn table() -> &'static [Parameter] {
    &TABLE
}

#[cfg(test)]
pub(super) fn named() -> impl Iterator<Item = (&'static str, &'static Parameter)> {
    NAMES.iter().copied().zip(table())
}

pub fn parameter(path: &str) -> Option<&'static Parameter> {
    TABLE.iter().find(|parameter| parameter.path == path)
}

pub(super) fn defaults() -> Vec<Value> {
    TABLE.iter().map(|parameter| parameter.default.clone()).collect()
}

/// Another name of a parameter, or of a part of one.
pub(super) struct Alias {
    path: &'static str,
    target: &'static str,
    pub(super) kind: Kind,
    pub(super) set: fn(&mut Rulebook, &Value),
}

/// The names by which a season bundle calls parameters, where they differ from the paths of the table.
static ALIASES: LazyLock<[Alias; 2]> = LazyLock::new(|| {
    [
        Alias {
            path: "awans.tournament.two_seats_from",
            target: AWANS_TOURNAMENT_SEATS.parameter().path,
            kind: Kind::Int(Span::new(1, u32::MAX)),
            set: |rulebook, value| {
                let from = u32::from_value(value);
                let two = Step { from, seats: 2 };
                let one = (from > 1).then_some(Step { from: 1, seats: 1 });
                rulebook.set(AWANS_TOURNAMENT_SEATS, one.into_iter().chain([two]).collect());
            },
        },
        Alias {
            path: "wildcard.cap",
            target: MW_WILDCARD_CAP.parameter().path,
            kind: MW_WILDCARD_CAP.parameter().kind.clone(),
            set: |rulebook, value| rulebook.set(MW_WILDCARD_CAP, u32::from_value(value)),
        },
    ]
});

pub(super) fn alias(path: &str) -> Option<&'static Alias> {
    ALIASES.iter().find(|alias| alias.path == path)
}

/// The path of the table that this alias stands for.
pub fn alias_target(path: &str) -> Option<&'static str> {
    alias(path).map(|alias| alias.target)
}
