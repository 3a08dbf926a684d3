import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/message.ts";
import { loosens } from "../../core/rules/loosening.ts";
import { worthFault } from "../../core/rules/rule-worth.ts";
import { ruleList, writeRules } from "../../core/rules/rules.ts";
import type { policyProcedures, TriedOutcome } from "../../ipc/rules.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import { CHANGED, malformed } from "./blocking.ts";
import { admitLoosening, admitPassword, type PasswordDeps } from "./password.ts";
import { type TryDeps, tryRule } from "./past-requests.ts";
import { keptNow, worldOf } from "./policy-standing.ts";
import type { RulesStore } from "./rules-store.ts";
import { orElse } from "./rules-view.ts";
import { unitOf } from "./token-unit.ts";

/** The commands about the user's rules, carried out. */

export interface PolicyDeps extends PasswordDeps {
	readonly rules: Pick<RulesStore, "latest" | "version" | "save">;
	readonly chains: Pick<EvmChains, "of">;
	readonly svmChains: Pick<SvmChains, "of">;
	/** A second RPC is set for it, from which prices are read too. */
	readonly hasSecondRpc: (chainRef: string) => boolean;
	/** Something that a window shows has changed. */
	changed(): void;
}

/** What one of these rules would have stopped; asked of the whole list, since a rule may count on another one. */
function tried(deps: TryDeps, list: readonly unknown[], id: string): TriedOutcome {
	const read = ruleList.safeParse(list);
	if (!read.success) return malformed(read.error);
	const rule = read.data.find((each) => each.id === id);
	if (rule === undefined) return refused(message("rule.not-kept.part-missing"));
	const { contacts, ...world } = worldOf(deps);
	const listed = orElse(() => contacts.list(), null);
	const known = listed === null ? {} : { contacts: { list: () => listed } };
	return {
		ok: true,
		tried: tryRule(deps, { ...world, ...known, rules: { latest: () => null } }, read.data, rule),
	};
}

export function policyHandlers(deps: PolicyDeps & TryDeps): HandlersOf<typeof policyProcedures> {
	return {
		async tryRule({ rules, id }) {
			return tried(deps, rules, id);
		},
		async weighRules({ rules }) {
			const read = ruleList.safeParse(rules);
			if (!read.success) return malformed(read.error);
			const fault = worthFault(read.data, deps.hasSecondRpc);
			if (fault !== null) return refused(message("rule.not-kept", { fault }));
			return { ok: true, loosens: loosens(keptNow(deps), read.data) };
		},
		async saveRules({ version, rules, password }) {
			const read = ruleList.safeParse(rules);
			if (!read.success) return malformed(read.error);
			const fault = worthFault(read.data, deps.hasSecondRpc);
			if (fault !== null) return refused(message("rule.not-kept", { fault }));
			if (version !== deps.rules.version()) return refused(CHANGED);
			if (loosens(keptNow(deps), read.data)) {
				const admitted = await admitLoosening(deps, password);
				if (!admitted.ok) return admitted;
				// Another edit may have come while the password was being looked at.
				if (version !== deps.rules.version()) return refused(CHANGED);
			}
			deps.rules.save(writeRules(read.data));
			deps.changed();
			return done;
		},
		async confirmRules({ password }) {
			const shown = deps.guard.doubts();
			const admitted = await admitPassword(deps, password);
			if (!admitted.ok) return admitted;
			// What the user read is what they confirm.
			if (deps.guard.doubts() !== shown) return refused(CHANGED);
			await deps.guard.confirm();
			return done;
		},
		async tokenUnit({ chainRef, address }) {
			try {
				return await unitOf(deps, chainRef, address);
			} catch (cause) {
				if (cause instanceof ChainError) return refused(cause.text);
				throw cause;
			}
		},
	};
}
