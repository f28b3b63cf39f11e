event-rulebook-adopted = Przyjęto regulamin: { $subject } (podstawa: { $base }, zmienionych parametrów: { $changes })
event-season-opened = Otwarto sezon { $subject }: { $days }
event-season-corrected = Skorygowano sezon { $subject }: { $days }
event-season-ranking-tie-decided = Rozstrzygnięto remis w rankingu sezonu { $subject }: { $order }
event-season-ranking-tie-decision-withdrawn = Wycofano rozstrzygnięcie remisu w rankingu sezonu { $subject }
event-player-registered = Zarejestrowano gracza: { $player }
event-player-rectified = Sprostowano dane gracza: { $player }
event-player-erased = Usunięto dane gracza: { $player }
event-player-waiver-declared = Zapisano rezygnację z awansów: { $player }
event-player-waiver-withdrawn = Wycofano rezygnację z awansów: { $player }
event-tournament-recorded = Zapisano wyniki turnieju: { $subject }
event-tournament-corrected = Skorygowano wyniki turnieju: { $subject }
event-tournament-exception-decided = { $granted ->
    [yes] Wyrażono zgodę na mniejszą liczbę uczestników turnieju: { $subject }
   *[no] Nie wyrażono zgody na mniejszą liczbę uczestników turnieju: { $subject }
}
event-tournament-exception-decision-withdrawn = Wycofano decyzję o mniejszej liczbie uczestników turnieju: { $subject }
event-tournament-waiver-declared = Zapisano rezygnację z awansu z turnieju { $subject }: { $player }
event-tournament-waiver-withdrawn = Wycofano rezygnację z awansu z turnieju { $subject }: { $player }
event-tournament-tie-decided = Rozstrzygnięto remis o awans z turnieju { $subject }: { $order }
event-tournament-tie-decision-withdrawn = Wycofano rozstrzygnięcie remisu o awans z turnieju: { $subject }
event-tournament-applied = { $named ->
    [yes] Zgłoszono turniej { $subject }
   *[no] Zgłoszono turniej, którego nazwa będzie znana po zatwierdzeniu ({ $subject })
}: { $days }, województwo { $voivodeship }, planowana liczba graczy: { $players }
event-tournament-application-approved = Zatwierdzono zgłoszenie turnieju: { $subject }
event-tournament-application-rejected = Odrzucono zgłoszenie turnieju: { $subject }
event-tournament-details-changed = { $late ->
    [yes] Zmieniono dane turnieju { $subject }, ogłaszając to z opóźnieniem: { $days }, województwo { $voivodeship }
   *[no] Zmieniono dane turnieju { $subject }: { $days }, województwo { $voivodeship }
}
event-tournament-cancelled = { $late ->
    [yes] Odwołano turniej { $subject }, ogłaszając to z opóźnieniem
   *[no] Odwołano turniej: { $subject }
}
event-tournament-interrupted = Przerwano turniej i pozostawiono go bez wyników: { $subject }
event-tournament-format-chosen = Wybrano format turnieju { $subject }: { $rounds ->
    [one] { $rounds } runda
    [few] { $rounds } rundy
   *[other] { $rounds } rund
}{ $top ->
    [top8] , TOP8
    [top12] , TOP12
   *[none] {""}
}{ $final ->
    [yes] , finał
   *[no] , bez finału
}
event-tournament-players-registered = { $count ->
    [one] Zapisano gracza na turniej { $subject }: { $players }
   *[other] Zapisano { $count } graczy na turniej { $subject }: { $players }
}
event-tournament-registration-changed = Zmieniono dane zapisu na turniej { $subject }: { $player }
event-tournament-registration-withdrawn = Wycofano zapis na turniej { $subject }: { $player }
event-tournament-players-checked-in = { $count ->
    [one] Potwierdzono obecność gracza na turnieju { $subject }: { $players }
   *[other] Potwierdzono obecność { $count } graczy na turnieju { $subject }: { $players }
}
event-tournament-players-did-not-come = { $count ->
    [one] Odnotowano nieobecność gracza na turnieju { $subject }: { $players }
   *[other] Odnotowano nieobecność { $count } graczy na turnieju { $subject }: { $players }
}
event-tournament-drawn = { $again ->
    [yes] Powtórzono losowanie miejsc
   *[no] Wylosowano miejsca
} w turnieju { $subject }: { $stage }, losowanie nr { $draw }, { $count ->
    [one] { $count } gracz
   *[other] { $count } graczy
}
event-tournament-stage-seated = Rozsadzono graczy w turnieju { $subject }: { $stage }, { $tables ->
    [one] { $tables } stolik
    [few] { $tables } stoliki
   *[other] { $tables } stolików
}
event-tournament-stage-started = Rozpoczęto grę w turnieju { $subject }: { $stage }
event-tournament-stage-skipped = Zrezygnowano z rozegrania etapu turnieju { $subject }: { $stage }
event-tournament-late-arrival-admitted = Dopuszczono spóźnionego gracza do turnieju { $subject }: { $player }
event-tournament-player-left = Odnotowano wyjście gracza przed końcem turnieju { $subject }: { $player }
event-tournament-sheet-entered = Wpisano tabelkę punktową w turnieju { $subject }: { $stage }, stolik { $table }
event-tournament-sheet-confirmed = Potwierdzono tabelkę punktową drugim wpisem w turnieju { $subject }: { $stage }, stolik { $table }
event-tournament-second-entry-waived = Uznano tabelkę punktową bez drugiego wpisu w turnieju { $subject }: { $stage }, stolik { $table }
event-tournament-table-of-two-allowed = Zezwolono na grę w dwie osoby w turnieju { $subject }: { $stage }, stolik { $table }
event-tournament-stage-closed = Zakończono etap turnieju { $subject }: { $stage }
event-tournament-results-hidden = Ukryto wyniki etapu turnieju { $subject }: { $stage }
event-tournament-results-revealed = Odsłonięto wyniki etapu turnieju { $subject }: { $stage }
event-tournament-sanction-given = { $sanction ->
    [caution] Udzielono upomnienia w turnieju { $subject }: { $player }
    [warning] Udzielono ostrzeżenia w turnieju { $subject }: { $player }
    [yellow_card] Pokazano żółtą kartkę w turnieju { $subject }: { $player }
   *[disqualification] Ukarano dyskwalifikacją w turnieju { $subject }: { $player }
}
event-tournament-disqualified = Wykluczono gracza z turnieju { $subject }: { $player }
event-tournament-dispute-opened = Zgłoszono sytuację sporną nr { $dispute } w turnieju { $subject }: { $stage }, stolik { $table }{ $game ->
    [none] {""}
   *[other] , gra { $game }
}
event-tournament-dispute-ruled = Rozstrzygnięto sytuację sporną nr { $dispute } w turnieju: { $subject }
event-tournament-stage-tie-decided = { $question ->
    [enters_top] Rozstrzygnięto remis o wejście do TOP w turnieju { $subject }: { $order }
    [enters_final] Rozstrzygnięto remis o wejście do finału turnieju { $subject }: { $order }
   *[final_places] Rozstrzygnięto remis o miejsca w finale turnieju { $subject }: { $order }
}
event-tournament-qualification-waived = Przyjęto od gracza rezygnację z awansu z turnieju { $subject }: { $player }
event-tournament-qualification-waiver-withdrawn = Gracz odwołał rezygnację z awansu z turnieju { $subject }: { $player }
event-tournament-closed = Zamknięto turniej i ujawniono ziarno jego losowań: { $subject }
event-tournament-results-imported = Wczytano wyniki turnieju { $subject } jako same miejsca: { $count ->
    [one] { $count } gracz
   *[other] { $count } graczy
}
event-tournament-sheet-corrected = Skorygowano tabelkę punktową po zamknięciu turnieju { $subject }: { $stage }, stolik { $table }
event-tournament-act-undone = Cofnięto czynność nr { $act } w turnieju: { $subject }
event-league-recorded = Zapisano tabelę ligi: { $subject }
event-league-corrected = Skorygowano tabelę ligi: { $subject }
event-league-waiver-declared = Zapisano rezygnację z awansu z ligi { $subject }: { $player }
event-league-waiver-withdrawn = Wycofano rezygnację z awansu z ligi { $subject }: { $player }
event-league-tie-decided = Rozstrzygnięto remis o awans z ligi { $subject }: { $order }
event-league-tie-decision-withdrawn = Wycofano rozstrzygnięcie remisu o awans z ligi: { $subject }
event-grand-prix-recorded = Zapisano cykl Grand Prix: { $subject }
event-grand-prix-corrected = Skorygowano cykl Grand Prix: { $subject }
event-grand-prix-tie-decided = Rozstrzygnięto remis o awans z cyklu Grand Prix { $subject }: { $order }
event-grand-prix-tie-decision-withdrawn = Wycofano rozstrzygnięcie remisu o awans z cyklu Grand Prix: { $subject }
event-online-event-recorded = Zapisano tabelę rozgrywek online: { $subject }
event-online-event-corrected = Skorygowano tabelę rozgrywek online: { $subject }
event-online-event-waiver-declared = Zapisano rezygnację z awansu z rozgrywek online { $subject }: { $player }
event-online-event-waiver-withdrawn = Wycofano rezygnację z awansu z rozgrywek online { $subject }: { $player }
event-online-event-tie-decided = Rozstrzygnięto remis o awans z rozgrywek online { $subject }: { $order }
event-online-event-tie-decision-withdrawn = Wycofano rozstrzygnięcie remisu o awans z rozgrywek online: { $subject }
event-league-opened = Otwarto ligę: { $subject }
event-league-meeting-recorded = Zapisano kolejkę { $number } ligi { $subject } ({ $day }, obecnych: { $present })
event-league-meeting-corrected = Skorygowano kolejkę { $number } ligi { $subject } ({ $day }, obecnych: { $present })
event-league-meeting-withdrawn = Wycofano kolejkę { $number } ligi: { $subject }
event-league-table-imported = Przejęto tabelę ligi: { $subject }
event-league-table-withdrawn = Wycofano przejętą tabelę ligi: { $subject }
event-league-waiver-noted = Przyjęto rezygnację z awansu z ligi { $subject }: { $player }
event-league-waiver-note-withdrawn = Cofnięto przyjęcie rezygnacji z awansu z ligi { $subject }: { $player }
event-league-closed = Zamknięto ligę { $subject }, zakończoną { $day }
event-grand-prix-opened = Otwarto cykl Grand Prix: { $subject }
event-grand-prix-tournament-added = Włączono turniej { $tournament } do cyklu Grand Prix: { $subject }
event-grand-prix-tournament-removed = Wyłączono turniej { $tournament } z cyklu Grand Prix: { $subject }
event-grand-prix-closed = Zamknięto cykl Grand Prix: { $subject }
event-online-event-opened = Otwarto rozgrywki online: { $subject }
event-online-event-table-recorded = Zapisano bieżącą tabelę rozgrywek online: { $subject }
event-online-event-table-withdrawn = Wycofano bieżącą tabelę rozgrywek online: { $subject }
event-online-event-waiver-noted = Przyjęto rezygnację z awansu z rozgrywek online { $subject }: { $player }
event-online-event-waiver-note-withdrawn = Cofnięto przyjęcie rezygnacji z awansu z rozgrywek online { $subject }: { $player }
event-online-event-closed = Zamknięto rozgrywki online { $subject }, zakończone { $day }
event-championship-announced = Ogłoszono Mistrzostwa Wojewódzkie: { $subject }, województwo { $voivodeship }, { $days }
event-championship-corrected = Skorygowano Mistrzostwa Wojewódzkie: { $subject }, województwo { $voivodeship }, { $days }
event-account-opened = Założono konto: { $account }
event-account-rectified = Sprostowano dane konta: { $account }
event-account-role-granted = Nadano rolę { $role }: { $account }
event-account-role-granted-at = Nadano rolę { $role } { $where }: { $account }
event-account-role-revoked = Odebrano rolę { $role }: { $account }
event-account-role-revoked-at = Odebrano rolę { $role } { $where }: { $account }
event-account-disabled = Zablokowano konto: { $account }
event-account-enabled = Odblokowano konto: { $account }
event-account-access-renewed = Pozwolono ustawić na nowo hasło lub weryfikację dwuetapową konta: { $account }
event-log-loss-accepted = Przyjęto utratę zdarzeń od { $from } do { $until } i rozpoczęto epokę { $epoch }
event-role-admin = administratora
event-role-arbiter = arbitra
event-role-organiser = organizatora
event-role-referee = sędziego
event-role-main-referee = sędziego głównego
event-role-auditor = audytora
event-at-tournament = w turnieju { $subject }
event-at-league = w lidze { $subject }
event-at-grand-prix = w cyklu Grand Prix { $subject }
event-at-online-event = w rozgrywkach online { $subject }
event-at-championship = w mistrzostwach { $subject }
event-days-from = od { $first }
event-days-between = od { $first } do { $last }
event-player-deleted = gracz usunięty
event-named = „{ $name }”
event-order-then = { $order }, potem { $player }
event-list-and = { $order }, { $player }
event-stage-round = runda { $number }
event-stage-top = etap TOP
event-stage-final = finał
event-order-more = { $order } i jeszcze { $more }
event-titled = „{ $title }”
event-plain = { $text }
event-championship-scheduled = Wyznaczono termin mistrzostw { $subject }: { $days }
event-target-mp = Mistrzostw Polski ({ $season })
event-target-mw = Mistrzostw Wojewódzkich { $subject }
event-origin-ranking = ranking
event-ledger-granted = { $override ->
    [yes] Przyznano awans do { $target }, z podaniem powodu: { $player } ({ $origin }, miejsce { $place })
   *[no] Przyznano awans do { $target }: { $player } ({ $origin }, miejsce { $place })
}
event-ledger-declined = { $passed ->
    [yes] Rezygnacja z awansu do { $target }, awans przechodzi dalej: { $player } ({ $origin })
   *[no] Rezygnacja z awansu do { $target }, awans nie przechodzi dalej: { $player } ({ $origin })
}; jak każda rezygnacja dotyczy całej edycji (R-WAV-03)
event-ledger-decline-withdrawn = Cofnięto rezygnację z awansu do { $target }: { $player } ({ $origin })
event-ledger-withheld = { $seats ->
    [one] Nie przyznano nikomu awansu do { $target } ({ $origin })
    [few] Nie przyznano nikomu { $seats } awansów do { $target } ({ $origin })
   *[other] Nie przyznano nikomu { $seats } awansów do { $target } ({ $origin })
}
event-ledger-withholding-withdrawn = { $seats ->
    [one] Awans do { $target } znów może zostać przyznany ({ $origin })
    [few] { $seats } awanse do { $target } znów mogą zostać przyznane ({ $origin })
   *[other] { $seats } awansów do { $target } znów może zostać przyznanych ({ $origin })
}
event-ledger-revoked = Cofnięto awans do { $target } po ponownym rozpatrzeniu: { $player } ({ $origin })
event-ledger-upheld = Utrzymano awans do { $target } po ponownym rozpatrzeniu: { $player } ({ $origin })
event-ledger-wildcard-nominated = Zgłoszono dziką kartę do { $target }: { $player }
event-ledger-wildcard-granted = Przyznano dziką kartę do { $target }: { $player }
event-ledger-wildcard-withdrawn = Wycofano dziką kartę do { $target }: { $player }
event-ledger-mw-chosen = Wybór { $target } spośród mistrzostw w tym samym terminie: { $player }
event-ledger-nominee-named = { $player } – reprezentant kraju na mistrzostwach świata, na podstawie { $target }
event-ledger-nominee-withdrawn = Wycofano nominację na mistrzostwa świata na podstawie { $target }
event-list-submitted = Przedłożono listę { $subject } do ogłoszenia
event-list-submission-withdrawn = Wycofano przedłożenie listy { $subject }
event-list-published = Ogłoszono wydanie { $number } listy { $subject }
