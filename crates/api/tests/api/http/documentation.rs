//! The documents and the interactive documentation, as a browser gets them.

use api::testing::Instance;

#[test]
fn both_documents_are_served_as_they_are_committed() {
    let instance = Instance::start();
    for (path, text, version) in [
        ("/api/openapi.json", &api::documents().newest, "3.1.0"),
        ("/api/openapi-3.0.json", &api::documents().older, "3.0.3"),
    ] {
        let reply = instance.get(path);
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/json"));
        assert_eq!(reply.text(), **text);
        assert_eq!(reply.json()["openapi"], version);
    }
}

#[test]
fn the_documentation_loads_nothing_from_elsewhere_and_has_a_policy_of_its_own() {
    let instance = Instance::start();
    for path in ["/api", "/api/docs"] {
        let reply = instance.get(path);
        assert_eq!((reply.status, reply.header("location")), (307, "/api/docs/"), "{path}");
    }
    let page = instance.get("/api/docs/");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html"));
    let text = page.text();
    let mut loaded = vec!["swagger-initializer.js".to_owned()];
    for attribute in ["src=\"", "href=\""] {
        for rest in text.split(attribute).skip(1) {
            loaded.push(rest.split('"').next().unwrap().trim_start_matches("./").to_owned());
        }
    }
    assert!(loaded.len() > 3, "{loaded:?}");
    for file in loaded {
        assert!(!file.contains("//"), "{file} lies elsewhere");
        let reply = instance.get(&format!("/api/docs/{file}"));
        assert_eq!(reply.status, 200, "{file}");
        let policy = reply.header("content-security-policy");
        for part in
            ["default-src 'none'", "script-src 'self';", "style-src 'self' 'unsafe-inline'", "img-src 'self' data:"]
        {
            assert!(policy.contains(part), "{file}: {policy}");
        }
        for header in
            ["strict-transport-security", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy"]
        {
            assert!(!reply.header(header).is_empty(), "{file}: {header}");
        }
    }
    assert!(instance.get("/api/docs/swagger-initializer.js").text().contains("\"/api/openapi.json\""));
    let missing = instance.get("/api/docs/no-such-file.js");
    assert_eq!((missing.status, missing.header("content-type")), (404, "application/problem+json"));
    assert!(missing.header("content-security-policy").starts_with("default-src 'none'"));
}
