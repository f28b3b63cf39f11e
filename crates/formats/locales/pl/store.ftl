cli-arg-store = Magazyn: plik SQLite albo postgres://…; domyślnie KOSTKA_STORE albo kostka.db
cli-arg-key-file = Plik klucza głównego; domyślnie KOSTKA_KEY_FILE albo MAGAZYN.key (sam klucz: KOSTKA_MASTER_KEY)
cli-arg-outside = Folder na to, co trzymamy poza magazynem: ostatni punkt kontrolny i rejestr usunięć; domyślnie KOSTKA_OUTSIDE albo obok magazynu
cli-value-store = MAGAZYN
cli-value-file = PLIK
cli-value-folder = FOLDER
cli-value-text = TEKST
cli-value-key = KLUCZ
cli-value-backup = KOPIA
cli-value-role = ROLA
cli-import-about = Zapisz paczkę sezonu w magazynie; ponowny import tej samej paczki nic nie zmienia
cli-import-usage = kostka import [OPCJE] PACZKA
cli-import-arg-bundle = Paczka sezonu (JSON, season-bundle/1); „-” czyta ze standardowego wejścia
cli-import-arg-correct = Inną treść pod tymi samymi identyfikatorami zapisz jako korekty
cli-import-arg-reason = Powód korekt; trafia zaszyfrowany do sejfu
cli-export-about = Wypisz zapisane sezony jako paczkę sezonu
cli-export-usage = kostka export [OPCJE]
cli-export-arg-season = Tylko ten sezon; potrzebne, gdy sezony mają różne zasady
cli-log-about = Dziennik zdarzeń: sprawdzenie, eksport dla innych, liczby
cli-log-usage = kostka log verify|export|stats
cli-log-verify-about = Sprawdź każde zdarzenie, drzewo i punkty kontrolne magazynu
cli-log-verify-usage = kostka log verify [OPCJE]
cli-log-export-about = Wypisz dziennik (NDJSON z punktami kontrolnymi i kluczem publicznym), bez danych osobowych
cli-log-export-usage = kostka log export [OPCJE]
cli-log-export-arg-output = Plik, którego jeszcze nie ma; domyślnie standardowe wyjście
cli-log-stats-about = Pokaż liczby: zdarzenia, strumienie, rodzaje, rozmiar
cli-log-stats-usage = kostka log stats [OPCJE]
cli-verify-about = Sprawdź eksport dziennika bez magazynu i bez sieci
cli-verify-usage = kostka verify [OPCJE] EKSPORT
cli-verify-arg-export = Eksport z polecenia kostka log export; „-” czyta ze standardowego wejścia
cli-verify-arg-key = Klucz publiczny, któremu ufasz, zamiast klucza z eksportu
cli-verify-arg-checkpoint = Punkt kontrolny z innego źródła: eksport musi go przedłużać
cli-backup-about = Zrób i sprawdź kopię magazynu, także gdy jest w użyciu
cli-backup-usage = kostka backup [OPCJE] PLIK
cli-backup-arg-file = Plik kopii, którego jeszcze nie ma
cli-restore-about = Przywróć magazyn z kopii i powtórz usunięcia osób
cli-restore-usage = kostka restore [OPCJE] [KOPIA]
cli-restore-arg-backup = Kopia z polecenia kostka backup; bez niej zostaje obecny magazyn
cli-restore-arg-accept-loss = Zaakceptuj utratę zdarzeń, których w kopii nie ma; zaczyna nową epokę
cli-restore-arg-reason = Powód utraty; trafia zaszyfrowany do sejfu
cli-migrate-about = Załóż magazyn albo dostosuj go do tej wersji programu
cli-migrate-usage = kostka migrate [OPCJE]
cli-migrate-arg-app-role = PostgreSQL: rola, która ma dostać uprawnienia usługi
cli-doctor-about = Sprawdź magazyn, klucz, punkt kontrolny, sejf i rejestr usunięć
cli-doctor-usage = kostka doctor [OPCJE]
cli-erase-about = Usuń wszystko, co wskazuje na gracza; wyniki zostają pod „Gracz usunięty”
cli-erase-usage = kostka erase [OPCJE] GRACZ
cli-erase-arg-player = Identyfikator gracza, ten z paczki albo z magazynu
cli-erase-arg-yes = Naprawdę usuń; tego nie da się cofnąć
store-missing = Nie ma magazynu { $store }. Zakłada go kostka serve, a także kostka import PACZKA i kostka migrate; jeśli jest gdzie indziej, podaj --store PLIK.
store-gone = Nie ma magazynu { $store }, ale istnieje jego punkt kontrolny { $file }. Przywróć kopię: kostka restore KOPIA.
store-not-a-store = { $store } nie jest magazynem Kostki
store-needs-migration = Magazyn { $store } ma starszą wersję schematu ({ $found }, potrzebna { $needed }). Zrób kopię i uruchom kostka migrate.
store-too-new = Magazyn { $store } ma wersję schematu { $found }, nowszą niż zna ten program ({ $known }). Użyj nowszej wersji.
store-failed = Magazyn nie działa: { $problem }
store-password-on-command-line = Adres z hasłem w wierszu poleceń widzi każdy na tym komputerze. Podaj go w zmiennej KOSTKA_STORE albo użyj pliku haseł (PGPASSFILE).
store-empty-address = Adres magazynu jest pusty
store-unknown-scheme = Nieznany rodzaj magazynu „{ $scheme }”; możliwe: plik albo postgres://…
store-read-only = Magazyn jest tylko do odczytu: { $reason }
store-read-only-way-out = Nic nie zapisano.
standing-extends = dziennik przedłuża swój punkt kontrolny ({ $size ->
    [one] { $size } zdarzenie
    [few] { $size } zdarzenia
   *[other] { $size } zdarzeń
})
standing-none = nie ma jeszcze punktu kontrolnego
standing-behind = dziennik ma { $store ->
    [one] { $store } zdarzenie
    [few] { $store } zdarzenia
   *[other] { $store } zdarzeń
}, a podpisano { $signed ->
    [one] { $signed } zdarzenie
    [few] { $signed } zdarzenia
   *[other] { $signed } zdarzeń
}
standing-diverged = zdarzenia do pozycji { $size } to nie te, które podpisano
standing-bad = punkt kontrolny jest nieważny: { $problem }
standing-older-epoch = dziennik jest w epoce { $store }, a punkt kontrolny w epoce { $signed }
standing-unsigned-loss = żaden punkt kontrolny nie podpisuje utraty zapisanej na pozycji { $position }
standing-impossible-loss = utrata zapisana na pozycji { $position } nie pasuje do swojego miejsca w dzienniku
key-missing = Nie ma klucza głównego { $file }. Bez niego magazynu nie da się otworzyć; wskaż go: --key-file albo KOSTKA_MASTER_KEY.
key-open-to-others = Plik klucza { $file } mogą czytać inni (uprawnienia { $mode }). Odbierz im dostęp: chmod 600 '{ $file }'
key-invalid = { $file } nie zawiera klucza głównego
key-unreadable = Nie można odczytać klucza { $file }: { $problem }
key-not-written = Nie można zapisać nowego klucza { $file }: { $problem }
key-created = Nowy klucz główny: { $file }. Zachowaj jego kopię w innym miejscu niż kopie magazynu; bez niego nazwisk nie da się odczytać.
output-exists = Plik { $file } już istnieje; wybierz inną nazwę
output-failed = Nie można zapisać { $file }: { $problem }
import-progress = Zapisuję
import-done = Zapisano { $events ->
    [one] { $events } zdarzenie
    [few] { $events } zdarzenia
   *[other] { $events } zdarzeń
}; skorygowanych pozycji: { $corrected }, bez zmian: { $unchanged }. Dziennik kończy się na pozycji { $position }.
import-nothing-new = Nic nowego: wszystko było już zapisane (bez zmian: { $unchanged }). Dziennik kończy się na pozycji { $position }.
import-together = { $file }: nie pasuje do tego, co już zapisano:
import-stopped = Zapis przerwany; zapisano: { $recorded }. Przyczyna: { $problem }. Powtórz import, a dokończy od tego miejsca.
import-differs = { $file }: pod tymi samymi identyfikatorami zapisano co innego (różnic: { $n }); nic nie zapisano
import-difference = { $list } „{ $id }”, { $path }: zapisano { $recorded }, w paczce { $given }
import-nothing = brak
import-more = … i jeszcze { $n }
import-hint-correct = Jeśli poprawna jest paczka, powtórz z --correct (i --reason "…").
export-unknown-season = Nie ma sezonu „{ $id }”
export-several-rulebooks = Zapisane sezony mają różne zasady, a paczka ma jedne. Wybierz sezon: --season. Zasady i sezony:
verify-progress = Sprawdzam
verify-done = Dziennik jest zgodny: { $events ->
    [one] { $events } zdarzenie
    [few] { $events } zdarzenia
   *[other] { $events } zdarzeń
}, punktów kontrolnych: { $checkpoints }, podpisane do pozycji { $covered }
verify-root = Korzeń drzewa: { $root }
verify-key-of-export = Klucz publiczny z samego eksportu: { $key }. Porównaj go z ogłoszonym albo podaj --key; --checkpoint wykryje ucięty koniec.
verify-key-given = Klucz publiczny: { $key }
verify-extends-outside = Przedłuża punkt kontrolny spoza magazynu
verify-loss = Epoka { $epoch }: zaakceptowano utratę zdarzeń { $from }–{ $until }
verify-failed = Dziennik jest niezgodny (problemów: { $n }):
verify-more = … i jeszcze { $n }
verify-invalid-key = To nie jest klucz publiczny: { $problem }
verify-leaf = wiersz i liść nie zgadzają się na pozycji { $position }
verify-gap = miała być pozycja { $expected }, jest { $found }
verify-stream-gap = na pozycji { $position } strumień { $stream } miał mieć wersję { $expected }, ma { $found }
verify-time = na pozycji { $position } czas zapisu się cofa
verify-corrupt = zdarzenia na pozycji { $position } nie da się odczytać: { $problem }
verify-subtree = zachowane poddrzewo { $index } poziomu { $level } nie pasuje do zdarzeń
verify-invalid-checkpoint = punkt kontrolny jest nieważny: { $problem }
verify-checkpoint = pierwszy punkt kontrolny, który nie pasuje: { $size ->
    [one] { $size } zdarzenie
    [few] { $size } zdarzenia
   *[other] { $size } zdarzeń
}
verify-behind = punkt kontrolny obejmuje { $size ->
    [one] { $size } zdarzenie
    [few] { $size } zdarzenia
   *[other] { $size } zdarzeń
}, a jest ich { $events }
verify-misplaced = punkt kontrolny { $size } zdarzeń stoi w innym miejscu niż po ostatnim z nich
verify-uncovered = punkty kontrolne obejmują tylko { $covered } z { $events } zdarzeń
verify-count = zapowiedziano { $expected } zdarzeń, jest { $found }
verify-head = koniec dziennika to nie jego ostatnie zdarzenie
verify-epoch = dziennik mówi, że jest w epoce { $found }, a zdarzenia, że w { $expected }
verify-loss-unreadable = nie da się odczytać zgody na utratę na pozycji { $position }
verify-impossible-loss = zgoda na utratę na pozycji { $position } nie pasuje do swojego miejsca w dzienniku
verify-unsigned-loss = żaden punkt kontrolny nie podpisuje zgody na utratę na pozycji { $position }
log-export-progress = Eksportuję
log-export-done = Wyeksportowano zdarzeń: { $events }
log-export-unsigned = Dziennik jest niezgodny, więc eksportu nie podpisano. Uruchom kostka log verify.
stats-progress = Liczę
stats-store = Magazyn
stats-log-id = Identyfikator dziennika
stats-epoch = Epoka
stats-events = Zdarzenia
stats-streams = Strumienie
stats-first = Pierwszy zapis
stats-last = Ostatni zapis
stats-root = Korzeń drzewa
stats-checkpoint = Ostatni punkt kontrolny
stats-none = brak
stats-file = Plik
stats-wal = Plik WAL
stats-type = Rodzaj
stats-count = Liczba
stats-bytes = Bajty
backup-progress = Kopiuję
backup-does-not-verify = Kopia nie przeszła sprawdzenia, więc jej nie zachowano: { $problem }
backup-done = Kopia { $file }: zdarzeń { $events }, sprawdzona
restore-progress = Przywracam
restore-needs-backup = Podaj kopię albo --accept-loss --reason "…"
restore-needs-reason = Do --accept-loss podaj powód: --reason "…"
restore-reason-alone = --reason idzie w parze z --accept-loss
restore-behind = Tą kopią nie można zastąpić magazynu: { $reason }. Nic nie zmieniono.
restore-in-place = Przywrócono kopię { $file }
restore-old-kept = Dotychczasowy magazyn zachowano jako { $file }. Są w nim nadal dane osób usuniętych później; skasuj go, gdy nie będzie potrzebny.
restore-in-use = Magazyn jest w użyciu. Zatrzymaj usługę i spróbuj jeszcze raz; nic nie zmieniono.
restore-no-loss = Niczego nie utracono; --accept-loss nie jest potrzebne
restore-not-behind = Utratę można zaakceptować tylko wtedy, gdy dziennik jest za krótki, a tu: { $reason }
restore-loss-accepted = Zapisano utratę zdarzeń { $from }–{ $until }; zaczyna się epoka { $epoch }
restore-loss-signed = Podpisano zapisaną wcześniej utratę zdarzeń { $from }–{ $until }; zaczyna się epoka { $epoch }
restore-done = Magazyn gotowy do pracy; zdarzeń: { $events }
migrate-role-only-postgres = --app-role dotyczy tylko PostgreSQL
migrate-created = Założono magazyn { $store } (wersja schematu { $after })
migrate-up-to-date = Magazyn { $store } jest aktualny (wersja schematu { $after })
migrate-done = Magazyn { $store }: wersja schematu { $before } → { $after }
doctor-title = Magazyn { $store }:
doctor-fine = dobrze
doctor-problem = PROBLEM
doctor-sick = Do naprawy ({ $n }): { $what }
doctor-standing = dziennik i punkty kontrolne
doctor-outside = punkt kontrolny poza magazynem
doctor-outside-there = jest w { $file }
doctor-outside-empty-log = niepotrzebny, dziennik jest pusty
doctor-outside-missing = nie ma pliku { $file }; powstanie przy następnym zapisie
doctor-vault = sejf
doctor-vault-opened = otwarto rekordów: { $n }
doctor-journal = rejestr usunięć
doctor-journal-fine = usunięć: { $n }, wszystkie wykonane
doctor-journal-alive = osoby usunięte, które są jeszcze w sejfie: { $n }; znikną, gdy magazyn da się zapisać
doctor-clock = zegar
doctor-clock-fine = nie spóźnia się względem ostatniego zapisu ({ $last })
doctor-clock-behind = spóźnia się względem ostatniego zapisu ({ $last })
doctor-file = plik
doctor-file-fine = spójny (SQLite { $version })
doctor-other = { $problem }
erase-confirm = To usunie na zawsze dane: { $name }, { $city }. Wyniki zostaną pod „Gracz usunięty”. Powtórz z --yes.
erase-done = Usunięto z magazynu; w jego plikach nic nie zostało. Kopie zapasowe i pliki .replaced-N sprzed usunięcia skasuj osobno. Wyniki są pod identyfikatorem { $id }.
erase-purge-pending = Usunięto; resztki w plikach magazynu znikną przy następnym otwarciu, gdy nikt go nie czyta (PostgreSQL: kostka migrate z adresem właściciela). Wyniki są pod identyfikatorem { $id }.
erase-contact-left = Kontakt zwycięzcy turnieju { $tournament } pozostał; usługa spróbuje go usunąć ponownie
import-erased = Osoby usunięte, które są w paczce: { $n }. Pozostają usunięte.
store-erased-again = Powtórzono usunięcia osób: { $n } (rejestr usunięć)
store-invalid-address = To nie jest adres bazy PostgreSQL: { $problem }
restore-does-not-verify = Pozostała część dziennika się nie zgadza: { $problem }. Nic nie zapisano; przywróć kopię.
way-out-behind = Przywróć nowszą kopię (kostka restore KOPIA) albo zaakceptuj utratę: kostka restore --accept-loss --reason "…"
way-out-behind-backup = Przywróć nowszą kopię albo pogódź się z utratą tego, czego w tej brakuje: kostka restore { $file } --accept-loss --reason "…"
way-out-diverged = Ktoś zmienił przeszłość albo to inny magazyn. kostka log verify wskaże miejsce; przywróć kopię: kostka restore KOPIA.
way-out-bad = Sprawdź, czy to właściwy klucz (--key-file). Uszkodzony plik punktu kontrolnego można odłożyć na bok; magazyn ma własny.
restore-damaged = Ta kopia jest uszkodzona; nic nie zmieniono: { $problem }
restore-no-journal = Uwaga: nie ma rejestru usunięć { $file }. Jeśli kogoś usunięto po zrobieniu tej kopii, jest tu znowu.
restore-missing-backup = Nie ma kopii { $file }
store-not-writable = Do { $store } nie wolno pisać, a magazyn tego wymaga także przy czytaniu. Skopiuj go do folderu z prawem zapisu.
store-is-a-folder = { $store } to folder, a nie magazyn
outside-missing = Nie ma folderu { $folder } (--outside); nic nie zmieniono
verify-unsigned = Niepodpisane zdarzenia na końcu: { $n }; podpisze je następny zapis
verify-extends-given = Przedłuża podany punkt kontrolny
import-empty-reason = Powód (--reason) jest pusty
doctor-journal-lacks = w dzienniku są usunięcia osób, których brak w rejestrze: { $n }; po przywróceniu kopii wróciłyby
doctor-vault-problems = niezgodne z dziennikiem: { $n }, np. { $first }
doctor-events = zdarzenia
doctor-events-hint = nie przeliczano ich; zrobi to kostka log verify
list-players = gracz
list-seasons = sezon
list-tournaments = turniej
list-leagues = liga
list-grand-prix = Grand Prix
list-online = turniej online
list-mw = MW
list-tie-decisions = rozstrzygnięcie remisu
key-wrong = Sejf zapieczętowano innym kluczem głównym; wskaż właściwy: --key-file
cli-value-export = EKSPORT
io-storage-full = brak miejsca na dysku
io-not-a-directory = to nie jest folder
io-read-only = dysk jest tylko do odczytu
unreadable-header = to nie jest eksport dziennika: pierwszy wiersz nie jest nagłówkiem ({ $problem })
unreadable-format = nieznany format „{ $found }”
unreadable-key = klucz publiczny w nagłówku jest nieczytelny
unreadable-key-of-another-log = klucz publiczny w nagłówku należy do innego dziennika
unreadable-line-too-long = wiersz { $line } jest za długi
unreadable-cut-off = wiersz { $line } się urywa: eksport jest niepełny
unreadable-line = wiersza { $line } nie da się odczytać: { $problem }
store-file-failed = Nie można użyć pliku { $file }: { $problem }
store-folder-missing = Nie ma folderu { $folder } na magazyn
checkpoint-unsigned = nie ma podpisu
checkpoint-other-key = nie podpisał go klucz tego magazynu
checkpoint-wrong-signature = podpis nie pasuje do treści
checkpoint-malformed = to nie jest podpisany punkt kontrolny
checkpoint-other-log = dotyczy { $found }, a nie { $expected }
public-key-malformed = powinno być nazwa+id+klucz
public-key-unknown = obsługiwane są tylko klucze Ed25519
public-key-id = jego części do siebie nie pasują
vault-missing = { $subject }: brak rekordu „{ $record }”
vault-other = { $subject }: rekord „{ $record }” nie jest tym, który zapisano
vault-stray = { $subject }: nie powinno go tu być
vault-damaged = { $subject }: rekord „{ $record }” jest uszkodzony
vault-unknown-form = { $subject }: zapieczętowano w nieznany sposób, może w nowszej wersji
schema-missing = brakuje { $name }
schema-changed = zmieniono { $name }
schema-foreign = { $name } jest tu obce
import-default = domyślnie { $value }
erase-already = Tę osobę usunięto już wcześniej; wyniki są pod identyfikatorem { $id }.
append-conflict = ktoś inny zapisywał w tej samej chwili
append-overloaded = za dużo czeka na zapis; spróbuj później
append-failed = magazyn odmówił: { $problem }
append-unknown = magazyn zawiódł w trakcie zapisu i nie wiadomo, czy zapisał: { $problem }
import-id-too-long = identyfikator „{ $id }” jest za długi, by go zapisać; najwyżej { $bytes } B
import-id-invalid = identyfikatora „{ $id }” nie da się zapisać
import-too-large = „{ $id }” to za dużo na jeden zapis: { $bytes } B, najwyżej { $most } B
way-out-unsigned-loss = Jeśli to Twoja zgoda na utratę, a polecenie przerwano, powtórz je: kostka restore --accept-loss --reason "…". Jeśli nie, ktoś zmienił przeszłość; przywróć kopię: kostka restore KOPIA.
restore-other-loss = Zapisana utrata kończy się na pozycji { $until }, a podpisane zdarzenia na { $signed }. Nic nie podpisano; przywróć kopię.
store-damaged = Plik { $store } jest uszkodzony i nie da się go odczytać. Przywróć kopię: kostka restore KOPIA.
file-corrupt = plik jest ucięty albo nadpisany
