import { toFunctionSelector } from "viem/utils";
import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import type { BalanceChange } from "../../../../../src/service-api/simulation.ts";
import { saying } from "../../../../support/saying.ts";
import { type commit, commitOf, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import { callOf, execute } from "../../review/calls.ts";
import { facts, fine, missing, NOT_SIMULATED, subject, tokenFacts } from "../../review/scene.ts";
import { CALIBUR, comparing, finding, opinionWith, simulated } from "./scene.ts";

const ETH = 10n ** 18n;
const NOBODY = `0x${"0".repeat(40)}`;
const sending = (value: bigint) => commitOf({ to: OTHER, value });
const leaving = (asset: string, amount: bigint, more: Partial<BalanceChange> = {}): BalanceChange => ({
	account: SIGNER.toLowerCase(),
	asset,
	amount: amount.toString(),
	direction: "out",
	...more,
});
const ran = (...balanceChanges: BalanceChange[]) => ({
	more: { opinion: { ...NOT_SIMULATED, local: simulated({ balanceChanges }) } },
});

describe("more than half of a balance", () => {
	const HALF = { severity: "caution", needsWord: false };

	it("is reported for the native coin and for tokens, and the whole balance as all", () => {
		expect(finding("loss", sending(ETH / 2n))).toMatchObject({ ...HALF, text: saying("finding.loss.half") });
		expect(finding("loss", sending(ETH))).toMatchObject({ ...HALF, text: saying("finding.loss.all") });
		const token = commitOf({ to: TOKEN, data: transferData(OTHER, 41_000_000n) });
		expect(finding("loss", token)).toMatchObject({ ...HALF, text: saying("finding.loss.all") });
	});

	it("counts the larger of our decoding and our simulation", () => {
		const call = commitOf({ to: VAULT, data: "0x12345678" });
		const chain = facts({}, [tokenFacts()]);
		const taken = leaving(TOKEN, 30_000_000n, { counterparty: OTHER });
		expect(finding("loss", call, { ...ran(taken), chain })).toMatchObject(HALF);
		expect(finding("loss", call, ran(leaving("native", ETH, { counterparty: OTHER })))).toMatchObject(HALF);
		const half = leaving(TOKEN, 15_000_000n, { counterparty: OTHER });
		const split = ran(half, { ...half, amount: "-15000000", direction: null });
		expect(finding("loss", call, { ...split, chain })).toMatchObject(HALF);
		const sent = commitOf({ to: TOKEN, data: transferData(OTHER, 41_000_000n) });
		expect(finding("loss", sent, ran(leaving(TOKEN, 1n, { counterparty: OTHER })))).toMatchObject(HALF);
	});

	it("is not reported for less than half, for others' losses, or for inflows", () => {
		expect(finding("loss", sending(ETH / 2n - 1n))).toBeUndefined();
		expect(finding("loss", commitOf({ to: SIGNER, value: ETH }))).toBeUndefined();
		const call = commitOf({ to: VAULT, data: "0x12345678" });
		for (const other of [
			leaving(TOKEN, 41_000_000n, { account: OTHER }),
			leaving(TOKEN, 41_000_000n, { direction: "in" }),
			leaving(TOKEN, 20_499_999n, { counterparty: OTHER }),
			leaving(TOKEN, 41_000_000n, { tokenId: "7", counterparty: OTHER }),
		])
			expect(finding("loss", call, ran(other))).toBeUndefined();
	});

	it("is not reported if the balance is unknown", () => {
		expect(finding("loss", sending(ETH), { chain: facts({ balance: missing() }) })).toBeUndefined();
		expect(finding("loss", sending(ETH), { chain: null })).toBeUndefined();
	});
});

describe("more than half of a balance without a loss", () => {
	const chain = facts({}, [tokenFacts(), tokenFacts({ address: VAULT, decimals: fine(18) })]);
	const coming = (asset: string, amount: bigint, more: Partial<BalanceChange> = {}) =>
		leaving(asset, amount, { direction: "in", ...more });
	const severityOf = (view: ReturnType<typeof commit>, ...changes: BalanceChange[]) =>
		finding("loss", view, { ...ran(...changes), chain })?.severity;
	const spent = (amount: bigint) => leaving(VAULT, amount, { decimals: 18 });

	describe("a wrapper that redeems its own token", () => {
		const unwrap = (contract: string) =>
			commitOf({ to: contract, data: callOf("function withdraw(uint256)", [30_000_000n]) });

		it("is reported without alarm if as many units of the coin arrive", () => {
			const all = [spent(30_000_000n), coming("native", 30_000_000n)];
			expect(severityOf(unwrap(VAULT), ...all)).toBe("info");
		});

		it.each([
			["less comes", [spent(30_000_000n), coming("native", 29_999_999n)]],
			[
				"something else leaves too",
				[spent(30_000_000n), coming("native", 30_000_000n), leaving(TOKEN, 1n, { decimals: 6 })],
			],
		])("stays a caution if %s", (_, changes) => {
			expect(severityOf(unwrap(VAULT), ...changes)).toBe("caution");
		});

		it("is a danger if the coin comes to somebody else", () => {
			const elsewhere = coming("native", 30_000_000n, { account: OTHER });
			expect(severityOf(unwrap(VAULT), spent(30_000_000n), elsewhere)).toBe("danger");
		});

		it("stays a caution if another token than the called contract's leaves", () => {
			const other = [spent(30_000_000n), coming("native", 30_000_000n)];
			expect(severityOf(unwrap(OTHER), ...other)).toBe("caution");
		});

		it("stays a caution if something is unseen", () => {
			const balanceChanges = [spent(30_000_000n), coming("native", 30_000_000n)];
			const own = simulated({ balanceChanges }, { gaps: [message("own-simulation.gap.cut")] });
			const seen = { chain, more: { opinion: { ...NOT_SIMULATED, local: own } } };
			expect(finding("loss", unwrap(VAULT), seen)?.severity).toBe("caution");
		});
	});

	describe("a debt payment", () => {
		const POOL = "0xa238dd80c259a72e81d7e4664a9801593f98d1c5";
		const repay = (who: string, to = POOL) =>
			commitOf({
				to,
				data: callOf("function repay(address,uint256,uint256,address)", [TOKEN, 30_000_000n, 2n, who]),
			});
		const paid = leaving(TOKEN, 30_000_000n, { counterparty: POOL });
		const owed = (amount = 30_000_000n, asset = VAULT) => leaving(asset, amount, { counterparty: NOBODY });

		it("is reported without alarm at a known market", () => {
			expect(severityOf(repay(SIGNER), paid, owed())).toBe("info");
		});

		it("stays a caution for others' debts, at unknown contracts, and if something else leaves", () => {
			expect(severityOf(repay(OTHER), paid, owed())).toBe("caution");
			expect(severityOf(repay(SIGNER, OTHER), paid, owed())).toBe("caution");
			const more = leaving(TOKEN, 1n, { counterparty: OTHER });
			expect(severityOf(repay(SIGNER), paid, owed(), { ...more, asset: OTHER })).toBe("caution");
		});
	});

	it("stays a caution if the bytes take more than the simulation shows", () => {
		const sent = commitOf({ to: TOKEN, data: transferData(OTHER, 41_000_000n) });
		expect(severityOf(sent, leaving("native", 1n), coming("native", 1n))).toBe("caution");
	});
});

describe("an unreadable call", () => {
	const call = commitOf({ to: VAULT, data: "0x12345678", value: 1n });

	it("requires no typed word if both simulations agree, and still names what neither covers", () => {
		for (const verdict of ["agrees", "drifts"] as const) {
			expect(finding("unknown-call", call, { more: comparing(verdict) })).toMatchObject({
				severity: "caution",
				needsWord: false,
				text: saying("finding.unknown-call.not-looked-at"),
			});
		}
		const early = finding("unknown-call", call, { more: comparing("running") });
		expect(early?.needsWord).toBe(false);
		// A preview is composed before any simulation starts.
		expect(early?.text).toEqual(saying("finding.unknown-call.not-simulated-yet"));
		for (const verdict of ["differs", "undeclared", "unproven"] as const) {
			expect(finding("unknown-call", call, { more: comparing(verdict) })).toMatchObject({
				severity: "danger",
				needsWord: true,
				text: saying("finding.unknown-call.service-alone"),
			});
		}
	});

	it("is no warning at a collection that keeps nothing else, if both simulations agree", () => {
		const azuki = commitOf({ to: "0xED5AF388653567Af2F388E6224dC7C4b3241C544", data: "0x12345678" });
		const told = (chainRef: string, verdict: "agrees" | "unseen") => {
			const more = { ...comparing(verdict), subject: { ...subject(azuki), chainRef } };
			return finding("unknown-call", azuki, { more })?.severity;
		};
		expect(told("1", "agrees")).toBe("info");
		expect(told("1", "unseen")).toBe("danger");
		expect(told("8453", "agrees")).toBe("caution");
	});

	it("requires a typed word if neither simulation shows anything: nothing seen is nothing known", () => {
		expect(finding("unknown-call", call, { more: comparing("unseen") })).toMatchObject({
			severity: "danger",
			needsWord: true,
			text: saying("finding.unknown-call.not-looked-at"),
		});
	});

	it("requires a typed word if its name may be that of a right, whatever the simulations show", () => {
		for (const [signature, word] of [
			["setAuthorization(address,bool)", true],
			["approveDelegation(address,uint256)", true],
			["hope(address)", true],
			["setResolver(bytes32,address)", true],
			["revokeOperator(address)", false],
			["stake(uint256)", false],
		] as const) {
			const data = `${toFunctionSelector(signature)}${SIGNER.slice(2).padStart(64, "0").repeat(2)}` as const;
			const found = finding("unknown-call", commitOf({ to: VAULT, data }), { more: comparing("agrees") });
			expect(found, signature).toMatchObject({ severity: word ? "danger" : "caution", needsWord: word });
		}
	});

	it("still requires a typed word if it gives others a right", () => {
		const permit = commitOf({ to: TOKEN, data: `0xd505accf${"00".repeat(8)}` });
		expect(finding("unknown-call", permit, { more: comparing("agrees") })?.severity).toBe("danger");
	});

	it("is reported inside another call", () => {
		const inside = commitOf({
			to: VAULT,
			data: `0xac9650d8${"20".padStart(64, "0")}${"1".padStart(64, "0")}${"20".padStart(64, "0")}${"4".padStart(64, "0")}12345678${"0".repeat(56)}`,
		});
		expect(finding("unknown-call", inside)?.text).toEqual(saying("finding.unknown-call.unverified"));
		const account = commitOf({ to: SIGNER, data: execute({ to: VAULT, data: "0x12345678" }) });
		const told = finding("unknown-call", account, { more: { opinion: opinionWith({ [SIGNER]: CALIBUR }) } });
		expect(told?.text).toEqual(saying("finding.unknown-call.inside"));
	});
});
