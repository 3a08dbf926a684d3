import { DatabaseSync } from "node:sqlite";
import type { CommandOutcome } from "../../../../src/ipc/primitives.ts";
import { ServiceAccount } from "../../../../src/main/billing/service-account.ts";
import { Events } from "../../../../src/main/events.ts";
import type { Clock } from "../../../../src/main/ports.ts";
import { createAccount } from "../../../../src/main/service/account.ts";
import type { ServiceCall } from "../../../../src/main/service/address.ts";
import { ServiceError, serviceErrorOf } from "../../../../src/main/service/errors.ts";
import type { Http } from "../../../../src/main/service/http.ts";
import { INTENTS_SQL, Intents } from "../../../../src/main/storage/intents.ts";
import type { WindowRoute } from "../../../../src/main/window-route.ts";

/** The service account with a scripted HTTP client, virtual time, and a real store of intents. */

/** Reply to one call: JSON text, an error, or a function that the call awaits. */
type Reply = string | ServiceError | (() => Promise<string>);

export interface AccountScene {
	readonly account: ServiceAccount;
	readonly intents: Intents;
	readonly calls: ServiceCall[];
	readonly lines: string[];
	/** Shows this route in the trusted window. */
	showRoute(route: WindowRoute): void;
	route(): WindowRoute;
	/** Commands of the trusted window, each with its screen. */
	topUp(micro: bigint): Promise<CommandOutcome>;
	retryTopUp(): Promise<CommandOutcome>;
	remove(applicationId: number, name: string): Promise<CommandOutcome>;
	/** Sets the replies to "METHOD path", in order; the last one is repeated. */
	answer(route: string, ...replies: Reply[]): void;
	/** Advances the clock and runs what is due. */
	pass(ms: number): Promise<void>;
	/** Simulates a restart with the same store of intents. */
	again(): AccountScene;
}

export const SCOPE = "scope";

export function httpError(
	status: number,
	body: unknown = null,
	headers: Record<string, string> = {},
): ServiceError {
	const text = body === null ? null : JSON.stringify(body);
	return serviceErrorOf({ status, headers: new Headers(headers), body: text, token: "", now: 0 });
}

export const lost = () => new ServiceError("offline", { detail: "ECONNRESET" });

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function openIntents(now: () => number): Intents {
	const db = new DatabaseSync(":memory:");
	db.exec(INTENTS_SQL);
	return new Intents(db, now);
}

interface Lasting {
	readonly intents: Intents;
	time: number;
}

function lasting(): Lasting {
	const begun = { time: 1_790_000_000_000 };
	return Object.assign(begun, { intents: openIntents(() => begun.time) });
}

export function accountScene(state: Lasting = lasting()): AccountScene {
	const due: { at: number; run: () => void }[] = [];
	const clock: Clock = {
		now: () => state.time,
		after(ms, run) {
			const timer = { at: state.time + ms, run };
			due.push(timer);
			return () => {
				const index = due.indexOf(timer);
				if (index !== -1) due.splice(index, 1);
			};
		},
	};
	const replies = new Map<string, Reply[]>();
	const calls: ServiceCall[] = [];
	const lines: string[] = [];
	const http: Pick<Http, "text"> = {
		async text(call) {
			calls.push(call);
			const list = replies.get(`${call.method} ${call.path}`) ?? [httpError(404)];
			const reply = (list.length > 1 ? list.shift() : list[0]) ?? httpError(404);
			if (reply instanceof ServiceError) throw reply;
			return typeof reply === "string" ? reply : await reply();
		},
	};
	let route: WindowRoute = { kind: "empty" };
	const account = new ServiceAccount(
		{
			ports: { clock, log: (line) => lines.push(line) },
			events: new Events(() => {}),
			stores: { intents: state.intents },
			window: {
				route: () => route,
				leadTo(next) {
					route = next;
					return { ok: true };
				},
			},
		},
		{ service: createAccount(http), scope: SCOPE },
	);
	return {
		account,
		showRoute(next) {
			route = next;
		},
		route: () => route,
		topUp(micro) {
			route = { kind: "topUp" };
			return account.topUp({ amountMicrousd: micro.toString() });
		},
		retryTopUp() {
			route = { kind: "topUp" };
			return account.retryTopUp();
		},
		remove(applicationId, name) {
			route = { kind: "removeApp", applicationId };
			return account.removeApp({ applicationId, name });
		},
		intents: state.intents,
		calls,
		lines,
		answer: (route, ...list) => replies.set(route, list),
		async pass(ms) {
			state.time += ms;
			for (const timer of due.filter(({ at }) => at <= state.time)) {
				due.splice(due.indexOf(timer), 1);
				timer.run();
			}
			await settled();
		},
		again: () => accountScene(state),
	};
}

export interface PositionFacts {
	readonly balance?: number | string;
	readonly ids?: readonly number[];
	readonly next?: number | null;
}

/** Returns a credit position as JSON text, in the flat form. */
export function positionText({ balance = 2_500_000, ids = [3, 2], next = null }: PositionFacts = {}): string {
	return JSON.stringify({
		period_utc_month: "2026-11",
		included_limit: 5_000_000,
		included_used: 0,
		included_remaining: 5_000_000,
		balance,
		outstanding_debt: 0,
		records: ids.map((id) => ({ id, amount: 10_000, kind: "purchase", created_at: 1_790_000_000 })),
		next_before_id: next,
	});
}

export function secretsText(applicationId: number, app: string): string {
	return JSON.stringify({
		application_id: applicationId,
		app,
		ready: true,
		missing_required: [],
		slots: [
			{ name: "KEY", description: null, required: true, user_own: true, configured: true, value: "hunter2" },
		],
		secret: "hunter2",
	});
}
