import type { allowanceProcedures } from "../../bridge/allowance-procedures.ts";
import type { AllowancesView } from "../../bridge/allowance-views.ts";
import type { HandlersOf } from "./handlers.ts";
import type { App } from "./parts.ts";

/** What the accounts have allowed so far: what the desk shows of it, and its wishes carried out. */

export function allowancesView(_app: App): AllowancesView {
	return { rows: [] };
}

export function allowanceHandlers(_app: App): HandlersOf<typeof allowanceProcedures> {
	return {};
}
