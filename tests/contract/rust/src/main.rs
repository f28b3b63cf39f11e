//! A round of real calls with the generated client: sign in, register, read back, turn pages, fail, and see the proof.

#[allow(warnings, clippy::all, clippy::pedantic, reason = "generated")]
mod client {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use client::types::{PlayerRegistration, SignInRequest};
use client::{Client, Error};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::num::{NonZeroU32, NonZeroU64};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let instance: Value = serde_json::from_str(&std::env::var("KOSTKA_INSTANCE")?)?;
    let text = |pointer: &str| instance.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    let url = text("/url");
    let everybody = Client::new(&url);

    let body: SignInRequest =
        serde_json::from_value(json!({ "login": text("/admin/login"), "password": text("/admin/password") }))?;
    let tokens = everybody.sign_in(&body).await?.into_inner();
    let admin = signed_in(&url, &tokens.access_token)?;

    let surname = format!("Rdzawa-{}", std::process::id());
    let body: PlayerRegistration = serde_json::from_value(json!({
        "first_name": "Żaneta", "surname": surname, "city": "Łódź", "voivodeship": "łódzkie",
    }))?;
    let receipt = admin.register_player(None, None, None, &body).await?.into_inner();
    let id = receipt.id.as_str();
    let player = everybody.get_player(&id.parse()?, Some(receipt.position)).await?.into_inner();
    assert_eq!((player.surname.as_str(), player.etag.as_str()), (surname.as_str(), receipt.etag.as_str()));

    let mut seen = BTreeSet::new();
    let mut cursor = None;
    loop {
        let page = everybody
            .list_players(None, cursor.as_ref(), None, NonZeroU32::new(7), None, None, None)
            .await?
            .into_inner();
        for item in &page.items {
            assert!(seen.insert(item.id.to_string()), "a player is listed twice");
        }
        match page.next {
            Some(next) => cursor = Some(next.parse()?),
            None => break,
        }
    }
    assert!(seen.contains(id), "the new player is not in the list");

    match everybody.register_player(None, None, None, &body).await {
        Err(Error::ErrorResponse(problem)) => {
            assert_eq!((problem.status().as_u16(), problem.code.to_string().as_str()), (401, "unauthenticated"));
        }
        other => return Err(format!("a stranger registered somebody: {other:?}").into()),
    }

    let position = NonZeroU64::new(u64::try_from(receipt.position)?).ok_or("no position")?;
    let event = admin.get_log_event(position, None).await?.into_inner();
    println!("Rust: registered {id}, read her back among {}, saw {event:?}", seen.len());
    let proof = everybody.prove_inclusion(position, None, None).await?.into_inner();
    assert!(proof.size >= position);
    Ok(())
}

/// A client with credentials.
fn signed_in(url: &str, token: &str) -> Outcome<Client> {
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert(reqwest::header::AUTHORIZATION, format!("Bearer {token}").parse()?);
    Ok(Client::new_with_client(url, reqwest::Client::builder().default_headers(headers).build()?))
}
