# Kalendarz sezonu.

calendar-title = Rummikub, sezon { $season }
calendar-tournament = Turniej
calendar-league = Liga
calendar-grand-prix = Grand Prix
calendar-online-event = Wydarzenie online
calendar-championship-of = Mistrzostwa Wojewódzkie: { $voivodeship }
calendar-national-championship = Mistrzostwa Polski, sezon { $season }: pierwszy dzień
calendar-ranking-qualification-day = Awanse z rankingu sezonu { $season }
calendar-last-announcement-day = Ostatni dzień na ogłoszenie zmiany: { $name }
calendar-decision-due = Zgłoszenie: ostatni dzień na decyzję
