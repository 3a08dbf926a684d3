import { createApproveInstruction, createTransferCheckedInstruction } from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import { NO_HISTORY } from "../../../../../../src/core/identities/counterparties.ts";
import { saying } from "../../../../../support/saying.ts";
import { NOT_SIMULATED } from "../../../review/scene.ts";
import {
	key,
	ME,
	MINT,
	MY_TOKENS,
	me,
	out,
	sending,
	svmFinding,
	svmSimulation,
	text,
	YOU,
	YOUR_TOKENS,
} from "../../../review/svm-scene.ts";
import { GRAVE, simulated } from "../../evm/scene.ts";

const transfer = (amount = 5n) =>
	createTransferCheckedInstruction(MY_TOKENS, MINT, YOUR_TOKENS, ME, amount, 6);
const approving = createApproveInstruction(MY_TOKENS, YOU, ME, 5n);
const stranger = me({ counterparties: NO_HISTORY });

describe("the first time on Solana", () => {
	it("is reported for the owner of a token account, for a wallet and for a delegate", () => {
		for (const each of [sending(1n), transfer(), approving])
			expect(svmFinding("first-time", [each], { who: stranger })).toMatchObject({ severity: "info" });
		expect(svmFinding("first-time", [transfer()], { who: stranger })?.text).toEqual(
			saying("finding.first-time.pay", { who: text(YOU) }),
		);
	});

	it("is not reported for known ones, by wallet or by token account, named ones, or oneself", () => {
		const dealt = { paid: 1, allowed: 0, lastAt: 1 };
		for (const who of [
			me(),
			me({ counterparties: new Map([[text(YOUR_TOKENS), dealt]]) }),
			me({ counterparties: NO_HISTORY, labels: { [text(YOU)]: "Alice" } }),
		])
			expect(svmFinding("first-time", [transfer()], { who })).toBeUndefined();
		expect(svmFinding("first-time", [sending(1n, ME)], { who: stranger })).toBeUndefined();
	});
});

describe("a tenth of a holding or more on Solana", () => {
	it("requires a typed word if a stranger gets it, shares of several holdings added up", () => {
		const part = (...sent: Parameters<typeof svmFinding>[1]) => svmFinding("loss", sent, { who: stranger });
		expect(part(sending(100_000_000n))).toMatchObject({
			...GRAVE,
			stake: { kind: "address", address: text(YOU) },
		});
		expect(part(sending(99_999_999n))).toBeUndefined();
		expect(part(sending(60_000_000n), transfer(2_460_000n))).toMatchObject(GRAVE);
		expect(part(transfer(2_460_000n))).toBeUndefined();
		expect(svmFinding("loss", [sending(400_000_000n)])).toBeUndefined();
	});
});

describe("more than half of a balance on Solana", () => {
	it("is reported for SOL and for tokens, by our decoding or by our simulation", () => {
		const told = (code: string) => ({ severity: "caution", text: saying(code) });
		expect(svmFinding("loss", [sending(500_000_001n)])).toMatchObject(told("finding.loss.half"));
		expect(svmFinding("loss", [sending(10n ** 9n)])).toMatchObject(told("finding.loss.all"));
		expect(svmFinding("loss", [transfer(20_500_001n)])).toMatchObject(told("finding.loss.half"));
	});

	it("is not reported for less than half, or for others' losses", () => {
		expect(svmFinding("loss", [sending(499_999_999n)])).toBeUndefined();
		expect(svmFinding("loss", [transfer(20_499_999n)])).toBeUndefined();
		const local = simulated({ balanceChanges: [out(text(MINT), 41_000_000n, { account: text(YOU) })] });
		expect(
			svmFinding("loss", [sending(1n)], { more: { opinion: { ...NOT_SIMULATED, local } } }),
		).toBeUndefined();
	});
});

describe("a look-alike on Solana", () => {
	const known = text(YOU);
	const twin = new PublicKey(`${known.slice(0, 20)}${known[20] === "2" ? "3" : "2"}${known.slice(21)}`);

	it("of a known address, or of one that the service shows, requires a typed word", () => {
		expect(svmFinding("look-alike", [sending(1n, twin)])).toMatchObject({
			...GRAVE,
			text: saying("finding.look-alike.dealt"),
		});
		const simulation = svmSimulation([out("native", 1n, { counterparty: known })]);
		expect(svmFinding("look-alike", [sending(1n, twin)], { who: stranger, simulation })?.text).toEqual(
			saying("finding.look-alike.beside"),
		);
	});

	it("is not found if the other is unknown, or if it is the known one", () => {
		expect(svmFinding("look-alike", [sending(1n, twin)], { who: stranger })).toBeUndefined();
		expect(svmFinding("look-alike", [sending(1n)])).toBeUndefined();
		expect(svmFinding("look-alike", [sending(1n, key(77))])).toBeUndefined();
	});
});
