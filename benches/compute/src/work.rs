//! Whether every list of the season results had something to do; an idle list would flatter the figures.

use serde_json::Value;

/// Names the first list without work.
pub(crate) fn check(results: &Value) -> Result<(), String> {
    let seasons = list(results, "seasons");
    let grand_prix = list(results, "grand_prix");
    let championships = list(results, "mw");
    let all_seasons_have = |name: &str| seasons.iter().all(|season| !list(season, name).is_empty());
    let some_championship_has = |name: &str| championships.iter().any(|one| !list(one, name).is_empty());
    let checks = [
        ("seasons", !seasons.is_empty()),
        ("ranking", all_seasons_have("ranking")),
        ("mp", all_seasons_have("mp")),
        ("pending", all_seasons_have("pending")),
        ("grand_prix", !grand_prix.is_empty() && grand_prix.iter().all(|one| !list(one, "table").is_empty())),
        ("mw qualified", some_championship_has("qualified")),
        ("mw pending", some_championship_has("pending")),
        ("wildcards", some_championship_has("wildcards")),
    ];
    match checks.into_iter().find(|(_, has_work)| !has_work) {
        Some((name, _)) => Err(format!("the bundle gives no work to the list `{name}`")),
        None => Ok(()),
    }
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_list_without_work_is_named() {
        assert!(check(&json!({})).unwrap_err().contains("`seasons`"));
        let season = json!({"ranking": [{"place": 1}], "mp": []});
        assert!(check(&json!({"seasons": [season]})).unwrap_err().contains("`mp`"));
    }
}
