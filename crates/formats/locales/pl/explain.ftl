season = Sezon { $id }
points = { $n ->
    [one] { $n } punkt
    [few] { $n } punkty
   *[other] { $n } punktów
}
place = { $n }. miejsce
no-place = bez miejsca
the-ranking = Ranking
online-edition = { $event }, edycja { $edition }
online-mp-online = Mistrzostwa Polski Online
online-hertzano = Mistrzostwa Hertzano
online-gold = Złota Liga
online-silver = Srebrna Liga
online-bronze = Brązowa Liga
source-tournament = turniej
source-league = liga
source-grand-prix = Grand Prix
source-online = online
source-mw = MW
source-ranking = ranking
ranking-row = Ranking: { $place }. miejsce na { $rows } graczy, { $points }
gp-row = Klasyfikacja generalna: { $place }. miejsce na { $rows } graczy, { $points }
not-ranked = Ranking: bez punktów, więc bez miejsca
above = wyżej stoi { $player }: { $step }
below = niżej stoi { $player }: { $step }
step-total = decyduje suma punktów, { $above } wobec { $here }
step-result = sumy są równe, decyduje wynik nr { $number }: wyżej { $above }, niżej { $here }
step-ex-aequo = równe sumy i wyniki, ex aequo
step-total-equal = sumy są równe: { $points }
step-result-equal = wynik nr { $number } jest równy: { $result }
place-gives = { $place }: { $points }
result-of-step = { $place } ({ $points })
no-more-results = brak dalszego wyniku
results = Wyniki:
counted = + { $points }: { $event }, { $place }
not-counted = – bez punktów: { $event }, { $place }: { $why }
excluded-class = ta klasa turnieju nie liczy się do Rankingu
too-few-participants = za mało uczestników: { $found }, a potrzeba { $needed }
too-few-meetings = liga nie spełnia warunku obecności: { $found }, a potrzeba { $needed }
present-too-rarely = za mało obecności na spotkaniach: { $found }, a potrzeba { $needed }
below-half = mniej niż połowa zaplanowanych gier: { $found }, a potrzeba { $needed }
disqualified = decyzją sędziego bez punktów i awansu
no-games = ani jednej rozegranej gry
not-among-best = liczą się tylko najlepsze wyniki
mp-qualifications = Awanse do Mistrzostw Polski:
mw = Mistrzostwa Wojewódzkie: { $voivodeship } [{ $id }]
qualification = { $event }, { $place }: { $outcome }
granted = awans
pending-tie = czeka na decyzję, komu przypadnie awans
holder = ma już awans: { $origin }
waived-at = rezygnacja z awansu złożona podczas: { $event }
waived = rezygnacja z awansu
foreign = regulamin pomija graczy z zagranicy
rarely-present = za mało obecności na spotkaniach ligi
tied-out = remis o ostatni awans, którego nie dostaje nikt
beyond-depth = awans przechodzi najdalej do { $depth }. miejsca
not-reached = wszystko rozstrzygnęło się na wyższych miejscach
missed = ostatni awans ma { $player }, { $place }; { $before ->
    [0] pierwsze miejsce w kolejce
    [one] wyżej w kolejce jest jedna osoba
    [few] wyżej w kolejce są { $before } osoby
   *[other] wyżej w kolejce jest { $before } osób
}
missed-points = { $n ->
    [0] , punktów tyle samo
    [one] , zabrakło jednego punktu
    [few] , zabrakło { $n } punktów
   *[other] , zabrakło { $n } punktów
}
held-by-another = według obecnych wyników pierwsze miejsce w kolejce; awans przyznano wcześniej komuś innemu
held-in-review = według obecnych wyników pierwsze miejsce w kolejce; awans ma { $players } i jest on ponownie rozpatrywany
held-by-decision = według obecnych wyników pierwsze miejsce w kolejce; decyzją awans zachowuje { $players }
standing-proposed = awans proponowany, jeszcze niepotwierdzony
standing-granted = awans przyznany
standing-review = awans przyznany; według obecnych wyników należałby się komuś innemu, więc jest ponownie rozpatrywany
without-place = nie ma go w tabeli końcowej
passed-over = pominięto: { $player }, { $place }: { $why }
wrong-length = turniej nie daje awansu: zaplanowanych gier jest { $planned }, a potrzeba od { $min } do { $max }
not-eliminatory = to nie jest turniej eliminacyjny
exception-refused = Organizator MP odmówił awansu przy tej frekwencji
exception-missing = przy tej frekwencji awans wymaga decyzji Organizatora MP, której jeszcze nie ma
too-few-regulars = za mało stałych uczestników ligi: { $found }, a potrzeba { $needed }
incomplete-gp = ważne turnieje cyklu: { $valid } z { $members }, a potrzeba od { $min } do { $max }; awans czeka na decyzję
no-quota = to wydarzenie nie daje awansów
wildcard = propozycja dzikiej karty nr { $number } z { $of }: { $event }, { $place }
lost-tie = remis o awans rozstrzygnięty decyzją na korzyść innych
passed-over-more = … i jeszcze { $n }
nothing-about-player = W tych sezonach nie ma wyników tego gracza.
wildcard-cap-reached = bez dzikiej karty: { $cap ->
    [one] jedyne miejsce zajmuje
    [few] { $cap } miejsca zajmują
   *[other] { $cap } miejsc zajmują
} awanse i wyżej stojące propozycje
sharing = ex aequo: { $players }
more = i jeszcze { $n }
event-size = uczestników: { $participants }, awansów do rozdania: { $seats }
tie-open = o ten awans remisują też: { $players }
tie-settled = remis rozstrzygnięty decyzją; remisowali też: { $players }
the-ranking-of = Ranking na { $day }
qualified-by = Awans do Mistrzostw Polski: tak, { $event }
qualified-proposed = Awans do Mistrzostw Polski: proponowany, jeszcze niepotwierdzony, { $event }
qualified-review = Awans do Mistrzostw Polski: tak, { $event }; po korekcie wyników ponownie rozpatrywany
not-qualified = Awans do Mistrzostw Polski: nie
not-qualified-held = Awans do Mistrzostw Polski: nie, ale według obecnych wyników pierwsze miejsce w kolejce, { $event }
mw-qualified-by = Awans do Mistrzostw Wojewódzkich: tak, { $event }
mw-qualified-proposed = Awans do Mistrzostw Wojewódzkich: proponowany, jeszcze niepotwierdzony, { $event }
mw-qualified-review = Awans do Mistrzostw Wojewódzkich: tak, { $event }; po korekcie wyników ponownie rozpatrywany
mw-not-qualified = Awans do Mistrzostw Wojewódzkich: nie
mw-not-qualified-held = Awans do Mistrzostw Wojewódzkich: nie, ale według obecnych wyników pierwsze miejsce w kolejce, { $event }
declined-passed-on = zrezygnował po zawodach, awans przeszedł na następną osobę
declined-kept = zrezygnował po zawodach, awans nie przechodzi dalej
gone = to wydarzenie nie należy już do sezonu
