import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";

const SERIOUS = new Set(["serious", "critical"]);

/** What axe finds serious on the page as it stands, a line each. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
	// Legacy: axe's usual way opens a page of its own, and no page but the app's windows may be there.
	const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
	if (!passes.some(({ id }) => id === "color-contrast")) throw new Error("axe measured no contrast");
	return violations
		.filter(({ impact }) => SERIOUS.has(impact ?? ""))
		.map(
			({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`,
		);
}

/** How many pixels the page is wider than its window, 0 where it fits. */
export function overflow(page: Page): Promise<number> {
	return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
