import { contractsOf } from "../../decode/evm/contracts.ts";
import type { Leaf } from "../../decode/evm/leaves.ts";
import type { ActWhat } from "../../decode/evm/meaning.ts";
import { isKnownContract } from "../../subject/known-contracts.ts";
import type { CallReading } from "./calls.ts";

/** Dealings with known contracts whose own books set the return. */

/** Acts whose return the application's books alone set, for deposits or withdrawals. */
const BOOKED: ReadonlySet<ActWhat> = new Set([
	"supply",
	"withdraw",
	"stake",
	"unstake",
	"request",
	"claim",
	"bridge",
]);

/**
 * Checks for a booked call; a market that the call names may be anybody's, even in a known contract's books.
 */
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
 * Checks whether a call certainly deals with a known contract whose books set the return. The calling account
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
