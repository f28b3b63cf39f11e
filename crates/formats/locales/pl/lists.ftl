# Listy, które ogłasza federacja.

list-title-ranking = Ranking krajowy, sezon { $of }
list-title-ranking-snapshot = Ranking na siedem dni przed Mistrzostwami Polski, sezon { $of }
list-title-mp = Awanse do Mistrzostw Polski, sezon { $of }
list-title-mw = Awanse do Mistrzostw Wojewódzkich: { $of }
list-title-wildcards = Dzikie karty na Mistrzostwa Wojewódzkie: { $of }
list-title-grand-prix = Klasyfikacja cyklu Grand Prix: { $of }
list-title-mp-start = Lista startowa Mistrzostw Polski, sezon { $of }

list-refusal-stale-preview = Lista zmieniła się od czasu podglądu. Obejrzyj ją ponownie.
list-refusal-nothing-submitted = Niczego nie przedłożono do ogłoszenia.
list-refusal-other-submission = Od czasu podglądu przedłożono coś innego, być może z inną przyczyną. Obejrzyj podgląd ponownie.
list-refusal-submitter-disabled = Konto osoby, która przedłożyła listę, zostało zablokowane. Ktoś inny musi przedłożyć ją ponownie.
list-refusal-submitter-without-role = Osoba, która przedłożyła listę, nie ma już roli, która pozwala ogłaszać listy. Ktoś inny musi przedłożyć ją ponownie.
list-refusal-same-person = Listę ogłasza inna osoba niż ta, która ją przedłożyła. Za inną osobę nie uchodzi konto, które w ostatnich 7 dniach założyła, odblokowała lub zmieniła w konto administratora albo któremu odnowiła dostęp, ani odwrotnie.
list-refusal-unchanged = Wydanie { $edition } ma dokładnie tę samą treść.
list-refusal-reason-needed = kolejne wydanie wymaga przyczyny, którą każdy będzie mógł przeczytać
field-digest = oczekiwano skrótu: 64 małych cyfr szesnastkowych
field-edition-number = oczekiwano numeru wydania od 1

list-warning-events-not-closed = { $events ->
    [one] Nie zamknięto jeszcze { $events } wcześniejszego wydarzenia.
   *[other] Nie zamknięto jeszcze { $events } wcześniejszych wydarzeń.
}
list-warning-decisions-pending = { $rows ->
    [one] { $rows } pozycja czeka na decyzję.
    [few] { $rows } pozycje czekają na decyzję.
   *[other] { $rows } pozycji czeka na decyzję.
}
list-warning-grants-in-review = { $rows ->
    [one] { $rows } przyznany awans wymaga ponownego rozpatrzenia.
    [few] { $rows } przyznane awanse wymagają ponownego rozpatrzenia.
   *[other] { $rows } przyznanych awansów wymaga ponownego rozpatrzenia.
}
list-warning-not-granted = { $rows ->
    [one] { $rows } pozycji nikt jeszcze nie przyznał.
   *[other] { $rows } pozycji nikt jeszcze nie przyznał.
}

list-page-edition = Wydanie { $number } z { $date }
list-page-erratum = Errata: to wydanie zastępuje wydanie { $number }.
list-page-reason = Przyczyna
list-page-drifted = Od ogłoszenia zapisano zdarzenia, które zmieniają tę listę. Ogłoszona pozostaje treść poniżej.
list-page-superseded = Jest już nowsze wydanie: { $number }.
list-page-fingerprint = Skrót (SHA-256)
list-page-position = Pozycja w dzienniku
list-page-root = Korzeń drzewa
list-page-rulebook = Regulamin
list-page-calculation = Wersja obliczeń
list-page-rows = { $rows ->
    [one] { $rows } pozycja
    [few] { $rows } pozycje
   *[other] { $rows } pozycji
}
list-page-running-number = Lp.
list-page-place = Miejsce
list-page-player = Gracz
list-page-city = Miejscowość
list-page-voivodeship = Województwo
list-page-points = Punkty
list-page-results = Liczone wyniki
list-page-source = Źródło
list-page-event = Wydarzenie
list-page-state = Stan
list-page-ranking = ranking
list-page-open = { $open ->
    [one] { $open } awans do rozstrzygnięcia
    [few] { $open } awanse do rozstrzygnięcia
   *[other] { $open } awansów do rozstrzygnięcia
}
list-page-among = wśród: { $players }
list-page-check = Skrót obliczono z kanonicznej postaci listy (bez nazwisk). Sprawdzisz go poleceniem kostka replay albo plikiem dowodu pod adresem { $proof }.

list-state-proposed = propozycja
list-state-granted = przyznany
list-state-review = do ponownego rozpatrzenia
list-state-nominated = nominacja

