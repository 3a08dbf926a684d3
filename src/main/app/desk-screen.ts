import { chainName, nativeOf } from "../../core/chain/names.ts";
import { message } from "../../core/message.ts";
import type { SessionRow, TranscriptView } from "../../ipc/conversations.ts";
import type { SettingsView } from "../../ipc/settings.ts";
import type { AccountView } from "../../ipc/wallet.ts";
import type { DeskView } from "../../ipc/windows.ts";
import { activityRow } from "../activity/activity-row.ts";
import { bookView } from "../address-book/book-desk.ts";
import { allowancesView } from "../allowances/allowance-desk.ts";
import { connectedAccounts } from "../conversations/connected.ts";
import { connectionView } from "../conversations/connection-view.ts";
import { transcriptItems, turnStateView } from "../conversations/transcript-view.ts";
import type { SessionRecord } from "../conversations/types.ts";
import { type Entries, legStepsOf } from "../inbox/entries.ts";
import type { Entry } from "../inbox/entry.ts";
import { titled, UNTITLED } from "../inbox/titles.ts";
import { identityBrief } from "../sign-in/identity-desk.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import { vaultView } from "../wallet/vault-view.ts";
import type { App } from "./parts.ts";

/** Composes what the desk window draws. */

/** Entries that are over stay on the list for a day. */
const DONE_MS = 24 * 3600_000;
const MAX_ACTIVITY = 200;

/** How many wait in each session. */
function waitingIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const { sessionId, actionable } of entries)
		if (actionable) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
	return counts;
}

function sessionRow(session: SessionRecord, waiting: number, muted: boolean): SessionRow {
	return {
		id: session.id,
		title: session.title ?? UNTITLED,
		turnState: turnStateView(session.turnState),
		updatedAt: session.updatedAt,
		waiting,
		muted,
		archived: session.archived,
		connection: connectionView(session.connection),
	};
}

function accountViews(app: App): AccountView[] {
	const labels = app.labels();
	return app.accounts.list().map((account) => ({
		address: addressView(account.address, labels),
		family: account.family,
		signer: account.signer,
		path: account.path,
		balances: app
			.chainSettings()
			.filter((chain) => chain.family === account.family)
			.map((chain) => {
				const wei = app.balances().get(`${chain.chainId} ${account.address}`);
				const unit = { ...nativeOf(chain.chainId), checked: true };
				if (wei !== undefined && wei !== null)
					return { chain: chain.name, amount: amountView(wei, unit), words: null };
				const health = app.health().get(chain.chainId);
				return {
					chain: chain.name,
					amount: null,
					words: health?.ok === false ? health.words : message("app.chain.reading"),
				};
			}),
	}));
}

export function deskView(app: App, entries: Entries, settings: SettingsView): DeskView {
	const { sessions, scope } = app.account();
	const now = app.ports.clock.now();
	const all = app.entries();
	const shown = all.filter((entry) => entry.state !== "done" || now - entry.firstSeen < DONE_MS);
	const waiting = waitingIn(all);
	const { mutedSessions } = app.ports.settings.get();
	const labels = app.labels();
	return {
		inbox: entries.views(shown),
		sessions: sessions
			.list()
			.map((session) =>
				sessionRow(session, waiting.get(session.id) ?? 0, mutedSessions.includes(session.id)),
			),
		accounts: accountViews(app),
		activity: app.journal.rows(scope, MAX_ACTIVITY).map((row) =>
			activityRow(row, app.journal.steps(row.id), {
				session: titled(app.account(), row.sessionId),
				chain: row.chainRef === "" ? message("progress.no-chain") : chainName(row.chainRef),
				labels,
				legs: legStepsOf(app.journal, row),
			}),
		),
		connection: connectionView(sessions.connection()),
		vault: vaultView(app.vault.status(), app.ports.settings.get()),
		settings,
		book: bookView(app),
		allowances: allowancesView(app),
		identity: identityBrief(app),
		catalog: app.account().catalog.view(),
		serviceAccount: app.account().serviceAccount.view(),
		connected: connectedAccounts(app),
		alerts: app.alerts(),
		now,
	};
}

export function transcriptView(app: App, entries: Entries, sessionId: string): TranscriptView | null {
	const { sessions } = app.account();
	const session = sessions.list().find((each) => each.id === sessionId);
	if (session === undefined) return null;
	const live = sessions.live(sessionId).map((text) => ({
		messageKey: text.messageKey,
		content: text.content,
		at: text.receivedAt,
	}));
	const cards = app.entries().filter((entry) => entry.sessionId === sessionId);
	const items = transcriptItems(
		sessions.events(sessionId).map((event) => event.read),
		live,
		entries.views(cards),
	);
	const { pendingMessage } = session;
	if (pendingMessage !== null)
		items.push({
			kind: "message",
			key: "message:pending",
			sender: "user",
			text: pendingMessage.text,
			live: false,
			sending: pendingMessage.state,
			at: pendingMessage.since,
		});
	return {
		sessionId,
		title: session.title ?? UNTITLED,
		turnState: turnStateView(session.turnState),
		turnId: session.turnId,
		connection: connectionView(session.connection),
		items,
		pending: session.pending,
		fault: session.fault,
		archived: session.archived,
		fixed: session.fixed,
	};
}
