// What the fields of a form say, as the JSON that the API takes. Names are paths, `data-as` says what a value is; see forms.js.

/** The JSON of a form. */
export function read(form) {
  const whole = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || field.type === "submit" || field.type === "button") continue;
    if ((field.type === "radio") && !field.checked) continue;
    const value = valueOf(field);
    if (value !== undefined) put(whole, field.name, value);
  }
  return dense(whole);
}

/** The same without gaps in lists, which empty rows of a form leave behind. */
function dense(value) {
  if (Array.isArray(value)) return Object.values(value).map(dense);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, dense(inner)]));
  return value;
}

/** Lines like "ranking.best_n = 8" as an object; a value that is no JSON is a text. */
function pairs(text) {
  const whole = {};
  for (const line of text.split("\n").filter((one) => one.includes("="))) {
    const at = line.indexOf("=");
    const written = line.slice(at + 1).trim();
    let value = written;
    try { value = JSON.parse(written); } catch { /* A word. */ }
    whole[line.slice(0, at).trim()] = value;
  }
  return whole;
}

function valueOf(field) {
  const many = field.name.endsWith("[]");
  if (field.type === "checkbox") {
    if (many) return field.checked ? field.value : undefined;
    return field.checked ? (field.dataset.as === "text" ? field.value : true) : (field.dataset.off === "false" ? false : undefined);
  }
  const text = field.value.trim();
  if (text === "") return field.dataset.empty === "null" ? null : undefined;
  switch (field.dataset.as) {
    case "number": return /^[-−]?\d+$/.test(text) ? Number(text.replace("−", "-")) : text;
    case "numbers": return text.split(/[\s,;]+/).filter(Boolean).map((one) => (/^\d+$/.test(one) ? Number(one) : one));
    case "boolean": return text === "true";
    case "lines": return text.split(/[\n,;]/).map((line) => line.trim()).filter(Boolean);
    case "pairs": return pairs(text);
    case "time": return byWarsaw(text);
    default: return text;
  }
}

const HOUR_MS = 60 * 60 * 1000;
const WARSAW = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Warsaw", dateStyle: "short", timeStyle: "medium" });

/** A time of the clocks of Warsaw, wherever this device is. */
export function byWarsaw(text) {
  const wanted = new Date(`${text}Z`);
  const shown = (moment) => new Date(`${WARSAW.format(moment).replace(" ", "T")}Z`).getTime();
  const [summer, winter] = [2, 1].map((hours) => new Date(wanted - hours * HOUR_MS));
  // The hour that comes twice is the first of the two; one that is left out counts as if summer had not begun.
  return (shown(summer) === wanted.getTime() ? summer : winter).toISOString();
}

function put(whole, name, value) {
  const path = name.replace(/\[\]$/, "").split(".");
  const last = path.pop();
  let at = whole;
  path.forEach((part, index) => { at = at[part] ??= /^\d+$/.test(path[index + 1] ?? last) ? [] : {}; });
  if (name.endsWith("[]")) (at[last] ??= []).push(value);
  else at[last] = value;
}
