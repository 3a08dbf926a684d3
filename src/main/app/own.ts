import { createPrices, type Prices, rulePricesOf } from "../chains/prices.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import type { Ports } from "../ports.ts";
import { createRules, type Rules } from "../rules/feature.ts";
import { createNetworks, type Networks, type NetworksEvents } from "../settings/networks.ts";
import { type Credentials, createCredentials } from "../sign-in/credentials.ts";
import { createWallet, type Wallet, type WalletParts } from "../wallet/feature.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Cause } from "./causes.ts";
import type { Scope } from "./scope.ts";
import type { Stores } from "./stores.ts";

/** What all features are given alike. */
export interface Base extends Pick<Stores, "journal" | "journalDb" | "intents"> {
	readonly ports: Ports;
	/** The same clock, whose timers cost nothing but themselves where they fail. */
	readonly clock: Ports["clock"];
	readonly stores: Stores;
	/** Whoever is signed in. */
	readonly account: () => Scope;
	/** Where the trusted window is. */
	place(): WindowRoute;
	entry(id: string): Entry | null;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
	/** Something that a window shows has changed. */
	readonly changed: (cause?: Cause, sessionId?: string | null) => void;
	/** False before the start and once it stops. */
	running(): boolean;
}

/** What is the user's on this computer, whoever is signed in. */
export interface Own {
	readonly networks: Networks;
	readonly wallet: Wallet;
	readonly worth: Worth;
	readonly rules: Rules;
	readonly credentials: Credentials;
}

/** What it tells to those after it. */
export interface OwnEvents extends Pick<WalletParts["on"], "signers" | "device">, NetworksEvents {
	/** The vault stands open, as it is told again with each of its changes. */
	unlocked(): void;
	/** Somebody signed in or out. */
	readonly identity: () => void;
}

interface Worth {
	readonly prices: Prices;
	/** By the second RPC of each chain. */
	readonly secondPrices: Prices;
	readonly rulePrices: ReturnType<typeof rulePricesOf>;
	/** The user wants to see what amounts are worth. */
	showsWorth(): boolean;
}

/** @param isCounted a rule counts in worth */
function createWorth({ ports, clock, changed }: Base, networks: Networks, isCounted: () => boolean): Worth {
	const showsWorth = () => ports.settings.get().showWorth;
	const parts = {
		clock,
		wanted: () => showsWorth() || isCounted(),
		onChange: () => changed("price"),
		log: ports.log,
	};
	const prices = createPrices({ ...parts, chains: networks.chains, svmChains: networks.svmChains });
	const secondPrices = createPrices({
		...parts,
		chains: networks.secondChains,
		svmChains: networks.secondSvmChains,
	});
	return {
		prices,
		secondPrices,
		rulePrices: rulePricesOf(prices, secondPrices, networks.hasSecondRpc),
		showsWorth,
	};
}

export function createOwn(base: Base, dataDir: string, on: OwnEvents): Own {
	const { ports, changed } = base;
	const networks = createNetworks(ports, on);
	const wallet = createWallet({
		...base,
		...networks,
		dataDir,
		labels: () => rules.labels(),
		onHealth(chainRef, found) {
			networks.noteHealth(chainRef, found);
			changed("chain");
		},
		clockOffset: base.clockOffset,
		on: {
			signers: on.signers,
			device: on.device,
			unlocked() {
				void rules.guard.check();
				on.unlocked();
			},
			// Whoever locks it, and however its process ends.
			locked: () => rules.exceptions.void(),
		},
	});
	const { vault, accounts, ledger } = wallet;
	const worth = createWorth(base, networks, () => rules.countsInWorth());
	const rules: Rules = createRules({ ...base, vault, accounts, ledger, rulePrices: worth.rulePrices });
	const credentials = createCredentials({
		ports,
		vault,
		onChange: () => changed(),
		onIdentity: on.identity,
	});
	return { networks, wallet, worth, rules, credentials };
}

/** As the features after these declare what they need of them. */
export function ownedBy(base: Base, { networks, wallet, rules }: Own) {
	const { vault, accounts, signer, ledger } = wallet;
	return { ...base, ...networks, ...rules, vault, accounts, signer, ledger };
}
