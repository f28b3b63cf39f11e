"""Compares two OpenAPI documents: equal but for the names of schemas and the line breaks of descriptions.

    python3 compare_documents.py OLD NEW

Follows every reference from the paths on, so that a schema may have another name as long as it has the same content and
is used in the same places. Prints the differences with their place and ends with 1 if there are any.
"""

import json
import sys

SCHEMAS = "#/components/schemas/"


class Comparison:
    def __init__(self, old, new):
        self.old, self.new = old, new
        self.names = {}
        self.reverse = {}
        self.visited = set()
        self.waiting = []
        self.differences = []

    def run(self):
        for part in sorted((set(self.old) | set(self.new)) - {"components"}):
            self.same(self.old.get(part), self.new.get(part), part)
        components = [dict(document.get("components", {})) for document in (self.old, self.new)]
        schemas = [part.pop("schemas", {}) for part in components]
        self.same(components[0], components[1], "components")
        while self.waiting:
            name, other = self.waiting.pop()
            self.same(schemas[0].get(name), schemas[1].get(other), f"schema {name}")
        for name in sorted(set(schemas[0]) - set(self.names)):
            self.differences.append(f"schema {name}: nothing leads to it in the old document")
        for name in sorted(set(schemas[1]) - set(self.reverse)):
            self.differences.append(f"schema {name}: nothing leads to it in the new document")
        return self.differences

    def same(self, old, new, place):
        if is_reference(old) and is_reference(new):
            self.reference(old["$ref"].removeprefix(SCHEMAS), new["$ref"].removeprefix(SCHEMAS), place)
            old = {key: value for key, value in old.items() if key != "$ref"}
            new = {key: value for key, value in new.items() if key != "$ref"}
        if isinstance(old, dict) and isinstance(new, dict):
            if list(old) != list(new) and sorted(old) == sorted(new) and place.endswith("/properties"):
                self.differences.append(f"{place}: the order is {list(new)}, it was {list(old)}")
            for key in sorted(set(old) | set(new)):
                if key not in old or key not in new:
                    self.differences.append(f"{place}/{key}: only in the {'old' if key in old else 'new'} document")
                else:
                    self.same(old[key], new[key], f"{place}/{key}")
        elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
            for index, (a, b) in enumerate(zip(old, new)):
                self.same(a, b, f"{place}/{index}")
        elif place.endswith(("/description", "/summary")) and isinstance(old, str) and isinstance(new, str):
            if old.split() != new.split():
                self.differences.append(f"{place}: {new!r}, it was {old!r}")
        elif old != new:
            self.differences.append(f"{place}: {shortened(new)}, it was {shortened(old)}")

    def reference(self, old, new, place):
        if self.names.setdefault(old, new) != new or self.reverse.setdefault(new, old) != old:
            self.differences.append(f"{place}: {old} is {new} here and {self.names[old]} elsewhere")
        elif old not in self.visited:
            self.visited.add(old)
            self.waiting.append((old, new))


def is_reference(value):
    return isinstance(value, dict) and isinstance(value.get("$ref"), str) and value["$ref"].startswith(SCHEMAS)


def shortened(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 200 else text[:200] + "…"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    old, new = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
    comparison = Comparison(old, new)
    differences = comparison.run()
    renamed = sorted((a, b) for a, b in comparison.names.items() if a != b)
    for a, b in renamed:
        print(f"renamed: {a} -> {b}")
    for difference in differences:
        print(f"differs: {difference}")
    print(f"{len(comparison.names)} schemas, {len(renamed)} renamed, {len(differences)} differences")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
