import type { Doubts } from "../../../../src/core/rules/protected-state.ts";
import type { Integrity } from "../../../../src/main/integrity/integrity.ts";

type IntegrityMethods = Pick<Integrity, keyof Integrity>;

/** Result if no one else changed anything. */
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

/** Returns an integrity check of unchanged files, with a test's changes. */
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
