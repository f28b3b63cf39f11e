//! The readings among which a parameter of the rulebook chooses.

use crate::values::choice::choices;

choices! {
    /// A source document (R-DEF-02); the order of layers is their precedence (AMB-01).
    "document" enum Document { Reg = "REG", How = "HOW", Rul = "RUL", Loc = "LOC", Wrc = "WRC" }

    /// Who decides (AMB-02, AMB-04).
    "authority" enum Authority {
        MainOrganizer = "main_organizer",
        CoOrganizer = "co_organizer",
        Referee = "referee",
        MainReferee = "main_referee",
        /// The Administrators of the Fani Rummikub group.
        Admins = "admins",
    }

    /// The time zone of every day and moment (AMB-06).
    "time zone" enum TimeZoneName { Warsaw = "Europe/Warsaw" }
    /// From which day of a competition of several days deadlines are counted (AMB-06).
    "anchor day" enum AnchorDay { FirstDay = "first_day" }

    /// What happens to an application without an answer in time (AMB-07).
    "timeout effect" enum OnTimeout { Overdue = "overdue", Approve = "approve", Reject = "reject" }
    /// What proves experience (AMB-09).
    "proof of experience" enum Experience { Declaration = "declaration", Verified = "verified" }
    /// The fields of an application (R-APP-03).
    "application field" enum ApplicationField {
        Name = "name",
        Email = "email",
        ContactAddress = "contact_address",
        Phone = "phone",
        Venue = "venue",
        ProposedDate = "proposed_date",
        PlannedPlayers = "planned_players",
    }
    /// What happens to a change announced too late (AMB-08).
    "late change effect" enum LateChange { Flag = "flag", Forbid = "forbid" }

    /// What needs an approved competition (AMB-09).
    "effect of an event" enum EventEffect { Mp = "mp", Ranking = "ranking", Mw = "mw" }
    /// Who counts as a participant (AMB-11).
    "participant basis" enum ParticipantBasis { Listed = "registered", PlayedAny = "played_any", PlayedHalf = "played_half" }
    /// What a competition below the minimum attendance is (AMB-12).
    "below-minimum effect" enum BelowMinimum { RecordOnly = "record_only", Forbid = "forbid" }
    /// When an exception decision takes effect (AMB-14).
    "effective moment" enum EffectiveAt { Decision = "decision", EventEnd = "event_end" }

    /// How strictly a rule is held.
    "strictness" enum Strictness { Allow = "allow", Warn = "warn", Forbid = "forbid" }
    /// From when on the format of a tournament cannot change (R-FMT-07).
    "freeze moment" enum FrozenAt { Start = "start" }

    /// A key by which players of a table or a stage are ordered.
    "standings key" enum StandingsKey { Big = "big", Small = "small", EliminationPlace = "elimination_place" }
    /// What becomes of players equal in every key (AMB-41).
    "residual tie" enum Residual { ExAequo = "ex_aequo" }
    /// Which points players who share a place get (AMB-42).
    "points of a shared place" enum PlaceTie { SharedBest = "shared_best", Average = "average", SharedWorst = "shared_worst" }
    /// How those who took part in a TOP stage but not in the final are placed (AMB-46).
    "order of non-finalists" enum NonFinalists { Elimination = "elimination", TopStage = "top_stage" }
    /// Who replaces a finalist who leaves (AMB-47).
    "replacement of a finalist" enum Replacement { Next = "next", None = "none" }
    /// Who advances from TOP8 (AMB-44).
    "advance from TOP8" enum Top8Advance { TwoPerTable = "two_per_table", WinnersPlusBest = "winners_plus_best" }
    /// Who advances from TOP12 (R-FIN-02).
    "advance from TOP12" enum Top12Advance { WinnersPlusBestSecond = "winners_plus_best_second" }

    /// How many sit at a table: four, and three where that does not come out (R-SEAT-01).
    "table sizes" enum TableSizes { FourThenThree = "4_then_3" }
    /// Where three-seat tables stand (R-SEAT-02).
    "place of three-seat tables" enum ThreeSeat { End = "end" }
    /// How the first round is seated (R-SEAT-03).
    "seating of the first round" enum FirstSeating { Draw = "draw" }
    /// How later rounds are seated (R-SEAT-04).
    "seating of later rounds" enum LaterSeating { ByStanding = "by_standing", Draw = "draw" }
    /// How tied players are ordered for seating (AMB-26).
    "seating order of tied players" enum SeatingTieOrder { PreviousOrder = "previous_order", Draw = "draw" }
    /// Who starts which game (AMB-25).
    "starter rule" enum StarterRule { Cyclic = "cyclic" }
    /// Whether a three-seat table is compensated (AMB-28).
    "three-seat compensation" enum Compensation { None = "none" }
    /// Until when a latecomer may join (AMB-29).
    "late joining" enum LateJoin { Never = "never", UntilRound2 = "until_round_2", Any = "any" }
    /// What a game is that was not started when the round's time ended (AMB-27).
    "unplayed game" enum Unplayed { Zero = "zero", Replay = "replay", Decide = "decide" }

    /// Whether the penalty for not melding replaces the rack sum (AMB-31).
    "penalty mode" enum UnmeldedMode { Flat = "flat", Additional = "additional" }
    /// What a player without first meld is charged when time or pool end the game (AMB-32).
    "unmelded at time-out" enum TimeoutUnmelded {
        RackValue = "rack_value",
        PenaltyAsRack = "penalty_as_rack",
        FlatPenalty = "flat_penalty",
    }
    /// The small points of tied winners (AMB-33).
    "small points of a tie" enum TieSmallPoints { FullEach = "full_each", Split = "split", None = "none" }
    /// Where the remainder of a split goes, since small points are whole (AMB-33).
    "rounding of a split" enum SplitRounding {
        /// One point each to the tied players in seat order, so that the sheet still sums to 0.
        BySeat = "by_seat",
        /// No player gets it, so that tied players stay equal.
        Down = "down",
    }

    /// Of which number of games a player must have played half (AMB-50).
    "base of the half rule" enum HalfRuleBase { Planned = "planned", Held = "held" }
    /// What the half rule does to a player below it (AMB-49).
    "effect of the half rule" enum HalfRuleEffect { NoPoints = "no_points", Unclassified = "unclassified" }
    /// Where the half rule applies (AMB-49).
    "scope of the half rule" enum HalfRuleScope { Ranking = "ranking", GrandPrix = "gp" }

    /// Where a disqualified player stands (AMB-48).
    "placement of disqualified players" enum DsqPlacement {
        /// Without place; the others move up.
        UnrankedShift = "unranked_shift",
        Last = "last",
        /// Place kept, without points or qualification.
        KeepNoPoints = "keep_no_points",
    }
    /// How long a yellow card counts (AMB-87).
    "scope of sanctions" enum SanctionScope { Tournament = "tournament", LeagueMeeting = "league_meeting", Season = "season" }
    /// When results may be hidden (AMB-100).
    "stage that may be hidden" enum HideStage { LastEliminationRound = "last_elimination_round", Final = "final" }
    /// When hidden results come back (R-PUB-02).
    "reveal" enum Reveal { AllResultsEntered = "all_results_entered" }

    /// By what equal totals are broken (AMB-52).
    "tie-break basis" enum TiebreakBasis { Position = "position", Points = "points" }
    /// Which results enter the tie-break (AMB-54).
    "tie-break sources" enum TiebreakSources { AllCounted = "all_counted", TournamentsOnly = "tournaments_only" }
    /// How places after a shared one are numbered (AMB-55).
    "numbering" enum Numbering { Standard = "standard", Dense = "dense" }
    /// Which of three readings a league condition has (AMB-51).
    "league condition" enum LeagueCondition {
        /// So many persons, each at enough meetings.
        PersonsMinRounds = "persons_min_rounds",
        /// So many persons together at the same meetings.
        SameRounds = "same_rounds",
        /// Enough meetings with so many present.
        RoundsMinPresent = "rounds_min_present",
    }
    /// How a league table comes about (AMB-62).
    "league table" enum LeagueTable { Cumulative = "cumulative", Imported = "imported" }

    /// When a season begins (AMB-57).
    "season start" enum SeasonStart { DayAfterPreviousMp = "day_after_previous_mp" }
    /// When a season ends (AMB-57).
    "season end" enum SeasonEnd { DayBeforeMp = "day_before_mp" }

    /// Effect on a qualification that no player may take (AMB-65).
    "unfilled qualification" enum Unfilled { Lapse = "lapse", Decide = "decide" }
    /// How persons of a Grand Prix are counted (AMB-70).
    "Grand Prix count" enum GpCount { Distinct = "distinct", Attendances = "attendances" }
    /// Which formats a Grand Prix accepts (AMB-19).
    "Grand Prix formats" enum GpFormats { Eliminatory = "eliminatory", StandardOnly = "standard_only" }
    /// Which place counts for a Grand Prix (AMB-19).
    "Grand Prix place" enum GpPlaceBasis { WholeTournament = "whole_tournament" }
    /// Whether a small Grand Prix gives its qualification by itself (AMB-70).
    "small Grand Prix" enum BelowThreshold { Auto = "auto", Discretionary = "discretionary" }
    /// How the qualifications of the ranking are given (AMB-59).
    "ranking qualification mode" enum RankingMode { Fill = "fill", TopPlaces = "top_places" }
    /// What a tie on the last qualification of the ranking does (AMB-60).
    "boundary tie" enum BoundaryTie { Decide = "decide", IncludeAll = "include_all", ExcludeAll = "exclude_all" }
    /// Whether the snapshot of the ranking follows later corrections (AMB-58).
    "late corrections" enum LateCorrections { Freeze = "freeze", Recompute = "recompute" }
    /// To which championship a voivodeship championship qualifies (AMB-73).
    "qualified edition" enum QualifiedEdition { Next = "next" }
    /// How far a waiver reaches (AMB-67).
    "waiver scope" enum WaiverScope { Edition = "edition", Event = "event" }
    /// Until when a waiver may be declared (AMB-67).
    "waiver deadline" enum WaiverDeadline { EventClose = "event_close" }
    /// What a resignation after the grant does (AMB-67).
    "late resignation" enum ResignAfterGrant { NoCascade = "no_cascade", Cascade = "cascade", Decide = "decide" }
    /// By what decisions are ordered (AMB-68).
    "decision order" enum DecisionOrder { EndThenApplicationThenId = "ended_at_then_submitted_at_then_id" }
    /// What is decided first when a tournament ends a Grand Prix (AMB-77).
    "same-event order" enum SameEventOrder { TournamentThenGrandPrix = "tournament_then_gp" }
    /// Whether a decision waits for earlier competitions (AMB-68).
    "watermark" enum Watermark { Strict = "strict", Warn = "warn" }
    /// What a correction does to confirmed decisions (AMB-68).
    "correction policy" enum CorrectionPolicy { Review = "review", Cascade = "cascade" }

    /// Whose voivodeship qualification makes a holder (AMB-78).
    "holder scope" enum HolderScope { SameVoivodeship = "same_voivodeship", Any = "any" }
    /// Which competitions feed a voivodeship championship (AMB-80).
    "feeding window" enum FeedingWindow { SeasonStartToEve = "season_start_to_eve" }
    /// Until when a player chooses between championships of one day (AMB-83).
    "choice deadline" enum ChoiceDeadline { StartListClose = "start_list_close" }
    /// What becomes of an unused qualification (AMB-83).
    "unused qualification" enum Unused { Lapse = "lapse" }
    /// What refusing a voivodeship qualification does (AMB-85).
    "voivodeship waiver" enum MwWaiver { PassOn = "pass_on", None = "none" }
    /// How several leagues are interleaved for wildcards (AMB-81).
    "order of several leagues" enum MultiLeague { ByPlace = "by_place", ByLeagueSize = "by_league_size" }
    /// When tournaments give wildcards (AMB-81).
    "tournament fallback" enum TournamentFallback { NoLeague = "no_league", Unfilled = "unfilled" }
    /// How the championship may be played (R-MP-01).
    "championship mode" enum MpMode { Online = "online", Stationary = "stationary" }
    /// Whether the championship has reserves (AMB-76).
    "reserve list" enum ReserveList { None = "none" }
    /// In which order the WRC nominee is looked for (AMB-86).
    "nomination order" enum WrcNominee { MpOrder = "mp_order" }

    /// A field of a person that may be published (R-PD-03).
    "public field" enum PublicField {
        FirstName = "first_name",
        Surname = "surname",
        City = "city",
        Voivodeship = "voivodeship",
        Image = "image",
    }
    "permission" enum Permission { Allowed = "allowed", Forbidden = "forbidden" }
    /// Where consent is taken (AMB-89).
    "consent capture" enum ConsentCapture { PlayerRegistration = "player_registration" }
    /// What stays of results after an erasure (AMB-92).
    "retention of results" enum ResultRetention { KeepPseudonymised = "keep_pseudonymised" }
    /// How an erased person is shown (AMB-93).
    "erased person" enum ErasureDisplay { DeletedPlayer = "deleted_player" }
    /// How the age check is stored (AMB-96).
    "birth date storage" enum BirthDate { Optional = "optional", AgeFlag = "age_flag" }
    /// Until when a score may be disputed at the competition (AMB-97).
    "complaint window" enum ComplaintWindow { EventClose = "event_close" }
}
