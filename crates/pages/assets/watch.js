// Follows the stream of a tournament while somebody looks: browsers open few streams to one service, and a hidden page needs none.

/** Soon enough after a sheet was saved, and not more often than people can follow. */
const AT_MOST_EVERY_MS = 2000;

/**
 * Opens a stream, closes it while the page is hidden, and opens it again. Gives what ends it.
 *
 * @param told is given the data of each message
 * @param back somebody looks again, and what was told meanwhile is not known; also when the stream cannot go on where it was
 * @param connection is told whether there is one
 */
export function follow(address, { told, back, connection = () => {} }) {
  let source = null;
  const close = () => { source?.close(); source = null; };
  const open = () => {
    source = new EventSource(address);
    source.onopen = () => connection(true);
    source.onerror = () => connection(false);
    source.onmessage = (message) => { if (message.data) told(message.data); };
    source.addEventListener("reset", () => back());
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

/** Calls back after something has changed, at once and then at most every few seconds. Gives what stops it. */
export function watch(address, changed, connection) {
  let last = 0;
  let waiting = null;
  const soon = () => {
    if (waiting !== null) return;
    waiting = setTimeout(() => {
      waiting = null;
      last = Date.now();
      changed();
    }, Math.max(0, last + AT_MOST_EVERY_MS - Date.now()));
  };
  const stop = follow(address, { told: soon, back: soon, connection });
  return () => {
    clearTimeout(waiting);
    stop();
  };
}
