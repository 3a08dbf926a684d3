import { message, sentences } from "../../message.ts";
import type { DevicePlan } from "../../subject/device-plan.ts";
import type { Finding } from "../finding.ts";

/** The Ledger that signs shows less than what matters: the user relies on this computer's screen. */

/** Members by their bare names are shown, and not explained. */
function deviceMembers(plans: readonly DevicePlan[]): Finding | null {
	if (!plans.some(({ sight }) => sight === "members")) return null;
	const text = message("finding.device-members");
	return { id: "device-blind", isDoubt: true, severity: "caution", text, needsWord: false };
}

export function deviceBlind({ devices: plans }: { readonly devices: readonly DevicePlan[] }): Finding | null {
	const places = plans.flatMap(({ sight }, place) => (sight === "blind" ? [place] : []));
	if (places.length === 0) return deviceMembers(plans);
	const isComparable = places.every((place) => plans[place]?.hashes.some(({ onDevice }) => onDevice));
	const steps = places.map((place) => place + 1).join(", ");
	const unseen =
		plans.length === 1
			? message("finding.device-blind")
			: message("finding.device-blind.steps", { count: places.length, steps });
	return {
		id: "device-blind",
		isDoubt: true,
		severity: "caution",
		text: sentences(
			unseen,
			message(isComparable ? "finding.device-blind.compare" : "finding.device-blind.no-hash"),
		),
		needsWord: false,
	};
}
