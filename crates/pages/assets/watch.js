// Follows the stream of a tournament while somebody looks: browsers open few streams to one service, and a hidden page needs none.

/** Not more often than people can follow. */
const AT_MOST_EVERY_MS = 2000;
/** Everybody in the hall is told in the same instant: asking at once, they would all ask in the same instant, too. Shown within two seconds all the same. */
const SPREAD_MS = 1500;

/**
 * Opens a stream, closes it while the page is hidden, and opens it again. Gives what ends it.
 *
 * @param told is given the data of each message
 * @param back somebody looks again, and what was told meanwhile is not known
 * @param lost the stream cannot go on where it was; everybody who follows it hears of that together
 * @param connection is told whether there is one
 */
export function follow(address, { told, back, lost = back, connection = () => {} }) {
  let source = null;
  const close = () => { source?.close(); source = null; };
  const open = () => {
    source = new EventSource(address);
    source.onopen = () => connection(true);
    source.onerror = () => connection(false);
    source.onmessage = (message) => { if (message.data) told(message.data); };
    source.addEventListener("reset", () => lost());
  };
  const look = () => {
    if (document.hidden) return close();
    if (source) return;
    open();
    back();
  };
  document.addEventListener("visibilitychange", look);
  if (!document.hidden) open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
}

/**
 * Calls back after something has changed: each watcher at a moment of their own, and at most every few seconds. Whoever looks again does not
 * wait for others. Gives what stops it.
 */
export function watch(address, changed, connection = () => {}) {
  let last = 0;
  let waiting = null;
  let wasLost = false;
  const call = () => {
    waiting = null;
    last = Date.now();
    changed();
  };
  const rest = () => Math.max(0, last + AT_MOST_EVERY_MS - Date.now());
  // Whatever comes while it waits is seen then.
  const soon = () => { waiting ??= setTimeout(call, rest() + Math.random() * SPREAD_MS); };
  const first = () => {
    clearTimeout(waiting);
    waiting = setTimeout(call, rest());
  };
  const connected = (isThere) => {
    // A service that was started again has lost everybody at once.
    if (isThere && wasLost) soon();
    wasLost = !isThere;
    connection(isThere);
  };
  const stop = follow(address, { told: soon, back: first, lost: soon, connection: connected });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}
