import { LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { SessionsChange } from "../conversations/session-types.ts";
import type { Events } from "../events.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { Reviewing } from "../reviewing/reviewing.ts";
import type { Rules } from "../rules/rules.ts";
import { ownerOf, scopeOf } from "../sign-in/owner.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import type { Ledger } from "../wallet/ledger.ts";
import { unsettledInOtherScopes } from "./alerts.ts";
import { type ScopeContext, ScopeServices } from "./scope-services.ts";

function emitSessionsChange(events: Events, { kind, sessionId, commitId }: SessionsChange): void {
	switch (kind) {
		case "session":
			events.emit("session-changed", { sessionId });
			break;
		case "title":
			events.emit("title-changed", { sessionId });
			break;
		case "live":
			events.emit("stream-changed", { sessionId });
			break;
		case "connection":
			events.emit("connection-changed", { sessionId });
			break;
		case "commit":
			if (commitId === undefined) events.emit("request-changed");
			else events.emit("commit-changed", { sessionId, commitId });
			break;
		case "action":
			events.emit("action-changed", { sessionId });
			break;
	}
}

interface Stoppable {
	stop(): Promise<unknown>;
}

/**
 * Stops the previous identity's services and cancels its device prompts, including any that appear in the
 * meantime.
 */
export async function stopFormer(
	{ sessions, scopeRunner: runner }: { readonly sessions: Stoppable; readonly scopeRunner: Stoppable },
	signer: Pick<Ledger["signer"], "onActivity" | "cancel">,
): Promise<void> {
	const stopping = Promise.all([sessions.stop(), runner.stop()]);
	// Otherwise, stopping would wait until the user answers the prompt.
	const unsubscribe = signer.onActivity(() => signer.cancel());
	signer.cancel();
	await stopping.finally(unsubscribe);
}

export class SignedIn {
	readonly #app;
	#services: ScopeServices | null = null;

	constructor(
		app: ScopeContext & {
			readonly window: Pick<TrustedWindow, "isPinned" | "clear">;
			readonly wallet: { readonly ledger: Pick<Ledger, "account" | "signer"> };
			readonly rules: Pick<Rules, "allowOnce">;
			readonly reviewing: Pick<Reviewing, "tickets">;
			readonly inbox: Pick<Inbox, "entries" | "notifications" | "rejections" | "expiry" | "drop">;
			readBalances(): void;
			isRunning(): boolean;
		},
	) {
		this.#app = app;
	}

	current(): ScopeServices {
		if (this.#services === null) throw new Error("no environment is signed in");
		return this.#services;
	}

	currentOrNull(): ScopeServices | null {
		return this.#services;
	}

	isRunning(): boolean {
		return this.#app.isRunning();
	}

	clockOffset(): number {
		return this.#services?.serviceClock.offset() ?? 0;
	}

	async signIn(): Promise<void> {
		const { credentials, events, inbox } = this.#app;
		const old = this.#services;
		const shown = old === null ? [] : this.#shownEntries();
		const now: ScopeServices = new ScopeServices(this.#app, ownerOf(credentials), (entryId) => {
			if (this.#services !== now) return;
			inbox.notifications.checkEntry(entryId);
			inbox.expiry.checkSoon();
			events.emit("request-changed");
		});
		old?.catalog.stop();
		old?.serviceAccount.stop();
		this.#services = now;
		this.#voidShown();
		if (old !== null) await stopFormer(old, this.#app.wallet.ledger.signer);
		for (const entryId of shown) inbox.notifications.checkEntry(entryId);
		// Meanwhile, the app may have stopped or another sign-in may have started.
		if (this.#services === now && this.isRunning()) this.#begin(now);
	}

	async reconnect(): Promise<void> {
		const { credentials, events } = this.#app;
		await credentials.load();
		const services = this.#services;
		if (services?.scope === scopeOf(ownerOf(credentials))) {
			services.sessions.reconnect();
			// The token's access to the pipeline may have changed.
			if (!services.catalog.view().offered) void services.catalog.openCatalog({ href: null });
		} else await this.signIn();
		this.#app.readBalances();
		this.#services?.runner.wakeAll();
		events.emit("app-changed");
	}

	/** Restores sign-ins that are sealed with the vault's key. The vault must be open. Never rejects. */
	async restoreSealedSignIns(): Promise<void> {
		const { credentials, ports } = this.#app;
		try {
			await credentials.vaultOpened();
			const services = this.#services;
			if (this.isRunning() && services !== null && services.scope !== scopeOf(ownerOf(credentials)))
				await this.reconnect();
		} catch (cause) {
			ports.log(`sign-in: ${String(cause)}`);
		}
	}

	alerts(): readonly Text[] {
		const services = this.#services;
		if (services === null) return [];
		const ahead = services.serviceClock.difference();
		const minutes = Math.max(1, Math.round(Math.abs(ahead ?? 0) / 60_000));
		const misplaced = services.sessions.misplacedActions();
		const known = this.#app.credentials.environments();
		const nameOf = (id: string) => known.find((each) => each.id === id)?.name ?? null;
		return [
			...(ahead === null ? [] : [message(ahead > 0 ? "app.clock.ahead" : "app.clock.behind", { minutes })]),
			...(misplaced === 0 ? [] : [message("app.actions-misplaced", { count: misplaced })]),
			...unsettledInOtherScopes(this.#app.stores.journal.unsettled(), services.scope, nameOf),
		];
	}

	wakeDeviceRows(): void {
		const { stores, wallet } = this.#app;
		const services = this.#services;
		if (!this.isRunning() || services === null) return;
		for (const row of stores.journal.unsettled())
			if (
				(row.scope === services.scope || row.scope === LOCAL_SCOPE) &&
				(row.state === "approved" || row.state === "claimed") &&
				wallet.ledger.account(row.signer) !== null
			)
				services.runner.wake(row.id);
	}

	async stop(): Promise<void> {
		const services = this.#services;
		services?.catalog.stop();
		services?.serviceAccount.stop();
		await Promise.allSettled([services?.sessions.stop(), services?.scopeRunner.stop()]);
	}

	/**
	 * Invalidates everything displayed or allowed for the previous identity. The message that a sign-in ended
	 * stays on the screen.
	 */
	#voidShown(): void {
		const { events, inbox, reviewing, rules, window } = this.#app;
		events.emit("owner-changed");
		reviewing.tickets.void();
		rules.allowOnce.void();
		const { kind } = window.route();
		// A new recovery phrase stays on the screen, because all identities share the vault.
		if (kind !== "signIn" && kind !== "setup" && !window.isPinned()) window.clear();
		if (this.isRunning()) inbox.notifications.notifyDeferred();
	}

	#shownEntries(): string[] {
		try {
			return this.#app.inbox.entries().map((entry) => entry.id);
		} catch (cause) {
			this.#app.ports.log(`entries: ${String(cause)}`);
			return [];
		}
	}

	#begin(now: ScopeServices): void {
		const { events, inbox, stores } = this.#app;
		now.sessions.subscribe((change) => {
			if (this.#services === now) emitSessionsChange(events, change);
		});
		now.sessions.start();
		now.buildCommits.resume();
		for (const row of stores.journal.unsettled())
			if (row.scope === now.scope && row.kind === "commit") now.sessions.expect(row.intentId);
		now.scopeRunner.recover();
		inbox.rejections.recover();
		// The user may not have been notified about stored requests, because of quiet hours or because the
		// app was closed.
		inbox.drop();
		for (const entryId of this.#shownEntries()) inbox.notifications.checkEntry(entryId);
		inbox.expiry.checkExpiries();
	}
}
