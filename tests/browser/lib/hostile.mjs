// Names that do something if they are taken for anything but text.

export const HOSTILE = [
  "<script>window.pwned=1</script>",
  "\"><img src=x onerror=window.pwned=2>",
  "'><svg onload=window.pwned=3>",
  "</title><script>window.pwned=4</script>",
  "</textarea><script>window.pwned=5</script>",
  "javascript:window.pwned=6",
  "{{7*7}}${7*7}#{7*7}",
  "<!--<b>",
  "]]><x>",
  "&lt;b&gt; &amp; &#39;",
  "=HYPERLINK(\"https://evil.example\")",
  "@SUM(1)",
  "-2+3",
  "a\u202Egnp.exe",
  "Z\u0301\u0327\u0308\u0301\u0327\u0308algo",
  "W".repeat(60),
];

/** Gives every player and every tournament of a bundle such a name. */
export function poison(bundle) {
  bundle.players.forEach((player, at) => {
    player.surname = HOSTILE[at % HOSTILE.length];
    player.city = HOSTILE[(at + 5) % HOSTILE.length];
  });
  bundle.tournaments.forEach((tournament, at) => {
    tournament.name = HOSTILE[at % HOSTILE.length];
  });
}
