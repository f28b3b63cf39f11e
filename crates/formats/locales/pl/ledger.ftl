# Awanse: dlaczego czegoś nie można zrobić, i nazwy, które się przy tym pojawiają.

ledger-unknown-origin = To wydarzenie nie daje awansu do tych mistrzostw.
ledger-stale-proposal = Propozycja zmieniła się, odkąd ją przeglądano. Przejrzyj nową i dopiero wtedy ją zatwierdź.
ledger-earlier-events-open = { $open ->
    [0] {""}
    [one] Wcześniejsze wydarzenie nie jest jeszcze zamknięte.{" "}
    [few] { $open } wcześniejsze wydarzenia nie są jeszcze zamknięte.{" "}
   *[other] { $open } wcześniejszych wydarzeń nie jest jeszcze zamkniętych.{" "}
}{ $undecided ->
    [0] {""}
    [one] Wcześniejsze wydarzenie czeka na decyzję, komu przypadnie awans.{" "}
    [few] { $undecided } wcześniejsze wydarzenia czekają na decyzje, komu przypadną awanse.{" "}
   *[other] { $undecided } wcześniejszych wydarzeń czeka na decyzje, komu przypadną awanse.{" "}
}Poczekaj na to albo podaj powód, dla którego nie można czekać.
ledger-too-early = Dzień, według którego rozdaje się te awanse, jeszcze nie minął.
ledger-not-proposed = Zasady nie przewidują awansu dla tej osoby w tym wydarzeniu.
ledger-tie-open = Najpierw trzeba rozstrzygnąć remis o ten awans.
ledger-nobody-named = Regulamin nikogo tu nie wskazuje: podaj w `players`, kto ma dostać awans, i podaj powód (`reason`).
ledger-nothing-left = Nie ma już czego przyznać.
ledger-already-holds = Ta osoba ma już awans do tych mistrzostw, a można mieć tylko jeden.
ledger-has-declined = Ta osoba zrezygnowała z awansu. Jeśli to pomyłka, najpierw cofnij rezygnację.
ledger-nothing-recorded = Niczego takiego nie zapisano, więc nie ma czego zmieniać.
ledger-nothing-to-review = Ten awans nie budzi wątpliwości: zasady dają go tej samej osobie.
ledger-reason-needed = Podaj powód: bez niego nie można tego zrobić.
ledger-same-person = Dziką kartę przyznaje inna osoba niż ta, która ją zgłosiła. Za inną osobę nie uchodzi konto, które w ostatnich 7 dniach założyła, odblokowała lub zmieniła w konto administratora albo któremu odnowiła dostęp, ani odwrotnie.
ledger-no-collision = Ta osoba nie ma awansu do innych mistrzostw w tym samym terminie, więc nie ma czego wybierać.
ledger-not-qualified = Ta osoba nie ma awansu do tych mistrzostw.
ledger-no-results = Nie ma jeszcze wyników Mistrzostw Polski, na których można oprzeć nominację.
ledger-not-eligible = Według zasad ta osoba nie może reprezentować kraju na mistrzostwach świata.

field-seat-event = stąd nie ma awansu do tych mistrzostw; podaj identyfikator wydarzenia z księgi awansów albo „ranking”
field-seat-source = to wydarzenie daje awanse z kilku tytułów; podaj źródło (source)
field-proposal = oczekiwano skrótu propozycji: 64 znaki szesnastkowe
field-players-needed = podaj, kto ma to dostać
field-reason-needed = podaj powód

