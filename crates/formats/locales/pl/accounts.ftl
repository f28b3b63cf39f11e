# Co serwis mówi o logowaniu i kontach.

problem-sign-in-again-title = Najpierw zaloguj się ponownie
problem-sign-in-again-detail = Można to zrobić tylko w ciągu pięciu minut od zalogowania.
problem-sign-in-again-help = Zaloguj się ponownie przez POST /api/v1/sessions i od razu powtórz żądanie.

field-password-short = { $least ->
    [one] co najmniej { $least } znak
    [few] co najmniej { $least } znaki
   *[many] co najmniej { $least } znaków
}
field-password-long = { $most ->
    [one] najwyżej { $most } znak
    [few] najwyżej { $most } znaki
   *[many] najwyżej { $most } znaków
}
field-password-common = zbyt łatwe do odgadnięcia: jest na listach popularnych haseł albo składa się z imienia, nazwiska lub loginu; spróbuj kilku słów, które do siebie nie pasują
field-time = oczekiwano czasu w postaci 2026-03-14T10:15:30Z
field-range = oczekiwano liczby od { $least } do { $most }
field-login-length = login ma od 3 do 64 znaków
field-login-characters = login składa się z liter od a do z bez znaków diakrytycznych, cyfr i znaków . _ - @

refusal-account-exists = Konto o tym identyfikatorze już istnieje.
refusal-login-taken = Ten login ma już inne konto.
refusal-account-disabled = Konto jest wyłączone i nie może dostać nowych ról. Najpierw je włącz.
refusal-role-needs-event = Tę rolę nadaje się dla jednego wydarzenia, które trzeba podać.
refusal-role-names-no-event = Ta rola obowiązuje wszędzie, więc nie podaje się przy niej wydarzenia.
refusal-unknown-event = Nie ma takiego wydarzenia.
refusal-own-admin-role = Nikt nie nadaje ani nie odbiera roli administratora na własnym koncie. Poproś innego administratora.
refusal-own-account = Nikt nie wyłącza własnego konta. Poproś innego administratora.
refusal-last-admin = Ostatni administrator zachowuje rolę i konto. Najpierw nadaj tę rolę komuś innemu.
refusal-too-many-table-tokens = Turniej ma zbyt wiele ważnych żetonów stolików. Unieważnij część z nich albo poczekaj, aż wygasną.
