import { leavesOf } from "../../decode/evm/leaves.ts";
import { nameParam, nativeAmount, type Subject } from "../../decoded-transaction/decoded-transaction.ts";
import type { LocalSimulation } from "../../decoded-transaction/opinion.ts";
import { readUint } from "../../format/numeral.ts";
import { sameAddress } from "../../identities/labels.ts";
import { amountParam, message } from "../../localized-text.ts";
import type { UnseenValue } from "../step-facts.ts";

type Done = Extract<LocalSimulation, { state: "done" }>;

/** Ignores calls that can fail without reverting the rest. */
function sentOn({ decoded, signer, chainRef, user }: Subject, own: Done): UnseenValue | null {
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
		const amount = amountParam(nativeAmount(chainRef, promised.value));
		const to = nameParam(user, promised.target);
		return {
			text: message("finding.value-not-seen", { amount, to, through: nameParam(user, decoded.target) }),
			short: message("reason.value-not-seen", { amount, to }),
			contract: decoded.target,
		};
	}
	return null;
}

const comesIn = ({ user }: Subject, own: Done): boolean =>
	own.simulation.balanceChanges.some(
		({ account, direction, amount }) =>
			(account == null || user.accounts.some((own) => sameAddress(own, account))) &&
			(direction ?? (amount.startsWith("-") ? "out" : "in")) === "in" &&
			readUint(amount.replace(/^\+/, "")) !== 0n,
	);

/** `deposit()` and `withdraw(uint256)` decode as wrapping in any contract, so something must come in. */
function wrapped(subject: Subject, own: Done): UnseenValue | null {
	const { decoded, user } = subject;
	const { meaning, target } = decoded;
	if (meaning.kind !== "wrap" || meaning.amount === 0n || comesIn(subject, own)) return null;
	return {
		text: message("finding.value-not-seen.wrap", { contract: nameParam(user, target) }),
		contract: target,
	};
}

export const unseenValue = (subject: Subject, own: LocalSimulation): UnseenValue | null =>
	own.state === "done" && own.simulation.status === "passed"
		? (sentOn(subject, own) ?? wrapped(subject, own))
		: null;
