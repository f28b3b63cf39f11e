// What waits on this device, for pages that tell of it: who is signed in, what waits in words, and the way to sign in again.

import { ask } from "./ask.js";
import { countSheets } from "./outbox.js";
import { element, say as sayShared } from "./page.js";

const lang = document.documentElement.lang;

/** What the service says of who is signed in. */
export async function whoami(signal) {
  const { status, body } = await ask("GET", "/api/v1/me", { signal });
  return { status, id: body?.id };
}

export const needsDecision = (item) => item.state === "conflict" || item.state === "refused";

export const isOffline = (outbox) => outbox.offline || !navigator.onLine;

/** What waits, in words; nothing if nothing does. */
export function inWords(outbox, open, say) {
  const count = countSheets(open);
  if (!count) return [];
  const parts = [say(`bar-${new Intl.PluralRules(lang).select(count)}`, { n: count })];
  const attention = open.filter(needsDecision);
  if (attention.length) parts.push(say("bar-attention", { t: attention.map((item) => item.table).join(", ") }));
  if (open.some((item) => item.by !== outbox.by)) parts.push(say("foreign"));
  return parts;
}

/** The way to sign in and come back here. */
export function signInAgain() {
  const link = element("a", sayShared("sign-in"));
  link.href = `/${lang}/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
  return link;
}
