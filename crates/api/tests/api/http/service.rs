//! The service starts, says how it does, and ends.

use api::testing::Instance;
use domain::event::Role;
use events::vault::{MasterKey, Vault};
use serde_json::json;
use std::sync::Arc;

#[test]
fn a_new_service_is_ready_and_says_where_it_stands() {
    let instance = Instance::start();
    let health = instance.get("/healthz");
    assert_eq!((health.status, health.text().as_str()), (200, "ok\n"));
    assert_eq!(health.header("kostka-position"), "0");
    let ready = instance.get("/readyz");
    assert_eq!(ready.status, 200, "{}", ready.text());
    assert_eq!((&ready.json()["ready"], &ready.json()["reasons"]), (&json!(true), &json!([])));
}

#[test]
fn a_service_that_is_not_ready_says_why_in_the_language_of_the_client() {
    let instance = Instance::start();
    instance.log.set_read_only("the store is behind its last checkpoint");
    for (lang, detail) in [("en", "The store is read-only: "), ("pl", "Magazyn jest tylko do odczytu: ")] {
        let reply = instance.send("GET", "/readyz", &[("Accept-Language", lang)], None);
        assert_eq!((reply.status, reply.header("content-language")), (503, lang), "{}", reply.text());
        let reason =
            json!({ "code": "log-read-only", "detail": format!("{detail}the store is behind its last checkpoint") });
        assert_eq!(reply.json()["reasons"], json!([reason]));
    }
}

#[test]
fn read_models_that_stopped_are_not_said_to_be_starting() {
    let mut instance = Instance::start();
    // Somebody with another master key records a name that this service cannot open.
    instance.vault = Arc::new(Vault::new(MasterKey::generate(&*instance.clock), instance.clock.clone()));
    instance.signed_in(Role::Auditor);
    let english = [("Accept-Language", "en")];
    let refused = instance.send("GET", "/api/v1/players?wait_for=1", &english, None);
    assert_eq!((refused.status, refused.json()["reason"].as_str()), (503, Some("read-models-stopped")));
    assert!(refused.json()["detail"].as_str().unwrap().contains("stopped at position 0"), "{}", refused.text());
    let unready = instance.send("GET", "/readyz", &english, None);
    assert_eq!((unready.status, unready.json()["reasons"][0]["code"].as_str()), (503, Some("read-models-stopped")));
}

#[test]
fn an_address_that_is_not_there_is_a_problem_in_the_language_of_the_client() {
    let instance = Instance::start();
    let polish = instance.get("/api/v1/nothing");
    assert_eq!((polish.status, polish.header("content-type")), (404, "application/problem+json"));
    assert_eq!(polish.json()["title"], "Nie ma takiego zasobu");
    let english = instance.send("GET", "/api/v1/nothing", &[("Accept-Language", "en")], None);
    assert_eq!(english.json()["title"], "Not found");
    assert_eq!(english.json()["code"], "not-found");
    let page = instance.get(english.json()["type"].as_str().unwrap());
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
}

#[test]
fn each_method_of_a_route_has_a_measure_of_its_own() {
    let instance = Instance::start_with(|settings| {
        settings.metrics_listen = Some(std::net::SocketAddr::from(([127, 0, 0, 1], 0)));
    });
    for method in ["POST", "PUT", "DELETE"] {
        assert_eq!(instance.send(method, "/healthz", &[], None).status, 405);
    }
    let measures = instance.metrics();
    for method in ["POST", "PUT", "DELETE"] {
        let label = format!("method=\"{method}\"");
        let counted = measures.lines().find(|line| {
            line.starts_with("kostka_http_requests_total{") && line.contains("/healthz") && line.contains(&label)
        });
        assert!(counted.is_some_and(|line| line.ends_with(" 1")), "{method} in\n{measures}");
    }
}

#[test]
fn s18_one_client_holds_so_many_connections_and_no_more() {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    let instance = Instance::start_with(|settings| settings.limits.connections_per_client = 3);
    let ask = |stream: &mut TcpStream| {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: kostka\r\n\r\n").ok()?;
        let mut head = [0; 12];
        stream.read_exact(&mut head).ok()?;
        Some(head)
    };
    let mut held: Vec<TcpStream> = (0..3).map(|_| TcpStream::connect(instance.address).unwrap()).collect();
    assert!(held.iter_mut().all(|stream| ask(stream).is_some()));
    let mut one_too_many = TcpStream::connect(instance.address).unwrap();
    assert!(ask(&mut one_too_many).is_none(), "it should have been closed");
    drop(held);
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while ask(&mut TcpStream::connect(instance.address).unwrap()).is_none() {
        assert!(std::time::Instant::now() < deadline, "places are not given back");
    }
}
