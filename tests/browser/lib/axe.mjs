// What the checker of accessibility finds on a page.

import { AxeBuilder } from "@axe-core/playwright";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What breaks a rule, as lines; of all rules, or of those that are named. */
export async function violations(page, rules) {
  const checker = new AxeBuilder({ page });
  const { violations: found } = await (rules ? checker.withRules(rules) : checker.withTags(RULES)).analyze();
  return found.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")} (${rule.help})`));
}

/** How far the page is wider than the window. */
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
