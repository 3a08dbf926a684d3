import type { User } from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import {
	type Effects,
	fungible,
	type Holding,
	type Movement,
	NATIVE,
	type Right,
	type StepEffects,
} from "../../../../src/core/effects/effects.ts";
import { effectsOf } from "../../../../src/core/effects/merge.ts";
import { NO_HISTORY } from "../../../../src/core/identities/counterparties.ts";

/** Prepared effects, for tests of code that uses effects. */

const address = (end: string): string => `0x${end.padStart(40, "0")}`;

export const ME = address("11e");
export const SAVINGS = address("11f");
export const FRIEND = address("f1");
/** An address that was paid and given an allowance before, but isn't in the address book. */
export const DEALT = address("d1");
export const THIEF = address("ba1");
export const SECOND_THIEF = address("ba2");
/** A multisig that the user signs for. */
export const TREASURY = address("7e");
export const PERMIT2 = "0x000000000022d473030f116ddee9f6b43ac78ba3";
/** A known contract that isn't known to take tokens only from its caller. */
export const KNOWN = "0xed5af388653567af2f388e6224dc7c4b3241c544";
export const NOBODY = address("0");
export const DEAD = address("dead");

export const USDC = fungible("0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48");
export const DAI = fungible("0x6b175474e89094c44da98b954eedeac495271d0f");
export const JUNK = fungible(address("a"));
export const ITEM = { kind: "item", address: address("c0"), item: "7" } as const;

export const USER: User = {
	accounts: [ME, SAVINGS],
	labels: { [FRIEND]: "Friend" },
	signerState: "ready",
	counterparties: NO_HISTORY,
	uses: new Map([[DEALT, { sessionId: "before", roles: new Set(["paid 1", "allowed 1"]) }]]),
	device: null,
};

/** Returns a movement out of the user's account, decoded from the bytes. */
export const decodedMovement = (over: Partial<Movement> & { readonly amount?: bigint } = {}): Movement => {
	const { amount = 100n, ...rest } = over;
	return {
		from: ME,
		to: THIEF,
		asset: NATIVE,
		least: amount,
		most: amount,
		step: 0,
		basis: "decoded",
		until: null,
		...rest,
	};
};
/** Returns such a movement, observed in our own simulation. */
export const observedMovement = (over: Parameters<typeof decodedMovement>[0] = {}): Movement =>
	decodedMovement({ basis: "observed", ...over });

export const decodedRight = (over: Partial<Right> = {}): Right => ({
	holder: THIEF,
	account: ME,
	scope: { kind: "asset", asset: USDC },
	extent: 100n,
	until: null,
	step: 0,
	basis: "decoded",
	...over,
});

export const holdingOf = (
	amount: bigint | null,
	asset: Holding["asset"] = NATIVE,
	account: string = ME,
): Holding => ({
	account,
	asset,
	amount,
});

export type StepInput = Partial<StepEffects>;

export const stepEffects = (written: StepInput = {}): StepEffects => ({
	movements: [],
	rights: [],
	signatures: [],
	unexplained: [],
	unaccounted: [],
	unreadInstructions: [],
	unreadCalls: [],
	tails: [],
	takers: [],
	retainedPowers: [],
	proposals: [],
	appCalls: [],
	holdings: [holdingOf(1_000n), holdingOf(1_000n, USDC), holdingOf(1_000n, DAI)],
	controlled: [],
	lenders: [],
	called: [],
	costs: [],
	gaps: [],
	shownBy: "bytes",
	simulation: null,
	holderCodes: new Map(),
	codeHistories: new Map(),
	mentions: [],
	declaredNames: [],
	tokens: [],
	earlierPowers: [],
	newAccounts: [],
	unheard: [],
	disowned: [],
	...written,
});

export const effects = (...steps: readonly StepInput[]): Effects =>
	effectsOf(steps.map(stepEffects), { chainRef: "1", signer: ME, user: USER });
