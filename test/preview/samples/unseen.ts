import { message } from "../../../src/core/localized-text.ts";
import type { FindingRow, PermissionRow, ReviewView } from "../../../src/ipc/review.ts";
import { MAIN, ROUTER, STRANGER } from "./common.ts";
import { unknownCall } from "./content.ts";
import { FIRST_ALLOWED, FIRST_PAID, party, review } from "./review.ts";

/** Requests that nobody can see through, and those that take a word. */

const NOBODY_SEES = {
	headline: "Call an unknown function 0x9f1d0f59 on 0xbDA574…1B197E",
	headlineKnown: false,
	parties: [party("contract", STRANGER)],
	contents: [unknownCall()],
	changes: [],
	step: null,
	steps: [],
} as const satisfies Partial<ReviewView>;

const contractWord = {
	possible: true,
	refusals: [],
	word: STRANGER.address.slice(-4),
	wordOf: "contract",
	canRetry: false,
} as const;

const NEITHER_SHOWS = message("opinion.unseen");

/** An unread call of which neither simulation shows an effect. */
export function unseenCall(): ReviewView {
	return review({
		...NOBODY_SEES,
		opinion: {
			state: "unseen",
			text: NEITHER_SHOWS,
			how: "Simulated on your RPC (eth_simulateV1), on top of block 31204118",
			rows: [],
		},
		findings: [
			{
				id: "unknown-call",
				severity: "danger",
				text: "Countersign can’t read this call. Neither simulation checks your positions in 0xbDA574…1B197E. The call could empty a position there or give a right to someone else.",
			},
		],
		approval: contractWord,
	});
}

/** Why there is no simulation of our own, as each is told. */
const WHY = {
	no_method: "Your RPC can't simulate: it offers neither eth_simulateV1 nor debug_traceCall.",
	failed: "The simulation took too long.",
	exceeds: "The transaction needs more gas than a whole block allows.",
	too_many_steps: "More than 64 steps come together here, and so many can't be simulated.",
	later: "A transaction before it would fail, so this one can't be simulated.",
} as const;

export type Why = keyof typeof WHY;

function foundOf(why: Why): readonly FindingRow[] {
	const id = "not-simulated";
	switch (why) {
		case "failed":
			return [];
		case "too_many_steps":
			return [
				{
					id,
					severity: "block",
					text: `${WHY[why]} Nothing was signed. Ask the agent to split this into several requests.`,
				},
			];
		case "exceeds":
			return [
				{
					id,
					severity: "danger",
					text: `${WHY[why]} It is this request that can't be simulated, so nothing proves what it does. An honest one is hardly ever so; ask the agent for a simpler one.`,
				},
			];
		default:
			return [
				{
					id,
					severity: "danger",
					text: `Countersign can’t read all of this, and your simulation doesn’t show it: ${WHY[why]} No claim about it is proven.`,
				},
			];
	}
}

export function notSimulated(why: Why): ReviewView {
	const findings = foundOf(why);
	const refusals =
		why === "failed"
			? [`${WHY[why]} Nothing was signed. Countersign will simulate it again in a moment.`]
			: findings.flatMap(({ severity, text }) => (severity === "block" ? [text] : []));
	return review({
		...NOBODY_SEES,
		opinion: {
			state: "unproven",
			text: `${WHY[why]} The effects are unproven.`,
			how: null,
			rows: [],
		},
		findings,
		approval:
			refusals.length === 0
				? contractWord
				: { possible: false, refusals, word: null, wordOf: null, canRetry: why === "failed" },
	});
}

/** All of a token to somebody unknown: the word is the end of their address. */
export function strangerPaid(): ReviewView {
	return review({
		headline: "Send 1,250 USDC to 0xbDA574…1B197E",
		parties: [party("recipient", STRANGER, { usage: FIRST_PAID })],
		fiat: "≈ $1,250.00",
		step: null,
		steps: [],
		findings: [
			{
				id: "loss",
				severity: "danger",
				text: "This sends all USDC that you have to an address that you have never dealt with",
			},
		],
		approval: { ...contractWord, wordOf: "recipient" },
	});
}

/** A lasting right at an application: no token shows it. */
export function rightGiven(): ReviewView {
	const text = "Approve 0xbDA574…1B197E to borrow without limit at Aave, as your debt";
	const row: PermissionRow = {
		spender: STRANGER,
		token: ROUTER,
		kind: "right",
		amount: null,
		unlimited: false,
		grants: true,
		text,
		source: "decoded",
		step: null,
	};
	return review({
		headline: text,
		parties: [party("spender", STRANGER, { usage: FIRST_ALLOWED })],
		changes: [],
		step: null,
		steps: [],
		permissions: [
			row,
			{
				...row,
				spender: ROUTER,
				grants: false,
				unlimited: false,
				text: "Revoke 0x66a989…dBA8Af’s right at Aave",
			},
		],
		findings: [
			{
				id: "rights",
				severity: "danger",
				text: `${text}. It is neither yours nor a contact, and you never approved it before.`,
			},
		],
		approval: { ...contractWord, wordOf: "address" },
	});
}

/** A word that is as long as words come: the user's own name of what is called. */
export function nameTyped(): ReviewView {
	return review({
		...NOBODY_SEES,
		findings: foundOf("no_method"),
		approval: { ...contractWord, word: "Treasury of the workshop, second account", wordOf: "name" },
	});
}

/** The rules may not be as they were left: nothing is approved before the vault was open, or before they are confirmed. */
export function heldByRules(why: "locked" | "changed"): ReviewView {
	const rules =
		why === "locked"
			? "Countersign can check your rules for changes only after you unlock your keys. Unlock them to approve. Nothing was signed."
			: "Something outside Countersign changed your rules, so you can’t approve anything. Open Settings → Signing → Rules. Confirm the change with your password or undo it. Nothing was signed.";
	const locked = message("against.signer.locked");
	return review({
		signer:
			why === "locked"
				? { address: MAIN, state: "locked", text: "Locked" }
				: { address: MAIN, state: "ready", text: "Ready to sign" },
		approval: {
			possible: false,
			refusals: why === "locked" ? [locked, rules] : [rules],
			word: null,
			wordOf: null,
			canRetry: why === "locked",
		},
	});
}
