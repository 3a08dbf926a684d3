import type { AppView, ServiceAccountView } from "../../bridge/account-views.ts";
import type { Outcome } from "../../bridge/procedure.ts";
import type { Clock } from "../ports.ts";
import type { AccountService } from "../service/account.ts";
import type { Intents } from "../storage/intents.ts";
import { refused } from "./outcome.ts";

/** The account with the service, as it was read last. Of one environment and identity. */
export interface ServiceAccount {
	view(): ServiceAccountView;
	app(applicationId: number): AppView | null;
	read(): Promise<Outcome>;
	more(): Promise<Outcome>;
	secrets(applicationId: number): Promise<Outcome>;
	/** @param micro whole micro-USD */
	topUp(micro: bigint): Promise<Outcome>;
	retryTopUp(): Promise<Outcome>;
	/** `name` is what the person typed; it must be the app's. */
	remove(applicationId: number, name: string): Promise<Outcome>;
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

const LATER = "The account is not built yet. Nothing was done.";

export function createServiceAccount(_parts: ServiceAccountParts): ServiceAccount {
	return {
		view: () => ({
			offered: false,
			words: LATER,
			credits: null,
			creditsFault: null,
			topUp: null,
			apps: null,
			appsFault: null,
			loading: false,
		}),
		app: () => null,
		read: async () => refused(LATER),
		more: async () => refused(LATER),
		secrets: async () => refused(LATER),
		topUp: async () => refused(LATER),
		retryTopUp: async () => refused(LATER),
		remove: async () => refused(LATER),
		stop() {},
	};
}
