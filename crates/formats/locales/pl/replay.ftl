# kostka replay: listy odtworzone z eksportu.

cli-replay-about = Odtwórz ogłoszoną listę z eksportu dziennika, bez magazynu i bez sieci
cli-replay-usage = kostka replay [OPCJE] EKSPORT
cli-replay-arg-export = Eksport z polecenia kostka log export
cli-replay-arg-list = Która lista, np. ranking:2025, mp:2025 albo mw:ID; bez tej opcji zobaczysz wszystkie listy do odtworzenia
cli-replay-arg-edition = Wydanie do porównania; domyślnie najnowsze
cli-replay-arg-at = Lista w stanie po zdarzeniu na tej pozycji, zamiast wydania
cli-replay-arg-names = Nazwiska wydania z solami (JSON spod adresu …/disclosure): czy to te, które ogłoszono?
cli-replay-arg-out = Plik na listę co do bajtu, którego jeszcze nie ma; domyślnie standardowe wyjście
cli-replay-arg-key = Klucz publiczny, któremu ufasz, zamiast klucza z eksportu
cli-replay-arg-checkpoint = Punkt kontrolny z innego źródła: eksport musi go przedłużać
cli-replay-arg-format = Postać wyniku sprawdzenia: table (słowami) albo json; przy json sama lista trafia tylko do --out
cli-value-list = LISTA
cli-value-position = POZYCJA

replay-progress = Odtwarzam
replay-needs-file = Przy odtwarzaniu eksport jest czytany dwa razy: podaj plik, nie standardowe wejście.
replay-invalid-list = „{ $list }” nie jest listą. Listę zapisuje się rodzaj:id, np. ranking:2025; bez --list zobaczysz, jakie są.
replay-no-edition = W tym eksporcie { $list } nie ma wydania { $edition } (wydań: { $known })
replay-beyond = Eksport kończy się na pozycji { $end }, przed { $at }
replay-nothing = Na pozycji { $at } zapisano za mało, żeby sporządzić { $list }
replay-not-understood = nie da się odtworzyć: { $problem }
replay-no-names = to nie jest ujawnienie nazwisk: { $problem }
replay-other-names = Nazwiska należą do { $list }, wydanie { $edition }, a nie do wskazanej listy
replay-drawn = { $list } według pozycji { $position }: wierszy { $rows }, skrót { $digest }
replay-rulebook = Regulamin { $rulebook } przyjęty na pozycji { $position }, wersja obliczeń { $calculation }
replay-root = Korzeń drzewa do tego miejsca: { $root }
replay-matches = Co do bajtu wydanie { $edition }, ogłoszone na pozycji { $published } ({ $time })
replay-same-as = Te same bajty co w wydaniu: { $editions }
replay-never-published = W tym eksporcie tej listy nigdy nie ogłoszono
replay-like-none = To nie są bajty żadnego ogłoszonego wydania (wydań: { $n })
replay-covered = Wszystko, z czego powstała, obejmuje podpisany punkt kontrolny: { $size ->
    [one] { $size } zdarzenie
    [few] { $size } zdarzenia
   *[other] { $size } zdarzeń
}
replay-publication-covered = Jej ogłoszenie obejmuje podpisany punkt kontrolny: { $size ->
    [one] { $size } zdarzenie
    [few] { $size } zdarzenia
   *[other] { $size } zdarzeń
}
replay-names = Nazwiska: potwierdzone { $verified }, nieobecne { $absent } (usunięte albo później zmienione), błędne { $wrong }
replay-wrong-names = Nazwiska inne niż ogłoszone ({ $n }): { $players }
replay-differs = Wydanie { $edition } jest inne, niż wynika z eksportu:
replay-other-calculation = obliczyła je wersja obliczeń { $published }, a ten program ma wersję { $computed }: te same bajty da program tamtej wersji
replay-digest-of-other-bytes = jego skrót nie jest skrótem jego własnych bajtów
replay-other-bytes = pierwszy różny wiersz: { $line }; skrót wydania { $published }, skrót odtworzenia { $computed }
replay-other-root = korzeń drzewa to { $computed }, a wydanie podaje { $published }
replay-other-rulebook = jego regulamin przyjęto na pozycji { $computed }, a wydanie podaje { $published }
replay-impossible-position = podaje, że uwzględnia pozycję { $position }, a ogłoszono je na { $published }
replay-lists = Listy, które można odtworzyć ({ $end ->
    [one] { $end } zdarzenie
    [few] { $end } zdarzenia
   *[other] { $end } zdarzeń
}): { $n }
replay-list = { $list } (wydań: { $n })
replay-edition = {"  "}wydanie { $edition }: pozycja { $position }, ogłoszone { $time }, skrót { $digest }
