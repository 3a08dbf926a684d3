import type { DevicePlan } from "../device/device-plan.ts";
import type { Finding } from "./finding.ts";

/** The Ledger that signs shows less than what matters: the person relies on this computer's screen. */

function whichOf(places: readonly number[], all: number): string {
	if (all === 1) return "this";
	const steps = places.map((place) => place + 1).join(", ");
	return places.length === 1 ? `step ${steps}` : `steps ${steps}`;
}

export function deviceBlind(plans: readonly DevicePlan[]): Finding | null {
	const places = plans.flatMap(({ sight }, place) => (sight === "blind" ? [place] : []));
	if (places.length === 0) return null;
	const isComparable = places.every((place) => plans[place]?.hashes.some(({ onDevice }) => onDevice));
	const compare = isComparable
		? "Compare the hash that the device shows with the one here before you confirm there."
		: "Not everything has a hash on the device that could be compared with this screen, so read it here with care.";
	return {
		id: "device-blind",
		severity: "caution",
		words: `Your Ledger will not show all that matters of ${whichOf(places, plans.length)}: this computer's screen is the only place where you can read it. ${compare}`,
		needsWord: false,
	};
}
