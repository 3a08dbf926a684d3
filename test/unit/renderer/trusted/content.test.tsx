import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { verbatim } from "../../../../src/core/localized-text.ts";
import type { CallNodeView, CheckRow, ContentView, ReviewView } from "../../../../src/ipc/review.ts";
import { Money } from "../../../../src/renderer/components/review/money.tsx";
import { CallTree } from "../../../../src/renderer/trusted/content/call-tree.tsx";
import { SignedBelow, SignedFirst } from "../../../../src/renderer/trusted/content/contents.tsx";
import { byteCount, feePerGas } from "../../../../src/renderer/trusted/content/data.tsx";
import { CheckTable } from "../../../../src/renderer/trusted/review/proof/check-table.tsx";
import { Fingerprint } from "../../../../src/renderer/trusted/review/proof/fingerprint.tsx";
import { Mismatch } from "../../../../src/renderer/trusted/review/proof/proof.tsx";
import { Replaces } from "../../../../src/renderer/trusted/review/review-screen.tsx";
import { t } from "../../../../src/text/index.ts";
import {
	approveCall,
	bytesMessage,
	hidingMessage,
	permit,
	signIn,
	solPayment,
	strangeSol,
	swapCall,
	unknownOrder,
	userOperation,
} from "../../../preview/samples/content.ts";
import { manyChecks, replacement, twoSteps } from "../../../preview/samples/requests.ts";
import { review } from "../../../preview/samples/review.ts";

function drawn(element: React.ReactElement): string {
	return renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);
}
const first = (...contents: ContentView[]) => drawn(<SignedFirst contents={contents} />);
const below = (...contents: ContentView[]) => drawn(<SignedBelow contents={contents} />);

describe("the signed content", () => {
	it("of one transaction is below the four answers", () => {
		expect(first(swapCall())).toBe("");
		expect(first(solPayment())).toBe("");
		expect(below(solPayment())).toContain("Send 1.25 SOL");
		expect(below(swapCall())).toBe("");
	});
	it("of several is numbered in the order of signing, each with its headline", () => {
		const html = first(approveCall(), swapCall());
		expect(html).toMatch(/Step 1 of 2.*Approve the router to spend.*Step 2 of 2.*Swap 1\.5 ETH/s);
		expect(below(approveCall(), solPayment())).toBe("");
	});
	it("of many transactions is below, so that the four answers stay visible; a text among them comes first", () => {
		const many = Array.from({ length: 4 }, () => swapCall());
		expect(first(...many)).toBe("");
		expect(below(...many)).toContain("Step 4 of 4");
		expect(first(...many, signIn())).toContain("Step 5 of 5");
		expect(below(...many, signIn())).toBe("");
	});
	it("of a call with a very long list is shown from its beginning", () => {
		const call: CallNodeView = {
			kind: "call",
			to: { address: "0x5FbDB2315678afecb367f032d93F642f64180aa3", label: null, short: "0x5FbDB2…180aa3" },
			text: verbatim("x".repeat(100_000)),
			known: true,
			signature: null,
			args: [],
			value: null,
			source: "decoded",
			children: [],
		};
		expect(drawn(<CallTree calls={[call]} target="" />).length).toBeLessThan(5_000);
	});
	it("shows a message to its last character, with hidden characters visible", () => {
		const html = first(hidingMessage());
		expect(html).toContain("⟦U+202E⟧");
		expect(html).toContain("⟦U+0007⟧");
		expect(html).toContain("&lt;b&gt;Not bold&lt;/b&gt;");
	});
	it("says if a text has more than is drawn at first", () => {
		const html = first(signIn({ text: "x".repeat(20_001) }));
		expect(html).toContain(t("components.text.hidden", { count: 1 }));
	});
	it("warns about non-text bytes, and shows them as hex", () => {
		const html = first(bytesMessage());
		expect(html).toContain(t("trusted.content.bytes.unread"));
		expect(html).toContain("0x8f3c6a1b");
		expect(first(signIn())).not.toContain(t("trusted.content.bytes.unread"));
	});
	it("shows the hash to compare with a device", () => {
		expect(first(signIn())).toContain(`data-hash="${signIn().digest}"`);
		expect(first(bytesMessage())).toContain(t("trusted.content.hash.none"));
	});
	it("of typed data has its meaning above its members and its hashes", () => {
		const html = first(permit({ known: null }));
		const order = [
			"the contract of the domain",
			t("trusted.content.domain-where-counts"),
			t("trusted.content.everything-signed"),
		];
		const hashes = [permit().domainHash, permit().messageHash, permit().digest];
		const places = [...order, ...hashes.map((hash) => `data-hash="${hash}"`)].map((text) =>
			html.indexOf(text),
		);
		expect(places).not.toContain(-1);
		expect(places).toEqual(places.toSorted((a, b) => a - b));
	});
	it("of a known kind of typed data folds members and hashes below its meaning", () => {
		const html = first(permit());
		expect(html).toContain("the contract of the domain");
		expect(html).not.toContain("data-hash");
	});
	it("of an unknown kind of typed data is not folded", () => {
		expect(first(unknownOrder())).toContain("doesn’t know this kind of message");
		expect(first(permit())).not.toContain("doesn’t know this kind of message");
	});
	it("names an unknown program with its whole address", () => {
		const html = below(strangeSol());
		expect(html).toContain("Unknown program");
		expect(html).toContain(strangeSol().instructions[1]?.program.address.address);
		expect(below(solPayment())).not.toContain("Unknown program");
	});
	it("of a user operation can’t be decoded, and says so", () => {
		expect(first(userOperation())).toContain("No one can see what it means");
	});
	it("of a user operation is separated from the service's description of it", () => {
		const [request] = userOperation().requests;
		const lie = {
			...userOperation(),
			requests: [{ message: "0x00", rawPayload: request?.rawPayload ?? "" }],
		};
		expect(first(lie)).toContain("isn’t the data to sign");
		expect(first(userOperation())).not.toContain("isn’t the data to sign");
	});
});

describe("the surrounding sections", () => {
	it("omit the costs if nothing is sent", () => {
		expect(drawn(<Money isBlocked={false} review={review({ costs: null })} />)).toContain(
			"Signing costs nothing",
		);
		expect(drawn(<Money isBlocked={false} review={review()} />)).toMatch(
			/Network fee.*0\.00019 .*max .*0\.00041 /s,
		);
	});
	it("mark an action as described by the service only, and name a commit’s digest", () => {
		expect(drawn(<Fingerprint review={twoSteps()} />)).toMatch(/described by the service only.*revision 2/s);
		expect(drawn(<Fingerprint review={review()} />)).toMatch(/Review digest.*revision 3/s);
	});
	it("show the digest of a batch next to its review's, if they differ", () => {
		const html = drawn(<Fingerprint review={{ ...review(), batchDigest: "cohort-review" }} />);
		expect(html).toMatch(/Review digest.*batch digest.*cohort-review/s);
		expect(drawn(<Fingerprint review={review()} />)).not.toContain("batch digest");
	});
	it("name what a replacement replaces, its fee, and the same nonce", () => {
		const of = replacement();
		if (of.replaces === null) throw new Error("the sample is no replacement");
		const html = drawn(<Replaces of={of.replaces} contents={of.contents} />);
		expect(html).toContain(of.replaces.text);
		expect(html).toContain("3.2 gwei");
		expect(html).toMatch(/42<\/span>, unchanged/);
	});
	it("show the differing ones of 200 checks, and fold the matching ones", () => {
		const many = manyChecks();
		const html = drawn(<CheckTable rows={many.checks} text="" requestKind="commit" />);
		expect(html).toContain("190 fields match");
		expect(html.match(/<li/g)).toHaveLength(10);
		const few = drawn(<CheckTable rows={review().checks} text="" requestKind="commit" />);
		expect(few.match(/<li/g)).toHaveLength(9);
	});
	it("name only the first few of many differences at the top, and count the rest", () => {
		const html = drawn(<Mismatch checks={manyChecks().checks} requestKind="commit" />);
		expect(html).toContain("6 of 200 fields differ");
		expect(html.match(/The review shows/g)).toHaveLength(2);
	});
	it("name who gave the expected value: the review, the user or the RPC", () => {
		const check = { field: "Nonce", status: "failed", reviewed: "5", payload: "4", text: "" } as const;
		const labelOf = (row: CheckRow, requestKind: ReviewView["requestKind"]) =>
			drawn(<Mismatch checks={[row]} requestKind={requestKind} />);
		expect(labelOf(check, "commit")).toContain(t("trusted.preview.review-shows"));
		expect(labelOf(check, "transfer")).toContain(t("trusted.review.reviewed.transfer"));
		for (const requestKind of ["commit", "transfer"] as const)
			expect(labelOf({ ...check, isOfChain: true }, requestKind)).toContain(t("ui.your-rpc"));
	});
});

describe("units", () => {
	it("show wei per gas as gwei, exactly", () => {
		expect(feePerGas("1500000000")).toBe("1.5 gwei");
		expect(feePerGas("1")).toBe("0.000000001 gwei");
		expect(feePerGas("0")).toBe("0 gwei");
		expect(feePerGas("1234000000000000000000000")).toBe("1,234,000,000,000,000 gwei");
		expect(feePerGas("many")).toBe("many");
	});
	it("count the bytes of hex, and of nothing else", () => {
		expect(byteCount("0x0b10")).toBe(2);
		expect(byteCount("0x")).toBe(0);
		expect(byteCount("0x0")).toBeNull();
		expect(byteCount("zz")).toBeNull();
	});
});
