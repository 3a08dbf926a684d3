import { describe, expect, it } from "vitest";
import type { ShownEffects } from "../../../../../src/core/journal/records.ts";
import { type WorseEffect, worseThan } from "../../../../../src/core/review/effects/worse-effects.ts";
import { SHOWN_EFFECTS } from "../../../main/storage/kept.ts";

/** A step's effects at approval, compared with those of the simulation right before its signature. */

const OWN = "0x00000000000000000000000000000000000000aa";
const POOL = "0x00000000000000000000000000000000000000bb";
const STRANGER = "0x00000000000000000000000000000000000000cc";
const USDC = "usdc";
const ETH = "eth";

const change = (asset: string, simulated: bigint, stated?: bigint | null) => ({
	account: OWN,
	asset,
	simulated: simulated.toString(),
	...(stated === undefined ? {} : { stated: stated?.toString() ?? null }),
});
const paid = (to: string | null, asset: string, simulated: bigint, stated?: bigint) => ({
	to,
	asset,
	simulated: simulated.toString(),
	...(stated === undefined ? {} : { stated: stated.toString() }),
});
const right = (extent: bigint | null, more: Partial<ShownEffects["rights"][number]> = {}) => ({
	holder: POOL,
	account: OWN,
	scope: USDC,
	extent: extent?.toString() ?? null,
	until: null,
	...more,
});

const shows = (more: Partial<ShownEffects>): ShownEffects => ({ ...SHOWN_EFFECTS, ...more });

const PAYMENT = shows({ changes: [change(USDC, 100n, 100n)], receivers: [paid(POOL, USDC, 100n, 100n)] });
const SWAP = shows({
	changes: [change(USDC, 1_000n), change(ETH, -500n)],
	receivers: [paid(POOL, USDC, 1_000n)],
});
const APPROVAL = shows({ rights: [right(100n, { until: "1900000000" })] });

type Case = readonly [name: string, before: ShownEffects, now: ShownEffects, worse: WorseEffect | null];

const CASES: readonly Case[] = [
	["nothing changed", SWAP, SWAP, null],
	["it fails", SWAP, shows({ simulation: "failed" }), { kind: "fails" }],
	[
		"it failed before, too",
		shows({ simulation: "failed" }),
		shows({ simulation: "failed" }),
		{ kind: "fails" },
	],
	["the RPC gives no simulation", SWAP, shows({ simulation: "missing" }), { kind: "not-simulated" }],
	["the RPC can't simulate any more", SWAP, shows({ simulation: "no_method" }), { kind: "not-simulated" }],
	[
		"the RPC can't simulate it, as before",
		shows({ simulation: "no_method" }),
		shows({ simulation: "no_method" }),
		null,
	],
	[
		"the RPC never gave a result and gives none now",
		shows({ simulation: "later" }),
		shows({ simulation: "later" }),
		{ kind: "not-simulated" },
	],
	[
		"for another reason than before, the RPC can't simulate it",
		shows({ simulation: "no_method" }),
		shows({ simulation: "exceeds" }),
		{ kind: "not-simulated" },
	],
	["the simulation omits something", SWAP, { ...SWAP, isWhole: false }, { kind: "incomplete" }],
	[
		"the simulation omitted something before, too",
		{ ...SWAP, isWhole: false },
		{ ...SWAP, isWhole: false },
		null,
	],
	["it now depends on the block", SWAP, { ...SWAP, hangsOnBlock: true }, { kind: "block" }],
	["control is lost", SWAP, { ...SWAP, losesControl: true }, { kind: "control" }],

	[
		"a payment is larger",
		PAYMENT,
		{ ...PAYMENT, changes: [change(USDC, 101n)] },
		{ kind: "loss", asset: USDC },
	],
	["a payment is smaller", PAYMENT, shows({ changes: [change(USDC, 99n)] }), null],
	[
		"another asset leaves",
		PAYMENT,
		{ ...PAYMENT, changes: [change(USDC, 100n), change(ETH, 1n)] },
		{ kind: "loss", asset: ETH },
	],
	[
		"another account loses",
		PAYMENT,
		{ ...PAYMENT, changes: [{ ...change(USDC, 100n), account: POOL }] },
		{ kind: "loss", asset: USDC },
	],
	[
		"a loss stays within what the bytes allow",
		shows({ changes: [change(USDC, 100n, 110n)] }),
		shows({ changes: [change(USDC, 110n)] }),
		null,
	],
	[
		"a loss without a limit in the bytes exceeds what the simulation showed",
		shows({ changes: [change(USDC, 100n, null)] }),
		shows({ changes: [change(USDC, 101n)] }),
		{ kind: "loss", asset: USDC },
	],
	[
		"a step that couldn't be simulated loses what its bytes state",
		shows({ simulation: "later", changes: [{ account: OWN, asset: USDC, stated: "100" }] }),
		shows({ changes: [change(USDC, 100n)] }),
		null,
	],
	[
		"a step that couldn't be simulated loses something that wasn't shown",
		shows({ simulation: "later" }),
		shows({ changes: [change(USDC, 1n)] }),
		{ kind: "loss", asset: USDC },
	],
	[
		"a gain turns into a loss",
		shows({ changes: [change(ETH, -5n)] }),
		shows({ changes: [change(ETH, 5n)] }),
		{ kind: "loss", asset: ETH },
	],

	[
		"a swap costs more, within price drift",
		SWAP,
		{ ...SWAP, changes: [change(USDC, 1_050n), change(ETH, -500n)], receivers: [paid(POOL, USDC, 1_050n)] },
		null,
	],
	[
		"a swap costs more than that",
		SWAP,
		{ ...SWAP, changes: [change(USDC, 1_051n), change(ETH, -500n)] },
		{ kind: "loss", asset: USDC },
	],
	[
		"a swap brings less, within price drift",
		SWAP,
		{ ...SWAP, changes: [change(USDC, 1_000n), change(ETH, -475n)] },
		null,
	],
	[
		"a swap brings less than that",
		SWAP,
		{ ...SWAP, changes: [change(USDC, 1_000n), change(ETH, -474n)] },
		{ kind: "less", asset: ETH },
	],
	["a swap brings nothing", SWAP, { ...SWAP, changes: [change(USDC, 1_000n)] }, { kind: "less", asset: ETH }],
	[
		"a claim brings less, without any trade",
		shows({ changes: [change(ETH, -500n)] }),
		shows({ changes: [change(ETH, -499n)] }),
		{ kind: "less", asset: ETH },
	],
	[
		"a claim brings more",
		shows({ changes: [change(ETH, -500n)] }),
		shows({ changes: [change(ETH, -501n)] }),
		null,
	],

	[
		"somebody else is paid",
		PAYMENT,
		{ ...PAYMENT, receivers: [paid(STRANGER, USDC, 100n)] },
		{ kind: "receiver", to: STRANGER },
	],
	[
		"somebody else gets a part of the same total",
		PAYMENT,
		{ ...PAYMENT, receivers: [paid(POOL, USDC, 99n), paid(STRANGER, USDC, 1n)] },
		{ kind: "receiver", to: STRANGER },
	],
	[
		"one receiver of two gets more of the same total",
		shows({ changes: [change(USDC, 100n)], receivers: [paid(POOL, USDC, 90n), paid(STRANGER, USDC, 10n)] }),
		shows({ changes: [change(USDC, 100n)], receivers: [paid(POOL, USDC, 10n), paid(STRANGER, USDC, 90n)] }),
		{ kind: "receiver", to: STRANGER },
	],
	[
		"the recipient is unknown",
		PAYMENT,
		{ ...PAYMENT, receivers: [paid(null, USDC, 100n)] },
		{ kind: "receiver", to: null },
	],

	["an allowance is smaller", APPROVAL, shows({ rights: [right(99n, { until: "1900000000" })] }), null],
	[
		"an allowance is larger",
		APPROVAL,
		shows({ rights: [right(101n, { until: "1900000000" })] }),
		{ kind: "right", holder: POOL },
	],
	[
		"an allowance has no limit any more",
		APPROVAL,
		shows({ rights: [right(null, { until: "1900000000" })] }),
		{ kind: "right", holder: POOL },
	],
	[
		"an allowance has no expiry any more",
		APPROVAL,
		shows({ rights: [right(100n)] }),
		{ kind: "right", holder: POOL },
	],
	[
		"an allowance ends later",
		APPROVAL,
		shows({ rights: [right(100n, { until: "1900000001" })] }),
		{ kind: "right", holder: POOL },
	],
	[
		"an unlimited allowance was approved",
		shows({ rights: [right(null)] }),
		shows({ rights: [right(5n)] }),
		null,
	],
	[
		"somebody else may spend",
		APPROVAL,
		shows({ rights: [right(1n, { holder: STRANGER })] }),
		{ kind: "right", holder: STRANGER },
	],
	[
		"an allowance is for another asset",
		APPROVAL,
		shows({ rights: [right(1n, { scope: ETH })] }),
		{ kind: "right", holder: POOL },
	],
	[
		"another account allows it",
		APPROVAL,
		shows({ rights: [right(1n, { account: STRANGER })] }),
		{ kind: "right", holder: POOL },
	],
	["an allowance is gone", APPROVAL, shows({}), null],

	["a change is unexplained", SWAP, { ...SWAP, unexplained: ["x"] }, { kind: "unexplained" }],
	[
		"the same change was unexplained before",
		{ ...SWAP, unexplained: ["x"] },
		{ ...SWAP, unexplained: ["x"] },
		null,
	],
	["a call can't be read", SWAP, { ...SWAP, unread: ["x"] }, { kind: "unread" }],
	[
		"a contract has other code",
		shows({ codes: [{ address: POOL, code: "one" }] }),
		shows({ codes: [{ address: POOL, code: "other" }] }),
		{ kind: "code", address: POOL },
	],
	[
		"an earlier step has put code at an address",
		shows({}),
		shows({ codes: [{ address: POOL, code: "one" }] }),
		null,
	],
	["the RPC doesn't say which code", shows({ codes: [{ address: POOL, code: "one" }] }), shows({}), null],

	[
		"the network costs more, within the maximum",
		shows({ fee: { most: "20", now: "10" } }),
		shows({ fee: { most: "40", now: "20" } }),
		null,
	],
	[
		"the network costs more than the maximum",
		shows({ fee: { most: "20", now: "10" } }),
		shows({ fee: { most: "42", now: "21" } }),
		{ kind: "fee" },
	],
	[
		"the network's cost is unknown",
		shows({ fee: { most: "20", now: "10" } }),
		shows({ fee: { most: null, now: null } }),
		{ kind: "fee" },
	],
];

describe("a later simulation of a step", () => {
	it.each(CASES)("is compared: %s", (_, before, now, worse) => {
		expect(worseThan(before, now)).toEqual(worse);
	});
});
