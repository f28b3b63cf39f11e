// Loads a module of the pages, which browsers take for one by its media type and node by its name only.

import { copyFile, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ASSETS = new URL("../../../crates/pages/assets/", import.meta.url);

export async function load(name) {
  const folder = await mkdtemp(join(tmpdir(), "kostka-"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  for (const file of (await readdir(ASSETS)).filter((one) => one.endsWith(".js"))) await copyFile(new URL(file, ASSETS), join(folder, file));
  return import(pathToFileURL(join(folder, name)));
}
