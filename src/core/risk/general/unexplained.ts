import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";
import { type GeneralEvidence, stakeAt } from "./evidence.ts";

/** State in which the user's key stands changes, and nothing that can be read says why. */
export function unexplained({ effects, words }: GeneralEvidence): Finding | null {
	const [first] = effects.unexplained.filter(({ namesUser }) => namesUser);
	if (first === undefined) return null;
	const { address, owner } = first;
	const account = words.name(address);
	return {
		id: "unexplained-write",
		severity: "danger",
		text:
			owner === null
				? message("finding.unexplained-write", { account })
				: message("finding.unexplained-write.program", { account, program: words.name(owner) }),
		needsWord: true,
		about: [address, owner],
		...stakeAt(owner ?? address),
	};
}
