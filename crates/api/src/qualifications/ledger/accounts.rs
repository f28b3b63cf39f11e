//! Answers with a ledger: one account for each competition, its seats and their chain of custody.

use crate::accounts::{Action, AuditNote, Caller, Outcome};
use crate::http::address::API;
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::as_of;
use crate::http::csv::{self, Cell, Dialect};
use crate::http::list_response::ListFormat;
use crate::http::negotiate::{self, Form};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::qualifications::ledger::people::{LedgerVisibility, acting_account, event_id, event_name, ledger_player};
use crate::tournaments;
use actix_web::{HttpRequest, web};
use domain::event::{Event, LedgerEvent, SeasonEvent, SeatOrigin};
use domain::qualification::ledger::Target;
use domain::qualification::{Considered, Source, Verdict};
use domain::season::Facts;
use domain::values::ids::{AccountId, CompetitionId, CompetitionKey, PlayerKey};
use events::envelope::{Position, Timestamp};
use formats::explain::{NameSource, Sentences, refusal_message};
use formats::localization::Lang;
use projections::season_lists::{
    Account, SeatLine, SeatState as SeatProgress, accounts, decisions, origin_stream, other_acts, proposals,
};
use projections::sentence::{change_sentence, sentence};
use projections::views::{Change, ChangeKind, LedgerLine, Views, ledger_stream};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::IntoParams;
use wire::qualifications::ledger::{
    Balance, ConsideredPlayer, CustodyLine, LedgerWildcard, QualificationAccount, QualificationLedger, Seat, SeatState,
};
use wire::qualifications::list::WildcardState;

/// How a ledger is to be shown.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct LedgerParams {
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

fn account_balance(account: &Account) -> Balance {
    Balance {
        seats: account.seats,
        granted: account.count(SeatProgress::Granted),
        review: account.count(SeatProgress::Review),
        proposed: account.count(SeatProgress::Proposed),
        pending: account.count(SeatProgress::Pending),
        declined: account.count(SeatProgress::Declined),
        withheld: account.count(SeatProgress::Withheld),
        lapsed: account.count(SeatProgress::Lapsed),
        beyond: account.beyond(),
    }
}

/// Adds the seats of one account to the sum of all.
fn add_balance(sum: &mut Balance, other: &Balance) {
    sum.seats += other.seats;
    sum.granted += other.granted;
    sum.review += other.review;
    sum.proposed += other.proposed;
    sum.pending += other.pending;
    sum.declined += other.declined;
    sum.withheld += other.withheld;
    sum.lapsed += other.lapsed;
    sum.beyond += other.beyond;
}

pub(crate) async fn show(
    request: &HttpRequest,
    app: web::Data<AppState>,
    caller: Caller,
    target: Target,
    view: LedgerParams,
) -> HandlerResult {
    let format = ListFormat::from_request(request, view.dialect)?;
    let lang = negotiate::language(request.headers());
    let visibility = LedgerVisibility::of(&app, &caller);
    let views = as_of::views(request, &app, view.as_of.as_deref()).await?;
    let reasons = match format {
        ListFormat::Json if visibility == LedgerVisibility::Texts => reasons(request, &app, &views, &target).await?,
        ListFormat::Json | ListFormat::Csv(_) => BTreeMap::new(),
    };
    let audience = if matches!(caller, Caller::Anonymous) { Audience::Public } else { Audience::Private };
    let blocking_app = app.clone();
    let answer = app.blocking(move || {
        let today = blocking_app.views();
        let builder =
            LedgerAnswerBuilder { views: &views, today: &today, target: &target, lang, visibility, reasons: &reasons };
        let mut ledger = builder.ledger(view.event_id.as_deref()).ok_or(ProblemKind::NotFound)?;
        if visibility.is_staff() && matches!(format, ListFormat::Json) {
            builder.name_recorders(&blocking_app, &mut ledger)?;
        }
        let answer = match format {
            ListFormat::Json => Answer::computed(audience, &ledger)?,
            ListFormat::Csv(dialect) => csv(dialect, &ledger)?,
        };
        Ok::<_, Problem>(answer.in_language(lang))
    });
    Ok(answer.await??.respond(request).await)
}

/// The reasons that persons gave, by the positions of their acts; reading them is noted in the audit.
async fn reasons(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    views: &Views,
    target: &Target,
) -> Result<BTreeMap<Position, String>, Problem> {
    let history = views.records.ledger(target).map(|entry| &entry.history);
    let given = history.into_iter().flatten().filter(|line| line.event.reason().is_some());
    let positions: Vec<Position> = given.map(|line| line.position).collect();
    let Some(stream) = ledger_stream(target).filter(|_| !positions.is_empty()) else { return Ok(BTreeMap::new()) };
    let note = AuditNote::of(request, app, Action::ReadPrivate, Outcome::Done);
    app.audit.enqueue(app, &note.about(stream.to_string()));
    tournaments::reasons(app, &stream, positions).await
}

struct LedgerAnswerBuilder<'a> {
    views: &'a Views,
    today: &'a Views,
    target: &'a Target,
    lang: Lang,
    visibility: LedgerVisibility,
    reasons: &'a BTreeMap<Position, String>,
}

impl LedgerAnswerBuilder<'_> {
    fn ledger(&self, only: Option<&str>) -> Option<QualificationLedger> {
        let records = &self.views.records;
        let accounts = accounts(records, self.target)?;
        let (set, _) = decisions(records, self.target)?;
        let proposals = if self.visibility.is_staff() { proposals(self.views, self.target)? } else { Vec::new() };
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
            add_balance(&mut balance, &line.balance);
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
            other_acts: others.iter().map(|line| self.act_line(line)).collect(),
        })
    }

    fn wildcards(&self) -> Vec<LedgerWildcard> {
        let ledger = self.views.records.ledger(self.target).map(|entry| &entry.ledger);
        let wildcards = ledger.into_iter().flat_map(|ledger| ledger.wildcards.values());
        let told = wildcards.map(|wildcard| LedgerWildcard {
            player: ledger_player(self.today, &wildcard.nominated.player, self.lang),
            event_id: wildcard.nominated.event.to_string(),
            place: wildcard.nominated.place.number(),
            state: if wildcard.granted_by.is_some() { WildcardState::Granted } else { WildcardState::Nominated },
        });
        told.collect()
    }

    fn account(&self, facts: &Facts, account: &Account) -> QualificationAccount {
        let player = |key| ledger_player(self.today, facts.player_id(key), self.lang);
        let seat = |(index, line): (usize, &SeatLine)| Seat {
            number: index + 1,
            state: seat_state(line.state),
            player: line.holder.map(|(key, _)| player(key)),
            place: line.holder.map(|(_, place)| place.number()),
            position: decided_by(facts, account, line).map(|position| position.0),
        };
        let mw = matches!(self.target, Target::Mw(_));
        let names = Names { builder: self, facts };
        let sentences = Sentences { facts, names: &names, lang: self.lang };
        let looked_at = |it: &Considered| ConsideredPlayer {
            player: player(it.player),
            place: it.place.number(),
            verdict: verdict_name(it.verdict).to_owned(),
            why: sentences.verdict(it.verdict),
            rules: it.verdict.rules(account.origin.source, mw).to_owned(),
        };
        let opened =
            account.opened.iter().enumerate().filter_map(|(index, change)| self.change(account, index, change));
        let mut custody: Vec<CustodyLine> = opened.chain(account.acts.iter().map(|line| self.act_line(line))).collect();
        custody.sort_by_key(|line| line.position);
        QualificationAccount {
            event_id: event_id(&account.origin),
            event_name: event_name(self.today, self.target, &account.origin, self.lang),
            source: account.origin.source.into(),
            decided_at: account.decided_at.map(|moment| moment.to_string()),
            depth: account.depth,
            refusal: account.refusal.map(|refusal| self.lang.render(&refusal_message(&refusal, &facts.rulebook))),
            balance: account_balance(account),
            seats: account.lines.iter().enumerate().map(seat).collect(),
            candidates: account.candidates.iter().map(|key| player(*key)).collect(),
            considered: account.considered.iter().map(looked_at).collect(),
            custody,
            proposal: None,
            waits_for: None,
        }
    }

    /// Says who recorded, corrected and decided what the qualifications come from; the acts of the ledger itself say it
    /// already.
    fn name_recorders(&self, app: &AppState, ledger: &mut QualificationLedger) -> Result<(), Problem> {
        let lines = ledger.accounts.iter_mut().flat_map(|account| &mut account.custody);
        for line in lines.filter(|line| line.by.is_none()) {
            let page = app.log.read(Position(line.position.saturating_sub(1)), 1).map_err(|error| {
                tracing::error!(%error, "the store cannot be read");
                ProblemKind::Unavailable
            })?;
            let actor = page.first().map(|recorded| recorded.event.actor.as_str());
            // What was imported, or done by an operator, was done by no account.
            let account = actor.and_then(|actor| AccountId::parse(actor.strip_prefix("account/")?).ok());
            line.by = account.and_then(|account| acting_account(self.today, &account, self.visibility));
        }
        Ok(())
    }

    /// What an event is called, whichever kind it is of.
    fn name_of(&self, event: &CompetitionId) -> String {
        let sources = [Source::Tournament, Source::League, Source::GrandPrix, Source::Online];
        let name = sources.into_iter().find_map(|source| {
            let origin = SeatOrigin { source, event: Some(event.clone()) };
            let stream = origin_stream(self.target, &origin)?;
            self.today.competitions.find(&stream)?;
            Some(event_name(self.today, self.target, &origin, self.lang))
        });
        name.unwrap_or_else(|| event.to_string())
    }

    fn change(&self, account: &Account, index: usize, change: &Change) -> Option<CustodyLine> {
        let stream = origin_stream(self.target, &account.origin)?;
        let act = match &change.kind {
            _ if index == 0 => "opened",
            ChangeKind::Corrected => "corrected",
            ChangeKind::ByEvent(event) if is_correction(event) => "corrected",
            ChangeKind::Recorded | ChangeKind::ByEvent(_) => "decided",
        };
        let sentence = self.lang.render(&change_sentence(&change.kind, &stream, self.today));
        Some(CustodyLine { act: act.to_owned(), sentence, ..self.custody_line(change.position, change.recorded_at) })
    }

    fn act_line(&self, line: &LedgerLine) -> CustodyLine {
        let event = &line.event;
        let stream = ledger_stream(self.target);
        let words = stream.map(|stream| sentence(&Event::Ledger(event.clone()), &stream, self.today));
        CustodyLine {
            act: event.act().to_owned(),
            sentence: words.map(|words| self.lang.render(&words)).unwrap_or_default(),
            player_id: event.player().map(ToString::to_string),
            proposal: event.proposal().filter(|_| self.visibility.is_staff()).map(|digest| digest.to_string()),
            has_reason: Some(event.reason().is_some()),
            reason: self.reasons.get(&line.position).cloned(),
            by: acting_account(self.today, event.by(), self.visibility),
            ..self.custody_line(line.position, line.recorded_at)
        }
    }

    fn custody_line(&self, position: Position, recorded_at: Timestamp) -> CustodyLine {
        let event = format!("{API}/log/events/{}", position.0);
        CustodyLine {
            position: position.0,
            proof: format!("{event}/proof"),
            event: Some(event).filter(|_| self.visibility.is_staff()),
            recorded_at: recorded_at.to_string(),
            act: "decided".to_owned(),
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
    builder: &'a LedgerAnswerBuilder<'a>,
    facts: &'a Facts,
}

impl NameSource for Names<'_> {
    fn player(&self, player: PlayerKey) -> String {
        ledger_player(self.builder.today, self.facts.player_id(player), self.builder.lang).name
    }

    fn event(&self, event: CompetitionKey) -> String {
        self.builder.name_of(self.facts.competition_id(event))
    }
}

/// What became of a seat, as answers write it.
fn seat_state(state: SeatProgress) -> SeatState {
    match state {
        SeatProgress::Granted => SeatState::Granted,
        SeatProgress::Review => SeatState::Review,
        SeatProgress::Proposed => SeatState::Proposed,
        SeatProgress::Pending => SeatState::Pending,
        SeatProgress::Declined => SeatState::Declined,
        SeatProgress::Withheld => SeatState::Withheld,
        SeatProgress::Lapsed => SeatState::Lapsed,
    }
}

fn is_correction(event: &Event) -> bool {
    matches!(event, Event::Season(SeasonEvent::Corrected(_)))
}

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
            Cell::text(account.source.name()),
            Cell::Number(seat.number as i64),
            Cell::text(seat.state.name()),
            Cell::maybe(player.map(|player| player.player_id.as_str())),
            Cell::maybe(player.map(|player| player.name.as_str())),
            Cell::maybe(player.and_then(|player| player.city.as_deref())),
            Cell::maybe(player.and_then(|player| player.voivodeship.as_deref())),
            number(seat.place.map(u64::from)),
            number(seat.position),
        ]
    });
    let body = csv::write(dialect, &HEAD, rows)?;
    Ok(Answer::by_content(Audience::Public, Form::Csv, body.into()))
}

/// The last event about a seat: what a person did about it, or else what made the record as it is.
fn decided_by(facts: &Facts, account: &Account, seat: &SeatLine) -> Option<Position> {
    let about = |line: &&Arc<LedgerLine>| match (seat.state, seat.holder) {
        (SeatProgress::Withheld, _) => matches!(line.event, LedgerEvent::Withheld(_)),
        (SeatProgress::Granted | SeatProgress::Review | SeatProgress::Declined, Some((key, _))) => {
            line.event.player() == Some(facts.player_id(key))
        }
        (SeatProgress::Granted | SeatProgress::Review | SeatProgress::Declined, None)
        | (SeatProgress::Proposed | SeatProgress::Pending | SeatProgress::Lapsed, _) => false,
    };
    let act = account.acts.iter().rev().find(about).map(|line| line.position);
    act.or_else(|| account.opened.last().map(|change| change.position))
}
