import { wellKnownAt } from "../../chain/tokens/known.ts";
import { type Leaf, leavesOf } from "../../decode/evm/leaves.ts";
import type { Decoded } from "../../decode/evm/meaning.ts";
import { isBoundless } from "../../decoded-transaction/decoded-transaction.ts";
import { isBooked } from "./booked.ts";
import type { CallReading } from "./calls.ts";

interface Allowance {
	readonly left: bigint | null;
	readonly approvals: readonly Decoded[];
}

interface Use {
	readonly token: string;
	readonly amount: bigint;
}

const usesOf = (subject: CallReading, leaf: Leaf): readonly Use[] => {
	const { meaning } = leaf.decoded;
	if (meaning.kind !== "act" || !isBooked(subject, leaf)) return [];
	return meaning.gives.flatMap(({ asset, amount, bound, item, party }): readonly Use[] =>
		asset === null || amount === null || bound !== "exact" || item !== null || party !== "caller"
			? []
			: [{ token: asset, amount }],
	);
};

const isCertain = ({ sure, optional }: Leaf): boolean => sure && !optional;

/**
 * Foreign code and undecoded calls may approve or spend anything, so allowances can't be tracked past them.
 */
const isFollowed = ({ decoded: { meaning }, delegate }: Leaf): boolean =>
	!delegate && meaning.kind !== "unknown";

const keyOf = (as: string, token: string, spender: string): string => `${as} ${token} ${spender}`;

/** Only listed tokens are tracked. Others may handle allowances in any way. */
export function spentApprovals(subject: CallReading): ReadonlySet<Decoded> {
	const { decoded, signer, facts, chainRef } = subject;
	const leaves = leavesOf(decoded, signer);
	if (!leaves.every(isFollowed)) return new Set();
	const found = new Map<string, Allowance>();
	for (const leaf of leaves) {
		const { as } = leaf;
		const { meaning, target } = leaf.decoded;
		if (meaning.kind === "approve") {
			const key = keyOf(as, target, meaning.spender);
			const isBounded =
				isCertain(leaf) &&
				wellKnownAt(chainRef, target) !== null &&
				!isBoundless(facts, target, meaning.amountOrId);
			const approvals = [...(found.get(key)?.approvals ?? []), leaf.decoded];
			found.set(key, { left: isBounded ? meaning.amountOrId : null, approvals });
		}
		if (meaning.kind === "allowance")
			found.set(keyOf(as, target, meaning.spender), { left: null, approvals: [] });
		for (const { token, amount } of usesOf(subject, leaf)) {
			const key = keyOf(as, token, target);
			const before = found.get(key);
			if (before === undefined || before.left === null) continue;
			found.set(key, { ...before, left: before.left < amount ? null : before.left - amount });
		}
	}
	return new Set([...found.values()].flatMap(({ left, approvals }) => (left === 0n ? approvals : [])));
}
