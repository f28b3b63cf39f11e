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
