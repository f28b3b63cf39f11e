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

# Zdania o tym, co stało się w turnieju.

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
event-tournament-winner-contact-recorded = { $held ->
    [yes] Zapisano kontakt do zwycięzcy turnieju { $subject }
   *[no] Usunięto kontakt do zwycięzcy turnieju { $subject }
}
event-tournament-sheet-corrected = Skorygowano tabelkę punktową po zamknięciu turnieju { $subject }: { $stage }, stolik { $table }
event-tournament-act-undone = Cofnięto czynność nr { $act } w turnieju: { $subject }

# Strony organizatora: zgłoszenie, przebieg turnieju, recepcja, sędziowanie, ustawienia, historia.

page-organise-ways = Strony tego turnieju
page-organise-way-overview = Przebieg
page-organise-way-desk = Recepcja
page-organise-way-sheets = Tabelki stolików
page-organise-way-officiating = Sędziowanie
page-organise-way-print = Wydruki
page-organise-way-settings = Ustawienia
page-organise-way-acts = Kto co zrobił
page-organise-way-public = Strona dla wszystkich

page-organise-apply-title = Zgłoszenie turnieju
page-organise-apply-about = Zgłosić turniej może każdy, także bez konta. O zgłoszeniu decyduje federacja.
page-organise-apply-event = Turniej
page-organise-apply-send = Wyślij zgłoszenie
page-organise-name = Nazwa turnieju
page-organise-venue = Miejsce
page-organise-venue-hint = Nazwa i adres, na przykład: Biblioteka, ul. Przykładowa 1, Łódź
page-organise-first-day = Pierwszy dzień
page-organise-last-day = Ostatni dzień
page-organise-last-day-if = Ostatni dzień, jeśli turniej trwa dłużej niż jeden
page-organise-class = Ranga turnieju
page-organise-variant = Odmiana gry
page-organise-variant-standard = Standard
page-organise-variant-expert = Expert
page-organise-variant-twist = Twist
page-organise-variant-duel = pojedynki
page-organise-variant-running = odmiana biegowa
page-organise-variant-speed = szybka
page-organise-variant-slow = wolna
page-organise-planned = Planowana liczba graczy
page-organise-planned-count = { $number ->
    [one] planowany { $number } gracz
    [few] planowanych { $number } graczy
   *[other] planowanych { $number } graczy
}
page-organise-experienced = Mam doświadczenie w prowadzeniu takich turniejów albo pomaga mi ktoś, kto je ma
page-organise-sponsors = Patroni i sponsorzy
page-organise-sponsors-none = nie ma ich
page-organise-sponsors-agreed = są uzgodnieni z głównym organizatorem
page-organise-sponsors-open = nie są jeszcze uzgodnieni
page-organise-contact = Kontakt
page-organise-contact-hint = Widzi go tylko federacja i osoba, która zgłosiła turniej. Nigdy nie jest publiczny.
page-organise-contact-name = Imię i nazwisko
page-organise-contact-email = Adres e-mail
page-organise-contact-phone = Telefon
page-organise-contact-address = Adres do korespondencji
page-organise-choose = wybierz
page-organise-choose-voivodeship = wybierz województwo
page-organise-required = (wymagane)
page-organise-privacy = Jak obchodzimy się z danymi
page-organise-none = brak
page-organise-deadline-hint = Gdy wpiszesz dzień, powiemy, do kiedy trzeba wysłać zgłoszenie.
page-organise-deadline-open = W terminie: zgłoszenie na ten dzień można wysłać do { $text }.
page-organise-deadline-over = Po terminie: zgłoszenie na ten dzień trzeba było wysłać do { $text }. Można je wysłać, ale będzie oznaczone jako spóźnione.
page-organise-decision-by = Wysłane dziś będzie rozpatrzone do { $text }.
page-organise-announce-by = Zmiany i odwołanie turnieju ogłasza się w terminie do { $text }.
page-organise-day-passed = Ten dzień już minął.
page-organise-applied = Zgłoszenie wysłane
page-organise-applied-link = To jest Twój prywatny odnośnik. Zapisz go: pokazujemy go tylko raz. Kto go ma, widzi zgłoszenie i może je wycofać.
page-organise-copy-link = Kopiuj odnośnik
page-organise-application-title = Moje zgłoszenie
page-organise-application-open = Otwieramy zgłoszenie…
page-organise-application-refused = Ten odnośnik nie otwiera żadnego zgłoszenia. Sprawdź, czy jest cały.
page-organise-sent-at = Wysłano: { $text }.
page-organise-sent-on-time = Wysłano w terminie.
page-organise-sent-late = Wysłano po terminie.
page-organise-deadline = Termin na wysłanie zgłoszenia: { $text }.
page-organise-decision-due = Zgłoszenie czeka na decyzję federacji, którą powinna podjąć do { $text }.
page-organise-decision-overdue = Ten termin już minął; brak decyzji nie oznacza zgody.
page-organise-not-approved = Ten turniej nie został zatwierdzony.
page-organise-withdraw = Wycofaj zgłoszenie
page-organise-withdraw-open = Chcę wycofać zgłoszenie
page-organise-withdraw-question = Wycofać zgłoszenie? Tego nie da się cofnąć.
page-organise-call-off = Odwołaj turniej
page-organise-call-off-open = Turniej jest już ogłoszony; chcę go odwołać
page-organise-call-off-question = Odwołać ogłoszony turniej? Wszyscy to zobaczą i nie da się tego cofnąć.
page-organise-lacks-referee = Tabelki finału wpisuje tylko sędzia, a ten turniej nie ma jeszcze sędziego.
page-organise-find-referee = Wyznacz sędziego

page-organise-next-choose-format = Następny krok: wybierz format
page-organise-next-draw = Następny krok: losowanie miejsc ({ $text })
page-organise-next-seat = Następny krok: rozsadzenie ({ $text })
page-organise-next-start = Następny krok: rozpoczęcie ({ $text })
page-organise-next-enter-sheets = Następny krok: wpisz tabelki ({ $text })
page-organise-next-confirm-sheets = Następny krok: drugie wpisanie tabelek ({ $text })
page-organise-next-close-round = Następny krok: zakończenie ({ $text })
page-organise-next-decide-tie = Następny krok: rozstrzygnij remis
page-organise-next-close = Następny krok: zamknij turniej
page-organise-about-choose-format = Ile rund, ile gier w rundzie, czy jest etap TOP i finał.
page-organise-about-draw = Miejsca dostaną ci, którzy są odnotowani jako obecni. Losowanie każdy może później sprawdzić.
page-organise-about-draw-nobody = Najpierw odnotuj, kto przyszedł: miejsca losuje się tylko obecnym.
page-organise-about-seat = Miejsca wynikają z klasyfikacji po poprzedniej części.
page-organise-about-start = Wszyscy wiedzą, gdzie siedzą? Od rozpoczęcia liczy się czas. Po rozpoczęciu pierwszej rundy zapisy są zamknięte.
page-organise-about-enter-sheets = Trwa gra. Gdy będą wszystkie tabelki, będzie można zakończyć tę część.
page-organise-about-confirm-sheets = Każdą tabelkę wpisuje jeszcze raz druga osoba, bez podglądania.
page-organise-about-close-round = Są wszystkie tabelki. Zakończenie można cofnąć, dopóki nic na nim nie stoi.
page-organise-about-decide-tie = O tym, kto gra dalej, decyduje kolejność remisujących. Ustala ją sędzia główny.
page-organise-about-close = Wszystko rozegrane. Zamknięcie ogłasza wyniki i liczy je do rankingu. Nie da się go cofnąć.
page-organise-waits-for = To zrobi: { $text }.
page-organise-do-choose-format = Wybierz format
page-organise-do-desk = Otwórz recepcję
page-organise-do-draw = Wylosuj miejsca: { $text }
page-organise-do-seat = Rozsadź graczy: { $text }
page-organise-do-start = Rozpocznij: { $text }
page-organise-do-print = Wydrukuj tabelki i rozsadzenie
page-organise-do-enter-sheets = Wpisz tabelki
page-organise-do-confirm-sheets = Wpisz tabelki drugi raz
page-organise-do-decide-tie = Rozstrzygnij remis
page-organise-do-close-and-seat = Zakończ i rozsadź dalej: { $text }
page-organise-do-close-only = Tylko zakończ: { $text }
page-organise-close = Zamknij turniej
page-organise-close-rehearse = Pokaż, co się zmieni
page-organise-close-question = Zamknąć turniej? Wyniki staną się ostateczne i tego nie da się cofnąć.
page-organise-is-closed = Turniej jest zamknięty, wyniki są ostateczne.
page-organise-is-cancelled = Turniej jest odwołany albo przerwany.
page-organise-progress = Postęp
page-organise-registered = { $number ->
    [one] { $number } zapisana osoba
    [few] { $number } zapisane osoby
   *[other] { $number } zapisanych
}
page-organise-present = { $number ->
    [one] { $number } obecna
    [few] { $number } obecne
   *[other] { $number } obecnych
}
page-organise-time-until = Czas rundy kończy się o { $text }.
page-organise-time-left = Do końca czasu rundy:
page-organise-time-over = Czas rundy minął.
page-organise-missing-tables = Brakuje tabelek stolików:
page-organise-unconfirmed-tables = Na drugie wpisanie czekają stoliki:
page-organise-is-hidden = Wyniki są utajnione ({ $text }): widzi je tylko obsługa, aż wpłynie ostatnia tabelka.
page-organise-hide = Utajnij wyniki: { $text }
page-organise-reveal = Pokaż wyniki wszystkim: { $text }
page-organise-reveal-question = Pokazać wyniki wszystkim, zanim wpłyną wszystkie tabelki?
page-organise-stages = Rundy i finał
page-organise-stage = Część
page-organise-tables = Stoliki
page-organise-show-seats = pokaż
page-organise-stage-skipped = pominięta
page-organise-stage-over = rozegrana
page-organise-stage-playing = trwa
page-organise-stage-seated = rozsadzona, czeka na rozpoczęcie
page-organise-stage-next = następna
page-organise-stage-later = później
page-organise-seated-before = Po tym rozsadzeniu poprawiono tabelkę. Miejsca zostają takie, jak grano.
page-organise-seat-again = Rozsadź jeszcze raz: { $text }
page-organise-tokens = Telefony przy stolikach
page-organise-tokens-about = Każdy stolik może dostać kod, którym sam wpisze swoją tabelkę telefonem. Kody działają do końca rundy, także gdy zrobisz nowe.
page-organise-tokens-print = Wydrukuj kody na tabelkach
page-organise-tokens-make = Pokaż nowe kody dla stolików: { $text }
page-organise-tokens-once = Kody są gotowe. Pokazujemy je tylko raz: gracze mogą zeskanować je teraz z ekranu.
page-organise-token-table = Stolik {"{"}table{"}"}
page-organise-draws = Losowania
page-organise-draws-about = Skrót ziarna ogłoszono przy zatwierdzeniu turnieju, a samo ziarno pozna każdy po zamknięciu. Dzięki temu każdy może powtórzyć losowanie.
page-organise-commitment = Skrót ziarna (SHA-256):
page-organise-seed = Ziarno:
page-organise-undone = cofnięte
page-organise-draw-again = Losuj jeszcze raz
page-organise-draw-again-hint = Oba losowania i powód zostają widoczne dla wszystkich.
page-organise-reason = Powód
page-organise-reason-public = Powód, który przeczyta każdy
page-organise-reason-optional = Powód (nieobowiązkowo)
page-organise-reason-late = Powód (potrzebny, jeśli zmiana jest po terminie)
page-organise-rehearse = Sprawdź, co by się stało
page-organise-save = Zapisz

page-organise-settings-title = ustawienia
page-organise-format = Format
page-organise-format-none = Format nie jest jeszcze wybrany.
page-organise-format-row = Format z regulaminu
page-organise-format-own = Własny układ rund
page-organise-format-choose = Wybierz ten format
page-organise-format-zwykly = zwykły: trzy rundy po trzy gry i finał
page-organise-format-mini = Mini
page-organise-format-standard-a = Standard A
page-organise-format-standard-b = Standard B
page-organise-format-standard-c = Standard C
page-organise-format-standard-d = Standard D
page-organise-format-standard-e = Standard E
page-organise-format-standard-f = Standard F
page-organise-format-maks-a = Maks A
page-organise-format-maks-b = Maks B
page-organise-format-maks-c = Maks C
page-organise-format-top8 = TOP 8
page-organise-format-top12 = TOP 12
page-organise-games-of-rounds = gier w rundach: { $text }
page-organise-final-of = { $number ->
    [one] finał: { $number } gra
    [few] finał: { $number } gry
   *[other] finał: { $number } gier
}
page-organise-round-minutes-of = { $number ->
    [one] runda trwa { $number } minutę
    [few] runda trwa { $number } minuty
   *[other] runda trwa { $number } minut
}
page-organise-turn-of = { $number ->
    [one] { $number } sekunda na ruch
    [few] { $number } sekundy na ruch
   *[other] { $number } sekund na ruch
}
page-organise-second-entry = każdą tabelkę wpisują dwie osoby
page-organise-second-entry-choose = Każdą tabelkę wpisują dwie osoby, niezależnie od siebie
page-organise-round-minutes = Czas rundy w minutach (puste: bez limitu)
page-organise-own-rounds = Liczba gier w kolejnych rundach
page-organise-own-rounds-hint = Na przykład: 3, 3, 3, 3 to cztery rundy po trzy gry.
page-organise-own-top = Etap TOP
page-organise-own-top-games = Gry w etapie TOP
page-organise-own-final = Gry w finale (puste: bez finału)
page-organise-details = Nazwa, miejsce i dni
page-organise-last-announcement = Zmianę lub odwołanie trzeba ogłosić do { $text }; później trzeba podać powód.
page-organise-late-notice = Już raz zmieniono coś po terminie.
page-organise-staff = Obsługa
page-organise-staff-none = Nikt jeszcze nie ma tu roli.
page-organise-referee-login = Login sędziego
page-organise-role = Rola
page-organise-name-referee = Wyznacz
page-organise-dismiss = Odwołaj
page-organise-dismiss-question = Odebrać rolę: { $text }?
page-organise-cancel = Odwołaj turniej
page-organise-break-off = Przerwij turniej
page-organise-cancel-open = Turniej nie może się odbyć
page-organise-cancel-question = Na pewno? Wszyscy zobaczą, że turniej się nie odbędzie.

page-organise-officiating-title = sędziowanie
page-organise-ties = Remisy
page-organise-ties-none = Żaden remis nie czeka na rozstrzygnięcie.
page-organise-tie-enters-top = Kto wchodzi do etapu TOP
page-organise-tie-enters-final = Kto wchodzi do finału
page-organise-tie-final-places = Kolejność w finale
page-organise-tie-hint = Ustaw kolejność, najlepszy pierwszy. Każda osoba musi wystąpić raz.
page-organise-nth-of-tie = { $number }. wśród remisujących
page-organise-tie-reason = Jak rozstrzygnięto (dogrywka, losowanie)
page-organise-tie-decide = Zapisz kolejność
page-organise-disputes = Spory
page-organise-disputes-none = Nikt nie wzywał sędziego.
page-organise-dispute-open = czeka na sędziego
page-organise-dispute-new = Wezwij sędziego do stolika
page-organise-dispute-game = Numer gry (jeśli chodzi o jedną)
page-organise-dispute-matter = O co chodzi
page-organise-dispute-open-it = Wezwij sędziego
page-organise-table-of = Stolik
page-organise-game = gra { $number }
page-organise-ruling = Orzeczenie
page-organise-rule = Zapisz orzeczenie
page-organise-sanctions = Kary
page-organise-sanctions-none = Nikt nie dostał kary.
page-organise-sanctions-recorded = Kary widzi tylko obsługa, a każde ich wyświetlenie jest zapisywane.
page-organise-sanctions-show = Pokaż kary
page-organise-sanction = Kara
page-organise-sanction-give = Nałóż karę
page-organise-sanction-caution = upomnienie
page-organise-sanction-warning = ostrzeżenie
page-organise-sanction-yellow-card = żółta kartka
page-organise-sanction-disqualification = dyskwalifikacja
page-organise-sanction-automatic = automatycznie
page-organise-two-players = Stolik dwuosobowy
page-organise-two-players-allow = Pozwól grać dalej we dwoje
page-organise-skip = Pomiń: { $text }
page-organise-skip-open = Za mało graczy na tę część
page-organise-waivers = Rezygnacje z awansu
page-organise-waivers-none = Nikt nie zrezygnował z awansu.
page-organise-waiver-new = Ktoś rezygnuje z awansu
page-organise-waiver-declare = Zapisz rezygnację
page-organise-waiver-withdraw = Cofnij rezygnację

page-organise-desk-title = recepcja
page-organise-find = Znajdź albo dodaj gracza
page-organise-find-hint = Wpisz część nazwiska, imienia lub miasta (lukasz znajdzie Łukasza). Strzałki wybierają, Enter zapisuje.
page-organise-found-label = Znalezieni gracze
page-organise-found = Znaleziono: {"{"}number{"}"}
page-organise-nobody-found = Nikogo takiego nie ma. Enter otworzy formularz nowego gracza.
page-organise-add-new = Nowy gracz
page-organise-add = Dodaj i zapisz na turniej
page-organise-leave = Anuluj
page-organise-first-name = Imię
page-organise-surname = Nazwisko
page-organise-age = Wiek
page-organise-age-adult = osoba dorosła
page-organise-age-minor = osoba niepełnoletnia
page-organise-age-child = dziecko
page-organise-consent = Jest pisemna zgoda opiekuna
page-organise-accompanied = Opiekun jest na miejscu
page-organise-is-present = Dziś gramy: kto się zapisuje, jest już na sali
page-organise-enter-check-in = Na liście. Enter: jest na sali
page-organise-enter-register = Spoza listy. Enter: zapisz, jest na sali
page-organise-enter-only = Spoza listy. Enter: zapisz na turniej
page-organise-enter-late = Enter: gra od następnej rundy
page-organise-consent-given = zgoda opiekuna jest
page-organise-consent-missing = brak zgody opiekuna
page-organise-guardian-there = z opiekunem
page-organise-from-round = od rundy { $number }
page-organise-walk-in = bez wcześniejszego zapisu
page-organise-do-check-in = Odnotuj obecność
page-organise-do-late = Wpuść od następnej rundy
page-organise-do-leave = Odnotuj wyjście
page-organise-do-absent = Odnotuj nieobecność
page-organise-take-off = Skreśl z listy
page-organise-take-off-question = Skreślić z listy: { $text }?
page-organise-left-question = Odnotować wyjście: { $text }? Powrót jest możliwy tylko przez cofnięcie.
page-organise-change = Zmień
page-organise-acts = Co zrobić
page-organise-details-of = Dane i zgody
page-organise-desk-list = Kto jest na liście
page-organise-desk-empty = Nikt jeszcze nie jest zapisany.
page-organise-desk-done = Zapisano: {"{"}name{"}"}.
page-organise-same-person = To ta osoba: {"{"}name{"}"}
page-organise-namesake = To ktoś inny o tym samym nazwisku
page-organise-all-present = Wszyscy są
page-organise-all-present-question = { $number ->
    [one] Odnotować obecność { $number } osoby?
   *[other] Odnotować obecność { $number } osób?
}
page-organise-rest-absent = Reszta nie przyszła
page-organise-rest-absent-question = { $number ->
    [one] Odnotować nieobecność { $number } osoby?
   *[other] Odnotować nieobecność { $number } osób?
}
page-organise-presence-registered = na liście
page-organise-presence-checked-in = na sali
page-organise-presence-absent = nieobecność
page-organise-presence-withdrawn = poza listą
page-organise-presence-left = po wyjściu do domu
page-organise-presence-disqualified = po dyskwalifikacji

page-organise-acts-title = kto co zrobił
page-organise-acts-about = Najnowsze na górze. Co zrobiono przez pomyłkę, można cofnąć; jeśli coś na tym stoi, najpierw trzeba cofnąć tamto.
page-organise-acts-none = Nic jeszcze nie zrobiono.
page-organise-act-number = czynność { $number }
page-organise-blocked-by = Żeby to cofnąć, cofnij najpierw:
page-organise-undo = Cofnij
page-organise-undo-act = Cofnij czynność { $number }
page-organise-undo-done = Cofnięto.
page-organise-undone-by = Cofnięte czynnością { $number }
page-organise-older = Starsze
page-organise-by-table-token = telefon przy stoliku
page-organise-by-applicant = osoba zgłaszająca
page-organise-by-operator = operator systemu
page-organise-by-service = sam serwis
page-organise-winner-contact = Kontakt do zwycięzcy
page-organise-winner-contact-about = Organizator Główny pisze do zwycięzcy w sprawie mistrzostw. Adres widzą tylko administratorzy.
page-organise-winner-contact-held = Adres jest zapisany; zostanie usunięty po { $text }.
page-organise-winner-contact-none = Nie zapisano adresu.
page-organise-winner-contact-name = Kto odbiera e-maile, jeśli nie zwycięzca (na przykład rodzic)
page-organise-winner-contact-email = E-mail zwycięzcy
page-organise-winner-contact-record = Zapisz adres
page-organise-winner-contact-remove = Usuń adres
page-organise-winner-contact-show = Pokaż adres (odczyt zostanie odnotowany)
