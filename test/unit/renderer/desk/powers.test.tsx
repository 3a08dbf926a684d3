import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { exposedText, rowName, toneOf } from "../../../../src/renderer/desk/powers/power-text.ts";
import { CheckTable, Values } from "../../../../src/renderer/trusted/review/proof/check-table.tsx";
import { Fingerprint } from "../../../../src/renderer/trusted/review/proof/fingerprint.tsx";
import { t } from "../../../../src/text/index.ts";
import { address, FINGERPRINT } from "../../../preview/samples/common.ts";
import { allowance } from "../../../preview/samples/powers.ts";

const rendered = (element: React.ReactElement) =>
	renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);

describe("a permission's text", () => {
	it("names its asset and spender, by the user's own name if there is one", () => {
		const named = address(`0x${"cd".repeat(20)}`, "Router");
		expect(rowName(allowance({ spender: named }))).toBe("USDC for Router 0xcdcd…cdcdcd");
		const nameless = allowance({ symbol: null, spender: address(`0x${"ab".repeat(20)}`) });
		expect(rowName(nameless)).toBe("0x8335…A02913 for 0xabab…ababab");
	});

	it("is red if it has no limit, amber if it covers a collection, and calm otherwise", () => {
		expect(toneOf(allowance({ unlimited: true }))).toBe("danger");
		expect(toneOf(allowance({ kind: "code" }))).toBe("danger");
		expect(toneOf(allowance({ kind: "operator" }))).toBe("caution");
		expect(toneOf(allowance())).toBeNull();
	});
});

describe("what is exposed", () => {
	const row = (asset: string, cents: string, most: string) => allowance({ takes: [{ asset, cents, most }] });

	it("falls by what only the removed powers could take", () => {
		const [large, small, other] = [
			row("usdc", "49124", "49124"),
			row("usdc", "100", "49124"),
			row("weth", "300", "300"),
		];
		expect(exposedText([large, small, other])).toEqual(message("worth.about", { amount: "$494.24" }));
		expect(exposedText([small, other])).toEqual(message("worth.about", { amount: "$4.00" }));
		expect(exposedText([])).toEqual(message("powers.taken.nothing"));
	});

	it("is never $0 for permissions without a price", () => {
		const unpriced = allowance({ takes: [{ asset: "x", cents: "no-price", most: "no-price" }] });
		expect(exposedText([unpriced])).toEqual(message("worth.none"));
		expect(exposedText([unpriced, row("weth", "300", "300")])).toEqual(
			message("amount.at-least", { amount: "$3.00" }),
		);
	});
});

describe("the review of a revocation", () => {
	it("says that it was made here, and compares the payload with the expected one", () => {
		const html = rendered(
			<Fingerprint
				review={{
					fingerprint: FINGERPRINT,
					digest: null,
					revision: null,
					requestKind: "revocation",
					requestId: null,
				}}
			/>,
		);
		expect(html).toContain(t("trusted.review.digest.local"));
		const row = {
			field: "to",
			status: "failed",
			reviewed: "0x1",
			payload: "0x2",
			text: "Differs.",
		} as const;
		const table = rendered(<CheckTable rows={[row]} text={null} requestKind="revocation" />);
		expect(table).toContain("Expected");
		expect(table).not.toContain("Reviewed");
	});
});

describe("a passed check", () => {
	it("shows its value once, although both sides came as separate messages", () => {
		const value = () => message("act.record.own-name", { app: "0xabc" });
		const row = {
			field: "to",
			status: "passed",
			reviewed: value(),
			payload: value(),
			text: "Is as reviewed.",
		} as const;
		expect(rendered(<Values row={row} requestKind="commit" />)).not.toContain("<dl");
		const other = message("act.record.own-name", { app: "0xdef" });
		expect(rendered(<Values row={{ ...row, payload: other }} requestKind="commit" />)).toContain("<dl");
	});
});
