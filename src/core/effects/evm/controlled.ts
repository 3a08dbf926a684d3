import { claimedMeaning, type Leaf, leavesOf } from "../../decode/evm/leaves.ts";
import type { Movement, Right } from "../effects.ts";
import type { CallReading } from "./calls.ts";
import { movementsOfCall } from "./movements.ts";
import { rightsOfCall } from "./rights.ts";

/** Accounts that are not the user's and whose funds the transaction can move. */

/** A Safe or a smart account that the call goes through, and whoever an application is told to act for. */
function actedFor({ as, via, decoded }: Leaf): readonly string[] {
	const speaksFor = via.some(({ way, at }) => at === as && (way === "safe" || way === "account"));
	const meaning = claimedMeaning(decoded);
	const owner = meaning.kind === "act" ? meaning.owner : null;
	return [...(speaksFor ? [as] : []), ...(owner === null ? [] : [owner])];
}

/** Contracts that hold what they hand on are nobody's accounts. */
function heldBy({ decoded, via }: Leaf): readonly string[] {
	return [decoded.target, ...via.flatMap(({ way, at }) => (way === "safe" || way === "account" ? [] : [at]))];
}

/** @param movements what the bytes move, and `rights` what they give */
export function controlledBy(
	subject: CallReading,
	movements: readonly Pick<Movement, "from">[],
	rights: readonly Pick<Right, "holder" | "account" | "extent" | "scope">[],
): readonly string[] {
	const own = new Set([subject.signer, ...subject.user.accounts].map((each) => each.toLowerCase()));
	const leaves = leavesOf(subject.decoded, subject.signer);
	const holders = new Set(leaves.flatMap(heldBy));
	const found = [
		...leaves.flatMap(actedFor),
		...movements.flatMap(({ from }) => (holders.has(from) ? [] : [from])),
		...rights.flatMap(({ holder, account, extent, scope }) =>
			scope.kind === "asset" && extent !== 0n && own.has(holder) ? [account] : [],
		),
	];
	return [...new Set(found)].filter((each) => !own.has(each));
}

/** The same of a call alone. */
export const controlledIn = (call: CallReading): readonly string[] =>
	controlledBy(call, movementsOfCall(call), rightsOfCall(call));
