//! What holds for every address: problems, conditions, headers, limits.

use api::testing::{Instance, Reply};
use domain::event::Role;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

fn is_problem(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.status, status, "{}", reply.text());
    assert_eq!(reply.header("content-type"), "application/problem+json");
    let problem = reply.json();
    assert_eq!((problem["status"].as_u64(), problem["code"].as_str()), (Some(status.into()), Some(code)));
    assert_eq!(problem["type"], format!("/problems/{code}"));
    assert_eq!(problem["request_id"].as_str().unwrap(), reply.header("request-id"));
    assert!(["title", "detail"].iter().all(|text| !problem[text].as_str().unwrap().is_empty()));
}

/// Sends bytes as they are, for what no client library would send; gives the head and body of the answer.
fn raw(instance: &Instance, request: &str) -> String {
    let mut stream = TcpStream::connect(instance.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn raw_line(instance: &Instance, line: &str) -> String {
    raw(instance, &format!("{line} HTTP/1.1\r\nHost: kostka\r\nConnection: close\r\n\r\n"))
}

fn person(surname: &str) -> Value {
    json!({ "first_name": "Łucja", "surname": surname, "city": "Łódź", "voivodeship": "łódzkie" })
}

#[test]
fn every_refusal_is_a_problem() {
    let instance = Instance::start_with(|settings| settings.limits.body_bytes = 2000);
    let admin = instance.signed_in(Role::Admin);
    let send = |method: &str, path: &str, headers: &[(&str, &str)], body: Option<&[u8]>| {
        let mut all = vec![("Authorization", admin.as_str())];
        all.extend_from_slice(headers);
        instance.send(method, path, &all, body)
    };
    let json = ("Content-Type", "application/json");
    is_problem(&send("GET", "/api/v1/nothing", &[], None), 404, "not-found");
    is_problem(&send("GET", "/api/v1/players/nobody", &[], None), 404, "not-found");
    let method = send("DELETE", "/api/v1/players", &[], None);
    is_problem(&method, 405, "method-not-allowed");
    assert_eq!(method.header("allow"), "GET, HEAD, POST, OPTIONS");
    is_problem(&send("GET", "/api/v1/players", &[("Accept", "image/png")], None), 406, "not-acceptable");
    is_problem(&send("POST", "/api/v1/players", &[json], Some(&[b'a'; 2001])), 413, "payload-too-large");
    for form in ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"] {
        let reply = send("POST", "/api/v1/players", &[("Content-Type", form)], Some(b"first_name=A"));
        is_problem(&reply, 415, "unsupported-media-type");
    }
    is_problem(&send("POST", "/api/v1/players", &[json], Some(b"{")), 400, "malformed-json");
    is_problem(&send("POST", "/api/v1/players", &[json], Some(b"\"text\"")), 400, "invalid-body");
    is_problem(&send("PUT", "/api/v1/players/x", &[json], Some(b"{}")), 400, "invalid-body");
    is_problem(&instance.send("POST", "/api/v1/players", &[json], Some(b"{}")), 401, "unauthenticated");
    let keys = send("POST", "/api/v1/players", &[json, ("Idempotency-Key", &"k".repeat(256))], Some(b"{}"));
    assert_eq!(keys.status, 400);
}

#[test]
fn s18_what_is_too_much_is_refused() {
    let instance = Instance::start();
    let long = instance.get(&format!("/api/v1/players?q={}", "a".repeat(9000)));
    is_problem(&long, 414, "uri-too-long");
    let headers = instance.send("GET", "/api/v1/players", &[("X-Padding", &"a".repeat(17_000))], None);
    is_problem(&headers, 431, "headers-too-large");
    is_problem(&instance.get("/api/v1/players?limit=201"), 400, "invalid-parameter");
    let admin = instance.signed_in(Role::Admin);
    let deep = format!("{{\"first_name\": {}1{}}}", "[".repeat(5000), "]".repeat(5000));
    let sent = [("Authorization", admin.as_str()), ("Content-Type", "application/json")];
    let deep = instance.send("POST", "/api/v1/players", &sent, Some(deep.as_bytes()));
    assert_eq!(deep.status, 400, "{}", deep.text());
    // A length that is only claimed is refused before the body comes.
    let claimed = raw(
        &instance,
        &format!(
            "POST /api/v1/players HTTP/1.1\r\nHost: k\r\nAuthorization: {admin}\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{{"
        ),
    );
    assert!(claimed.starts_with("HTTP/1.1 413 "), "{claimed:.200}");
}

#[test]
fn a_body_where_none_belongs_is_refused_whatever_it_is_called() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let request = |framing: &str| {
        raw(
            &instance,
            &format!(
                "POST /api/v1/me/second-factor HTTP/1.1\r\nHost: k\r\nConnection: close\r\nAuthorization: {admin}\r\n{framing}"
            ),
        )
    };
    for body in ["Content-Length: 7\r\n\r\n{\"a\":1}", "Transfer-Encoding: chunked\r\n\r\n7\r\n{\"a\":1}\r\n0\r\n\r\n"]
    {
        let reply = request(body);
        assert!(reply.starts_with("HTTP/1.1 400 ") && reply.contains("invalid-body"), "{body}: {reply:.400}");
    }
    for none in [
        "\r\n",
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: 0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ] {
        let reply = request(none);
        assert!(reply.starts_with("HTTP/1.1 201 "), "{none}: {reply:.400}");
    }
}

#[test]
fn s18_whoever_asks_too_often_is_told_when_to_come_back() {
    let instance = Instance::start_with(|settings| settings.limits.anonymous_per_minute = 3);
    for left in ["r=2", "r=1", "r=0"] {
        let reply = instance.get("/api/v1/players");
        assert_eq!(reply.status, 200);
        assert!(reply.header("ratelimit").contains(left), "{}", reply.header("ratelimit"));
        assert_eq!(reply.header("ratelimit-policy"), "\"anonymous\";q=3;w=60");
    }
    let refused = instance.get("/api/v1/players");
    is_problem(&refused, 429, "too-many-requests");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
}

#[test]
fn s18_a_crowd_at_the_same_address_does_not_hold_up_those_who_are_signed_in() {
    let instance = Instance::start_with(|settings| settings.limits.anonymous_per_minute = 3);
    let admin = instance.signed_in(Role::Admin);
    let with = |path: &str, token: &str| instance.send("GET", path, &[("Authorization", token)], None);
    while instance.get("/api/v1/players").status == 200 {}
    for path in ["/api/v1/accounts", "/api/v1/players"] {
        let reply = with(path, &admin);
        assert_eq!((reply.status, reply.header("ratelimit-policy")), (200, "\"account\";q=1000000;w=60"), "{path}");
    }
    for path in ["/api/v1/accounts", "/api/v1/players", "/api/v1/nothing", "/healthz"] {
        for token in ["Bearer a.b.c", "Bearer kt_AAAA", "rubbish"] {
            is_problem(&with(path, token), 429, "too-many-requests");
        }
    }
    let body = serde_json::json!({ "login": "nobody", "password": "nobody" });
    let signing_in = instance.send_json("POST", "/api/v1/sessions", &[("Authorization", "rubbish")], &body);
    is_problem(&signing_in, 429, "too-many-requests");
}

#[test]
fn s18_tokens_that_do_not_hold_are_counted_as_none() {
    let instance = Instance::start_with(|settings| settings.limits.anonymous_per_minute = 3);
    let with_rubbish = || instance.send("GET", "/api/v1/me", &[("Authorization", "Bearer a.b.c")], None).status;
    assert_eq!([with_rubbish(), with_rubbish(), with_rubbish(), with_rubbish()], [401, 401, 401, 429]);
    let instance = Instance::start_with(|settings| settings.limits.with_token_per_minute = 2);
    let admin = instance.signed_in(Role::Admin);
    let with_token = || instance.send("GET", "/api/v1/me", &[("Authorization", &admin)], None).status;
    assert_eq!([with_token(), with_token(), with_token()], [200, 200, 429]);
    assert_eq!(instance.get("/api/v1/players").status, 200, "what comes without a token has a limit of its own");
}

#[test]
fn s27_a_panic_is_a_problem_without_details_and_the_service_lives() {
    let instance = Instance::start();
    for _ in 0..5 {
        let reply = instance.get("/testing/panic");
        is_problem(&reply, 500, "internal");
        for secret in ["panic", "/etc/secret", "SELECT", ".rs"] {
            assert!(!reply.text().contains(secret), "{}", reply.text());
        }
    }
    assert_eq!(instance.get("/api/v1/players").status, 200);
}

#[test]
fn s14_every_kind_of_answer_has_the_security_headers() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let auth = ("Authorization", admin.as_str());
    let made = instance.send_json("POST", "/api/v1/players", &[auth], &person("Bezpieczna"));
    let list = instance.get("/api/v1/players");
    let replies = [
        instance.send("GET", "/api/v1/players", &[("If-None-Match", list.header("etag"))], None),
        instance.send("GET", "/api/v1/players", &[("Accept", "text/csv")], None),
        instance.send("HEAD", "/api/v1/players", &[], None),
        instance.send("OPTIONS", "/api/v1/players", &[], None),
        instance.get("/api/v1/nothing"),
        instance.get("/testing/panic"),
        instance.get("/problems/not-found"),
        instance.get("/api/openapi.json"),
        instance.get("/healthz"),
        made,
        list,
    ];
    for reply in &replies {
        let policy = reply.header("content-security-policy");
        for part in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
            assert!(policy.contains(part), "{policy} of {}", reply.text());
        }
        assert!(!policy.contains("unsafe-eval"));
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("referrer-policy"), "no-referrer");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin");
        let age = reply.header("strict-transport-security");
        let age: u64 = age.strip_prefix("max-age=").unwrap().split(';').next().unwrap().parse().unwrap();
        assert!(age >= 31_536_000);
        assert!(!reply.header("kostka-position").is_empty() && !reply.header("request-id").is_empty());
        assert_eq!(reply.header("server"), "");
    }
}

#[test]
fn s15_public_reads_are_open_to_other_origins_and_nothing_else_is() {
    let instance = Instance::start();
    let origin = ("Origin", "https://example.org");
    let read = instance.send("GET", "/api/v1/players", &[origin], None);
    assert_eq!(read.header("access-control-allow-origin"), "*");
    assert_eq!(read.header("access-control-allow-credentials"), "");
    let admin = instance.signed_in(Role::Admin);
    let auth = ("Authorization", admin.as_str());
    let signed_in = instance.send("GET", "/api/v1/players", &[origin, auth], None);
    assert_eq!(signed_in.header("access-control-allow-origin"), "");
    let written = instance.send_json("POST", "/api/v1/players", &[origin, auth], &person("Obca"));
    assert_eq!((written.status, written.header("access-control-allow-origin")), (201, ""));
    for (method, allowed) in [("GET", "*"), ("POST", ""), ("DELETE", "")] {
        let asked = [origin, ("Access-Control-Request-Method", method)];
        let answer = instance.send("OPTIONS", "/api/v1/players", &asked, None);
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (204, allowed), "{method}");
        assert!(!answer.header("access-control-allow-headers").to_lowercase().contains("authorization"));
    }
}

#[test]
fn s28_tricks_with_paths_and_methods_are_refused() {
    let instance = Instance::start();
    for line in [
        "TRACE /api/v1/players",
        "BREW /api/v1/players",
        "CONNECT kostka:80",
        "GET //api/v1/players",
        "GET /api/v1//players",
        "GET /api/v1/players/../players",
        "GET /api/v1/players/%2e%2e/%2e%2e/healthz",
        "GET /api/v1/players;a=b",
        "GET /api/v1/players/",
        "GET /API/v1/players",
        "GET /api/v1/players%2f",
        "GET /metrics",
        "GET /api/v1/players/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    ] {
        let answer = raw_line(&instance, line);
        let status: u16 = answer.split(' ').nth(1).unwrap_or_default().parse().unwrap_or_default();
        assert!((400..=501).contains(&status) && status != 500, "{line}: {answer:.100}");
    }
    assert!(raw_line(&instance, "TRACE /api/v1/players").contains("application/problem+json"));
}

#[test]
fn a_client_that_knows_the_state_is_told_so_in_every_encoding() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    for number in 0..20 {
        let mut body = person(&format!("Liczna{number}"));
        body["first_name"] = json!(format!("Osoba {number}"));
        assert_eq!(instance.send_json("POST", "/api/v1/players", &[("Authorization", &admin)], &body).status, 201);
    }
    let plain = instance.send("GET", "/api/v1/players", &[("Accept-Encoding", "identity")], None);
    assert_eq!((plain.header("content-encoding"), plain.header("cache-control")), ("", "public, no-cache"));
    assert_eq!(plain.header("vary"), "Accept, Accept-Encoding");
    let address = "/api/v1/players";
    let tag = plain.header("etag").trim_matches('"').to_owned();
    for (known, status) in [
        (format!("\"{tag}\""), 304),
        (format!("\"{tag}-gzip\""), 304),
        (format!("W/\"{tag}-br\""), 304),
        (format!("\"1\", \"{tag}\""), 304),
        (format!("\"{tag}-csv\""), 200),
        (tag.clone(), 200),
    ] {
        let reply = instance.send("GET", address, &[("If-None-Match", &known)], None);
        assert_eq!((reply.status, reply.body.is_empty()), (status, status == 304), "{known}");
        assert!(!reply.header("kostka-position").is_empty());
    }
    // The answer stays as it is while other things change.
    let etag = plain.header("etag").to_owned();
    instance.signed_in(Role::Auditor);
    let wait = format!("{address}?wait_for={}", instance.position());
    let later = instance.send("GET", &wait, &[("If-None-Match", &etag)], None);
    assert_eq!(later.status, 304);
    assert!(later.header("kostka-position").parse::<u64>().unwrap() > plain.header("kostka-position").parse().unwrap());
}

#[test]
fn head_is_get_without_a_body_and_options_tells_the_methods() {
    let instance = Instance::start();
    let head = instance.send("HEAD", "/api/v1/players", &[], None);
    let get = instance.get("/api/v1/players");
    assert_eq!((head.status, head.body.len()), (200, 0));
    for name in ["etag", "content-type", "content-length", "vary"] {
        assert_eq!(head.header(name), get.header(name), "{name}");
    }
    let options = instance.send("OPTIONS", "/api/v1/players/x", &[], None);
    assert_eq!((options.status, options.header("allow")), (204, "GET, HEAD, PUT, OPTIONS"));
}

#[test]
fn whoever_waits_for_a_position_sees_it_or_is_told_that_it_is_not_there() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    for number in 0..20 {
        let made = instance.send_json(
            "POST",
            "/api/v1/players",
            &[("Authorization", &admin)],
            &person(&format!("Czekająca{}", "a".repeat(number))),
        );
        let address = format!("{}?wait_for={}", made.header("location"), made.json()["position"]);
        assert_eq!(instance.get(&address).status, 200);
    }
    let beyond = instance.get(&format!("/api/v1/players?wait_for={}", instance.position().0 + 1));
    is_problem(&beyond, 422, "unprocessable");
    assert_eq!(beyond.json()["errors"][0]["code"], "ahead-of-log");
    is_problem(&instance.get("/api/v1/players?wait_for=soon"), 400, "invalid-parameter");
}

#[test]
fn every_json_answer_ends_with_a_line_end() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let authorization = [("Authorization", admin.as_str())];
    let receipt = instance.send_json("POST", "/api/v1/players", &authorization, &person("Ćwikła"));
    assert_eq!(receipt.status, 201, "{}", receipt.text());
    let mut answers = vec![receipt];
    for path in [
        "/api/v1",
        "/api/v1/players",
        "/api/v1/me",
        "/api/v1/accounts",
        "/api/v1/audit",
        "/api/v1/log",
        "/api/v1/log/events",
        "/api/v1/nothing",
        "/api/openapi.json",
        "/readyz",
    ] {
        answers.push(instance.send("GET", path, &authorization, None));
    }
    for answer in answers {
        assert!(answer.text().ends_with("}\n") && !answer.text().ends_with("\n\n"), "{}", answer.text());
    }
}

#[test]
fn a_parameter_is_not_called_a_field_and_choices_are_listed_without_english() {
    let instance = Instance::start();
    let detail = |reply: Reply| reply.json()["errors"][0]["detail"].as_str().unwrap().to_owned();
    assert_eq!(detail(instance.get("/api/v1/players?nazwisko=x")), "nieznany parametr „nazwisko”");
    let admin = instance.signed_in(Role::Admin);
    let body = json!({ "login": "ewa", "name": "Ewa Wzorowa", "grants": [{ "role": "boss" }] });
    let refused = instance.send_json("POST", "/api/v1/accounts", &[("Authorization", &admin)], &body);
    let known = "admin, arbiter, organiser, referee, main_referee, auditor";
    assert_eq!(detail(refused), format!("niedozwolona wartość; dozwolone: {known}"));
    assert_eq!(
        detail(instance.get("/api/v1/players?dialect=lotus")),
        "niedozwolona wartość; dozwolone: rfc4180, excel",
        "a choice of two"
    );
}

#[test]
fn a_problem_speaks_the_language_of_the_client() {
    let instance = Instance::start();
    for (accepted, lang, title) in [
        ("en-GB, pl;q=0.5", "en", "Not found"),
        ("pl", "pl", "Nie ma takiego zasobu"),
        ("de", "pl", "Nie ma takiego zasobu"),
    ] {
        let reply = instance.send("GET", "/api/v1/players/x", &[("Accept-Language", accepted)], None);
        assert_eq!((reply.header("content-language"), reply.json()["title"].as_str()), (lang, Some(title)));
        assert_eq!(reply.header("vary"), "Accept-Language");
    }
}

#[test]
fn an_answer_that_is_repeated_is_the_same_in_every_respect_and_ends_with_the_next_event() {
    let instance = Instance::start_with(|settings| settings.metrics_listen = Some(([127, 0, 0, 1], 0).into()));
    let admin = instance.signed_in(Role::Admin);
    let register = |surname: &str| {
        let headers = [("Authorization", admin.as_str())];
        let receipt = instance.send_json("POST", "/api/v1/players", &headers, &person(surname));
        let position = receipt.json()["position"].as_u64().unwrap();
        assert_eq!(instance.get(&format!("/api/v1/players?wait_for={position}")).status, 200);
    };
    let counted = || {
        let metrics = instance.metrics();
        let line = metrics
            .lines()
            .find(|line| ["_count", "GET", "\"/api/v1/players\""].iter().all(|part| line.contains(part)));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).unwrap_or_else(|| panic!("{metrics}"))
    };
    register("Pierwsza");
    let first = instance.get("/api/v1/players");
    let before = counted();
    let again = instance.get("/api/v1/players");
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(first.body, again.body);
    let told = |reply: &Reply| {
        let differs = ["request-id", "ratelimit", "date"];
        let mut told: Vec<(String, String)> = reply
            .headers
            .iter()
            .filter(|(name, _)| !differs.contains(&name.as_str()))
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect();
        told.sort();
        told
    };
    assert_eq!(told(&first), told(&again));
    assert_ne!(first.header("request-id"), again.header("request-id"));
    assert_eq!(counted(), before + 1, "it is measured like any other");
    let known = instance.send("GET", "/api/v1/players", &[("If-None-Match", again.header("etag"))], None);
    assert_eq!((known.status, known.body.len()), (304, 0));
    let head = raw_line(&instance, "HEAD /api/v1/players");
    assert!(head.starts_with("HTTP/1.1 200 ") && head.ends_with("\r\n\r\n"), "{head}");
    let csv = instance.send("GET", "/api/v1/players", &[("Accept", "text/csv")], None);
    assert!(csv.header("content-type").starts_with("text/csv"), "{}", csv.header("content-type"));
    register("Druga");
    let after = instance.get("/api/v1/players");
    assert!(after.text().contains("Druga") && !again.text().contains("Druga"), "{}", after.text());
}
