import type { JournalRow } from "../../../core/journal/types.ts";
import { type Message, message } from "../../../core/message.ts";

/**
 * Words about approvals that are not over and belong to another environment or sign-in: they rest until then, and hold
 * their nonces meanwhile. How many, and where; nothing of what they are.
 * @param rows the journal's unsettled ones
 * @param scope of the account that is in use (sign-in/owner.ts)
 * @param nameOf an environment's name; null where it is not listed any more
 */
export function underWayInOtherScope(
	rows: readonly Pick<JournalRow, "scope" | "kind">[],
	scope: string,
	nameOf: (environmentId: string) => string | null,
): readonly Message[] {
	const environmentIn = (each: string) => each.slice(0, each.lastIndexOf(" "));
	const counts = new Map<string, number>();
	for (const row of rows) {
		// A step belongs to its action, which is counted itself.
		if (row.kind === "leg" || row.scope === scope) continue;
		const environment = environmentIn(row.scope);
		counts.set(environment, (counts.get(environment) ?? 0) + 1);
	}
	return [...counts].map(([environment, count]) => {
		const here = environment === environmentIn(scope);
		const name = nameOf(environment) ?? environment;
		return here
			? message("app.elsewhere.sign-in", { count, environment: name })
			: message("app.elsewhere.environment", { count, environment: name });
	});
}
