# The calendar of a season.

calendar-title = Rummikub, season { $season }
calendar-tournament = Tournament
calendar-league = League
calendar-grand-prix = Grand Prix
calendar-online-event = Online event
calendar-championship-of = Voivodeship championship: { $voivodeship }
calendar-national-championship = National championship, season { $season }: first day
calendar-ranking-qualification-day = Ranking of the season { $season } gives its qualifications
calendar-last-announcement-day = Last day to announce a change: { $name }
calendar-decision-due = Application: last day to decide
