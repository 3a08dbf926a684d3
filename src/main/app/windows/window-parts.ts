import { leftRows } from "../../allowances/handlers.ts";
import { connectedAccounts } from "../../conversations/connected.ts";
import { userStateOf } from "../../conversations/user-state.ts";
import { rejectWaitingOf, waitingOf } from "../../inbox/entries/of-account.ts";
import { createPager } from "../../inbox/pager.ts";
import { afterKeys, keysRoute, setupRoute } from "../../setup/setup.ts";
import type { AskedFor } from "../asked-for.ts";
import { type Base, type Own, ownedBy } from "../own.ts";
import type { WindowParts } from "./windows.ts";

/** What windows reach beside the features. */
type Around = Pick<WindowParts, "go" | "reconnect" | "readBalances" | "alerts" | "updates" | "drawn">;

/** What the windows are made of, and their commands carried out with. */
export function windowPartsOf(base: Base, own: Own, askedFor: AskedFor, around: Around): WindowParts {
	const { networks, wallet, worth, credentials } = own;
	const { asked, reviewing, inbox, activity, allowances, home } = askedFor;
	const parts: WindowParts = {
		...ownedBy(base, own),
		...asked,
		...activity,
		...worth,
		...around,
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
		userState: () => userStateOf(connectedAccounts(parts), networks.chainSettings()),
	};
	return parts;
}
