//! Reading a ledger: one account for each event, with what became of every seat and through whose hands it went.

use super::who::{ActingAccount, LedgerPlayer, Sight, event_id, event_name};
use crate::address::API;
use crate::answer::{Answer, Audience};
use crate::auth::{Action, Caller, Note, Outcome};
use crate::kostka::Kostka;
use crate::negotiate::{self, Form};
use crate::problem::{Problem, ProblemKind};
use crate::sheet::{self, Cell, Dialect};
use crate::table::Shape;
use crate::{as_of, tournaments};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::event::{Event, LedgerEvent, SeasonEvent, SeatOrigin};
use domain::ids::{AccountId, EventId, EventKey, PlayerKey};
use domain::ledger::Target;
use domain::qualification::{Considered, Source, Verdict};
use domain::season::Facts;
use events::envelope::{Position, Timestamp};
use formats::explain::{Naming, Sentences, refusal_message};
use formats::words::Lang;
use projections::season_lists::{
    Account, SeatLine, SeatState, accounts, decisions, origin_stream, other_acts, proposals,
};
use projections::sentence::{change_sentence, sentence};
use projections::views::{Change, Changed, LedgerLine, Views, ledger_stream};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// How a ledger is to be shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LedgerView {
    /// Only the account of this event, or `ranking`.
    #[param(max_length = 1024)]
    event_id: Option<String>,
    /// As it was at a position of the log, or at a time (RFC 3339); names are those of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The ledger of a championship.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QualificationLedger {
    /// `mp:` and the season, or `mw:` and the championship.
    #[schema(max_length = 1030, example = "mp:2025-26")]
    target: String,
    /// All accounts together.
    balance: Balance,
    /// One for each event and title, in the order of decision.
    #[schema(max_items = 100_000)]
    accounts: Vec<QualificationAccount>,
    /// Wildcards that were put forward or granted; the national championship has none.
    #[schema(max_items = 100_000)]
    wildcards: Vec<LedgerWildcard>,
    /// What persons did that is about no seat of an event: wildcards, choices among championships, the nomination to the world
    /// championship.
    #[schema(max_items = 100_000)]
    other_acts: Vec<CustodyLine>,
}

/// What became of seats: `seats + beyond` is the sum of all others.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct Balance {
    /// How many the rules open.
    #[schema(minimum = 0, maximum = 1_000_000, example = 3)]
    seats: u32,
    /// Granted by a named person, and in no doubt.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    granted: u32,
    /// Granted, and the rules would give them to somebody else now.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    review: u32,
    /// Given by the rules, and granted by nobody yet.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    proposed: u32,
    /// A person has to decide first.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    pending: u32,
    /// Declined, and not passed on.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    declined: u32,
    /// Given to nobody by a named person.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    withheld: u32,
    /// Nobody could take them.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    lapsed: u32,
    /// More than the rules open: grants that a correction left without a seat, or a tie that the rulebook lets everybody win.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    beyond: u32,
}

impl Balance {
    fn of(account: &Account) -> Self {
        Self {
            seats: account.seats,
            granted: account.count(SeatState::Granted),
            review: account.count(SeatState::Review),
            proposed: account.count(SeatState::Proposed),
            pending: account.count(SeatState::Pending),
            declined: account.count(SeatState::Declined),
            withheld: account.count(SeatState::Withheld),
            lapsed: account.count(SeatState::Lapsed),
            beyond: account.beyond(),
        }
    }

    fn add(&mut self, other: &Self) {
        self.seats += other.seats;
        self.granted += other.granted;
        self.review += other.review;
        self.proposed += other.proposed;
        self.pending += other.pending;
        self.declined += other.declined;
        self.withheld += other.withheld;
        self.lapsed += other.lapsed;
        self.beyond += other.beyond;
    }
}

/// The account of one event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QualificationAccount {
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// What it is called.
    #[schema(max_length = 1024, example = "Turniej w Łodzi")]
    event_name: String,
    /// Under which title it gives qualifications.
    #[schema(max_length = 20, example = "tournament")]
    source: String,
    /// When it is decided to whom they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T18:30:00+01:00")]
    decided_at: Option<String>,
    /// The last place that may get one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 100_000, example = 8)]
    depth: Option<u32>,
    /// Why it gives none, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000, example = "za mało uczestników: 21, a potrzeba 24")]
    refusal: Option<String>,
    balance: Balance,
    /// What became of each seat.
    #[schema(max_items = 100_000)]
    seats: Vec<Seat>,
    /// Who may get what is pending; nobody in particular where a person chooses.
    #[schema(max_items = 100_000)]
    candidates: Vec<LedgerPlayer>,
    /// Who was looked at, in order, and why the seat went to them or past them.
    #[schema(max_items = 100_000)]
    considered: Vec<LookedAt>,
    /// Everything that made it so: what recorded the event and changed its record, and what persons did, in the order of the log.
    #[schema(max_items = 100_000)]
    custody: Vec<CustodyLine>,
    /// The digest of what the rules propose, by which an act says what it answers; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    proposal: Option<String>,
    /// Events that ended earlier, or should have, and are not closed; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100_000)]
    waits_for: Option<Vec<String>>,
}

/// Who has a seat, for the documentation: nobody has one that is open.
#[derive(ToSchema)]
#[allow(dead_code, reason = "tells clients of the fields of somebody who may not be there")]
struct SeatHolder {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player_id: Option<String>,
    /// What the player is called.
    #[schema(max_length = 401, example = "Łucja Przykładowa")]
    name: Option<String>,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    city: Option<String>,
    /// The voivodeship that the player plays for.
    #[schema(max_length = 40, example = "łódzkie")]
    voivodeship: Option<String>,
}

/// One seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Seat {
    /// Its number in the account, from 1.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    number: usize,
    /// `granted`, `review`, `proposed`, `pending`, `declined`, `withheld` or `lapsed`.
    #[schema(max_length = 20, example = "granted")]
    state: &'static str,
    /// Who has it or declined it.
    #[serde(flatten)]
    #[schema(value_type = SeatHolder)]
    player: Option<LedgerPlayer>,
    /// With which place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    place: Option<u32>,
    /// Where the event stands in the log that last decided about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: Option<u64>,
}

/// Somebody who was looked at.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LookedAt {
    #[serde(flatten)]
    player: LedgerPlayer,
    /// The place that was looked at.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
    /// What came of it, in one word.
    #[schema(max_length = 20, example = "holder")]
    verdict: &'static str,
    /// The same in words.
    #[schema(max_length = 2000, example = "ma już awans: Turniej w Olsztynie")]
    why: String,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-02, REG I.9")]
    rules: &'static str,
}

/// A wildcard that was put forward.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LedgerWildcard {
    #[serde(flatten)]
    player: LedgerPlayer,
    /// The event whose table it rests on.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 4)]
    place: u32,
    /// `nominated` or `granted`.
    #[schema(max_length = 20, example = "nominated")]
    state: &'static str,
}

/// One link of the chain: an event of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CustodyLine {
    /// Where it stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// The proof that the event is in the log.
    #[schema(max_length = 60, example = "/api/v1/log/events/1042/proof")]
    proof: String,
    /// The event itself, with what its leaf is computed from; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 60, example = "/api/v1/log/events/1042")]
    event: Option<String>,
    /// When it was recorded.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T10:15:30.123456Z")]
    recorded_at: String,
    /// What it was, in one word: `opened`, `corrected`, `decided` of the event itself; `granted`, `declined`, `withheld`… of what persons did.
    #[schema(max_length = 40, example = "granted")]
    act: &'static str,
    /// The same as a sentence.
    #[schema(
        max_length = 4000,
        example = "Przyznano awans do Mistrzostw Polski (2025-26): Łucja Przykładowa („Turniej w Łodzi”, miejsce 2)"
    )]
    sentence: String,
    /// Whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player_id: Option<String>,
    /// The digest of the proposal that it answered; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    proposal: Option<String>,
    /// Whether a reason was given: an override, a review, something passed on. Absent for what recorded and corrected the event itself,
    /// whose reasons are told where it is told of.
    #[serde(skip_serializing_if = "Option::is_none")]
    has_reason: Option<bool>,
    /// The reason; for admins and arbiters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Liga w Rybniku skończy się dopiero po terminie zgłoszeń")]
    reason: Option<String>,
    /// Who did it; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<ActingAccount>,
}

/// Answers with the ledger of a championship.
pub(super) async fn show(
    request: &HttpRequest,
    kostka: web::Data<Kostka>,
    caller: Caller,
    target: Target,
    view: LedgerView,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(request, view.dialect)?;
    let lang = negotiate::language(request.headers());
    let sight = Sight::of(&kostka, &caller);
    let views = as_of::views(request, &kostka, view.as_of.as_deref()).await?;
    let reasons = match shape {
        Shape::Json if sight == Sight::Texts => reasons(request, &kostka, &views, &target).await?,
        Shape::Json | Shape::Csv(_) => BTreeMap::new(),
    };
    let audience = if matches!(caller, Caller::Anonymous) { Audience::Public } else { Audience::Private };
    let here = kostka.clone();
    let answer = kostka.blocking(move || {
        let today = here.views();
        let teller = Teller { views: &views, today: &today, target: &target, lang, sight, reasons: &reasons };
        let mut ledger = teller.ledger(view.event_id.as_deref()).ok_or(ProblemKind::NotFound)?;
        if sight.is_staff() && matches!(shape, Shape::Json) {
            teller.name_recorders(&here, &mut ledger)?;
        }
        let answer = match shape {
            Shape::Json => Answer::computed(audience, &ledger)?,
            Shape::Csv(dialect) => csv(dialect, &ledger)?,
        };
        Ok::<_, Problem>(answer.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(request).await)
}

/// The reasons that persons gave, by the positions of their acts; that somebody reads them is noted.
async fn reasons(
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
    views: &Views,
    target: &Target,
) -> Result<BTreeMap<Position, String>, Problem> {
    let history = views.records.ledger(target).map(|entry| &entry.history);
    let given = history.into_iter().flatten().filter(|line| line.event.reason().is_some());
    let positions: Vec<Position> = given.map(|line| line.position).collect();
    let Some(stream) = ledger_stream(target).filter(|_| !positions.is_empty()) else { return Ok(BTreeMap::new()) };
    let note = Note::of(request, kostka, Action::ReadPrivate, Outcome::Done);
    kostka.audit.note(kostka, &note.about(stream.to_string()));
    tournaments::reasons(kostka, &stream, positions).await
}

/// Tells of a ledger.
struct Teller<'a> {
    /// What was recorded until then.
    views: &'a Views,
    /// The names of today.
    today: &'a Views,
    target: &'a Target,
    lang: Lang,
    sight: Sight,
    reasons: &'a BTreeMap<Position, String>,
}

impl Teller<'_> {
    fn ledger(&self, only: Option<&str>) -> Option<QualificationLedger> {
        let records = &self.views.records;
        let accounts = accounts(records, self.target)?;
        let (set, _) = decisions(records, self.target)?;
        let proposals = if self.sight.is_staff() { proposals(self.views, self.target)? } else { Vec::new() };
        let mut balance = Balance::default();
        let mut told = Vec::with_capacity(accounts.len());
        for (index, account) in accounts.iter().enumerate() {
            if only.is_some_and(|only| only != event_id(&account.origin)) {
                continue;
            }
            let mut line = self.account(&set.facts, account);
            // Both stand in the order of decision.
            if let Some(proposal) = proposals.get(index) {
                line.proposal = Some(proposal.digest().to_string());
                line.waits_for = Some(proposal.waits_for.iter().map(ToString::to_string).collect());
            }
            balance.add(&line.balance);
            told.push(line);
        }
        if told.is_empty() && only.is_some() {
            return None;
        }
        let others = if only.is_some() { Vec::new() } else { other_acts(records, self.target) };
        Some(QualificationLedger {
            target: self.target.to_string(),
            balance,
            accounts: told,
            wildcards: if only.is_some() { Vec::new() } else { self.wildcards() },
            other_acts: others.iter().map(|line| self.act(line)).collect(),
        })
    }

    fn wildcards(&self) -> Vec<LedgerWildcard> {
        let ledger = self.views.records.ledger(self.target).map(|entry| &entry.ledger);
        let wildcards = ledger.into_iter().flat_map(|ledger| ledger.wildcards.values());
        let told = wildcards.map(|wildcard| LedgerWildcard {
            player: LedgerPlayer::of(self.today, &wildcard.nominated.player, self.lang),
            event_id: wildcard.nominated.event.to_string(),
            place: wildcard.nominated.place.number(),
            state: if wildcard.granted_by.is_some() { "granted" } else { "nominated" },
        });
        told.collect()
    }

    fn account(&self, facts: &Facts, account: &Account) -> QualificationAccount {
        let player = |key| LedgerPlayer::of(self.today, facts.player_id(key), self.lang);
        let seat = |(index, line): (usize, &SeatLine)| Seat {
            number: index + 1,
            state: line.state.name(),
            player: line.holder.map(|(key, _)| player(key)),
            place: line.holder.map(|(_, place)| place.number()),
            position: decided_by(facts, account, line).map(|position| position.0),
        };
        let mw = matches!(self.target, Target::Mw(_));
        let names = Names { teller: self, facts };
        let sentences = Sentences { facts, names: &names, lang: self.lang };
        let looked_at = |it: &Considered| LookedAt {
            player: player(it.player),
            place: it.place.number(),
            verdict: verdict_name(it.verdict),
            why: sentences.verdict(it.verdict),
            rules: it.verdict.rules(account.origin.source, mw),
        };
        let opened =
            account.opened.iter().enumerate().filter_map(|(index, change)| self.change(account, index, change));
        let mut custody: Vec<CustodyLine> = opened.chain(account.acts.iter().map(|line| self.act(line))).collect();
        custody.sort_by_key(|line| line.position);
        QualificationAccount {
            event_id: event_id(&account.origin),
            event_name: event_name(self.today, self.target, &account.origin, self.lang),
            source: account.origin.source.to_string(),
            decided_at: account.decided_at.map(|moment| moment.to_string()),
            depth: account.depth,
            refusal: account.refusal.map(|refusal| self.lang.say(&refusal_message(&refusal, &facts.rulebook))),
            balance: Balance::of(account),
            seats: account.lines.iter().enumerate().map(seat).collect(),
            candidates: account.candidates.iter().map(|key| player(*key)).collect(),
            considered: account.considered.iter().map(looked_at).collect(),
            custody,
            proposal: None,
            waits_for: None,
        }
    }

    /// Says who recorded, corrected and decided what the qualifications come from; the acts of the ledger itself say it already.
    fn name_recorders(&self, kostka: &Kostka, ledger: &mut QualificationLedger) -> Result<(), Problem> {
        let lines = ledger.accounts.iter_mut().flat_map(|account| &mut account.custody);
        for line in lines.filter(|line| line.by.is_none()) {
            let page = kostka.log.read(Position(line.position.saturating_sub(1)), 1).map_err(|error| {
                tracing::error!(%error, "the store cannot be read");
                ProblemKind::Unavailable
            })?;
            let actor = page.first().map(|recorded| recorded.event.actor.as_str());
            // What was imported, or done by an operator, was done by no account.
            let account = actor.and_then(|actor| AccountId::parse(actor.strip_prefix("account/")?).ok());
            line.by = account.and_then(|account| ActingAccount::of(self.today, &account, self.sight));
        }
        Ok(())
    }

    /// What an event is called, whichever kind it is of.
    fn name_of(&self, event: &EventId) -> String {
        let sources = [Source::Tournament, Source::League, Source::GrandPrix, Source::Online];
        let name = sources.into_iter().find_map(|source| {
            let origin = SeatOrigin { source, event: Some(event.clone()) };
            let stream = origin_stream(self.target, &origin)?;
            self.today.happenings.find(&stream)?;
            Some(event_name(self.today, self.target, &origin, self.lang))
        });
        name.unwrap_or_else(|| event.to_string())
    }

    fn change(&self, account: &Account, index: usize, change: &Change) -> Option<CustodyLine> {
        let stream = origin_stream(self.target, &account.origin)?;
        let act = match &change.what {
            _ if index == 0 => "opened",
            Changed::Corrected => "corrected",
            Changed::Told(event) if is_correction(event) => "corrected",
            Changed::Recorded | Changed::Told(_) => "decided",
        };
        let sentence = self.lang.say(&change_sentence(&change.what, &stream, self.today));
        Some(CustodyLine { act, sentence, ..self.custody_line(change.position, change.recorded_at) })
    }

    fn act(&self, line: &LedgerLine) -> CustodyLine {
        let event = &line.event;
        let stream = ledger_stream(self.target);
        let words = stream.map(|stream| sentence(&Event::Ledger(event.clone()), &stream, self.today));
        CustodyLine {
            act: event.act(),
            sentence: words.map(|words| self.lang.say(&words)).unwrap_or_default(),
            player_id: event.player().map(ToString::to_string),
            proposal: event.proposal().filter(|_| self.sight.is_staff()).map(|digest| digest.to_string()),
            has_reason: Some(event.reason().is_some()),
            reason: self.reasons.get(&line.position).cloned(),
            by: ActingAccount::of(self.today, event.by(), self.sight),
            ..self.custody_line(line.position, line.recorded_at)
        }
    }

    fn custody_line(&self, position: Position, recorded_at: Timestamp) -> CustodyLine {
        let event = format!("{API}/log/events/{}", position.0);
        CustodyLine {
            position: position.0,
            proof: format!("{event}/proof"),
            event: Some(event).filter(|_| self.sight.is_staff()),
            recorded_at: recorded_at.to_string(),
            act: "decided",
            sentence: String::new(),
            player_id: None,
            proposal: None,
            has_reason: None,
            reason: None,
            by: None,
        }
    }
}

/// The names of today for the sentences of an account.
struct Names<'a> {
    teller: &'a Teller<'a>,
    facts: &'a Facts,
}

impl Naming for Names<'_> {
    fn player(&self, player: PlayerKey) -> String {
        LedgerPlayer::of(self.teller.today, self.facts.player_id(player), self.teller.lang).name
    }

    fn event(&self, event: EventKey) -> String {
        self.teller.name_of(self.facts.event_id(event))
    }
}

fn is_correction(event: &Event) -> bool {
    matches!(event, Event::Season(SeasonEvent::Corrected(_)))
}

/// A verdict in one word.
fn verdict_name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Granted => "given",
        Verdict::Pending => "pending",
        Verdict::Holder(_) => "holder",
        Verdict::Waived(_) => "waived",
        Verdict::Disqualified => "disqualified",
        Verdict::NoGames => "no_games",
        Verdict::Foreign => "foreign",
        Verdict::RarelyPresent => "rarely_present",
        Verdict::LostTie => "lost_tie",
        Verdict::TiedOut => "tied_out",
        Verdict::Declined { .. } => "declined",
    }
}

/// One line for each seat.
fn csv(dialect: Dialect, ledger: &QualificationLedger) -> Result<Answer, Problem> {
    const HEAD: [&str; 11] = [
        "event_id",
        "event_name",
        "source",
        "seat",
        "state",
        "player_id",
        "name",
        "city",
        "voivodeship",
        "place",
        "position",
    ];
    let number = |number: Option<u64>| number.map_or(Cell::Empty, |number| Cell::Number(number as i64));
    let seats = ledger.accounts.iter().flat_map(|account| account.seats.iter().map(move |seat| (account, seat)));
    let rows = seats.map(|(account, seat)| {
        let player = seat.player.as_ref();
        vec![
            Cell::text(&account.event_id),
            Cell::text(&account.event_name),
            Cell::text(&account.source),
            Cell::Number(seat.number as i64),
            Cell::text(seat.state),
            Cell::maybe(player.map(|player| player.player_id.as_str())),
            Cell::maybe(player.map(|player| player.name.as_str())),
            Cell::maybe(player.and_then(|player| player.city.as_deref())),
            Cell::maybe(player.and_then(|player| player.voivodeship.as_deref())),
            number(seat.place.map(u64::from)),
            number(seat.position),
        ]
    });
    let body = sheet::write(dialect, &HEAD, rows)?;
    Ok(Answer::by_content(Audience::Public, Form::Csv, body.into()))
}

/// The last event about a seat: what a person did about it, or else what made the record as it is.
fn decided_by(facts: &Facts, account: &Account, seat: &SeatLine) -> Option<Position> {
    let about = |line: &&Arc<LedgerLine>| match (seat.state, seat.holder) {
        (SeatState::Withheld, _) => matches!(line.event, LedgerEvent::Withheld(_)),
        (SeatState::Granted | SeatState::Review | SeatState::Declined, Some((key, _))) => {
            line.event.player() == Some(facts.player_id(key))
        }
        _ => false,
    };
    let act = account.acts.iter().rev().find(about).map(|line| line.position);
    act.or_else(|| account.opened.last().map(|change| change.position))
}
