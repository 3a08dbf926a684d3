import { contractsOf } from "../../decode/evm/contracts.ts";
import type { Leaf } from "../../decode/evm/leaves.ts";
import type { ActWhat } from "../../decode/evm/meaning.ts";
import { isKnownContract } from "../../decoded-transaction/known-contracts.ts";
import type { CallReading } from "./calls.ts";

const BOOKED: ReadonlySet<ActWhat> = new Set([
	"supply",
	"withdraw",
	"stake",
	"unstake",
	"request",
	"claim",
	"bridge",
]);

/** Anyone can create a market, even in a known contract, so calls that name one aren't booked. */
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

/** The caller can run any code itself, which is assessed for all of its calls together. */
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
