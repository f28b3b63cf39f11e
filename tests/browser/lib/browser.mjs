// A browser, and people who use it.

import { chromium } from "playwright-core";

export const launch = () => chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });

/** A window of somebody, with everything that went wrong in it. */
export async function window(browser, options = {}) {
  const context = await browser.newContext({ locale: "pl-PL", ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Refused to/.test(message.text())) wrong.push(`policy: ${message.text()}`);
  });
  return { context, page, wrong };
}

/** Takes a picture of every open page of a browser, to see why a test failed. */
export async function pictures(browser, name) {
  let number = 0;
  for (const context of browser.contexts()) {
    for (const page of context.pages()) await page.screenshot({ path: `failed-${name}-${++number}.png` }).catch(() => {});
  }
}

/** Signs in with nothing but the keyboard. */
export async function signIn(page, service, account, next = "/pl/work") {
  await page.goto(`${service.url}/pl/sign-in?next=${encodeURIComponent(next)}`);
  await page.focus("#login");
  await page.keyboard.type(account.login);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
}

/** Presses Tab until what fits has the focus; like somebody without a mouse, and lost if there is no way. */
export async function tabTo(page, selector, most = 400) {
  for (let pressed = 0; pressed < most; pressed++) {
    const isThere = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} cannot be reached with Tab on ${page.url()}`);
}
