import type { Labels } from "../../core/identities/labels.ts";
import type { KeysScreen } from "../../ipc/keys.ts";
import type { Ports } from "../ports.ts";
import { addressView } from "../views/addresses.ts";
import type { WindowRoute } from "../window-route.ts";
import type { AccountPages } from "./account-pages.ts";
import type { Wallet } from "./wallet.ts";

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

export function keysScreen(
	app: {
		readonly ports: { readonly desktop: Pick<Ports["desktop"], "offersTouch"> };
		readonly wallet: Pick<Wallet, "vault">;
		readonly accountPages: Pick<AccountPages, "page">;
		readonly rules: { labels(): Labels };
	},
	route: KeysRoute,
): KeysScreen | { screen: "empty"; waiting: 0 } {
	const { vault } = app.wallet;
	const named = (address: string) => addressView(address, app.rules.labels());
	const touch = () => app.ports.desktop.offersTouch();
	switch (route.kind) {
		case "account": {
			const page = app.accountPages.page(route.address);
			return page === null ? { screen: "empty", waiting: 0 } : { screen: "account", page };
		}
		case "changePassword":
			return { screen: "changePassword" };
		case "showPhrase":
			return { screen: "showPhrase", hasPhrase: vault.status().hasPhrase, touch: touch() };
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
			const { hasPhrase, accounts } = vault.status();
			const imported = accounts.filter(({ kind }) => kind === "imported");
			return { screen: "restore", hasPhrase, imported: imported.map(({ address }) => named(address)) };
		}
		case "restored":
			return {
				screen: "restored",
				accounts: route.accounts.map(named),
				lost: route.lost.map(named),
				previousFile: route.previousFile,
			};
	}
}
