import type { DatabaseSync } from "node:sqlite";
import type { MetAllowances } from "../allowances/met-allowances.ts";
import type { Prices } from "../chains/prices.ts";
import type { Networks } from "../networks/networks.ts";
import type { Clock, Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { type Home, HomeReading } from "./home.ts";
import { createHomeStore } from "./kept-home.ts";
import { metTokens } from "./met-tokens.ts";

export interface HomeFeatureParts {
	readonly networks: Networks;
	readonly stores: { readonly logDb: DatabaseSync };
	readonly met: Pick<MetAllowances, "list">;
	readonly prices: Prices;
	readonly secondPrices: Prices;
	readonly clock: Clock;
	readonly ports: Pick<Ports, "log">;
	readonly journal: Pick<Journal, "rows">;
	readonly accounts: Pick<Accounts, "list" | "watched" | "isHidden">;
	/** Whoever is signed in. */
	readonly account: () => { readonly scope: string };
	/** Something that a window shows has changed. */
	readonly changed: () => void;
}

/** So many approved requests are gone through for the tokens that were met in them. */
const MAX_ROWS = 200;

/** What the accounts hold, as Home shows it. */
export function createHome(parts: HomeFeatureParts): Home {
	const { networks, journal, met, account } = parts;
	return new HomeReading({
		evm: networks.chains,
		svm: networks.svmChains,
		secondEvm: networks.secondChains,
		secondSvm: networks.secondSvmChains,
		hasSecondRpc: (chainRef) => networks.hasSecondRpc(chainRef),
		store: createHomeStore(parts.stores.logDb),
		accounts: parts.accounts,
		prices: parts.prices,
		secondPrices: parts.secondPrices,
		clock: parts.clock,
		chainSettings: () => networks.chainSettings(),
		met: () => metTokens(journal.rows(account().scope, MAX_ROWS), met.list()),
		scope: () => account().scope,
		onChange: parts.changed,
		log: parts.ports.log,
	});
}
