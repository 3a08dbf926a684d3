import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { RuleChangeView } from "../../../../src/ipc/rules.ts";
import { RuleChanges } from "../../../../src/renderer/trusted/rules/rule-changes.tsx";
import { t } from "../../../../src/text/index.ts";

const textsOf = (change: RuleChangeView) =>
	[...renderToStaticMarkup(<RuleChanges changes={[change]} />).matchAll(/>([^<]+)</g)].map(
		([, text]) => text,
	);

it("shows a changed rule before and after the edit", () => {
	const texts = textsOf({ name: "Daily", before: "At most 1 ETH.", after: "At most 2 ETH." });
	expect(texts.indexOf("At most 1 ETH.")).toBe(texts.indexOf(t("trusted.rules.change.before")) + 1);
	expect(texts.indexOf("At most 2 ETH.")).toBe(texts.indexOf(t("trusted.rules.change.after")) + 1);
	expect(texts[0]).toBe("Daily");
});

it("says that a rule is removed or new", () => {
	expect(textsOf({ name: "Old", before: "At most 1 ETH.", after: null })).toContain(
		t("trusted.rules.change.removed"),
	);
	expect(textsOf({ name: "New", before: null, after: "At most 1 ETH." })).toContain(
		t("trusted.rules.change.none"),
	);
});
