import { message, type Text } from "../../core/message.ts";
import type { AppView, ServiceAccountView } from "../../ipc/billing.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { PresenceOfSecrets, ReadApps } from "../../service-api/account.ts";
import { done, refused } from "../outcome.ts";
import type { AccountService } from "../service/account.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import { type AccountCalls, type Answered, isNotOffered, kindOf, textOnce } from "./account-calls.ts";
import { secretsView } from "./account-view.ts";

/** The user's apps at the service: the listed ones, and those that were looked up by number. */

export interface InstalledApps {
	/** Null until something was read. */
	views(): readonly AppView[] | null;
	view(applicationId: number): AppView | null;
	/** What the list names beside them. */
	others(): ServiceAccountView["otherApps"];
	fault(): Text | null;
	/** What a read of the list has brought. */
	take(read: Answered<ReadApps>): void;
	secrets(applicationId: number): Promise<CommandOutcome>;
	/** Only where `name` is exactly the app's. */
	remove(applicationId: number, name: string): Promise<CommandOutcome>;
}

export interface InstalledAppsParts {
	readonly service: Pick<AccountService, "readAppSecrets" | "removeApp">;
	readonly calls: AccountCalls;
	/** Reads the list again. */
	readonly reread: () => Promise<unknown>;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

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
	/** By the service's list, not only looked up. */
	readonly listed: boolean;
	readonly secrets: PresenceOfSecrets | null;
	readonly loading: boolean;
	readonly fault: Text | null;
}

/** True where the service may have done it all the same. */
function isLost(error: unknown): boolean {
	if (!(error instanceof ServiceError)) return true;
	return error.retryable && !error.unsent && error.kind !== "rateLimited";
}

export function createInstalledApps(parts: InstalledAppsParts): InstalledApps {
	const { service, calls, onChange, log } = parts;
	const apps = new Map<number, KnownApp>();
	const removing = new Set<number>();
	let others: ServiceAccountView["otherApps"] = [];
	let listings = 0;
	let fault: Text | null = null;

	function set(applicationId: number, change: Partial<KnownApp>): void {
		const known = apps.get(applicationId);
		if (known !== undefined) apps.set(applicationId, { ...known, ...change });
		onChange();
	}

	function viewOf(known: KnownApp): AppView {
		return {
			applicationId: known.applicationId,
			app: known.app,
			secrets: known.secrets === null ? null : secretsView(known.secrets),
			loading: known.loading || removing.has(known.applicationId),
			fault: known.fault,
		};
	}

	function takeList({ apps: listed, others: beside, unread }: ReadApps): void {
		const before = new Map(apps);
		apps.clear();
		for (const { applicationId, app } of listed.slice(0, MAX_APPS)) {
			const known = before.get(applicationId);
			const kept = known === undefined ? { secrets: null, loading: false } : known;
			apps.set(applicationId, {
				applicationId,
				app,
				listed: true,
				secrets: kept.secrets,
				loading: kept.loading,
				fault: null,
			});
		}
		for (const known of before.values())
			if (!known.listed && !apps.has(known.applicationId) && apps.size < MAX_APPS)
				apps.set(known.applicationId, known);
		others = beside.slice(0, MAX_APPS);
		listings += 1;
		const left = unread + Math.max(0, listed.length - MAX_APPS) + Math.max(0, beside.length - MAX_APPS);
		fault = left === 0 ? null : message("account.apps.left-out", { count: left });
	}

	return {
		views: () => (listings > 0 || apps.size > 0 ? [...apps.values()].map(viewOf) : null),
		view(applicationId) {
			const known = apps.get(applicationId);
			return known === undefined ? null : viewOf(known);
		},
		others: () => others,
		fault: () => fault,
		take(read) {
			if ("value" in read) takeList(read.value);
			else if (isNotOffered(read)) fault = WORDS.notOffered;
			else if (kindOf(read) === "unreadable") fault = WORDS.unreadable;
			else if (read.error instanceof ServiceError && read.error.kind !== "unauthorized")
				fault = supportedText(read.error);
			else fault = textOnce(read.error, log);
		},
		async secrets(applicationId) {
			const barred = calls.barred();
			if (barred !== null) return barred;
			if (!apps.has(applicationId) && apps.size >= MAX_APPS) return refused(WORDS.tooMany);
			set(applicationId, { loading: true, fault: null });
			const read = await calls.ask("secrets", (signal) => service.readAppSecrets(applicationId, signal));
			if (calls.signal.aborted) return refused(WORDS.over);
			if ("error" in read) {
				const text = textOnce(read.error, log);
				set(applicationId, { loading: false, fault: text });
				return refused(text);
			}
			const known = apps.get(applicationId);
			apps.set(applicationId, {
				applicationId,
				// The list's name stays: it is the one that the user has read.
				app: known?.app ?? read.value.app ?? String(applicationId),
				listed: known?.listed ?? false,
				secrets: read.value,
				loading: false,
				fault: null,
			});
			onChange();
			return done;
		},
		async remove(applicationId, name) {
			const known = apps.get(applicationId);
			if (known === undefined) return refused(WORDS.unknown);
			if (name !== known.app) return refused(WORDS.otherName);
			if (removing.has(applicationId)) return refused(WORDS.busy);
			const barred = calls.barred();
			if (barred !== null) return barred;
			removing.add(applicationId);
			onChange();
			const removed = await calls.ask("remove", (signal) => service.removeApp(applicationId, signal));
			removing.delete(applicationId);
			if (calls.signal.aborted) return refused(WORDS.over);
			if ("value" in removed) {
				apps.delete(applicationId);
				onChange();
				return done;
			}
			const { error } = removed;
			const gone = error instanceof ServiceError && error.serviceCode === "app_not_found";
			const lost = isLost(error);
			const text = gone ? WORDS.gone : lost ? WORDS.unclear : textOnce(error, log);
			if (gone && !known.listed) apps.delete(applicationId);
			set(applicationId, { fault: text });
			if (!lost && !gone) return refused(text);
			const before = listings;
			await parts.reread();
			// A list that is read whole tells what a lost or unreadable answer left open.
			if (lost && known.listed && listings > before && fault === null && !apps.has(applicationId))
				return done;
			set(applicationId, { fault: text });
			return refused(text);
		},
	};
}
