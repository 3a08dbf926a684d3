import type { Outcome } from "../../bridge/procedures.ts";
import type { ConnectedAccounts } from "../ports.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";

/** The account of this family that has this address, as it is listed; null where the person has none such. */
function listed(app: Pick<App, "accounts">, family: "evm" | "svm", address: string | null): string | null {
	if (address === null) return null;
	// EVM addresses mean the same in any case; Solana's do not.
	const same = (own: string) =>
		family === "evm" ? own.toLowerCase() === address.toLowerCase() : own === address;
	const found = app.accounts.list().find((account) => account.family === family && same(account.address));
	return found?.address ?? null;
}

/** The accounts that the agent is told of: those chosen here, else the first of each family. */
export function connectedAccounts(app: Pick<App, "ports" | "account" | "accounts">): ConnectedAccounts {
	const chosen = app.ports.settings.get().connected[app.account().scope];
	const first = (family: "evm" | "svm") =>
		app.accounts.list().find((account) => account.family === family)?.address ?? null;
	if (chosen === undefined) return { evm: first("evm"), svm: first("svm") };
	return { evm: listed(app, "evm", chosen.evm), svm: listed(app, "svm", chosen.svm) };
}

const NOT_OWN =
	"The agent can only be told of your own accounts, one of each family. Nothing was changed; choose one from the list.";

/** Chooses them for this environment and identity, from the next message on. */
export function connectAccounts(
	app: Pick<App, "ports" | "account" | "accounts" | "changed">,
	wanted: ConnectedAccounts,
): Outcome {
	const evm = listed(app, "evm", wanted.evm);
	const svm = listed(app, "svm", wanted.svm);
	if ((wanted.evm !== null && evm === null) || (wanted.svm !== null && svm === null)) return refused(NOT_OWN);
	const { settings } = app.ports;
	settings.set({ connected: { ...settings.get().connected, [app.account().scope]: { evm, svm } } });
	app.changed();
	return done;
}
