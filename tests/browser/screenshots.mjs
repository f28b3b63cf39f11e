// Pictures of every page, in both languages, on a phone and on a desk: `node screenshots.mjs FOLDER`.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, signIn, window } from "./lib/browser.mjs";
import { EMPTY, pagesOf, vacantPagesOf } from "./lib/pages.mjs";
import { demo, empty } from "./lib/service.mjs";

const [folder] = process.argv.slice(2);
const VIEWS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

const [browser, full, bare, vacant] = await Promise.all([launch(), demo(), empty(), empty()]);
try {
  const sets = [["", full, await pagesOf(full)], ["empty-", bare, EMPTY], ["vacant-", vacant, await vacantPagesOf(vacant)]];
  for (const [view, viewport] of Object.entries(VIEWS)) {
    for (const [prefix, service, pages] of sets) {
      const windows = {};
      for (const { name, path, as } of pages) {
        if (!windows[as ?? ""]) {
          windows[as ?? ""] = await window(browser, { viewport });
          if (as) await signIn(windows[as].page, service, service.accounts[as]);
        }
        const { page } = windows[as ?? ""];
        for (const lang of ["pl", "en"]) {
          await page.goto(`${service.url}/${lang}${path}`);
          const into = join(folder, lang, view);
          mkdirSync(into, { recursive: true });
          await page.screenshot({ path: join(into, `${prefix}${name}.png`), fullPage: true });
        }
      }
      for (const { context } of Object.values(windows)) await context.close();
    }
  }
  console.log(`pictures of ${sets.reduce((sum, [, , pages]) => sum + pages.length, 0)} pages are in ${folder}`);
} finally {
  await Promise.all([browser.close(), full.stop(), bare.stop(), vacant.stop()]);
}
