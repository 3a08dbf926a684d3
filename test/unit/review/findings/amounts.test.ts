import { describe, expect, it } from "vitest";
import type { BalanceChange } from "../../../../src/contract/simulation.ts";
import { commit, commitOf, OTHER, payload, SIGNER, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import { facts, fine, missing, NOT_SIMULATED, tokenFacts } from "../scene.ts";
import { comparing, finding, simulated } from "./scene.ts";

const ETH = 10n ** 18n;
const sending = (value: bigint) => commitOf({ to: OTHER, value });
const leaving = (asset: string, amount: bigint, more: Partial<BalanceChange> = {}): BalanceChange => ({
	account: SIGNER.toLowerCase(),
	asset,
	amount: amount.toString(),
	direction: "out",
	...more,
});
const ran = (...balanceChanges: BalanceChange[]) => ({
	more: { opinion: { ...NOT_SIMULATED, own: simulated({ balanceChanges }) } },
});

describe("more than half of a balance", () => {
	it("is told for the native coin and for tokens, and all of it as all", () => {
		expect(finding("large-outflow", sending(ETH / 2n + 1n))).toMatchObject({
			severity: "caution",
			needsWord: false,
			words: expect.stringContaining("more than half"),
		});
		expect(finding("large-outflow", sending(ETH))?.words).toBe(
			"This takes all 1 ETH that this account holds.",
		);
		const token = commitOf({ to: TOKEN, data: transferData(OTHER, 41_000_000n) });
		expect(finding("large-outflow", token)?.words).toContain("all 41 TUSD");
	});

	it("counts the larger of our decoding and our simulation", () => {
		const call = commitOf({ to: VAULT, data: "0x12345678" });
		const chain = facts({}, [tokenFacts()]);
		expect(finding("large-outflow", call, { ...ran(leaving(TOKEN, 30_000_000n)), chain })?.words).toContain(
			"30 TUSD of the 41 TUSD",
		);
		expect(finding("large-outflow", call, ran(leaving("native", ETH)))).toBeDefined();
		const split = ran(leaving(TOKEN, 15_000_000n), leaving(TOKEN, -15_000_000n, { direction: null }));
		expect(finding("large-outflow", call, { ...split, chain })).toBeDefined();
		const small = commitOf({ to: TOKEN, data: transferData(OTHER, 41_000_000n) });
		expect(finding("large-outflow", small, ran(leaving(TOKEN, 1n)))).toBeDefined();
	});

	it("is not told for half of it, for others' losses, for what comes in, or where the balance is not known", () => {
		expect(finding("large-outflow", sending(ETH / 2n))).toBeUndefined();
		expect(finding("large-outflow", commitOf({ to: SIGNER, value: ETH }))).toBeUndefined();
		expect(finding("large-outflow", sending(ETH), { chain: facts({ balance: missing() }) })).toBeUndefined();
		expect(finding("large-outflow", sending(ETH), { chain: null })).toBeUndefined();
		const call = commitOf({ to: VAULT, data: "0x12345678" });
		for (const other of [
			leaving(TOKEN, 41_000_000n, { account: OTHER }),
			leaving(TOKEN, 41_000_000n, { direction: "in" }),
			leaving(TOKEN, 41_000_000n, { account: null }),
			leaving(TOKEN, 20_500_000n),
			leaving(TOKEN, 41_000_000n, { tokenId: "7" }),
		])
			expect(finding("large-outflow", call, ran(other))).toBeUndefined();
	});
});

describe("a gas limit", () => {
	const limit = (gas_limit: number) => commit({ action: { kind: "sign", payload: payload({ gas_limit }) } });
	const used = (units: string, revert: string | null = null) => ({
		chain: facts({ gas: fine(1_000_000n) }),
		more: {
			opinion: {
				...NOT_SIMULATED,
				own: simulated({ gas: { units, priceWei: null, nativeCost: null } }, { revert }),
			},
		},
	});

	it("far above what our own simulation took is told", () => {
		expect(finding("gas-limit", limit(1_000_000), used("60000"))).toMatchObject({
			severity: "caution",
			words: expect.stringContaining("16 times what it took in your own simulation (60,000)"),
		});
	});

	it("near it, or a small one, is not; and nothing is said where nothing ran to its end", () => {
		expect(finding("gas-limit", limit(240_000), used("60000"))).toBeUndefined();
		expect(finding("gas-limit", limit(500_000), used("60000"))).toBeUndefined();
		expect(finding("gas-limit", limit(4_000_000), used("1000000"))).toBeUndefined();
		expect(finding("gas-limit", limit(1_000_000), used("60000", "reverted"))).toBeUndefined();
		expect(finding("gas-limit", limit(1_000_000))).toBeUndefined();
	});
});

describe("a call that can't be read", () => {
	const call = commitOf({ to: VAULT, data: "0x12345678", value: 1n });

	it("is no more than told where both simulations show the same", () => {
		for (const verdict of ["agrees", "drifts"] as const) {
			expect(finding("unknown-call", call, { more: comparing(verdict) })).toMatchObject({ severity: "info" });
			expect(finding("value-with-call", call, { more: comparing(verdict) })).toBeUndefined();
		}
		for (const verdict of ["differs", "undeclared", "unproven", "running"] as const) {
			expect(finding("unknown-call", call, { more: comparing(verdict) })).toMatchObject({
				severity: "caution",
				words: expect.stringContaining("known only from the service's simulation."),
			});
			expect(finding("value-with-call", call, { more: comparing(verdict) })?.severity).toBe("caution");
		}
	});

	it("still needs a word where it gives others a right", () => {
		const permit = commitOf({ to: TOKEN, data: `0xd505accf${"00".repeat(8)}` });
		expect(finding("unknown-call", permit, { more: comparing("agrees") })?.severity).toBe("danger");
	});

	it("is told inside of another call", () => {
		const inside = commitOf({
			to: VAULT,
			data: `0xac9650d8${"20".padStart(64, "0")}${"1".padStart(64, "0")}${"20".padStart(64, "0")}${"4".padStart(64, "0")}12345678${"0".repeat(56)}`,
		});
		expect(finding("unknown-call", inside)?.words).toContain("one of the calls inside");
	});
});
