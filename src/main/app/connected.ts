import type { ConnectedAccounts } from "../ports.ts";
import type { App } from "./parts.ts";

/** The accounts that the agent is told of: those chosen here, else the first of each family. */
export function connectedAccounts(app: App): ConnectedAccounts {
	const chosen = app.ports.settings.get().connected[app.account().scope];
	const first = (family: "evm" | "svm") =>
		app.accounts.list().find((account) => account.family === family)?.address ?? null;
	if (chosen === undefined) return { evm: first("evm"), svm: first("svm") };
	const held = (address: string | null) => (address !== null && app.accounts.owns(address) ? address : null);
	return { evm: held(chosen.evm), svm: held(chosen.svm) };
}
