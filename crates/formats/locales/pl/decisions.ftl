# Decyzje, które należą do ludzi: kolejka, odmowy, słowa.
decision-championship = Mistrzostwa Wojewódzkie ({ $voivodeship })
decision-to-mp = Mistrzostw Polski ({ $season })
decision-to-mw = Mistrzostw Wojewódzkich ({ $voivodeship })
decision-to-none = mistrzostw
decision-exception = Turniej „{ $name }” miał mniej uczestników, niż wymaga regulamin: organizator główny decyduje, czy daje awans.
decision-tie = „{ $name }”: { $candidates ->
    [one] { $candidates } osoba jest
    [few] { $candidates } osoby są
   *[other] { $candidates } osób jest
} ex aequo, a { $open ->
    [one] do podziału jest jeden awans
    [few] do podziału są { $open } awanse
   *[other] do podziału jest { $open } awansów
} do { $to }. Kolejność ustala sędzia albo administrator.
decision-ranking-tie = Ranking sezonu { $name }: { $candidates ->
    [one] { $candidates } osoba jest
    [few] { $candidates } osoby są
   *[other] { $candidates } osób jest
} ex aequo, a { $open ->
    [one] do podziału jest jeden awans
    [few] do podziału są { $open } awanse
   *[other] do podziału jest { $open } awansów
} do { $to }. Kolejność ustala sędzia albo administrator.
decision-grand-prix = Cykl Grand Prix „{ $name }”: regulamin nie wskazuje, kto dostaje awans do { $to }; decyduje organizator główny.
decision-unfilled = „{ $name }”: nikt w granicach regulaminu nie może wziąć { $open ->
    [one] awansu do { $to }
   *[other] { $open } awansów do { $to }
}; decyduje organizator główny.
decision-confirm = „{ $name }”: { $open ->
    [one] { $open } awans do { $to } czeka
    [few] { $open } awanse do { $to } czekają
   *[other] { $open } awansów do { $to } czeka
} na przyznanie.
decision-ranking-confirm = Ranking sezonu { $name }: { $open ->
    [one] { $open } awans do { $to } czeka
    [few] { $open } awanse do { $to } czekają
   *[other] { $open } awansów do { $to } czeka
} na przyznanie.
decision-review = „{ $name }”: awans do { $to }, który ma { $person }, według obecnych wyników należałby się komuś innemu; trzeba go utrzymać albo cofnąć.
decision-ranking-review = Ranking sezonu { $name }: awans, który ma { $person }, według obecnych wyników należałby się komuś innemu; trzeba go utrzymać albo cofnąć.
decision-wildcards-nominate = { $name }: można zgłosić dzikie karty (wolnych miejsc: { $open }).
decision-wildcards-grant = { $name }: { $open ->
    [one] zgłoszona dzika karta czeka
    [few] { $open } zgłoszone dzikie karty czekają
   *[other] { $open } zgłoszonych dzikich kart czeka
} na drugą osobę.
decision-mw-choice = { $person } ma awans do kilku Mistrzostw Wojewódzkich w tym samym terminie i musi wybrać jedne.
decision-wrc-nominee = Mistrzostwa Polski sezonu { $name } są rozegrane; trzeba wskazać, kto pojedzie na mistrzostwa świata (WRC).
decision-application = Zgłoszenie turnieju „{ $name }” czeka na decyzję.
decision-list-submitted = Lista „{ $name }” czeka na ogłoszenie przez drugą osobę.
decision-list-drifted = Ogłoszona lista „{ $name }” różni się od tego, co wynika z zapisów; potrzebna jest errata.
field-decision-kind = nie ma takiego rodzaju decyzji
ruling-refusal-not-over = Wydarzenie nie jest zakończone, więc nie ma o czym decydować.
ruling-refusal-no-decision-needed = Przy tej liczbie uczestników i w tym województwie regulamin nie przewiduje decyzji.
ruling-refusal-no-tie = Nikt nie jest tu ex aequo w walce o awans.
ruling-refusal-too-early = Ranking może się jeszcze zmienić; kolejność ustala się po dniu rankingu.
ruling-refusal-player-twice = Gracz { $player } występuje w kolejności dwa razy.
ruling-refusal-player-missing = Gracz { $player } jest ex aequo, a brakuje go w kolejności.
ruling-refusal-not-tied = Gracz { $player } nie jest tu ex aequo.
ruling-refusal-still-to-come = Tej rezygnacji jeszcze nie złożono.
ruling-refusal-no-season = Tego dnia nie było żadnego sezonu.
ruling-refusal-already-declared = Gracz zrezygnował już z awansów w tym sezonie.
ruling-refusal-nothing-declared = Gracz nie zrezygnował z awansów w tym sezonie poza wydarzeniami.
ruling-refusal-championship-exists = Mistrzostwa o tym identyfikatorze już ogłoszono, z innymi danymi.
ruling-refusal-championship-overlaps = Część dni zasila mistrzostwa „{ $other }” tego samego województwa.
ruling-refusal-outside-quarter = Dzień { $day } jest poza kwartałem, który regulamin przewiduje na Mistrzostwa Wojewódzkie.
ruling-refusal-played-too-early = Mistrzostwa zaczynają się dopiero po ostatnim dniu wydarzeń, które je zasilają.
wrc-not-a-citizen = Nie ma obywatelstwa polskiego.
wrc-represented-at-previous-wrc = Reprezentował(a) Polskę na poprzednich mistrzostwach świata.
wrc-behind-max-place = Ma miejsce dalsze, niż dopuszcza regulamin.
