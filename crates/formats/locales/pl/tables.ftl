table-ranking = Ogólnopolski Ranking Graczy
table-mp = Awanse do Mistrzostw Polski, w kolejności rozstrzygnięć
table-pending = Czeka na decyzję
table-mw = Awanse do Mistrzostw Wojewódzkich, w kolejności rozstrzygnięć
table-wildcards = Propozycje dzikich kart
table-gp = { $name }: ważnych turniejów { $valid }, uczestników { $persons }
column-place = Miejsce
column-number = Nr
column-player = Gracz
column-city = Miasto
column-voivodeship = Województwo
column-id = Id
column-points = Punkty
column-events = Liczba wyników
column-source = Źródło
column-event = Wydarzenie
pending-row = { $event }: { $why }
nothing = brak
pending-open = do rozdania { $open }, remisują: { $candidates }
table-rulebook = Zasady: { $base }{ $n ->
    [0] {""}
   *[other] , zmienionych parametrów: { $n }
}
