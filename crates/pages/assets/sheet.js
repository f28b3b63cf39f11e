// What is typed into the sheet of a table, read as the rules read it. Only the obvious is mirrored here: the service decides.
//
// A field has what a seat lost, in digits; it is empty for the winner, "+" for one of several winners, and "x" for whoever is gone. Whoever
// copies a row with its signs from paper has written the winner as the only one without a minus.

/** What a rulebook says if nobody has said anything else. */
export const DEFAULT_RULES = {
  joker: 50, no30: 100, had30: 200, announced: 100, spilled: 200, spilledFlat: true, mode: "flat",
  timeout: "rack_value", jokerInSum: true, tie: "full_each", rounding: "by_seat",
};

const ALL_FACES = 728;
const JOKERS = 2;
/** Longer numbers are slips of the finger, and the service takes none that long. */
const MOST_DIGITS = 6;

/** What a field says: {kind: "empty" | "lost" | "won" | "gone" | "wrong", points, signed}. */
export function readField(text) {
  const written = text.trim().toLowerCase();
  if (written === "") return { kind: "empty" };
  if (written === "x") return { kind: "gone" };
  const won = /^(?:\+|w)\s*(\d*)$/.exec(written);
  if (won) return won[1].length > MOST_DIGITS ? { kind: "wrong" } : { kind: "won", points: won[1] === "" ? null : Number(won[1]) };
  const lost = /^([-−–]?)\s*(\d+)$/.exec(written);
  if (lost && lost[2].length <= MOST_DIGITS) return { kind: "lost", points: Number(lost[2]), signed: lost[1] !== "" };
  return { kind: "wrong" };
}

/** Where all others have a minus, the one without is the winner. */
function withWinner(fields) {
  const lost = fields.filter((field) => field.kind === "lost");
  const plain = lost.filter((field) => !field.signed);
  const isRow = lost.length > 1 && plain.length === 1 && fields.every((field) => ["lost", "gone"].includes(field.kind));
  return isRow ? fields.map((field) => (field === plain[0] ? { kind: "won", points: field.points } : field)) : fields;
}

/** What the winner with this rank in the order of seats gets when the others lost so much together. */
export function share(lost, winners, rank, rules) {
  if (winners <= 1 || rules.tie === "full_each") return lost;
  if (rules.tie === "none") return 0;
  const rest = rules.rounding === "by_seat" && rank < lost % winners ? 1 : 0;
  return Math.floor(lost / winners) + rest;
}

/**
 * One game: {state: "empty" | "partial" | "full", game, small, errors, warnings}. `game` is what the API takes. `errors` have a code and, where
 * one is to blame, a seat.
 */
export function readGame(ending, texts, rules = DEFAULT_RULES) {
  const fields = withWinner(texts.map(readField));
  const none = { game: null, small: texts.map(() => null), errors: [], warnings: [] };
  const at = (kind) => fields.flatMap((field, seat) => (field.kind === kind ? [seat] : []));
  if (ending === "not_played") {
    const errors = fields.flatMap((field, seat) => (["empty", "gone"].includes(field.kind) ? [] : [{ seat, code: "points-without-game" }]));
    return { ...none, errors, state: errors.length ? "partial" : "full", game: { ending } };
  }
  const wrong = at("wrong").map((seat) => ({ seat, code: "not-points" }));
  if (wrong.length) return { ...none, state: "partial", errors: wrong };
  const [empty, won, lost, gone] = ["empty", "won", "lost", "gone"].map(at);
  // Whoever left is gone in games of which nothing else is known, too.
  if (!won.length && !lost.length) return { ...none, state: ending === "rack_emptied" ? "empty" : "partial", errors: ending === "rack_emptied" ? [] : [{ seat: empty[0] ?? 0, code: "missing" }] };
  if (fields.length - gone.length < 2) return { ...none, state: "partial", errors: [{ seat: gone[0], code: "too-few" }] };
  const errors = [];
  let winners = won;
  if (!won.length) {
    if (empty.length === 0) errors.push({ code: "no-winner" });
    if (empty.length > 1) errors.push(...empty.map((seat) => ({ seat, code: "missing" })));
    winners = empty;
  } else if (empty.length) {
    errors.push(...empty.map((seat) => ({ seat, code: "missing" })));
  }
  if (ending === "rack_emptied" && won.length > 1) errors.push({ seat: won[1], code: "several-winners" });
  errors.push(...lost.filter((seat) => fields[seat].points === 0).map((seat) => ({ seat, code: "nothing-lost" })));
  if (errors.some((error) => ["missing", "no-winner", "several-winners"].includes(error.code))) return { ...none, state: "partial", errors };
  const sum = lost.reduce((all, seat) => all + fields[seat].points, 0);
  const small = fields.map((field) => (field.kind === "lost" ? -field.points : null));
  winners.forEach((seat, rank) => {
    small[seat] = share(sum, winners.length, rank, rules);
    const typed = fields[seat].points;
    if (typed != null && typed !== small[seat]) errors.push({ seat, code: "wrong-sum", expected: small[seat] });
  });
  return { state: "full", game: { ending, small }, small, errors, warnings: implausible(lost, fields, rules) };
}

/** Losses that cannot come from one game, whatever penalties there were. */
function implausible(lost, fields, rules) {
  const penalty = Math.max(rules.no30, rules.had30, rules.announced, rules.spilled);
  const limit = ALL_FACES + JOKERS * rules.joker;
  const onRack = (points) => (rules.mode === "flat" ? (points > penalty ? points : 0) : Math.max(points - penalty, 0));
  const heavy = lost.filter((seat) => onRack(fields[seat].points) > limit);
  if (heavy.length) return heavy.map((seat) => ({ seat, code: "heavy-rack", limit }));
  const together = lost.reduce((all, seat) => all + onRack(fields[seat].points), 0);
  return together > limit ? [{ code: "heavy-table", limit }] : [];
}

/** A whole sheet: {state: "empty" | "incomplete" | "full", games, errors, warnings, sums, played}; errors and warnings name the game, from 0. */
export function readSheet(rows, rules = DEFAULT_RULES) {
  const read = rows.map((row) => readGame(row.ending, row.texts, rules));
  const last = read.findLastIndex((game) => game.state !== "empty");
  const errors = [];
  const warnings = [];
  read.forEach((game, index) => {
    if (index < last && game.state === "empty") errors.push({ game: index, seat: 0, code: "game-missing" });
    errors.push(...game.errors.map((error) => ({ game: index, ...error })));
    warnings.push(...game.warnings.map((warning) => ({ game: index, ...warning })));
    const before = read[index - 1]?.game;
    if (game.game?.small && before && sameGames([game.game], [before])) warnings.push({ game: index, code: "repeated-game" });
  });
  const seats = rows[0]?.texts.length ?? 0;
  const sums = Array.from({ length: seats }, (_, seat) => ({
    small: read.reduce((sum, game) => sum + (game.small[seat] ?? 0), 0),
    big: read.filter((game) => game.state === "full" && game.small[seat] !== null && game.small[seat] >= 0).length,
  }));
  const state = last < 0 ? "empty" : last === rows.length - 1 ? "full" : "incomplete";
  return { state, games: read.slice(0, last + 1).map((game) => game.game), read, errors, warnings, sums, played: last + 1 };
}

/** The fields of a game as the API tells it. */
export function fieldsOf(game, seats) {
  if (!game) return { ending: "rack_emptied", texts: Array(seats).fill("") };
  if (game.ending === "not_played") return { ending: game.ending, texts: Array(seats).fill("") };
  const winners = game.big.filter((big) => big === 1).length;
  const text = (small, seat) => {
    if (small === null) return "x";
    if (game.big[seat] === 1) return winners > 1 ? "+" : "";
    return String(-small);
  };
  return { ending: game.ending, texts: game.small.map(text) };
}

/** Whether two sheets say the same. */
export function sameGames(one, other) {
  const plain = (games) => JSON.stringify((games ?? []).map((game) => [game.ending, game.small ?? []]));
  return plain(one) === plain(other);
}

/** Tiles of a rack: numbers with or without a letter of a colour, J or * for a joker. Gives {face, jokers} or {wrong}. */
export function readTiles(text) {
  let [face, jokers] = [0, 0];
  for (const word of text.toLowerCase().split(/[\s,;+]+/).filter(Boolean)) {
    const number = /^(\d{1,2})[rbyk]?$/.exec(word);
    if (/^[j*]+$/.test(word)) jokers += word.length;
    else if (number && number[1] >= 1 && number[1] <= 13) face += Number(number[1]);
    else return { wrong: word };
  }
  return { face, jokers };
}

/** What a rack costs when another player has finished. A rack is {face, jokers, meld: "made" | "no30" | "had30" | "announced", spilled}. */
export function charge(rack, rules = DEFAULT_RULES) {
  if (rack.spilled) return rules.spilled;
  const sum = rack.face + rack.jokers * rules.joker;
  return rack.meld === "made" ? sum : unmelded(rack, sum, rules);
}

const unmelded = (rack, sum, rules) => rules[rack.meld] + (rules.mode === "additional" ? sum : 0);

/** The small points of racks, as the calculator of the API counts them: {small, winners} or {error}. */
export function countRacks(racks, ending, rules = DEFAULT_RULES) {
  const empty = racks.flatMap((rack, seat) => (!rack.spilled && rack.face === 0 && rack.jokers === 0 ? [seat] : []));
  if (empty.some((seat) => racks[seat].meld !== "made")) return { error: "empty-without-meld" };
  if (empty.length > 1) return { error: "several-empty" };
  if (empty.length === 0 && ending === "rack_emptied") return { error: "no-empty" };
  const losses = empty.length === 1
    ? racks.map((rack, seat) => (seat === empty[0] ? null : charge(rack, rules)))
    : afterFinalRound(racks, rules);
  if (!losses) return { error: "nobody-can-win" };
  if (losses.some((loss) => loss !== null && loss <= 0)) return { error: "nothing-lost" };
  const lost = losses.reduce((sum, loss) => sum + (loss ?? 0), 0);
  const winners = losses.flatMap((loss, seat) => (loss === null ? [seat] : []));
  return { winners, small: losses.map((loss, seat) => (loss === null ? share(lost, winners.length, winners.indexOf(seat), rules) : -loss)) };
}

function afterFinalRound(racks, rules) {
  const weights = racks.map((rack) => {
    if (rack.spilled) return { kind: rules.spilledFlat ? "flat" : "beaten", points: rules.spilled };
    const sum = rack.face + (rules.jokerInSum ? rack.jokers * rules.joker : 0);
    if (rack.meld === "made" || rules.timeout === "rack_value") return { kind: "competing", points: sum };
    return { kind: rules.timeout === "penalty_as_rack" ? "competing" : "flat", points: unmelded(rack, sum, rules) };
  });
  const competing = weights.filter((weight) => weight.kind === "competing");
  if (!competing.length) return null;
  const lowest = Math.min(...competing.map((weight) => weight.points));
  return weights.map(({ kind, points }) => {
    if (kind === "competing") return points === lowest ? null : points - lowest;
    return kind === "beaten" ? Math.max(points - lowest, 1) : points;
  });
}

/** The position of the log in an ETag; 0 if there is none. */
export const position = (etag) => Number(/^"(\d+)/.exec(etag ?? "")?.[1] ?? 0);

/** Points as they are written: with their sign. */
export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
