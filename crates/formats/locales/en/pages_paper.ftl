page-paper-title = To print
page-paper-about = Each page is made for A4 paper, in black and white. Open it and print it from the browser.
page-paper-no-stages = The tournament has no format yet, so there is nothing to print.
page-paper-not-seated = The seats of this part are not given out yet.
page-paper-whole = The whole tournament
page-paper-back = Everything to print
page-paper-print = Print
page-paper-how = In the print dialog turn off the headers and footers of the browser, scale 100%.
page-paper-sheets = Score sheets
page-paper-sheet = Sheet
page-paper-seating-by-name = Seats by name
page-paper-seating-by-table = Seats by table
page-paper-standings = Standings
page-paper-standings-after = Standings: { $text }
page-paper-labels = Table numbers
page-paper-labels-a4 = Table numbers, A4
page-paper-labels-a5 = Table numbers, A5
page-paper-results = Final results
page-paper-diplomas = Diplomas
page-paper-diplomas-for = { $number ->
    [one] Diploma for the first place
   *[other] Diplomas for the first { $number } places
}
page-paper-official-lists = Official lists with fingerprint and QR code
page-paper-table = Table
page-paper-seat = Seat
page-paper-game = Game
page-paper-starts = Starts
page-paper-ending = How it ended
page-paper-ending-rack = rack emptied
page-paper-ending-time = time was up
page-paper-ending-pool = pool was empty
page-paper-sum-small = Small points
page-paper-sum-big = Games won
page-paper-signature = Signature
page-paper-referee = referee
page-paper-in-stage-big = { $text }: big
page-paper-in-stage-small = { $text }: small
page-paper-provisional = Provisional standings: this part is still being played.
page-paper-final-decided = The final, played from zero, decided the first places. The points in the table are those of the elimination rounds.
page-paper-top-decided = The TOP stage decided who played the final, and the final, played from zero, the first places. The points in the table are those of the elimination rounds.
page-paper-points-of-rounds = Places and points in total are those of the elimination rounds; what this stage brought stands in the last columns.
page-paper-pool = { $number ->
    [one] pool after the deal: { $number } tile
   *[other] pool after the deal: { $number } tiles
}
page-paper-minutes = { $number ->
    [one] time: { $number } minute
   *[other] time: { $number } minutes
}
page-paper-sheet-hint = Write down the small points of each game with their sign. After the last game all of you sign the sheet and hand it in.
page-paper-scan = Entering the sheet (staff)
page-paper-scan-token = Scan to enter the sheet of this table
page-paper-tokens = Issue new table codes and print
page-paper-tokens-about = A table code lets the players enter their own sheet. New codes go straight onto the sheets and to the print dialog; they cannot be shown again later.
page-paper-tokens-before = Codes were issued for this part before, and they still work.
page-paper-tokens-question = Issue new codes for all tables of this part? Codes that were issued before go on working until the part ends.
page-paper-tokens-script = Table codes can be issued only with scripts turned on.
page-paper-follow = Live results
page-paper-online = Results online
page-paper-notice = The data on this sheet (first name, surname, city, results) serve to run the tournament and to publish its results. You have the right to see, correct and erase them and to object. Who the controller is, and how to use these rights: { $text }
page-paper-organiser = organiser
page-paper-main-referee = main referee
page-paper-diploma = Diploma
page-paper-diploma-for = awarded to
page-paper-diploma-place = for { $number ->
    [1] 1st place
    [2] 2nd place
    [3] 3rd place
   *[other] { $number }th place
}
page-paper-diploma-in = in the tournament
page-paper-quoted = “{ $text }”
page-paper-won = { $number ->
    [one] { $number } win
   *[other] { $number } wins
}
page-paper-card-approved = Tournament announced
page-paper-card-running = Live
page-paper-card-closed = Tournament results
page-paper-card-cancelled = Tournament called off
page-paper-card-after = Standings after: { $text }
page-paper-card-during = Live: { $text }
page-paper-share = Share
page-paper-post = A post for Facebook or a messenger
page-paper-post-hint = Everybody is named by first name and the initial of the surname here, adults too.
page-paper-copy = Copy the post
page-paper-copied = Copied.
page-paper-not-copied = It could not be copied. The text is selected: copy it yourself.
page-paper-to-tournament = The page of the tournament
