import type { Doubts } from "../../../../src/core/rules/protected-state.ts";
import type { Guard } from "../../../../src/main/guard/guard.ts";

type GuardMethods = Pick<Guard, keyof Guard>;

/** Nothing was changed by anybody else. */
const NO_DOUBTS: Doubts = {
	rules: false,
	chains: [],
	blindSigning: false,
	contacts: [],
	accounts: [],
	names: [],
};

/** A guard that believes everything, with what a test changes of it. */
export function guardOf(change: Partial<GuardMethods> = {}): GuardMethods {
	return {
		why: () => null,
		doubts: () => NO_DOUBTS,
		trusted: () => null,
		believesAccount: () => true,
		believesContact: () => true,
		believedNames: (names) => names,
		blindSigning: () => false,
		check: async () => {},
		look: () => {},
		renewing: (work) => work(),
		confirm: async () => {},
		...change,
	};
}
