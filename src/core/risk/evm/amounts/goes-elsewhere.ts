import { claimedMeaning } from "../../../decode/evm/leaves.ts";
import type { ActWhat } from "../../../decode/evm/meaning.ts";
import { callsOf, type MadeCall } from "../../../effects/evm/calls.ts";
import { type Message, message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { nameParam, type Subject } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { isUsedBefore, payeesOf, supposing } from "../calls.ts";

/** Hundredths of a percent that interfaces take for themselves of what a router hands on, all of them together. */
const MAX_FEE = 100n;

/** What it is that others get. */
const GOES: Readonly<Partial<Record<ActWhat, Message>>> = {
	supply: message("finding.goes-elsewhere.supply"),
	withdraw: message("finding.goes-elsewhere.withdraw"),
	borrow: message("finding.goes-elsewhere.borrow"),
	repay: message("finding.goes-elsewhere.repay"),
	stake: message("finding.goes-elsewhere.stake"),
	request: message("finding.goes-elsewhere.request"),
	"request-deposit": message("finding.goes-elsewhere.request-deposit"),
	claim: message("finding.goes-elsewhere.claim"),
	"add-liquidity": message("finding.goes-elsewhere.add-liquidity"),
	"remove-liquidity": message("finding.goes-elsewhere.remove-liquidity"),
	collect: message("finding.goes-elsewhere.collect"),
	bridge: message("finding.goes-elsewhere.bridge"),
	register: message("finding.goes-elsewhere.register"),
	record: message("finding.goes-elsewhere.record"),
};

const NOBODY = /^0x0+$/;

/** What goes to somebody else by a call that exchanges, converts or hands on; null for all other calls. */
function whatGoes({ decoded }: MadeCall, shares: bigint): Message | null {
	const meaning = claimedMeaning(decoded);
	switch (meaning.kind) {
		case "swap":
			return message("finding.goes-elsewhere.swap");
		case "wrap":
			return message(meaning.into ? "finding.goes-elsewhere.wrap" : "finding.goes-elsewhere.unwrap");
		case "vault":
			return message(
				meaning.owner === null ? "finding.goes-elsewhere.vault-shares" : "finding.goes-elsewhere.vault",
			);
		case "act":
			return GOES[meaning.what] ?? message("finding.goes-elsewhere.act");
		case "payment":
			// The general rule on losses weighs what the caller pays somebody by name.
			if (meaning.from === "caller" || (meaning.bound === "share" && shares <= MAX_FEE)) return null;
			return message(
				meaning.from === "pool" ? "finding.goes-elsewhere.pool" : "finding.goes-elsewhere.payment",
			);
		default:
			return null;
	}
}

/** Hundredths of a percent that a call pays out of what a router holds. */
const shareIn = ({ decoded: { meaning } }: MadeCall): bigint =>
	meaning.kind === "payment" && meaning.bound === "share" ? (meaning.amount ?? 0n) : 0n;

interface Elsewhere {
	readonly by: MadeCall;
	readonly who: string;
	readonly what: Message;
}

/** The first stranger who gets what the user pays for, and what that is. */
function strangerIn(subject: Subject): Elsewhere | null {
	const { user, chainRef } = subject;
	const calls = callsOf(subject);
	const shares = calls.reduce((sum, call) => sum + shareIn(call), 0n);
	for (const call of calls) {
		const what = whatGoes(call, shares);
		if (what === null) continue;
		const who = payeesOf(call).find(
			(address) =>
				!NOBODY.test(address) &&
				!sameAddress(address, call.decoded.target) &&
				!isUsedBefore(user, address, roleOf("paid", chainRef)),
		);
		if (who !== undefined) return { by: call, who, what };
	}
	return null;
}

/** What is bought, wrapped, deposited or taken out goes to somebody whom the user neither knows nor has paid before. */
export const goesElsewhere: FindingRule = ({ subject }): Finding | null => {
	const found = strangerIn(subject);
	if (found === null) return null;
	return {
		id: "goes-elsewhere",
		severity: "danger",
		text: supposing(
			subject.user,
			found.by.decoded,
			message("finding.goes-elsewhere", { what: found.what, who: nameParam(subject.user, found.who) }),
		),
		needsWord: true,
		stake: { kind: "address", address: found.who },
	};
};
