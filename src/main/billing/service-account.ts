import { message, type Text } from "../../core/message.ts";
import type { AppView, CreditsView, ServiceAccountView } from "../../ipc/billing.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { CreditPosition } from "../../service-api/account.ts";
import { done, refused } from "../outcome.ts";
import type { Clock } from "../ports.ts";
import type { AccountService } from "../service/account.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import type { Intents } from "../storage/intents.ts";
import {
	type Answered,
	createAccountCalls,
	isNotOffered,
	isPassing,
	kindOf,
	SIGN_IN,
	textOnce,
} from "./account-calls.ts";
import { creditsView } from "./account-view.ts";
import { newestPage, withOlderPage } from "./credit-pages.ts";
import { createInstalledApps } from "./installed-apps.ts";
import { Retries } from "./retries.ts";
import { createTopUps } from "./top-up.ts";

/** The account with the service, as it was read last. Of one environment and identity. */
export interface ServiceAccount {
	view(): ServiceAccountView;
	app(applicationId: number): AppView | null;
	read(): Promise<CommandOutcome>;
	more(): Promise<CommandOutcome>;
	secrets(applicationId: number): Promise<CommandOutcome>;
	/** @param micro whole micro-USD */
	topUp(micro: bigint): Promise<CommandOutcome>;
	retryTopUp(): Promise<CommandOutcome>;
	/** A top-up that is over is no longer shown. */
	clearTopUp(): void;
	/** `name` is what the user typed; it must be the app's. */
	remove(applicationId: number, name: string): Promise<CommandOutcome>;
	stop(): void;
}

export interface ServiceAccountParts {
	readonly service: AccountService;
	readonly clock: Clock;
	/** A top-up's key is durable before it is sent, so that a crash never pays twice. */
	readonly intents: Intents;
	readonly scope: string;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

const WORDS = {
	notOffered: message("account.credit.not-offered"),
	unreadable: message("account.credit.unreadable"),
	over: message("account.stopped"),
} as const;

export function createServiceAccount(parts: ServiceAccountParts): ServiceAccount {
	const { service, clock, log } = parts;
	const calls = createAccountCalls(clock, log);
	let text: Text | null = null;
	let position: CreditPosition | null = null;
	let shown: CreditsView | null = null;
	let creditsFault: Text | null = null;
	let loading = false;
	/** Another first page makes an older page stale. */
	let round = 0;

	function changed(): void {
		if (!calls.signal.aborted) parts.onChange();
	}

	/** A position that holds from now on, with its newest entries. */
	function take(next: CreditPosition): void {
		round += 1;
		position = newestPage(next);
		creditsFault = null;
		shown = creditsView(position, next.nextBeforeId !== null, clock.now());
	}

	function takeCredits(read: Answered<CreditPosition>): void {
		if ("value" in read) take(read.value);
		else if (isNotOffered(read)) creditsFault = WORDS.notOffered;
		else if (kindOf(read) === "unreadable") creditsFault = WORDS.unreadable;
		else if (read.error instanceof ServiceError && read.error.kind !== "unauthorized")
			creditsFault = supportedText(read.error);
		else creditsFault = textOnce(read.error, log);
	}

	const topUps = createTopUps({
		...parts,
		onPosition(next) {
			if (next !== null) take(next);
		},
		onChange: changed,
	});
	const apps = createInstalledApps({ service, calls, reread: readAll, onChange: changed, log });

	const retries = new Retries(clock, () => void readAll());

	/** What passes is tried again by itself, as its words say. */
	function retryLater(reads: readonly Answered<unknown>[]): void {
		if (reads.some((read) => "error" in read && isPassing(read.error))) retries.failed(calls.notBefore());
		else retries.succeeded();
	}

	async function readAll(): Promise<CommandOutcome> {
		if (calls.signal.aborted) return refused(WORDS.over);
		if (loading) return done;
		loading = true;
		changed();
		const before = round;
		const [credits, list] = await Promise.all([
			calls.ask("credits", (signal) => service.readCredits(null, signal)),
			calls.ask("apps", (signal) => service.listApps(signal)),
		]);
		loading = false;
		if (calls.signal.aborted) return refused(WORDS.over);
		// What a top-up has brought meanwhile is newer.
		if (before === round) takeCredits(credits);
		apps.take(list);
		text = null;
		const kinds = [kindOf(credits), kindOf(list)];
		if (kinds.includes("unauthorized")) text = SIGN_IN;
		else if (kinds.every((kind) => kind === "forbidden")) text = creditsFault;
		retryLater([credits, list]);
		changed();
		return text === null ? done : refused(text);
	}

	return {
		view: () => ({
			offered: text === null,
			text,
			credits: shown,
			creditsFault,
			topUp: topUps.view(),
			apps: apps.views(),
			otherApps: apps.others(),
			appsFault: apps.fault(),
			loading,
		}),
		app: (applicationId) => apps.view(applicationId),
		async read() {
			retries.forget();
			return calls.barred() ?? (await readAll());
		},
		async more() {
			const from = position;
			const before = from?.nextBeforeId ?? null;
			if (loading || from === null || before === null) return done;
			const barred = calls.barred();
			if (barred !== null) return barred;
			loading = true;
			changed();
			const mine = round;
			const read = await calls.ask("credits", (signal) => service.readCredits(before, signal));
			loading = false;
			if (calls.signal.aborted) return refused(WORDS.over);
			// A top-up has brought a newer position meanwhile.
			if (mine !== round) {
				changed();
				return done;
			}
			if ("error" in read) {
				creditsFault = kindOf(read) === "unreadable" ? WORDS.unreadable : textOnce(read.error, log);
				changed();
				return refused(creditsFault);
			}
			position = withOlderPage(from, read.value);
			creditsFault = null;
			shown = creditsView(position, position.nextBeforeId !== null, shown?.readAt ?? clock.now());
			changed();
			return done;
		},
		secrets: (applicationId) => apps.secrets(applicationId),
		topUp: (micro) => topUps.start(micro),
		retryTopUp: () => topUps.retry(),
		clearTopUp: () => topUps.clear(),
		remove: (applicationId, name) => apps.remove(applicationId, name),
		stop() {
			retries.stop();
			calls.stop();
			topUps.stop();
		},
	};
}
