import { contractsOf } from "../../decode/evm/contracts.ts";
import type { Leaf } from "../../decode/evm/leaves.ts";
import type { ActWhat } from "../../decode/evm/meaning.ts";
import { isKnownContract } from "../../subject/known-contracts.ts";
import type { CallReading } from "./calls.ts";

/** Dealings with known contracts whose own books set what comes back. */

/** Acts of an application whose books alone set what comes for what is put in or drawn. */
const BOOKED: ReadonlySet<ActWhat> = new Set([
	"supply",
	"withdraw",
	"stake",
	"unstake",
	"request",
	"claim",
	"bridge",
]);

/** A market that the call names may be anybody's, whoever keeps its books. */
function isBookedMeaning({ chainRef }: CallReading, { meaning, target }: Leaf["decoded"]): boolean {
	switch (meaning.kind) {
		case "act":
			return BOOKED.has(meaning.what) && meaning.venues.length === 0;
		case "wrap":
			return !meaning.least && contractsOf(chainRef).isWrapped(target);
		case "vault":
			return true;
		default:
			return false;
	}
}

/**
 * Whether a call certainly deals with a known contract whose books set what comes back. The account that makes the call
 * may run any code itself: that is weighed for all of its calls together.
 */
export function isBooked(subject: CallReading, leaf: Leaf): boolean {
	const { sure, verified, optional, delegate, via, as, decoded } = leaf;
	return (
		sure &&
		!optional &&
		!delegate &&
		(verified || via.every(({ way, at }) => way === "account" && at === as)) &&
		isKnownContract(subject.chainRef, decoded.target) &&
		isBookedMeaning(subject, decoded)
	);
}
