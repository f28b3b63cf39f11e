// What the API refuses, for whoever filled in a form: which field is meant, and what is wrong with it in words that name no JSON.

/** Codes of the API whose own words are for programs. */
const IN_WORDS = { "missing-field": "error-missing", "empty": "error-missing", "unknown-choice": "error-choice", "invalid-day": "error-day" };
/** Codes that come with words for the case, which stay, or with these, which say nothing or name the JSON: `field-value` and `field-missing`. */
const IF_GENERIC = {
  "invalid-value": ["error-value", /^(invalid value|niepoprawna wartość)$/],
  "missing": ["error-missing", /^(the field “[^”]*” is missing|brakuje pola „[^”]*”)$/],
};
/** Refusals that only say that something about the fields is wrong. */
const OF_FIELDS = ["invalid-body", "unprocessable"];

const path = (field) => field.name.replace(/\[\]$/, "");

/** The pointer that means a field. */
export const pointerTo = (field) => `/${path(field).replaceAll(".", "/")}`;

/** The field that a pointer means: the one of that name, or the nearest one around or below it. */
export function fieldAt(fields, pointer) {
  const name = (pointer ?? "").slice(1).replaceAll("/", ".");
  const named = fields.filter((field) => field.name && field.type !== "hidden");
  if (!name) return undefined;
  return named.find((field) => path(field) === name)
    ?? named.filter((field) => name.startsWith(`${path(field)}.`)).sort((one, other) => path(other).length - path(one).length)[0]
    ?? named.find((field) => path(field).startsWith(`${name}.`));
}

/** What a pointer means within the field around it, like one of several lines; places in a list count from 1. Nothing if it means the field. */
function within(field, pointer) {
  const around = `${pointerTo(field)}/`;
  if (!pointer.startsWith(around)) return "";
  const parts = pointer.slice(around.length).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : part)).join(", ");
}

/** What is wrong with a field, in words. */
export function wrongWith(error, field, say) {
  if (error.code === "invalid-type") return say(field.dataset?.as === "number" || field.type === "number" ? "error-number" : "error-value");
  const [instead, generic] = IF_GENERIC[error.code] ?? [];
  if (generic?.test(error.detail ?? "")) return say(instead);
  return error.code in IN_WORDS ? say(IN_WORDS[error.code]) : error.detail;
}

/** A refusal as a form tells it: {title, detail, errors: [{field, text}]}; errors without a field stand for themselves. */
export function told(problem, fields, say) {
  const errors = (problem.errors ?? []).map((error) => {
    const field = fieldAt(fields, error.pointer);
    if (!field) return { field, text: error.detail };
    return { field, text: [within(field, error.pointer), wrongWith(error, field, say)].filter(Boolean).join(" – ") };
  });
  const isOfFields = OF_FIELDS.includes(problem.code) && errors.some((error) => error.field);
  return isOfFields ? { title: say("check-fields"), errors } : { title: problem.title ?? say("failed"), detail: problem.detail, errors };
}

/** What stands at each field: one note with everything that is wrong with it, a line for each. */
export function notes(errors) {
  const lines = new Map();
  for (const { field, text } of errors) if (field) lines.set(field, new Set([...(lines.get(field) ?? []), text]));
  return [...lines].map(([field, texts]) => ({ field, text: [...texts].join("\n") }));
}
