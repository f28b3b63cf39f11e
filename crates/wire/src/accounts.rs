//! Accounts, roles, sessions, second factors, one-time links and table tokens.

use crate::names::names;
use domain::Choice;
use domain::event::{CompetitionKind, Role};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// Who wants to sign in.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SignInRequest {
    /// The login.
    #[schema(min_length = 1, max_length = 200, example = "zofia.lewandowska")]
    pub login: String,
    /// The password.
    #[schema(min_length = 1, max_length = 1000, format = Password, example = "tygrysy lubią pączki")]
    pub password: String,
    /// A code of the authenticator app, or a recovery code; only for accounts with a second factor.
    #[schema(min_length = 6, max_length = 20, example = "287082")]
    pub code: Option<String>,
}

/// A refresh token that is exchanged.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefreshRequest {
    /// The last refresh token of the session.
    #[schema(min_length = 1, max_length = 100, example = "kr_AAECAwQFBgcICQoLDA0ODw")]
    pub refresh_token: String,
}

/// What somebody who is signed in calls with.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Tokens {
    /// For the header `Authorization: Bearer …`.
    #[schema(max_length = 2048, example = "eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSJ9.e30.c2ln")]
    pub access_token: String,
    /// How the access token is used.
    #[schema(max_length = 10, example = "Bearer")]
    pub token_type: String,
    /// How many seconds the access token is good for.
    #[schema(minimum = 1, maximum = 86_400, example = 600)]
    pub expires_in: u64,
    /// Good for one exchange at `sessions/refresh`. Using an old one again ends the session.
    #[schema(max_length = 100, example = "kr_AAECAwQFBgcICQoLDA0ODw")]
    pub refresh_token: String,
    /// When the session ends, however often it is refreshed.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-28T10:15:30.123456Z")]
    pub session_expires_at: String,
    /// The id of the account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub account: String,
}

/// Whoever is signed in with a browser.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BrowserSession {
    /// When the session ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-28T10:15:30.123456Z")]
    pub session_expires_at: String,
    /// The id of the account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub account: String,
}

/// Who is calling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Me {
    /// The holder of an account.
    Account(MyAccount),
    /// A table.
    Table(MyTable),
    /// Whoever applied for a tournament.
    Applicant(MyApplication),
}

/// The account of the caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyAccount {
    /// Its id.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub id: String,
    /// The login.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "zofia.lewandowska")]
    pub login: Option<String>,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "Zofia Lewandowska")]
    pub name: Option<String>,
    /// What she may do.
    #[schema(max_items = 1000)]
    pub grants: Vec<GrantItem>,
    /// Whether a second factor is asked for at signing in.
    pub second_factor: bool,
    /// How many recovery codes are left.
    #[schema(minimum = 0, maximum = 8, example = 8)]
    pub recovery_codes_left: usize,
    /// Whether a second factor has to be set up before anything else can be done.
    pub second_factor_missing: bool,
    /// When she signed in.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub signed_in_at: String,
    /// When the session ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-28T10:15:30.123456Z")]
    pub session_expires_at: String,
}

/// The table of the caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyTable {
    /// The tournament.
    #[schema(max_length = 200, example = "t-2026-07")]
    pub tournament: String,
    /// The number of the round, or `top`.
    #[schema(max_length = 5, example = "2")]
    pub stage: String,
    /// The round; absent for the TOP stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 20, example = 2)]
    pub round: Option<u32>,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub table: u16,
    /// When the token ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T22:15:30.123456Z")]
    pub expires_at: String,
}

/// The application of the caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MyApplication {
    /// The tournament that was applied for.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub tournament: String,
    /// When the private link ends.
    #[schema(max_length = 40, format = DateTime, example = "2027-03-14T22:15:30.123456Z")]
    pub expires_at: String,
}

/// A new password.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The password until now.
    #[schema(min_length = 1, max_length = 1000, format = Password, example = "tygrysy lubią pączki")]
    pub current_password: String,
    /// The new one: 8 to 128 characters of any kind, and not one that everybody knows.
    #[schema(min_length = 8, max_length = 128, format = Password, example = "pączki lubią tygrysy")]
    pub new_password: String,
}

/// A second factor that waits for its first code.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct NewSecondFactor {
    /// The secret for typing into an authenticator app; shown here and never again.
    #[schema(max_length = 64, example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    pub secret: String,
    /// The same as an address that authenticator apps read from a picture.
    #[schema(max_length = 500, example = "otpauth://totp/Kostka:zofia?secret=GEZDGNBVGY3TQOJQ&issuer=Kostka")]
    pub otpauth_uri: String,
    /// That picture: a QR code in SVG.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100_000, example = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 57 57\"></svg>")]
    pub qr: Option<String>,
}

/// A code that shows that the app is set up.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorCode {
    /// The code that the authenticator app shows.
    #[schema(min_length = 6, max_length = 6, example = "287082")]
    pub code: String,
}

/// What helps when the phone is lost.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RecoveryCodes {
    /// Each signs in once in place of a code; shown here and never again.
    #[schema(max_items = 8, example = json!(["ABCDE-FGHIJ"]))]
    pub recovery_codes: Vec<String>,
}

/// A code of the second factor, shown again.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StepUp {
    /// The code that the authenticator app shows, or a recovery code.
    #[schema(min_length = 6, max_length = 20, example = "287082")]
    pub code: Option<String>,
    /// The password, of an account without a second factor where the operator does without; 403 `step-up-needed` says
    /// so by `with`.
    #[schema(max_length = 1024, example = "correct horse battery staple")]
    pub password: Option<String>,
}

/// What showing a code has opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SteppedUp {
    /// Until when this session may do what asks for a recent code.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:20:30.123456Z")]
    pub until: String,
}

/// A link and the password that it is to set.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Redemption {
    /// The token; of an address that ends with `#` and the token, only the token is looked at.
    #[schema(
        min_length = 1,
        max_length = 1000,
        example = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v"
    )]
    pub token: String,
    /// The new password: 8 to 128 characters of any kind, and not one that everybody knows.
    #[schema(min_length = 8, max_length = 128, format = Password, example = "tygrysy lubią pączki")]
    pub password: String,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AccountItem {
    /// Its id.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub id: String,
    /// What its holder signs in with; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "zofia.lewandowska")]
    pub login: Option<String>,
    /// What its holder is called; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "Zofia Lewandowska")]
    pub name: Option<String>,
    /// What its holder may do.
    #[schema(max_items = 1000)]
    pub grants: Vec<GrantItem>,
    /// Whether nobody may use it.
    pub disabled: bool,
    /// Whether its holder is asked for a code of an authenticator app at signing in.
    pub second_factor: bool,
    /// The state of the account, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: String,
}

/// A new account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// What its holder signs in with: small letters without marks, digits and the signs `.`, `_`, `-`, `@`.
    #[schema(min_length = 3, max_length = 64, example = "zofia.lewandowska")]
    pub login: String,
    /// What its holder is called.
    #[schema(min_length = 1, max_length = 100, example = "Zofia Lewandowska")]
    pub name: String,
    /// What its holder may do from the beginning.
    #[serde(default)]
    #[schema(max_items = 50)]
    pub grants: Vec<GrantItem>,
}

/// What is put right of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountChange {
    /// What its holder signs in with.
    #[schema(min_length = 3, max_length = 64, example = "zofia.lewandowska")]
    pub login: String,
    /// What its holder is called.
    #[schema(min_length = 1, max_length = 100, example = "Zofia Lewandowska-Nowak")]
    pub name: String,
    /// Why; only staff can read it.
    #[schema(min_length = 1, max_length = 2000, example = "Zmiana nazwiska")]
    pub reason: Option<String>,
}

/// Why an account is disabled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Disabling {
    /// Why; only staff can read it.
    #[schema(min_length = 1, max_length = 2000, example = "Nie jest już współorganizatorem")]
    pub reason: Option<String>,
}

/// A role, and the event that it is for if it is one of those that need one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantItem {
    /// The role.
    pub role: RoleName,
    /// The event, for organisers and referees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<GrantedEventItem>,
}

/// The event that a role is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantedEventItem {
    /// What it is.
    pub kind: EventKindName,
    /// Its id.
    #[schema(min_length = 1, max_length = 200, example = "t-2026-07")]
    pub id: String,
}

names! {
    /// A role.
    #[serde(rename_all = "snake_case")]
    RoleName of Role {
        /// The main organiser.
        Admin,
        /// Settles what no rule settles.
        Arbiter,
        /// The co-organiser of one event.
        Organiser,
        /// Rules at the tables of one event.
        Referee,
        /// Rules for the whole of one event.
        MainReferee,
        /// Reads everything but personal data.
        Auditor
    }

    /// A kind of event.
    #[serde(rename_all = "kebab-case")]
    EventKindName of CompetitionKind {
        /// A tournament.
        Tournament,
        /// A league.
        League,
        /// A Grand Prix cycle.
        GrandPrix,
        /// An online event.
        OnlineEvent,
        /// A championship.
        Championship
    }
}

/// The roles of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Grants {
    /// The roles.
    #[schema(max_items = 1000)]
    pub items: Vec<GrantItem>,
}

/// The right to record the games of one table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTableToken {
    /// The round.
    #[schema(minimum = 1, maximum = 20, example = 2)]
    pub round: u16,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub table: u16,
    /// How many hours it is good for.
    #[serde(default = "default_hours")]
    #[schema(minimum = 1, maximum = 168, default = 12, example = 12)]
    pub good_for_hours: u16,
}

/// A table token without its secret.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TableTokenItem {
    /// Names the token; of no use for using it.
    #[schema(max_length = 32, example = "9f86d081884c7d659a2feaa0c55ad015")]
    pub id: String,
    /// The number of the round, or `top`.
    #[schema(max_length = 5, example = "2")]
    pub stage: String,
    /// The round; absent for the TOP stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 20, example = 2)]
    pub round: Option<u32>,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub table: u16,
    /// The account that gave it out.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub issued_by: String,
    /// When it was given out.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub issued_at: String,
    /// When it ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T22:15:30.123456Z")]
    pub expires_at: String,
}

/// How long the tokens of a round are good for; they end with the round in any case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStageTokens {
    /// How many hours they are good for at most.
    #[serde(default = "default_hours")]
    #[schema(minimum = 1, maximum = 168, default = 12, example = 12)]
    pub good_for_hours: u16,
}

/// The tokens of all tables of a round. A retry with the same idempotency key gets the same.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct IssuedTokens {
    /// Where the tokens of the tournament are listed.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/t-2026-07/table-tokens")]
    pub resource: String,
    /// Where the log stood.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When they were given out.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub recorded_at: String,
    /// Whether it was only a rehearsal: nothing was given out.
    pub dry_run: bool,
    /// One for each table; none in a rehearsal.
    #[schema(max_items = 1000)]
    pub tokens: Vec<IssuedToken>,
}

/// The token of a table; shown here and never again.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct IssuedToken {
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub table: u32,
    /// Names the token; of no use for using it.
    #[schema(max_length = 32, example = "9f86d081884c7d659a2feaa0c55ad015")]
    pub id: String,
    /// The token, for `Authorization: Bearer kt_…`.
    #[schema(max_length = 100, example = "kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")]
    pub token: String,
    /// The page of the table with the same after `#`: what stands there a browser does not send, so it is in no log.
    #[schema(
        max_length = 1200,
        example = "https://ranking.example/pl/table#kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    )]
    pub link: String,
    /// What a QR code on the table says.
    #[schema(
        max_length = 1200,
        example = "https://ranking.example/pl/table#kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    )]
    pub qr: String,
    /// The code as a picture (SVG), to be printed.
    #[schema(max_length = 200_000, example = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 49 49\"></svg>")]
    pub qr_svg: String,
}

/// What was given out. A retry with the same idempotency key gets the same.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct IssuedSecret {
    /// What it belongs to.
    #[schema(max_length = 1200, example = "/api/v1/accounts/7k2m9q4x8c1v5b3n6z0a")]
    pub resource: String,
    /// Where the log stood.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When it was given out.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub recorded_at: String,
    /// Whether it was only a rehearsal: nothing was given out.
    pub dry_run: bool,
    /// The secret; shown here and never again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v")]
    pub secret: Option<String>,
}

/// What somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Action)]
pub enum ActionName {
    /// Signed in, or tried to.
    SignIn,
    /// Exchanged a refresh token.
    Refresh,
    /// Ended sessions.
    SignOut,
    /// Set a password.
    SetPassword,
    /// Set up or removed a second factor.
    SetSecondFactor,
    /// Asked for something that needs a permission.
    Ask,
    /// Looked at what the public is not shown.
    ReadPrivate,
    /// Took data along.
    Export,
    /// Wrote something.
    Write,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Outcome)]
pub enum OutcomeName {
    /// As wished.
    Done,
    /// Refused.
    Denied,
}

/// One line of the audit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AuditLine {
    /// When it happened.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub at: String,
    /// The id of the account; `anonymous` if nobody was signed in, `operator` for whoever has the store in hands.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub account: String,
    /// What was done.
    pub action: ActionName,
    /// How it ended.
    pub outcome: OutcomeName,
    /// Method and pattern of the address, or the command of the operator.
    #[schema(max_length = 300, example = "PUT /api/v1/players/{id}")]
    pub operation: String,
    /// What it was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 300, example = "player/2f6c1d0e9b8a47563f2e")]
    pub resource: Option<String>,
    /// A code that says why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "wrong-credentials")]
    pub reason: Option<String>,
    /// The id of the request; empty for a command.
    #[schema(max_length = 40, example = "4bf92f3577b34da6-1a")]
    pub request_id: String,
    /// Tells clients apart without naming their addresses; empty for a command.
    #[schema(max_length = 16, example = "9f86d081884c7d65")]
    pub client: String,
}

impl fmt::Debug for SignInRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInRequest(…)")
    }
}

/// How many hours a token is good for if the request does not say.
fn default_hours() -> u16 {
    12
}
