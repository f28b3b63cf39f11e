# Turniej w toku: dlaczego czegoś nie można zrobić, i nazwy, które się przy tym pojawiają.

phase-submitted = czeka na decyzję
phase-rejected = został odrzucony
phase-approved = został zatwierdzony i jeszcze się nie zaczął
phase-running = trwa
phase-cancelled = został odwołany lub przerwany
phase-closed = jest zamknięty

stage-round = runda { $number }
stage-top = etap TOP
stage-final = finał

field-email = oczekiwano adresu e-mail, na przykład halina@example.org
field-phone = oczekiwano numeru telefonu: od 5 do 30 cyfr, spacji, łączników i znaku +
field-unknown-player = nie ma takiego gracza; najpierw zarejestruj go przez POST /api/v1/players
field-unknown-account = nie ma takiego konta
field-other-than-address = identyfikator jest inny niż w adresie
field-format-or-rounds = podaj nazwę formatu (format) albo liczbę gier w każdej rundzie (rounds)
field-differs-from-format = wybrany format ma tu inną wartość; usuń to pole albo nie podawaj nazwy formatu
field-some-or-all = podaj albo listę graczy, albo to, że chodzi o wszystkich
field-season = oczekiwano identyfikatora sezonu

draw-how-to-recompute = Identyfikatory graczy posortuj według kodów znaków. Klucz to SHA-256 z ziarna, numeru losowania (32 bity) i dla każdego identyfikatora: długości w bajtach (32 bity) i samych bajtów UTF-8. Blok numer i, licząc od 0, to SHA-256 z klucza i numeru i (64 bity); każdy blok daje osiem liczb 32-bitowych. Liczba mniejsza od n: bierz kolejne liczby, odrzucaj te, które są nie mniejsze od największej wielokrotności n nieprzekraczającej 2^32, i weź resztę z dzielenia przez n. Tasuj od końca (Fisher-Yates): dla każdego indeksu i od ostatniego do 1 zamień elementy i oraz liczbę mniejszą od i + 1. Wszystkie liczby zapisuje się od najstarszego bajtu. Miejsca idą kolejno: 1A, 1B, 1C, 1D, 2A… SHA-256 ziarna to seed_commitment.

course-field-missing = to pole jest wymagane w zgłoszeniu
course-unknown-tournament = Nie ma takiego turnieju.
course-tournament-exists = Turniej o tym identyfikatorze już istnieje.
course-not-allowed = Według regulaminu decyduje o tym ktoś inny.
course-other-table = Ten żeton jest ważny tylko przy stoliku { $table } w etapie „{ $stage }”.
course-wrong-phase = W tej chwili nie można tego zrobić: turniej { $phase }.
course-recorded-from-bundle = Ten turniej wczytano z paczki sezonu, więc nie można go prowadzić ani poprawiać tutaj. Popraw paczkę i wczytaj ją poleceniem kostka import --correct.
course-fields-missing = W zgłoszeniu brakuje wymaganych danych.
course-experience-missing = Turniej eliminacyjny może zorganizować tylko osoba z doświadczeniem albo taka, której ktoś doświadczony pomaga. Zaznacz to w zgłoszeniu.
course-day-passed = Pierwszy dzień turnieju już minął.
course-days-reversed = Ostatni dzień wypada przed pierwszym.
course-invalid-rulebook = Tego regulaminu nie można użyć: ma niedozwolone wartości.
course-notice-too-late = Na ogłoszenie tej zmiany jest za późno: regulamin na to nie pozwala.
course-reason-missing = Podaj powód: bez niego nie można tego zrobić.
course-invalid-format = Taki format nie jest dozwolony: { $why }.
format-round-count = liczba rund eliminacji to { $found }, a może być od { $least } do { $most }
format-games = liczba gier w rundzie to { $found }, a może być od { $least } do { $most }
format-games-in-round = liczba gier w rundzie { $round } to { $found }, a może być od { $least } do { $most }
format-total-games = liczba gier w eliminacjach to { $found }, a może być od { $least } do { $most }
format-mixed-rounds = rundy mają różne liczby gier
format-final-games = liczba gier w finale to { $found }, a może być od { $least } do { $most }
format-top-games = liczba gier w etapie TOP to { $found }, a może być od { $least } do { $most }
format-no-top = regulamin nie przewiduje etapu TOP
format-top-without-final = po etapie TOP musi być finał
format-too-few-for-top = graczy jest { $players }, a etap TOP wymaga { $needed }
format-mini = zwykły turniej do { $most } graczy rozgrywa się jako Mini: trzy rundy po trzy gry i finał
course-format-frozen = Formatu nie można już zmienić: pierwsza runda się zaczęła.
course-format-missing = Najpierw wybierz format turnieju.
course-imported-only = Turniejów tej odmiany nie rozgrywa się tutaj: ich wyniki wprowadza się jako miejsca.
course-played-here = Wyniki można wprowadzić jako miejsca tylko w odmianie, którą rozgrywa się gdzie indziej.
course-player-twice = Ten sam gracz jest na liście dwa razy.
course-already-registered = Ten gracz jest już zapisany.
course-not-registered = Ten gracz nie jest zapisany na turniej.
course-too-many-players = Turniej może mieć najwyżej { $most } graczy.
course-consent-missing = Osoba niepełnoletnia może grać tylko za pisemną zgodą opiekuna. Odnotuj zgodę przy tym graczu.
course-not-accompanied = Według tego regulaminu dziecko gra tylko w obecności opiekuna. Odnotuj obecność opiekuna przy tym graczu.
course-started = Pierwsza runda już się zaczęła. Kto przychodzi teraz, tego dopisz jako spóźnionego (late-arrivals); kto wychodzi, ten opuszcza turniej (departures).
course-not-present = Tego gracza nie ma na sali.
course-player-out = Ten gracz nie bierze już udziału w turnieju.
course-too-late-to-join = Jest za późno, żeby dołączyć do gry.
course-other-seed = Losowanie musi użyć ziarna, którego skrót ogłoszono przy zatwierdzeniu turnieju.
course-not-drawn = W etapie „{ $stage }” miejsc się nie losuje: wyznacza je dotychczasowa kolejność.
course-not-by-standing = W etapie „{ $stage }” miejsca się losuje.
course-unseatable = { $players ->
    [one] { $players } gracza nie da się rozsadzić
    [few] { $players } graczy nie da się rozsadzić
   *[other] { $players } graczy nie da się rozsadzić
 } przy stolikach po 4 i 3 osoby.
course-no-such-stage = Wybrany format nie ma etapu „{ $stage }”.
course-out-of-order = Nie ta kolej: najpierw trzeba zakończyć etap „{ $stage }”.
course-not-seated = W etapie „{ $stage }” nie wyznaczono jeszcze miejsc.
course-seats-do-not-fit = Miejsca nie zgadzają się z listą obecnych ({ $count ->
    [one] { $count } osoba
    [few] { $count } osoby
   *[other] { $count } osób
 }). Wylosuj lub wyznacz miejsca jeszcze raz.
course-not-started = Gra się jeszcze nie zaczęła (etap: { $stage }).
course-stage-started = Gra już się zaczęła (etap: { $stage }).
course-stage-closed = Ten etap jest już zakończony: { $stage }.
course-not-skippable = Rundy eliminacyjnej nie można pominąć; można pominąć tylko etap TOP lub finał.
course-no-such-table = W etapie „{ $stage }” nie ma stolika { $table }.
course-sheet-errors = Tabelki punktowej nie można zapisać: zawiera błędy.
course-unconfirmed-warnings = Tabelka punktowa wygląda na pomyłkę. Popraw ją albo potwierdź, podając powód.
course-game-by-game = Wyniki finału wpisuje się po każdej grze, po jednej naraz.
course-correction-reason-missing = Tabelkę punktową z zakończonej rundy można zmienić tylko z podaniem powodu.
course-no-second-entry = W tym turnieju nie ma drugiego wpisu tabelek punktowych.
course-sheet-missing = Tabelki punktowej stolika { $table } jeszcze nie wpisano (etap: { $stage }).
course-same-person = Drugi raz tabelkę punktową wpisuje ktoś inny niż za pierwszym razem.
course-entries-differ = Drugi wpis różni się od pierwszego ({ $count ->
    [one] gra { $games }
   *[other] gry { $games }
 }). Porównajcie wpisy z tabelką na papierze.
course-sheets-missing = { $count ->
    [one] Brakuje kompletnej tabelki punktowej stolika { $tables }.
   *[other] Brakuje kompletnych tabelek punktowych stolików: { $tables }.
 }
course-sheets-unconfirmed = { $count ->
    [one] Tabelka punktowa stolika { $tables } czeka na drugi wpis.
   *[other] Na drugi wpis czekają tabelki punktowe stolików: { $tables }.
 }
course-not-hideable = Wyników tego etapu nie można ukryć: { $stage }. Ukryć można wyniki ostatniej rundy od jej rozpoczęcia oraz finału.
course-not-hidden = Wyniki tego etapu nie są ukryte: { $stage }.
course-no-such-dispute = Nie ma sytuacji spornej numer { $dispute }.
course-dispute-ruled = Sytuacja sporna numer { $dispute } jest już rozstrzygnięta.
course-too-many = Można zapisać najwyżej { $most }.
course-open-disputes = { $count ->
    [one] Najpierw sędzia musi rozstrzygnąć sytuację sporną numer { $disputes }.
   *[other] Najpierw sędzia musi rozstrzygnąć sytuacje sporne: { $disputes }.
 }
course-tie-needs-referee = { $count ->
    [few] { $count } osoby mają ten sam wynik
   *[other] { $count } osób ma ten sam wynik
 }. Kolejność rozstrzyga sędzia główny (ties). Jeśli etap jeszcze trwa, najpierw zakończ go bez wyznaczania miejsc następnego (seat_next: false).
course-no-such-tie = Ci gracze nie mają remisu w tej sprawie.
course-too-few-for-stage = Zostało za mało graczy, żeby rozegrać ten etap: { $stage }.
course-no-waiver = Ten gracz z niczego nie zrezygnował.
course-stages-left = Turnieju nie można jeszcze zamknąć. Następny etap: { $stage }.
course-invalid-results = Wyniki się nie zgadzają: sprawdź miejsca, remisy i liczbę rozegranych gier.
course-invalid-end = Gra nie mogła się skończyć przed pierwszym dniem turnieju ani w przyszłości.
course-no-such-act = Nie ma czynności numer { $act }, którą można by cofnąć. Nie cofa się zatwierdzenia, cofnięcia ani tego, co już cofnięto.
course-later-act = Opiera się na tym późniejsza czynność numer { $act }. Najpierw cofnij tamtą.
