"""What Schemathesis does not know by itself: forms of answers that links are not followed from."""

import schemathesis


@schemathesis.deserializer("text/csv")
def read_table(_context, response):
    return response.text
