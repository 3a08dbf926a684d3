import { message, type Text } from "../../core/localized-text.ts";
import type {
	AppView,
	accountProcedures,
	accountTrustedProcedures,
	CreditsView,
	ServiceAccountView,
} from "../../ipc/billing.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { CreditPosition } from "../../service-api/account.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Clock, Ports } from "../ports.ts";
import type { AccountService } from "../service/account.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import type { Intents } from "../storage/intents.ts";
import type { TrustedWindow } from "../trusted-window.ts";
import {
	AccountCalls,
	type Answered,
	isNotOffered,
	isPassing,
	kindOf,
	Retries,
	SIGN_IN,
	textOnce,
} from "./account-calls.ts";
import { creditsView } from "./account-view.ts";
import { InstalledApps } from "./installed-apps.ts";
import { TopUps } from "./top-up.ts";

const MAX_ENTRIES = 5_000;

export const newestPage = (position: CreditPosition): CreditPosition => ({
	...position,
	entries: position.entries.slice(0, MAX_ENTRIES),
});

/** A page is the last one if it has no new entries or links to itself. */
export function withOlderPage(
	position: CreditPosition,
	page: Pick<CreditPosition, "entries" | "nextBeforeId">,
): CreditPosition {
	const known = new Set(position.entries.map(({ id }) => id));
	const fresh = page.entries.filter(({ id }) => !known.has(id));
	const entries = [...position.entries, ...fresh].slice(0, MAX_ENTRIES);
	const next = page.nextBeforeId;
	const ends = fresh.length === 0 || next === position.nextBeforeId || entries.length >= MAX_ENTRIES;
	return { ...position, entries, nextBeforeId: ends ? null : next };
}

const NOT_OFFERED = message("account.credit.not-offered");
const UNREADABLE = message("account.credit.unreadable");

class Credits {
	readonly #clock: Clock;
	readonly #log: (line: string) => void;
	#position: CreditPosition | null = null;
	#shown: CreditsView | null = null;
	#fault: Text | null = null;
	#round = 0;

	constructor(clock: Clock, log: (line: string) => void) {
		this.#clock = clock;
		this.#log = log;
	}

	get shown(): CreditsView | null {
		return this.#shown;
	}

	get fault(): Text | null {
		return this.#fault;
	}

	get position(): CreditPosition | null {
		return this.#position;
	}

	/**
	 * Number of times the first page has been read. Responses to requests sent before the latest read are
	 * outdated.
	 */
	get round(): number {
		return this.#round;
	}

	applyPosition(next: CreditPosition): void {
		this.#round += 1;
		this.#position = newestPage(next);
		this.#fault = null;
		this.#shown = creditsView(this.#position, next.nextBeforeId !== null, this.#clock.now());
	}

	applyAnswer(read: Answered<CreditPosition>): void {
		if ("value" in read) this.applyPosition(read.value);
		else if (isNotOffered(read)) this.#fault = NOT_OFFERED;
		else if (kindOf(read) === "unreadable") this.#fault = UNREADABLE;
		else if (read.error instanceof ServiceError && read.error.kind !== "unauthorized")
			this.#fault = supportedText(read.error);
		else this.#fault = textOnce(read.error, this.#log);
	}

	/**
	 * @param from the position when the request was sent
	 * @returns a failure, or `null`
	 */
	applyOlder(from: CreditPosition, read: Answered<CreditPosition>): Text | null {
		if ("error" in read) {
			this.#fault = kindOf(read) === "unreadable" ? UNREADABLE : textOnce(read.error, this.#log);
			return this.#fault;
		}
		this.#position = withOlderPage(from, read.value);
		this.#fault = null;
		const isMore = this.#position.nextBeforeId !== null;
		this.#shown = creditsView(this.#position, isMore, this.#shown?.readAt ?? this.#clock.now());
		return null;
	}
}

type Commands = HandlersOf<typeof accountProcedures & typeof accountTrustedProcedures>;

const STOPPED = message("account.stopped");

const passes = (read: Answered<unknown>) => "error" in read && isPassing(read.error);

export class ServiceAccount implements Commands {
	readonly #app;
	readonly #service: AccountService;
	readonly #calls: AccountCalls;
	readonly #credits: Credits;
	readonly #topUps: TopUps;
	readonly #apps: InstalledApps;
	readonly #retries: Retries;
	#text: Text | null = null;
	#loading = false;

	constructor(
		app: {
			readonly ports: Pick<Ports, "clock" | "log">;
			readonly events: Events;
			readonly stores: { readonly intents: Intents };
			readonly window: Pick<TrustedWindow, "route" | "leadTo">;
		},
		account: { readonly service: AccountService; readonly scope: string },
	) {
		const { clock, log } = app.ports;
		this.#app = app;
		this.#service = account.service;
		this.#calls = new AccountCalls(clock, log);
		this.#credits = new Credits(clock, log);
		const change = () => this.#emitChange();
		this.#topUps = new TopUps(this.#service, clock, app.stores.intents, account.scope, log, {
			position: (next) => {
				if (next !== null) this.#credits.applyPosition(next);
			},
			change,
		});
		this.#apps = new InstalledApps(this.#service, this.#calls, log, {
			reread: () => this.#readAll(),
			change,
		});
		this.#retries = new Retries(clock, () => void this.#readAll());
	}

	view(): ServiceAccountView {
		return {
			offered: this.#text === null,
			text: this.#text,
			credits: this.#credits.shown,
			creditsFault: this.#credits.fault,
			topUp: this.#topUps.view(),
			apps: this.#apps.views(),
			otherApps: this.#apps.others(),
			appsFault: this.#apps.fault(),
			loading: this.#loading,
		};
	}

	app(applicationId: number): AppView | null {
		return this.#apps.view(applicationId);
	}

	stop(): void {
		this.#retries.stop();
		this.#calls.stop();
		this.#topUps.stop();
	}

	async readAccount(): Promise<CommandOutcome> {
		this.#retries.forget();
		return this.#calls.barred() ?? (await this.#readAll());
	}

	async moreCredits(): Promise<CommandOutcome> {
		const { position: from, round } = this.#credits;
		const before = from?.nextBeforeId ?? null;
		if (this.#loading || from === null || before === null) return done;
		const barred = this.#calls.barred();
		if (barred !== null) return barred;
		this.#loading = true;
		this.#emitChange();
		const read = await this.#calls.ask("credits", (signal) => this.#service.readCredits(before, signal));
		this.#loading = false;
		if (this.#calls.signal.aborted) return refused(STOPPED);
		// A top-up returned a newer position in the meantime.
		if (round !== this.#credits.round) {
			this.#emitChange();
			return done;
		}
		const fault = this.#credits.applyOlder(from, read);
		this.#emitChange();
		return fault === null ? done : refused(fault);
	}

	readSecrets({ applicationId }: CommandInput<Commands, "readSecrets">): Promise<CommandOutcome> {
		return this.#apps.readSecrets(applicationId);
	}

	async askTopUp(): Promise<CommandOutcome> {
		this.#topUps.clear();
		return this.#app.window.leadTo({ kind: "topUp" });
	}

	async askRemoveApp({ applicationId }: CommandInput<Commands, "askRemoveApp">): Promise<CommandOutcome> {
		if (this.app(applicationId) === null) return refused(message("account.app-unknown"));
		return this.#app.window.leadTo({ kind: "removeApp", applicationId });
	}

	async topUp({ amountMicrousd }: CommandInput<Commands, "topUp">): Promise<CommandOutcome> {
		if (this.#app.window.route().kind !== "topUp") return refused(message("account.top-up.not-on-screen"));
		return await this.#topUps.start(BigInt(amountMicrousd));
	}

	async retryTopUp(): Promise<CommandOutcome> {
		if (this.#app.window.route().kind !== "topUp") return refused(message("account.top-up.not-on-screen"));
		return await this.#topUps.retry();
	}

	async removeApp({ applicationId, name }: CommandInput<Commands, "removeApp">): Promise<CommandOutcome> {
		const route = this.#app.window.route();
		if (route.kind !== "removeApp" || route.applicationId !== applicationId)
			return refused(message("account.app-not-on-screen"));
		return await this.#apps.remove(applicationId, name);
	}

	#emitChange(): void {
		if (!this.#calls.signal.aborted) this.#app.events.emit("billing-changed");
	}

	async #readAll(): Promise<CommandOutcome> {
		if (this.#calls.signal.aborted) return refused(STOPPED);
		if (this.#loading) return done;
		this.#loading = true;
		this.#emitChange();
		const { round } = this.#credits;
		const [position, list] = await Promise.all([
			this.#calls.ask("credits", (signal) => this.#service.readCredits(null, signal)),
			this.#calls.ask("apps", (signal) => this.#service.listApps(signal)),
		]);
		this.#loading = false;
		if (this.#calls.signal.aborted) return refused(STOPPED);
		if (round === this.#credits.round) this.#credits.applyAnswer(position);
		this.#apps.acceptList(list);
		this.#text = null;
		const kinds = [kindOf(position), kindOf(list)];
		if (kinds.includes("unauthorized")) this.#text = SIGN_IN;
		else if (kinds.every((kind) => kind === "forbidden")) this.#text = this.#credits.fault;
		if ([position, list].some(passes)) this.#retries.failed(this.#calls.notBefore());
		else this.#retries.succeeded();
		this.#emitChange();
		return this.#text === null ? done : refused(this.#text);
	}
}
