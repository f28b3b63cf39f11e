// What the checker of accessibility finds on a page.

import { AxeBuilder } from "@axe-core/playwright";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What breaks a rule, as lines. */
export async function violations(page) {
  // There are no frames, so nothing has to be put together in a page of its own.
  const checker = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(RULES).setLegacyMode();
  const { violations: found } = await checker.analyze();
  return found.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")} (${rule.help})`));
}

/** How far the page is wider than the window. */
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
