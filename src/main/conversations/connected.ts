import { message } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../outcome.ts";
import type { ConnectedAccounts, Ports } from "../ports.ts";

export interface ConnectedDeps {
	readonly ports: Pick<Ports, "settings">;
	/** Who is signed in. */
	account(): { readonly scope: string };
	readonly accounts: { list(): readonly OwnAccount[] };
}

interface OwnAccount {
	readonly family: "evm" | "svm";
	readonly address: string;
}

/** The account of this family that has this address, as it is listed; null where the user has none such. */
function listed(
	deps: Pick<ConnectedDeps, "accounts">,
	family: "evm" | "svm",
	address: string | null,
): string | null {
	if (address === null) return null;
	// EVM addresses mean the same in any case; Solana's do not.
	const same = (own: string) =>
		family === "evm" ? own.toLowerCase() === address.toLowerCase() : own === address;
	const found = deps.accounts.list().find((account) => account.family === family && same(account.address));
	return found?.address ?? null;
}

/** The accounts that the agent is told of: those chosen here, else the first of each family. */
export function connectedAccounts(deps: ConnectedDeps): ConnectedAccounts {
	const chosen = deps.ports.settings.get().connected[deps.account().scope];
	const first = (family: "evm" | "svm") =>
		deps.accounts.list().find((account) => account.family === family)?.address ?? null;
	if (chosen === undefined) return { evm: first("evm"), svm: first("svm") };
	return { evm: listed(deps, "evm", chosen.evm), svm: listed(deps, "svm", chosen.svm) };
}

const NOT_OWN = message("app.connected.own-only");

/** Chooses them for this environment and identity, from the next message on. */
export function connectAccounts(
	deps: ConnectedDeps & { changed(): void },
	wanted: ConnectedAccounts,
): CommandOutcome {
	const evm = listed(deps, "evm", wanted.evm);
	const svm = listed(deps, "svm", wanted.svm);
	if ((wanted.evm !== null && evm === null) || (wanted.svm !== null && svm === null)) return refused(NOT_OWN);
	const { settings } = deps.ports;
	settings.set({ connected: { ...settings.get().connected, [deps.account().scope]: { evm, svm } } });
	deps.changed();
	return done;
}
