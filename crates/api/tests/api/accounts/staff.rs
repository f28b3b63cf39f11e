//! A running service and the people who use it: each has an account with a real password.

use api::Settings;
use api::password;
pub(crate) use api::testing::code;
use api::testing::{Instance, MovableClock, Reply};
use commands::event_writer::EventWriter;
use commands::{AccountDetails, CommandMetadata, LogLookup};
use domain::competitions::class::TournamentClass;
use domain::event::{
    CompetitionKind, Event, Grant, GrantedCompetition, RecordedOutcome, Role, TournamentEvent, TournamentRecord,
};
use domain::values::calendar::Moment;
use domain::values::ids::CompetitionId;
use domain::values::text::{Login, Name};
use domain::values::voivodeship::Voivodeship;
use events::append::Append;
use events::envelope::{EventId, StreamKind, StreamName};
use events::environment::Environment;
use events::mutable_store::{MutableWrite, RecordKind};
use events::vault::EventTexts;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Arc;

pub(crate) const PASSWORD: &str = "tygrysy lubią pączki";

/// A service with its people.
pub(crate) struct Staff {
    pub(crate) instance: Instance,
    pub(crate) clock: Arc<MovableClock>,
}

/// Somebody with an account.
pub(crate) struct Member {
    pub(crate) id: String,
    pub(crate) login: String,
}

/// Somebody who is signed in.
pub(crate) struct Session {
    pub(crate) access: String,
    pub(crate) refresh: String,
}

impl Staff {
    pub(crate) fn start() -> Self {
        Self::start_with(|_| ())
    }

    /// Admins need no second factor here, unless a test is about it.
    pub(crate) fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        let instance = Instance::start_with(|settings| {
            settings.sign_in.admins_need_second_factor = false;
            settings.limits.sign_ins_per_minute = 1_000;
            settings.metrics_listen = Some(([127, 0, 0, 1], 0).into());
            change(settings);
        });
        let clock = Arc::clone(&instance.clock);
        Self { instance, clock }
    }

    /// Somebody with these roles, for the tournament `t-1` if they need an event.
    pub(crate) fn member(&self, login: &str, roles: &[Role]) -> Member {
        let event = GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse("t-1").unwrap() };
        let event = |role: &Role| role.is_for_one_competition().then(|| event.clone());
        let grants: Vec<Grant> = roles.iter().map(|role| Grant { role: *role, event: event(role) }).collect();
        self.member_with(login, &grants)
    }

    pub(crate) fn member_with(&self, login: &str, grants: &[Grant]) -> Member {
        let known = LogLookup::new(Arc::clone(&self.instance.log), Arc::clone(&self.instance.vault));
        let details = AccountDetails {
            login: Login::parse(login).unwrap(),
            name: Name::parse(&format!("Osoba {login}")).unwrap(),
        };
        let metadata = CommandMetadata::by(Instance::operator());
        let opened =
            self.instance.commands().open_account(&metadata, &known, &details, grants, &|_| Vec::new()).unwrap();
        let member = Member { id: opened.resource.id().to_owned(), login: login.to_owned() };
        thread_local! {
            // Hashing is slow on purpose, and everybody here has the same password.
            static HASH: RefCell<Option<String>> = const { RefCell::new(None) };
        }
        let hash =
            HASH.with_borrow_mut(|hash| hash.get_or_insert_with(|| password::hash(PASSWORD, &*self.clock)).clone());
        self.put_hash(&member, hash);
        member
    }

    fn put_hash(&self, member: &Member, hash: String) {
        let put = MutableWrite::Put {
            record_kind: RecordKind::Password,
            key: member.id.clone().into_bytes(),
            owner: format!("account/{}", member.id).into(),
            value: hash.into_bytes(),
            expires_at: None,
        };
        self.instance.log.append(Append { mutable_writes: vec![put], ..Append::default() }).wait().unwrap();
    }

    /// A hash of the password as an older version would have made it.
    pub(crate) fn put_weak_hash(&self, member: &Member) {
        use argon2::password_hash::PasswordHasher;
        let params = argon2::Params::new(8_192, 1, 1, None).unwrap();
        let argon2 = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
        let hash = argon2.hash_password_with_salt(PASSWORD.as_bytes(), &[7; 16]).unwrap().to_string();
        self.put_hash(member, hash);
    }

    pub(crate) fn kept_hash(&self, member: &Member) -> String {
        let record = self.instance.log.mutable_record(RecordKind::Password, member.id.as_bytes()).unwrap().unwrap();
        String::from_utf8(record.value).unwrap()
    }

    /// An admin who is signed in, with another one beside her so that neither is the last.
    pub(crate) fn admin(&self) -> Session {
        self.member("admin.two", &[Role::Admin]);
        self.sign_in(&self.member("admin.one", &[Role::Admin]))
    }

    pub(crate) fn try_sign_in(&self, login: &str, password: &str, code: Option<&str>) -> Reply {
        let mut body = json!({ "login": login, "password": password });
        if let Some(code) = code {
            body["code"] = json!(code);
        }
        self.instance.send_json("POST", "/api/v1/sessions", &[], &body)
    }

    pub(crate) fn sign_in(&self, member: &Member) -> Session {
        self.sign_in_as(&member.login, PASSWORD)
    }

    pub(crate) fn sign_in_as(&self, login: &str, password: &str) -> Session {
        let reply = self.try_sign_in(login, password, None);
        assert_eq!(reply.status, 201, "{}", reply.text());
        let text = |name: &str| reply.json()[name].as_str().unwrap().to_owned();
        Session { access: text("access_token"), refresh: text("refresh_token") }
    }

    pub(crate) fn refresh(&self, token: &str) -> Reply {
        self.instance.send_json("POST", "/api/v1/sessions/refresh", &[], &json!({ "refresh_token": token }))
    }

    pub(crate) fn redeem(&self, link: &str, password: &str) -> Reply {
        let body = json!({ "token": link, "password": password });
        self.instance.send_json("POST", "/api/v1/links/redemption", &[], &body)
    }

    pub(crate) fn get(&self, path: &str, session: &Session) -> Reply {
        self.send("GET", path, session, None)
    }

    pub(crate) fn send(&self, method: &str, path: &str, session: &Session, body: Option<&Value>) -> Reply {
        self.send_with(method, path, session, &[], body)
    }

    pub(crate) fn send_with(
        &self,
        method: &str,
        path: &str,
        session: &Session,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Reply {
        let authorization = format!("Bearer {}", session.access);
        let mut headers = headers.to_vec();
        headers.push(("Authorization", &authorization));
        match body {
            Some(body) => self.instance.send_json(method, path, &headers, body),
            None => self.instance.send(method, path, &headers, None),
        }
    }

    /// A tournament that is over, which is enough for roles and tokens.
    pub(crate) fn record_tournament(&self, id: &str) {
        let (log, vault) = (&self.instance.log, &self.instance.vault);
        let texts = vault.prepare(&EventTexts { name: format!("Turniej {id}").into() });
        let moment = Moment::parse("2026-03-14T17:00:00+01:00").unwrap();
        let event = Event::Tournament(TournamentEvent::Recorded(TournamentRecord {
            name: texts.commitment(),
            ended_at: moment,
            submitted_at: moment,
            voivodeship: Voivodeship::Opolskie,
            class: TournamentClass::Ordinary,
            planned_games: 10,
            outcome: RecordedOutcome::Results(Vec::new()),
        }));
        let stream = StreamName::new(StreamKind::Tournament, id).unwrap();
        let event_writer = EventWriter::new(&**log, vault, &*self.clock, Instance::operator());
        let event = event_writer.write(&stream, EventId::new(&*self.clock), &event, self.clock.now());
        let vault = vec![vault.create(&stream, &[texts]).unwrap()];
        log.append(Append { events: vec![event], vault, ..Append::default() }).wait().unwrap();
    }

    /// The time of the service in seconds.
    pub(crate) fn seconds(&self) -> u64 {
        (self.clock.now().0 / 1_000_000) as u64
    }

    /// A counter that the operator sees.
    pub(crate) fn measure(&self, name: &str) -> u64 {
        let text = self.instance.metrics();
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default()
    }
}
