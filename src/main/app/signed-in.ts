import { message, type Text } from "../../core/message.ts";
import { emitSessionsChange } from "../conversations/emit-change.ts";
import type { Inbox } from "../inbox/feature.ts";
import { underWayInOtherScope } from "../inbox/notices/other-scope.ts";
import { scopeOf } from "../sign-in/owner.ts";
import type { Ledger } from "../wallet/ledger.ts";
import { openScope, type Scope, type ScopeParts } from "./scope.ts";

export interface SignedInParts extends ScopeParts {
	readonly inbox: Inbox;
	readonly ledger: Ledger;
	/** Another scope stands in place of the former one: what was shown and decided is for nobody any more. */
	readonly onSwitch: () => void;
	/** The user's balances are to be read anew. */
	readonly readBalances: () => void;
	/** False before the start and once it stops. */
	readonly running: () => boolean;
}

/** Whoever is signed in: one environment and identity, with what is built for it. */
export interface SignedIn {
	/** The same object for as long as nobody else signs in. Throws before the first time. */
	current(): Scope;
	/** Null before the first time. */
	scope(): Scope | null;
	/** False before the start and once the app stops. */
	isRunning(): boolean;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	clockOffset(): number;
	/** Builds what belongs to the environment and identity that are set now, in place of what was. */
	readonly signIn: () => Promise<void>;
	/** Applies changed addresses or a changed token at once. */
	readonly reconnect: () => Promise<void>;
	/** Sign-ins that are kept under the vault's key can be read now. Never rejects. */
	openKept(): Promise<void>;
	/** Words about what was approved under another environment or sign-in, and rests. */
	elsewhere(): readonly Text[];
	/** Alert about this computer's clock; empty if it agrees with the service's. */
	clockDiffers(): readonly Text[];
	/** Alert about requests that came out of order; empty if none did. */
	outOfOrder(): readonly Text[];
	/** What was approved and waits for a device, or for its turn at one, looks again. */
	kickWaiting(): void;
	stop(): Promise<void>;
}

export function createSignedIn(parts: SignedInParts): SignedIn {
	const { ports, stores, credentials, inbox, ledger, events, running } = parts;
	const { journal } = stores;
	let scope: Scope | null = null;

	/** What windows and notifications may show now; nothing where the journal can't be read. */
	function shownEntries(): string[] {
		try {
			return inbox.entries().map((entry) => entry.id);
		} catch (cause) {
			ports.log(`entries: ${String(cause)}`);
			return [];
		}
	}

	async function stopFormer(old: Scope): Promise<void> {
		const stopping = Promise.all([old.sessions.stop(), old.runner.stop()]);
		// A device that is asked for the former account would be waited for, and one that is about to be asked.
		const calledOff = ledger.signer.onActivity(ledger.signer.cancel);
		ledger.signer.cancel();
		await stopping.finally(calledOff);
	}

	/** Takes up what this scope left, and follows it. */
	function begin(now: Scope): void {
		now.sessions.subscribe((change) => {
			if (scope === now) emitSessionsChange(events, change);
		});
		now.sessions.start();
		now.cohort.resume();
		for (const row of journal.unsettled())
			if (row.scope === now.scope && row.kind === "commit") now.sessions.expect(row.intentId);
		now.runner.recover();
		inbox.rejections.recover();
		// What is stored was read just now, without a word: of what waits the user may not have been told yet, since it was
		// quiet then, or the app ended before it said so.
		inbox.drop();
		for (const entryId of shownEntries()) inbox.notices.look(entryId);
		inbox.expiry.look();
	}

	async function signIn(): Promise<void> {
		const old = scope;
		const shown = old === null ? [] : shownEntries();
		const now = openScope(parts, parts.ownerNow(), (by, entryId) => {
			if (scope?.committed !== by) return;
			inbox.notices.look(entryId);
			inbox.expiry.lookSoon();
			events.emit("request-changed");
		});
		old?.catalog.stop();
		old?.serviceAccount.stop();
		scope = now;
		parts.onSwitch();
		if (old !== null) await stopFormer(old);
		// What was told of the former account's requests is taken back.
		for (const entryId of shown) inbox.notices.look(entryId);
		// Another sign-in came meanwhile, or the end.
		if (scope === now && running()) begin(now);
	}

	async function reconnect(): Promise<void> {
		await credentials.load();
		if (scope?.scope === scopeOf(parts.ownerNow())) {
			scope.sessions.reconnect();
			// A grant for the pipeline may be there now, or gone.
			if (!scope.catalog.view().offered) void scope.catalog.open(null);
		} else await signIn();
		parts.readBalances();
		scope?.runner.kickAll();
		events.emit("app-changed");
	}

	return {
		current() {
			if (scope === null) throw new Error("no environment is signed in");
			return scope;
		},
		scope: () => scope,
		isRunning: running,
		clockOffset: () => scope?.serviceClock.offset() ?? 0,
		signIn,
		reconnect,
		async openKept() {
			try {
				await credentials.vaultOpened();
				if (running() && scope !== null && scope.scope !== scopeOf(parts.ownerNow())) await reconnect();
			} catch (cause) {
				ports.log(`sign-in: ${String(cause)}`);
			}
		},
		clockDiffers() {
			const ms = scope?.serviceClock.difference() ?? null;
			if (ms === null) return [];
			const minutes = Math.max(1, Math.round(Math.abs(ms) / 60_000));
			return [ms > 0 ? message("app.clock.ahead", { minutes }) : message("app.clock.behind", { minutes })];
		},
		outOfOrder() {
			const count = scope?.sessions.misplacedActions() ?? 0;
			return count === 0 ? [] : [message("app.actions-misplaced", { count })];
		},
		elsewhere() {
			const known = credentials.environments();
			const nameOf = (id: string) => known.find((each) => each.id === id)?.name ?? null;
			return scope === null ? [] : underWayInOtherScope(journal.unsettled(), scope.scope, nameOf);
		},
		kickWaiting() {
			if (!running() || scope === null) return;
			for (const row of journal.unsettled())
				if (
					row.scope === scope.scope &&
					(row.state === "approved" || row.state === "claimed") &&
					ledger.account(row.signer) !== null
				)
					scope.runner.kick(row.id);
		},
		async stop() {
			scope?.catalog.stop();
			scope?.serviceAccount.stop();
			await Promise.allSettled([scope?.sessions.stop(), scope?.runner.stop()]);
		},
	};
}
