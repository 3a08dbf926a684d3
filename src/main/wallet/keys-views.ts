import { message } from "../../core/message.ts";
import type { AccountPageView, KeysScreen } from "../../ipc/keys.ts";
import type { Ports } from "../ports.ts";
import { addressView } from "../views/addresses.ts";
import type { WindowRoute } from "../window-route.ts";
import { type AccountViewsDeps, accountViews } from "./account-views.ts";
import { type WaitingDeps, waitsFor } from "./ledger-entry.ts";
import { sameAddress } from "./signers/address.ts";
import type { VaultClient } from "./signers/vault/types.ts";

/** What the trusted window shows of keys and of one account. */

export interface KeysViewDeps extends AccountViewsDeps, WaitingDeps {
	readonly ports: { readonly desktop: Pick<Ports["desktop"], "offersTouch"> };
	readonly vault: Pick<VaultClient, "status">;
	/** Entries that wait for a signature of this account. */
	waitingOf(address: string): readonly string[];
}

/** Places of this file, and what each is drawn from. */
export type KeysRoute = Extract<WindowRoute, { readonly kind: KeysScreen["screen"] }>;

const KEYS: ReadonlySet<string> = new Set<KeysRoute["kind"]>([
	"account",
	"changePassword",
	"showPhrase",
	"exportKey",
	"secret",
	"restore",
	"restored",
]);

export const isKeysRoute = (route: WindowRoute): route is KeysRoute => KEYS.has(route.kind);

/** Null where there is no such account any more. */
function pageOf(deps: KeysViewDeps, address: string): AccountPageView | null {
	const account = accountViews(deps).find((each) => sameAddress(each.address.address, address));
	if (account === undefined) return null;
	const { signer, path } = account;
	const source = signer === "local" ? (path === null ? "imported" : "phrase") : signer;
	const isLast = signer === "local" && deps.vault.status().accounts.length === 1;
	const kept = waitsFor(deps, address)
		? message("app.account-in-use")
		: isLast
			? message("app.account-last")
			: null;
	return { account, source, kept, waiting: deps.waitingOf(address).length };
}

export function keysScreen(
	deps: KeysViewDeps,
	route: KeysRoute,
): KeysScreen | { screen: "empty"; waiting: 0 } {
	const named = (address: string) => addressView(address, deps.labels());
	const touch = () => deps.ports.desktop.offersTouch();
	switch (route.kind) {
		case "account": {
			const page = pageOf(deps, route.address);
			return page === null ? { screen: "empty", waiting: 0 } : { screen: "account", page };
		}
		case "changePassword":
			return { screen: "changePassword" };
		case "showPhrase":
			return { screen: "showPhrase", hasPhrase: deps.vault.status().hasPhrase, touch: touch() };
		case "exportKey":
			return { screen: "exportKey", address: named(route.address), touch: touch() };
		case "secret": {
			const { secret } = route;
			return {
				screen: "secret",
				secret: secret.kind === "phrase" ? secret : { ...secret, address: named(secret.address) },
			};
		}
		case "restore": {
			const { hasPhrase, accounts } = deps.vault.status();
			const imported = accounts.filter(({ kind }) => kind === "imported");
			return { screen: "restore", hasPhrase, imported: imported.map(({ address }) => named(address)) };
		}
		case "restored":
			return {
				screen: "restored",
				accounts: route.accounts.map(named),
				lost: route.lost.map(named),
				keptAs: route.keptAs,
			};
	}
}
