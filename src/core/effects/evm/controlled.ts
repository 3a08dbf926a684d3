import { claimedMeaning, type Leaf, leavesOf } from "../../decode/evm/leaves.ts";
import type { CallReading } from "./calls.ts";
import { movementsOfCall } from "./movements.ts";
import { type RelayedCall, relayedCalls } from "./relayed.ts";
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

function namedBy(call: CallReading, own: ReadonlySet<string>): readonly string[] {
	const leaves = leavesOf(call.decoded, call.signer);
	const holders = new Set(leaves.flatMap(heldBy));
	return [
		...leaves.flatMap(actedFor),
		...movementsOfCall(call).flatMap(({ from }) => (holders.has(from) ? [] : [from])),
		...rightsOfCall(call).flatMap(({ holder, account, extent, scope }) =>
			scope.kind === "asset" && extent !== 0n && own.has(holder) ? [account] : [],
		),
	];
}

/** @param relayed calls that it carries for others */
export function controlledIn(
	call: CallReading,
	relayed: readonly RelayedCall[] = relayedCalls(call),
): readonly string[] {
	const own = new Set([call.signer, ...call.user.accounts].map((each) => each.toLowerCase()));
	const found = [
		...namedBy(call, own),
		...relayed.flatMap((each) => [each.for, ...namedBy(each.reading, own)]),
	];
	return [...new Set(found)].filter((each) => !own.has(each));
}
