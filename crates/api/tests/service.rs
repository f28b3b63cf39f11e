//! The service starts, says how it does, and ends.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::Instance;

#[test]
fn a_new_service_is_ready_and_says_where_it_stands() {
    let instance = Instance::start();
    let health = instance.get("/healthz");
    assert_eq!((health.status, health.text().as_str()), (200, "ok\n"));
    assert_eq!(health.header("kostka-position"), "0");
    let ready = instance.get("/readyz");
    assert_eq!(ready.status, 200, "{}", ready.text());
    assert_eq!(ready.json()["ready"], true);
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
