import type { Frozen } from "../../../core/match/frozen.ts";
import type { ChainHealth } from "../../views/desk-parts.ts";
import type { Features } from "../features.ts";
import type { WindowParts } from "./windows.ts";

/** Members of rules, integrity and address book for features that still declare them one by one. */
export function rulesMembers({ addressBook, integrity, rules, stores }: Features) {
	return {
		rules,
		integrity,
		contacts: stores.contacts,
		counterparties: addressBook.counterparties,
		exceptions: rules.exceptions,
		labels: () => rules.labels(),
		ownAddresses: () => rules.ownAddresses(),
		blindAllowed: () => rules.blindAllowed(),
		keptRules: () => rules.kept(),
		blockedApps: () => rules.blockedApps(),
		blockApp: (app: string) => rules.blockApp(app),
		blockRecipient: (address: string) => rules.blockRecipient(address),
		admitLoosening: (password: string | null) => rules.admitLoosening(password),
		budgets: () => rules.budgets(),
		dayBudgets: () => rules.dayBudgets(),
		standing: (frozen: Frozen | null) => rules.standing(frozen),
	};
}

/** Members of the networks for features that still declare them one by one. */
export function networkMembers({ networks }: Pick<Features, "networks">) {
	return {
		chains: networks.chains,
		svmChains: networks.svmChains,
		chainSettings: () => networks.chainSettings(),
		chainNameOf: (chainRef: string) => networks.chainNameOf(chainRef),
		explorerOf: (chainRef: string) => networks.explorerOf(chainRef),
		health: () => networks.health(),
		noteHealth: (chainRef: string, health: ChainHealth) => networks.noteHealth(chainRef, health),
		busyNotes: () => networks.busyNotes(),
		notesOf: (chainRef: string) => networks.notesOf(chainRef),
		isRpcBusy: (chainRef: string) => networks.isRpcBusy(chainRef),
		lacksRpc: (chainRef: string) => networks.lacksRpc(chainRef),
		hasStandIn: (chainRef: string) => networks.hasStandIn(chainRef),
	};
}

/** Flattens the features for commands and views that still declare members one by one. */
export function windowPartsOf(app: Features, drawn: () => void): WindowParts {
	const { allowances, fiat, inbox, reviewing, wallet } = app;
	const { vault, accounts } = wallet;
	const parts: WindowParts = {
		app,
		...app.shared(),
		...networkMembers(app),
		...rulesMembers(app),
		vault,
		accounts,
		...app.requests,
		...fiat,
		go: (route, isRaised) => app.window.go(route, isRaised),
		drawn,
		inbox,
		entries: inbox.entries,
		reviews: reviewing.reviews,
		pager: inbox.pager,
		allowances,
	};
	return parts;
}
