import { leavesOf } from "../../../decode/evm/leaves.ts";
import type { Act, Decoded } from "../../../decode/evm/meaning.ts";
import { message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { nameParam } from "../../../subject/subject.ts";
import type { Evidence, Finding, FindingRule } from "../../finding.ts";
import { isOwn, isUsedBefore } from "../calls.ts";

/** Whose position is drawn on, or whose funds are taken, and who gets it. */
function actsFor({ owner, gives, gets }: Act, as: string): readonly (readonly [from: string, to: string])[] {
	const from = [owner, ...gives.map(({ party }) => party)].filter(
		(each) => each !== null && each !== "here" && each !== "pool",
	);
	const to = gets.map(({ party }) => (party === "caller" ? as : party));
	return [...(from.length === 0 ? [as] : from)].flatMap((giver) =>
		to.map((receiver) => [giver === "caller" || giver === null ? as : giver, receiver] as const),
	);
}

/** Whom one call allows something, by its own bytes. */
function grantsIn({ meaning }: Decoded): readonly string[] {
	switch (meaning.kind) {
		case "approve":
			return meaning.amountOrId > 0n ? [meaning.spender] : [];
		case "allowance":
			return meaning.up && meaning.by > 0n ? [meaning.spender] : [];
		case "approve-item":
			return meaning.amount > 0n ? [meaning.spender] : [];
		case "permits":
			return meaning.rows.filter(({ amount }) => amount > 0n).map(({ spender }) => spender);
		default:
			return [];
	}
}

/** A stranger, who by our own simulation may still take something once this has run, as far as that looked. */
function isOpen({ subject, opinion: { own } }: Evidence, account: string, spender: string): boolean {
	const { user, chainRef } = subject;
	if (isUsedBefore(user, spender, roleOf("allowed", chainRef))) return false;
	const left =
		own.state !== "done" || own.simulation.status !== "passed"
			? []
			: own.standing.filter(
					(each) => sameAddress(each.account, account) && sameAddress(each.spender, spender),
				);
	return left.length === 0 || left.some(({ amount }) => amount > 0n);
}

/**
 * What another account of the user's holds goes to somebody unfamiliar, by a permission that it gave before or by the
 * Safe or smart account that the signer speaks through. Of what that account holds nothing was asked.
 */
export const otherAccount: FindingRule = (evidence): Finding | null => {
	const { subject } = evidence;
	const { user, signer, chainRef, decoded } = subject;
	const isOther = (address: string) => !sameAddress(address, signer) && isOwn(user, address);
	const isStranger = (address: string) => !isUsedBefore(user, address, roleOf("paid", chainRef));
	for (const { as, decoded: call, via } of leavesOf(decoded, signer)) {
		const { meaning, target, value } = call;
		const spoken = isOther(as) || via.some(({ way }) => way === "safe");
		const moved: readonly (readonly [from: string, to: string])[] =
			meaning.kind === "transferFrom" || meaning.kind === "items"
				? [[meaning.from === "caller" ? as : meaning.from, meaning.to]]
				: meaning.kind === "moves"
					? meaning.rows.map(({ from, to }) => [from, to])
					: meaning.kind === "act"
						? actsFor(meaning, as)
						: meaning.kind === "transfer" && spoken
							? [[as, meaning.to]]
							: meaning.kind === "native" && spoken && value > 0n
								? [[as, target]]
								: [];
		const found = moved.find(
			([from, to]) => to.startsWith("0x") && isStranger(to) && (isOther(from) || (spoken && from === as)),
		);
		const granted = spoken ? grantsIn(call).find((spender) => isOpen(evidence, as, spender)) : undefined;
		if (granted !== undefined)
			return {
				id: "other-account",
				severity: "danger",
				text: message("finding.other-account.allowed", {
					who: nameParam(user, granted),
					account: nameParam(user, as),
				}),
				needsWord: true,
				stake: { kind: "address", address: granted },
			};
		if (found === undefined) continue;
		const [from, to] = found;
		return {
			id: "other-account",
			severity: "danger",
			text: message("finding.other-account.sent", {
				account: nameParam(user, from),
				to: nameParam(user, to),
			}),
			needsWord: true,
			stake: { kind: "address", address: to },
		};
	}
	return null;
};
