import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { kindText, rowName } from "../../../../src/renderer/desk/approvals/text.ts";
import { CheckTable, Values } from "../../../../src/renderer/trusted/review/proof/check-table.tsx";
import { Fingerprint } from "../../../../src/renderer/trusted/review/proof/fingerprint.tsx";
import { t } from "../../../../src/text/index.ts";
import { allowance } from "../../../preview/samples/allowances.ts";
import { address, FINGERPRINT } from "../../../preview/samples/common.ts";

const drawn = (element: React.ReactElement) =>
	renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);

describe("a permission's text", () => {
	it("names its asset and spender, by the user's own name if there is one", () => {
		expect(rowName(allowance())).toBe("USDC for Universal Router 0x66a9…dBA8Af");
		const nameless = allowance({ symbol: null, spender: address(`0x${"ab".repeat(20)}`) });
		expect(rowName(nameless)).toBe("0xA0b8…06eB48 for 0xabab…ababab");
	});

	it("distinguishes every kind", () => {
		const kinds = ["allowance", "permit2", "operator", "token", "delegate"] as const;
		expect(new Set(kinds.map((kind) => kindText({ kind }))).size).toBe(kinds.length);
	});
});

describe("the review of a revocation", () => {
	it("says that it was made here, and compares the payload with the expected one", () => {
		const html = drawn(
			<Fingerprint
				review={{
					fingerprint: FINGERPRINT,
					digest: null,
					revision: null,
					subject: "revocation",
					subjectId: null,
				}}
			/>,
		);
		expect(html).toContain(t("trusted.review.made-own-transaction-no-review"));
		const row = {
			field: "to",
			status: "failed",
			reviewed: "0x1",
			payload: "0x2",
			text: "Differs.",
		} as const;
		const table = drawn(<CheckTable rows={[row]} text={null} subject="revocation" />);
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
		expect(drawn(<Values row={row} subject="commit" />)).not.toContain("<dl");
		const other = message("act.record.own-name", { app: "0xdef" });
		expect(drawn(<Values row={{ ...row, payload: other }} subject="commit" />)).toContain("<dl");
	});
});
