import { type AmountParam, type Message, message } from "../../core/localized-text.ts";
import type { AddressView, AmountView } from "../../ipc/primitives.ts";
import type { CheckRow, ReviewView } from "../../ipc/review.ts";

/** A fictional request: nobody has the keys of its addresses and no service requests it. */

export const PRACTICE_ENTRY = "practice";

const LIFE_MS = 10 * 60_000;

const YOU: AddressView = {
	address: "0xf6eE35C7A7432D3617e1D4909d62eb5A3647e7eB",
	label: null,
	short: "0xf6eE…47e7eB",
};
const PAID: AddressView = {
	address: "0x8B439A4B813C01ef9cf41971523293984a709A0B",
	label: null,
	short: "0x8B43…709A0B",
};
const NONCE = "0";
const GAS = "21000";
const FEE = "1500000000";
const SENT = "50000000000000000";

const ether = (text: string, raw: string, worth?: string): AmountView => ({
	text,
	full: text,
	unit: "ETH",
	raw,
	checked: true,
	...(worth === undefined ? {} : { fiat: message("worth.about", { amount: worth }) }),
});

const sent: AmountParam = { amount: { raw: SENT, decimals: 18, symbol: "ETH", checked: true } };

export const PRACTICE_HEADLINE: Message = message("token.send", {
	amount: sent,
	to: message("setup.practice.recipient"),
});

const check = (field: Message, value: string, text: Message): CheckRow => ({
	field,
	status: "passed",
	reviewed: value,
	payload: value,
	text,
});

export function practiceReview(now: number): ReviewView {
	return {
		entryId: PRACTICE_ENTRY,
		subject: "commit",
		subjectId: PRACTICE_ENTRY,
		replaces: null,
		who: {
			app: null,
			session: message("setup.practice.session"),
			sessionId: PRACTICE_ENTRY,
		},
		broadcaster: { kind: "wallet", text: message("setup.practice.nobody-sends") },
		chain: { id: "practice", name: message("setup.practice.network") },
		step: null,
		headline: PRACTICE_HEADLINE,
		headlineKnown: true,
		fiat: message("worth.about", { amount: "$150.00" }),
		parties: [
			{
				role: "recipient",
				address: PAID,
				name: message("setup.practice.recipient"),
				description: message("setup.practice.made-up"),
				usage: message("party.first-payment"),
				imitates: null,
			},
		],
		serviceSays: [],
		adds: [],
		expiresAt: now + LIFE_MS,
		changes: [
			{
				account: YOU,
				mine: true,
				direction: "out",
				amount: ether("0.05", SENT, "$150.00"),
				tokenId: null,
				counterparty: PAID,
				of: ether("1.25", "1250000000000000000"),
				after: ether("1.2", "1200000000000000000"),
				mark: "coin",
				step: null,
			},
		],
		changesClaim: message("setup.practice.made-up"),
		approvals: [],
		costs: {
			most: ether("0.0000315", "31500000000000", "$0.10"),
			likely: ether("0.000021", "21000000000000", "$0.07"),
			l1: null,
			serviceFee: null,
			fees: [],
			covered: { ok: true, text: message("setup.practice.made-up") },
		},
		verdict: "matched",
		verdictText: message("setup.practice.made-up"),
		checks: [
			check(message("setup.practice.field.recipient"), PAID.address, message("match.target.same")),
			check(message("setup.practice.field.amount"), SENT, message("match.value.same")),
			check(message("setup.practice.field.gas"), GAS, message("match.gas-limit.same")),
		],
		guards: [],
		warnings: [],
		typedIntent: null,
		findings: [],
		fingerprint: "f9d2a28ee93317b99cbec37abd9585c5f996bdd61d7324779bdb7a62267674df",
		digest: null,
		revision: null,
		steps: [],
		contents: [
			{
				kind: "evm_transaction",
				headline: PRACTICE_HEADLINE,
				serviceSays: null,
				to: PAID,
				decoded: null,
				calls: [],
				claims: [],
				nonce: NONCE,
				gasLimit: GAS,
				maxFee: FEE,
				priorityFee: "0",
				data: "0x",
			},
		],
		logs: [],
		raw: JSON.stringify({ to: PAID.address, value: SENT, nonce: NONCE, gas: GAS }, null, 2),
		changed: [],
		signer: { address: YOU, state: "ready", text: message("setup.practice.no-key") },
		approval: { possible: true, refusals: [], word: null, wordOf: null, canRetry: false },
		oneHold: [],
		canAskChange: false,
		canReject: true,
		device: null,
		opinion: null,
		names: {},
	};
}
