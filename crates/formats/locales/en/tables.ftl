table-ranking = National ranking
table-mp = Qualifications to the Polish Championship, in the order of decision
table-pending = Waiting for a decision
table-mw = Qualifications to the voivodeship championship, in the order of decision
table-wildcards = Wildcard proposals
table-gp = { $name }: valid tournaments { $valid }, persons { $persons }
column-place = Place
column-number = No.
column-player = Player
column-city = City
column-voivodeship = Voivodeship
column-id = Id
column-points = Points
column-events = Results counted
column-source = Source
column-event = Event
pending-row = { $event }: { $why }
nothing = none
pending-open = { $open } to give, tied: { $candidates }
table-rulebook = Rulebook: { $base }{ $n ->
    [0] {""}
   *[other] , changed parameters: { $n }
}
