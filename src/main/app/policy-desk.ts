import type { policyProcedures } from "../../bridge/policy-procedures.ts";
import type { RulesView } from "../../bridge/policy-views.ts";
import type { HandlersOf } from "./handlers.ts";
import type { App } from "./parts.ts";

/** The person's rules: what the trusted window shows of them, and its wishes carried out. */

export function rulesView(_app: App): RulesView {
	return { rules: [] };
}

export function policyHandlers(_app: App): HandlersOf<typeof policyProcedures> {
	return {};
}
