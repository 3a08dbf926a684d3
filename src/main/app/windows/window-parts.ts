import { leftRows } from "../../allowances/handlers.ts";
import { createPager } from "../../inbox/pager.ts";
import type { Features } from "../features.ts";
import type { WindowParts } from "./windows.ts";

/** Flattens the features for commands and views that still declare members one by one. */
export function windowPartsOf(app: Features, drawn: () => void): WindowParts {
	const { activity, allowances, fiat, home, inbox, networks, reviewing, rules, wallet } = app;
	const { vault, accounts, ledger } = wallet;
	const parts: WindowParts = {
		app,
		conversations: app.conversations,
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
		alerts: app.alerts.all,
		drawn,
		inbox,
		entries: inbox.entries,
		headline: inbox.headline,
		reviews: reviewing.reviews,
		tickets: reviewing.tickets,
		pager: createPager(),
		home,
		allowances,
		leftAllowances: (entryId, sent) => leftRows(parts, entryId, sent),
	};
	return parts;
}
