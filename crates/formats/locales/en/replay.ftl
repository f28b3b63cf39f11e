# kostka replay: lists drawn up again from an export.

cli-replay-about = Draw a published list up again from an export of the log, without store and network
cli-replay-usage = kostka replay [OPTIONS] EXPORT
cli-replay-arg-export = Export made by kostka log export
cli-replay-arg-list = Which list, for example ranking:2025, mp:2025 or mw:ID; without it, every list that can be drawn up is named
cli-replay-arg-edition = The edition to compare with; default the newest
cli-replay-arg-at = As the list stood after the event at this position, in place of an edition
cli-replay-arg-names = Names of the edition with their salts (JSON, from the address …/disclosure): are they those that were published?
cli-replay-arg-out = A file that does not exist yet for the list, byte for byte; default the standard output
cli-replay-arg-key = A public key that you trust, in place of the one in the export
cli-replay-arg-checkpoint = A checkpoint that you have from elsewhere: the export must extend it
cli-replay-arg-format = What is told of it: table (words) or json; with json the list itself goes only to --out
cli-value-list = LIST
cli-value-position = POSITION

replay-progress = Replaying
replay-needs-file = An export is read twice to be replayed: give a file, not the standard input.
replay-invalid-list = “{ $list }” is no list. A list is written kind:id, for example ranking:2025; without --list you see which there are.
replay-no-edition = { $list } has no edition { $edition } in this export (editions: { $known })
replay-beyond = The export ends at position { $end }, before { $at }
replay-nothing = At position { $at } too little is recorded to draw up { $list }
replay-not-understood = cannot be replayed: { $problem }
replay-no-names = not a disclosure of names: { $problem }
replay-other-names = The names are those of { $list }, edition { $edition }, not of the list that was asked for
replay-drawn = { $list } as of position { $position }: rows { $rows }, digest { $digest }
replay-rulebook = Rulebook { $rulebook } as adopted at position { $position }, calculation version { $calculation }
replay-root = Root of the tree up to there: { $root }
replay-matches = Byte for byte edition { $edition }, published at position { $published } ({ $time })
replay-same-as = The same bytes as in edition: { $editions }
replay-never-published = This list was never published in this export
replay-like-none = Not the bytes of any published edition (there are { $n })
replay-covered = Everything that it is made of is under the signed checkpoint of { $size ->
    [one] { $size } event
   *[other] { $size } events
}
replay-publication-covered = Its publication is under the signed checkpoint of { $size ->
    [one] { $size } event
   *[other] { $size } events
}
replay-names = Names: { $verified } verified, { $absent } absent (erased or changed since), { $wrong } wrong
replay-wrong-names = Names that were not published so ({ $n }): { $players }
replay-differs = Edition { $edition } is not what the export gives:
replay-other-calculation = it was computed by calculation version { $published }, this program has version { $computed }: use a program of that version for the same bytes
replay-digest-of-other-bytes = its digest is not that of its own bytes
replay-other-bytes = the first line that differs is { $line }; digest of the edition { $published }, of the replay { $computed }
replay-other-root = the root of the tree is { $computed }, the edition says { $published }
replay-other-rulebook = its rulebook was adopted at position { $computed }, the edition says { $published }
replay-impossible-position = it says that it takes account of position { $position }, and was published at { $published }
replay-lists = Lists that can be drawn up from { $end ->
    [one] { $end } event
   *[other] { $end } events
}: { $n }
replay-list = { $list } (editions: { $n })
replay-edition = {"  "}edition { $edition }: position { $position }, published { $time }, digest { $digest }
