"""The Europe/Warsaw clock without a time-zone database, for the years 1996 and later.

Summer time runs from the last Sunday of March to the last Sunday of October, 01:00 UTC both.
Instants are whole seconds since 1970 (UTC).
"""

import calendar
import datetime

UTC = datetime.timezone.utc


def _last_sunday(year, month):
    last = calendar.monthrange(year, month)[1]
    back = (datetime.date(year, month, last).weekday() + 1) % 7
    return datetime.datetime(year, month, last - back, 1, tzinfo=UTC)


def offset_hours(instant):
    now = datetime.datetime.fromtimestamp(instant, UTC)
    summer = _last_sunday(now.year, 3) <= now < _last_sunday(now.year, 10)
    return 2 if summer else 1


def stamp(instant):
    """The instant as the bundle writes it."""
    hours = offset_hours(instant)
    local = datetime.datetime.fromtimestamp(instant, UTC) + datetime.timedelta(hours=hours)
    return local.strftime("%Y-%m-%dT%H:%M:%S") + "+%02d:00" % hours


def instants_of(day, hour, minute, second):
    """All instants at which Warsaw clocks show this: none, one or two."""
    naive = datetime.datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=UTC)
    found = []
    for hours in (2, 1):
        instant = int(naive.timestamp()) - 3600 * hours
        if offset_hours(instant) == hours:
            found.append(instant)
    return found


def local_day(instant):
    return datetime.date.fromisoformat(stamp(instant)[:10])
