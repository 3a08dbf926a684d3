import { leavesOf } from "../../../decode/evm/leaves.ts";
import { readUint } from "../../../format/numeral.ts";
import { amountParam, type Message, message } from "../../../message.ts";
import type { OwnSimulation } from "../../../subject/opinion.ts";
import { nameParam, nativeAmount, type Subject } from "../../../subject/subject.ts";
import type { Finding, FindingRule } from "../../finding.ts";
import { isOwn } from "../calls.ts";

/** What the payload reads as if it arrived, and our own simulation does not show. */

type Done = Extract<OwnSimulation, { state: "done" }>;

const found = (text: Message, address: string): Finding => ({
	id: "value-not-seen",
	severity: "danger",
	text,
	needsWord: true,
	stake: { kind: "address", address },
});

/**
 * A call inside of a call is told to send the chain's coin, and our own simulation, which tells the calls that it ran,
 * shows that it does not arrive. Calls that may fail without undoing the rest are told apart from it.
 */
function sentOn({ decoded, signer, chainRef, user }: Subject, own: Done): Finding | null {
	if (decoded.meaning.kind !== "calls" || own.inner.length === 0) return null;
	const sent = leavesOf(decoded, signer).filter(
		({ decoded: { value, meaning }, delegate, optional }) =>
			value > 0n && !delegate && !optional && meaning.kind !== "unknown",
	);
	const left = own.inner.filter(({ kind, value }) => kind === "call" && value > 0n);
	for (const { decoded: promised } of sent) {
		const at = left.findIndex(({ to, value }) => to === promised.target && value === promised.value);
		if (at !== -1) {
			left.splice(at, 1);
			continue;
		}
		return found(
			message("finding.value-not-seen", {
				amount: amountParam(nativeAmount(chainRef, promised.value)),
				to: nameParam(user, promised.target),
				through: nameParam(user, decoded.target),
			}),
			decoded.target,
		);
	}
	return null;
}

/** Something comes into an account of the user. */
const comesIn = ({ user }: Subject, own: Done): boolean =>
	own.simulation.balanceChanges.some(
		({ account, direction, amount }) =>
			(account == null || isOwn(user, account)) &&
			(direction ?? (amount.startsWith("-") ? "out" : "in")) === "in" &&
			readUint(amount.replace(/^\+/, "")) !== 0n,
	);

/** `deposit()` and `withdraw(uint256)` read as wrapping a coin at any contract: nothing comes of it here. */
function wrapped(subject: Subject, own: Done): Finding | null {
	const { decoded, user } = subject;
	const { meaning, target } = decoded;
	if (meaning.kind !== "wrap" || meaning.amount === 0n || comesIn(subject, own)) return null;
	return found(message("finding.value-not-seen.wrap", { contract: nameParam(user, target) }), target);
}

/** The screen tells a movement that our own simulation does not show. */
export const valueNotSeen: FindingRule = ({ subject, opinion: { own } }) =>
	own.state === "done" && own.simulation.status === "passed"
		? (sentOn(subject, own) ?? wrapped(subject, own))
		: null;
