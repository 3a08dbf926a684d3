import { leftRows } from "../../allowances/handlers.ts";
import { rejectWaitingOf, waitingOf } from "../../inbox/entries/of-account.ts";
import { createPager } from "../../inbox/pager.ts";
import { afterKeys, keysRoute, setupRoute } from "../../setup/setup.ts";
import type { Features } from "../features.ts";
import type { WindowParts } from "./windows.ts";

/** Flattens the features for commands and views that still declare members one by one. */
export function windowPartsOf(app: Features, drawn: () => void): WindowParts {
	const { activity, allowances, credentials, fiat, home, inbox, networks, reviewing, rules, wallet } = app;
	const { vault, accounts, ledger } = wallet;
	const parts: WindowParts = {
		app,
		...app.shared(),
		...networks,
		...rules,
		vault,
		accounts,
		ledger,
		...app.requests,
		...activity,
		...fiat,
		go: (route, isRaised) => app.window.go(route, isRaised),
		reconnect: () => app.signedIn.reconnect(),
		readBalances: () => app.readBalances(),
		alerts: app.alerts.all,
		updates: app.updates,
		drawn,
		ledgerDesk: () => wallet.ledgerDesk,
		balances: wallet.balances.all,
		credentials,
		setToken: credentials.setToken,
		inbox,
		entries: inbox.entries,
		headline: inbox.headline,
		reviews: reviewing.reviews,
		tickets: reviewing.tickets,
		pager: createPager(),
		home,
		allowances,
		waitingOf: (address) => waitingOf(parts, address),
		rejectWaitingOf: (address) => rejectWaitingOf(parts, address),
		leftAllowances: (entryId, sent) => leftRows(parts, entryId, sent),
		setupRoute: () => setupRoute(parts),
		keysRoute: () => keysRoute(parts),
		afterKeys: () => afterKeys(parts),
	};
	return parts;
}
