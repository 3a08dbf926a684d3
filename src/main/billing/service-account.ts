import { message, type Text } from "../../core/message.ts";
import type { AppView, ServiceAccountView } from "../../ipc/billing.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { done, refused } from "../outcome.ts";
import type { Clock } from "../ports.ts";
import type { AccountService } from "../service/account.ts";
import type { Intents } from "../storage/intents.ts";
import { type Answered, createAccountCalls, isPassing, kindOf, SIGN_IN } from "./account-calls.ts";
import { Credits } from "./credits.ts";
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

const OVER = message("account.stopped");

const passes = (read: Answered<unknown>) => "error" in read && isPassing(read.error);

export function createServiceAccount(parts: ServiceAccountParts): ServiceAccount {
	const { service, clock, log } = parts;
	const calls = createAccountCalls(clock, log);
	const credits = new Credits(clock, log);
	let text: Text | null = null;
	let loading = false;

	function changed(): void {
		if (!calls.signal.aborted) parts.onChange();
	}

	const topUps = createTopUps({
		...parts,
		onPosition(next) {
			if (next !== null) credits.take(next);
		},
		onChange: changed,
	});
	const apps = createInstalledApps({ service, calls, reread: readAll, onChange: changed, log });

	const retries = new Retries(clock, () => void readAll());

	async function readAll(): Promise<CommandOutcome> {
		if (calls.signal.aborted) return refused(OVER);
		if (loading) return done;
		loading = true;
		changed();
		const { round } = credits;
		const [position, list] = await Promise.all([
			calls.ask("credits", (signal) => service.readCredits(null, signal)),
			calls.ask("apps", (signal) => service.listApps(signal)),
		]);
		loading = false;
		if (calls.signal.aborted) return refused(OVER);
		// What a top-up has brought meanwhile is newer.
		if (round === credits.round) credits.takeAnswer(position);
		apps.take(list);
		text = null;
		const kinds = [kindOf(position), kindOf(list)];
		if (kinds.includes("unauthorized")) text = SIGN_IN;
		else if (kinds.every((kind) => kind === "forbidden")) text = credits.fault;
		// What passes is tried again by itself, as its words say.
		if ([position, list].some(passes)) retries.failed(calls.notBefore());
		else retries.succeeded();
		changed();
		return text === null ? done : refused(text);
	}

	return {
		view: () => ({
			offered: text === null,
			text,
			credits: credits.shown,
			creditsFault: credits.fault,
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
			const { position: from, round } = credits;
			const before = from?.nextBeforeId ?? null;
			if (loading || from === null || before === null) return done;
			const barred = calls.barred();
			if (barred !== null) return barred;
			loading = true;
			changed();
			const read = await calls.ask("credits", (signal) => service.readCredits(before, signal));
			loading = false;
			if (calls.signal.aborted) return refused(OVER);
			// A top-up has brought a newer position meanwhile.
			if (round !== credits.round) {
				changed();
				return done;
			}
			const fault = credits.takeOlder(from, read);
			changed();
			return fault === null ? done : refused(fault);
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
