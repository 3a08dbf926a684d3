import { message, type Text } from "../../core/localized-text.ts";
import type { AppView, ServiceAccountView } from "../../ipc/billing.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { PresenceOfSecrets, ReadApps } from "../../service-api/account.ts";
import { done, refused } from "../handlers.ts";
import type { AccountService } from "../service/account.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import { type AccountCalls, type Answered, isNotOffered, kindOf, textOnce } from "./account-calls.ts";
import { secretsView } from "./account-view.ts";

const WORDS = {
	notOffered: message("account.apps.not-offered"),
	unreadable: message("account.apps.unreadable"),
	unknown: message("account.apps.unknown"),
	otherName: message("account.apps.wrong-name"),
	busy: message("account.apps.busy"),
	unclear: message("account.apps.unclear"),
	gone: message("account.apps.gone"),
	tooMany: message("account.apps.too-many"),
	over: message("account.apps.stopped"),
} as const;

const MAX_APPS = 1_000;

interface KnownApp {
	readonly applicationId: number;
	readonly app: string;
	readonly listed: boolean;
	readonly secrets: PresenceOfSecrets | null;
	readonly loading: boolean;
	readonly fault: Text | null;
}

/** Returns whether the service may have executed the request despite the error. */
function isLost(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return true;
	return error.retryable && !error.unsent && error.kind !== "rateLimited";
}

export class InstalledApps {
	readonly #service: Pick<AccountService, "readAppSecrets" | "removeApp">;
	readonly #calls: AccountCalls;
	readonly #log: (line: string) => void;
	readonly #on: { reread(): Promise<unknown>; change(): void };
	readonly #apps = new Map<number, KnownApp>();
	readonly #removing = new Set<number>();
	#others: ServiceAccountView["otherApps"] = [];
	#listings = 0;
	#fault: Text | null = null;

	/** @param on.reread reloads the list */
	constructor(
		service: Pick<AccountService, "readAppSecrets" | "removeApp">,
		calls: AccountCalls,
		log: (line: string) => void,
		on: { reread(): Promise<unknown>; change(): void },
	) {
		this.#service = service;
		this.#calls = calls;
		this.#log = log;
		this.#on = on;
	}

	views(): readonly AppView[] | null {
		const isRead = this.#listings > 0 || this.#apps.size > 0;
		return isRead ? [...this.#apps.values()].map((known) => this.#viewOf(known)) : null;
	}

	view(applicationId: number): AppView | null {
		const known = this.#apps.get(applicationId);
		return known === undefined ? null : this.#viewOf(known);
	}

	others(): ServiceAccountView["otherApps"] {
		return this.#others;
	}

	fault(): Text | null {
		return this.#fault;
	}

	acceptList(read: Answered<ReadApps>): void {
		if ("value" in read) this.#setList(read.value);
		else if (isNotOffered(read)) this.#fault = WORDS.notOffered;
		else if (kindOf(read) === "unreadable") this.#fault = WORDS.unreadable;
		else if (read.error instanceof ServiceError && read.error.kind !== "unauthorized")
			this.#fault = supportedText(read.error);
		else this.#fault = textOnce(read.error, this.#log);
	}

	async readSecrets(applicationId: number): Promise<CommandOutcome> {
		const barred = this.#calls.barred();
		if (barred !== null) return barred;
		if (!this.#apps.has(applicationId) && this.#apps.size >= MAX_APPS) return refused(WORDS.tooMany);
		this.#change(applicationId, { loading: true, fault: null });
		const read = await this.#calls.ask("secrets", (signal) =>
			this.#service.readAppSecrets(applicationId, signal),
		);
		if (this.#calls.signal.aborted) return refused(WORDS.over);
		if ("error" in read) {
			const text = textOnce(read.error, this.#log);
			this.#change(applicationId, { loading: false, fault: text });
			return refused(text);
		}
		const known = this.#apps.get(applicationId);
		this.#apps.set(applicationId, {
			applicationId,
			app: known?.app ?? read.value.app ?? String(applicationId),
			listed: known?.listed ?? false,
			secrets: read.value,
			loading: false,
			fault: null,
		});
		this.#on.change();
		return done;
	}

	/** `name` must match exactly. */
	async remove(applicationId: number, name: string): Promise<CommandOutcome> {
		const known = this.#apps.get(applicationId);
		if (known === undefined) return refused(WORDS.unknown);
		if (name !== known.app) return refused(WORDS.otherName);
		if (this.#removing.has(applicationId)) return refused(WORDS.busy);
		const barred = this.#calls.barred();
		if (barred !== null) return barred;
		this.#removing.add(applicationId);
		this.#on.change();
		const removed = await this.#calls.ask("remove", (signal) =>
			this.#service.removeApp(applicationId, signal),
		);
		this.#removing.delete(applicationId);
		if (this.#calls.signal.aborted) return refused(WORDS.over);
		if ("value" in removed) {
			this.#apps.delete(applicationId);
			this.#on.change();
			return done;
		}
		const { error } = removed;
		const gone = error instanceof ServiceError && error.serviceCode === "app_not_found";
		const lost = isLost(error);
		const text = gone ? WORDS.gone : lost ? WORDS.unclear : textOnce(error, this.#log);
		if (gone && !known.listed) this.#apps.delete(applicationId);
		this.#change(applicationId, { fault: text });
		if (!lost && !gone) return refused(text);
		const before = this.#listings;
		await this.#on.reread();
		// A complete list shows whether the app was removed, even if the response was lost.
		if (
			lost &&
			known.listed &&
			this.#listings > before &&
			this.#fault === null &&
			!this.#apps.has(applicationId)
		)
			return done;
		this.#change(applicationId, { fault: text });
		return refused(text);
	}

	#change(applicationId: number, change: Partial<KnownApp>): void {
		const known = this.#apps.get(applicationId);
		if (known !== undefined) this.#apps.set(applicationId, { ...known, ...change });
		this.#on.change();
	}

	#viewOf(known: KnownApp): AppView {
		return {
			applicationId: known.applicationId,
			app: known.app,
			secrets: known.secrets === null ? null : secretsView(known.secrets),
			loading: known.loading || this.#removing.has(known.applicationId),
			fault: known.fault,
		};
	}

	#setList({ apps: listed, others: beside, unread }: ReadApps): void {
		const before = new Map(this.#apps);
		this.#apps.clear();
		for (const { applicationId, app } of listed.slice(0, MAX_APPS)) {
			const { secrets, loading } = before.get(applicationId) ?? { secrets: null, loading: false };
			this.#apps.set(applicationId, { applicationId, app, listed: true, secrets, loading, fault: null });
		}
		for (const known of before.values())
			if (!known.listed && !this.#apps.has(known.applicationId) && this.#apps.size < MAX_APPS)
				this.#apps.set(known.applicationId, known);
		this.#others = beside.slice(0, MAX_APPS);
		this.#listings += 1;
		const left = unread + Math.max(0, listed.length - MAX_APPS) + Math.max(0, beside.length - MAX_APPS);
		this.#fault = left === 0 ? null : message("account.apps.left-out", { count: left });
	}
}
