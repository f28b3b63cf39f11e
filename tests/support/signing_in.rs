//! An account that was opened on the command line, whose holder signs in over HTTP.

use super::service::{RunningService, post};
use super::store::Folder;
use serde_json::json;

pub const PASSWORD: &str = "siedem zielonych kostek na stole";

/// What somebody signs in with.
pub struct Credentials {
    login: &'static str,
}

/// Opens an account with this role and sets its password through the one-time link.
pub fn sign_in(folder: &Folder, role: &str) -> Credentials {
    let login = "ewa.wzorowa";
    folder.done(&["migrate"]);
    let output = folder.run(&["account", "create", "--login", login, "--name", "Ewa Wzorowa", "--role", role]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let token = printed.split_whitespace().last().unwrap().to_owned();
    let served = RunningService::start(folder, &[], &[]).ready();
    let url = format!("http://{}/api/v1/links/redemption", served.address);
    let redeemed = post(&url, &[], &json!({ "token": token, "password": PASSWORD }));
    assert!((200..300).contains(&redeemed.status), "{}", redeemed.body);
    Credentials { login }
}

impl Credentials {
    /// A fresh access token.
    pub fn token(&self, served: &RunningService) -> String {
        let url = format!("http://{}/api/v1/sessions", served.address);
        let session = post(&url, &[], &json!({ "login": self.login, "password": PASSWORD }));
        assert!((200..300).contains(&session.status), "{}", session.body);
        session.json()["access_token"].as_str().unwrap().to_owned()
    }
}
