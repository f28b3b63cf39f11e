// A refusal names the field as the form does, and says what is wrong without a word of JSON.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "./load.mjs";

const { fieldAt, notes, pointerTo, told } = await load("refusal.js");

const field = (name, more = {}) => ({ name, type: "text", dataset: {}, ...more });
const say = (id) => `[${id}]`;
const form = [field("name"), field("contact.email"), field("players[]"), field("first_day"), field("first_day_of_all"), field("rounds"), field("etag", { type: "hidden" }), field("")];
const at = (pointer) => fieldAt(form, pointer)?.name;

test("a pointer leads to the field of that name, to the one around it, or to the first one below it", () => {
  assert.equal(at("/name"), "name");
  assert.equal(at("/contact/email"), "contact.email");
  assert.equal(at("/players/3/id"), "players[]");
  assert.equal(at("/contact"), "contact.email");
  assert.equal(at("/first_day_of_all"), "first_day_of_all");
});

test("every field that is seen has a pointer that leads back to it", () => {
  for (const one of form.filter((seen) => seen.name && seen.type !== "hidden")) assert.equal(at(pointerTo(one)), one.name);
});

test("a pointer to nothing in the form, or to what nobody sees, leads to no field", () => {
  for (const pointer of ["", undefined, "/", "/etag", "/nam", "/name_of_all", "/round"]) assert.equal(at(pointer), undefined, pointer);
});

test("what is missing or not to be chosen is said in words of the form", () => {
  const problem = {
    code: "invalid-body", title: "The body has another shape", detail: "The body has unknown fields.",
    errors: [{ pointer: "/name", code: "missing-field", detail: "the field “name” is missing" }, { pointer: "/rounds", code: "unknown-choice", detail: "allowed: a, b" }],
  };
  const { title, detail, errors } = told(problem, form, say);
  assert.deepEqual([title, detail], ["[check-fields]", undefined]);
  assert.deepEqual(errors.map((error) => [error.field.name, error.text]), [["name", "[error-missing]"], ["rounds", "[error-choice]"]]);
});

test("a number is asked for where the field takes one", () => {
  const error = { code: "invalid-type", detail: "a value of another type" };
  const words = (more) => told({ code: "invalid-body", errors: [{ ...error, pointer: "/x" }] }, [field("x", more)], say).errors[0].text;
  assert.equal(words({ dataset: { as: "number" } }), "[error-number]");
  assert.equal(words({}), "[error-value]");
});

test("what the API says better stays, and where no field is meant so do its title and detail", () => {
  const phone = { pointer: "/contact/email", code: "invalid-email", detail: "expected an address" };
  assert.equal(told({ code: "unprocessable", errors: [phone] }, form, say).errors[0].text, "expected an address");
  const rule = { code: "conflict", title: "A rule refuses it", detail: "The round has begun.", errors: [] };
  assert.deepEqual(told(rule, form, say), { title: "A rule refuses it", detail: "The round has begun.", errors: [] });
  const elsewhere = { code: "invalid-body", title: "T", detail: "D", errors: [{ pointer: "/none", code: "missing-field", detail: "d" }] };
  assert.deepEqual(told(elsewhere, form, say), { title: "T", detail: "D", errors: [{ field: undefined, text: "d" }] });
  assert.equal(told({}, form, say).title, "[failed]");
});

test("words of the API for the case stay, whatever its code", () => {
  const words = (error) => told({ code: "unprocessable", errors: [error] }, form, say).errors[0].text;
  assert.equal(words({ pointer: "/rounds", code: "missing", detail: "give the name of a format or the games of each round" }), "give the name of a format or the games of each round");
  assert.equal(words({ pointer: "/rounds", code: "invalid-value", detail: "expected: a number from 1 to 9" }), "expected: a number from 1 to 9");
});

for (const lang of ["en", "pl"]) {
  test(`its words for no case in particular are said in words of the form (${lang})`, async () => {
    const messages = await readFile(new URL(`../../../crates/formats/locales/${lang}/api.ftl`, import.meta.url), "utf8");
    const detail = (id) => new RegExp(`^${id} = (.*)$`, "m").exec(messages)[1].replace("{ $field }", "rounds");
    const words = (code, id) => told({ code: "invalid-body", errors: [{ pointer: "/rounds", code, detail: detail(id) }] }, form, say).errors[0].text;
    assert.equal(words("invalid-value", "field-value"), "[error-value]");
    assert.equal(words("missing", "field-missing"), "[error-missing]");
  });
}

test("where the field is only around what is wrong, the rest of the pointer is named", () => {
  const fields = [field("rulebook.overrides", { dataset: { as: "pairs" } }), field("rounds", { dataset: { as: "numbers" } }), field("contact.email")];
  const words = (pointer) => told({ code: "unprocessable", errors: [{ pointer, code: "out-of-range", detail: "too many" }] }, fields, say).errors[0].text;
  assert.equal(words("/rulebook/overrides/half_rule.den"), "half_rule.den – too many");
  assert.equal(words("/rulebook/overrides/a~1b~0c"), "a/b~c – too many");
  assert.equal(words("/rounds/2"), "3 – too many");
  assert.equal(words("/rounds"), "too many");
  assert.equal(words("/contact"), "too many");
});

test("each field has one note, with everything that is wrong with it", () => {
  const [one, other] = [field("overrides"), field("name")];
  const errors = [{ field: one, text: "a – too many" }, { field: undefined, text: "elsewhere" }, { field: other, text: "empty" }, { field: one, text: "b – too few" }, { field: one, text: "b – too few" }];
  assert.deepEqual(notes(errors), [{ field: one, text: "a – too many\nb – too few" }, { field: other, text: "empty" }]);
});
