import { chainName, nativeOf } from "../../core/chain/names.ts";
import { message, type Text } from "../../core/message.ts";
import type { SessionRow, TranscriptView } from "../../ipc/conversations.ts";
import type { ChainSetting, SettingsView } from "../../ipc/settings.ts";
import type { AccountView } from "../../ipc/wallet.ts";
import type { DeskView } from "../../ipc/windows.ts";
import { activityRow } from "../activity/activity-row.ts";
import { type BookDeps, bookView } from "../address-book/book-desk.ts";
import { type AllowancesViewDeps, allowancesView } from "../allowances/allowance-desk.ts";
import { connectedAccounts } from "../conversations/connected.ts";
import { connectionView } from "../conversations/connection-view.ts";
import { transcriptItems, turnStateView } from "../conversations/transcript-view.ts";
import type { SessionRecord } from "../conversations/types.ts";
import { legStepsOf } from "../inbox/entries.ts";
import type { Entry } from "../inbox/entry.ts";
import type { Inbox } from "../inbox/feature.ts";
import { titled, UNTITLED } from "../inbox/titles.ts";
import type { Ports } from "../ports.ts";
import { type IdentityDeps, identityBrief } from "../sign-in/identity-desk.ts";
import { addressView } from "../views/addresses.ts";
import { amountView } from "../views/amounts.ts";
import type { ChainHealth } from "../views/desk-parts.ts";
import type { VaultClient } from "../wallet/signers/vault-types.ts";
import { vaultView } from "../wallet/vault-view.ts";
import type { Scope } from "./scope.ts";

/** Composes what the desk window draws. */

/** Entries that are over stay on the list for a day. */
const DONE_MS = 24 * 3600_000;
const MAX_ACTIVITY = 200;

export interface DeskParts extends BookDeps, AllowancesViewDeps, IdentityDeps {
	readonly ports: Pick<Ports, "clock" | "settings">;
	readonly inbox: Pick<Inbox, "views">;
	readonly vault: Pick<VaultClient, "status">;
	readonly accounts: BookDeps["accounts"];
	readonly journal: BookDeps["journal"];
	/** The signed-in environment and identity. */
	account(): Scope;
	/** The user's own names for addresses. */
	labels: BookDeps["labels"];
	/** The inbox, oldest first. */
	entries(): readonly Entry[];
	/** The chains that have an RPC, development's included. */
	chainSettings(): readonly ChainSetting[];
	health(): ReadonlyMap<string, ChainHealth>;
	/** The accounts' balances by chain and address, as read last, in the chain's smallest unit. */
	balances(): ReadonlyMap<string, bigint | null>;
	alerts(): readonly Text[];
}

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

function accountViews(parts: DeskParts): AccountView[] {
	const labels = parts.labels();
	return parts.accounts.list().map((account) => ({
		address: addressView(account.address, labels),
		family: account.family,
		signer: account.signer,
		path: account.path,
		balances: parts
			.chainSettings()
			.filter((chain) => chain.family === account.family)
			.map((chain) => {
				const wei = parts.balances().get(`${chain.chainId} ${account.address}`);
				const unit = { ...nativeOf(chain.chainId), checked: true };
				if (wei !== undefined && wei !== null)
					return { chain: chain.name, amount: amountView(wei, unit), words: null };
				const health = parts.health().get(chain.chainId);
				return {
					chain: chain.name,
					amount: null,
					words: health?.ok === false ? health.words : message("app.chain.reading"),
				};
			}),
	}));
}

export function deskView(parts: DeskParts, settings: SettingsView): DeskView {
	const { sessions, scope } = parts.account();
	const now = parts.ports.clock.now();
	const all = parts.entries();
	const shown = all.filter((entry) => entry.state !== "done" || now - entry.firstSeen < DONE_MS);
	const waiting = waitingIn(all);
	const { mutedSessions } = parts.ports.settings.get();
	const labels = parts.labels();
	return {
		inbox: parts.inbox.views(shown),
		sessions: sessions
			.list()
			.map((session) =>
				sessionRow(session, waiting.get(session.id) ?? 0, mutedSessions.includes(session.id)),
			),
		accounts: accountViews(parts),
		activity: parts.journal.rows(scope, MAX_ACTIVITY).map((row) =>
			activityRow(row, parts.journal.steps(row.id), {
				session: titled(parts.account(), row.sessionId),
				chain: row.chainRef === "" ? message("progress.no-chain") : chainName(row.chainRef),
				labels,
				legs: legStepsOf(parts.journal, row),
			}),
		),
		connection: connectionView(sessions.connection()),
		vault: vaultView(parts.vault.status(), parts.ports.settings.get()),
		settings,
		book: bookView(parts),
		allowances: allowancesView(parts),
		identity: identityBrief(parts),
		catalog: parts.account().catalog.view(),
		serviceAccount: parts.account().serviceAccount.view(),
		connected: connectedAccounts(parts),
		alerts: parts.alerts(),
		now,
	};
}

export function transcriptView(parts: DeskParts, sessionId: string): TranscriptView | null {
	const { sessions } = parts.account();
	const session = sessions.list().find((each) => each.id === sessionId);
	if (session === undefined) return null;
	const live = sessions.live(sessionId).map((text) => ({
		messageKey: text.messageKey,
		content: text.content,
		at: text.receivedAt,
	}));
	const cards = parts.entries().filter((entry) => entry.sessionId === sessionId);
	const items = transcriptItems(
		sessions.events(sessionId).map((event) => event.read),
		live,
		parts.inbox.views(cards),
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
