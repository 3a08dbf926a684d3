import type { Doubts } from "../../../../src/core/rules/protected-state.ts";
import type { Integrity } from "../../../../src/main/integrity/integrity.ts";

type IntegrityMethods = Pick<Integrity, keyof Integrity>;

/** Nothing was changed by anybody else. */
const NO_DOUBTS: Doubts = {
	rules: false,
	chains: [],
	blindSigning: false,
	contacts: [],
	accounts: [],
	names: [],
	agents: [],
	doors: [],
};

/** Files that are as the user left them, with what a test changes of it. */
export function intact(change: Partial<IntegrityMethods> = {}): IntegrityMethods {
	return {
		why: () => null,
		doubts: () => NO_DOUBTS,
		trusted: () => null,
		trustsAccount: () => true,
		trustsContact: () => true,
		trustsAgent: () => true,
		trustsDoor: () => true,
		trustedNames: (names) => names,
		blindSigning: () => false,
		check: async () => {},
		recordChanges: () => {},
		renewing: (work) => work(),
		confirm: async () => {},
		...change,
	};
}
