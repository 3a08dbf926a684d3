import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { z } from "zod";
import { firstIssue } from "../../src/service-api/event-page.ts";
import { completeSignIn } from "./auth/browser.ts";
import { answerDevice } from "./auth/pages.ts";
import { bareCommit } from "./bare-commit.ts";
import { type AnswerOf, OPERATIONS, type OperationName, type ParsedOrderOf } from "./control-operations.ts";
import type { Core, SharedParts } from "./core.ts";
import { newSessionId } from "./core.ts";
import { parseBody, readText } from "./http.ts";
import type { Signal } from "./hub.ts";
import type { RouteParts } from "./route-parts.ts";
import { openTurn } from "./routes.ts";
import { createWork } from "./work.ts";

/** Serves the control port: POST /<operation> with the parameters as JSON. Only for tests and the demo. */

export interface Controlled {
	readonly shared: SharedParts;
	/** Returns the running service. @throws Error while it is down */
	readonly core: () => Core;
	readonly isUp: () => boolean;
	readonly url: () => string;
	readonly down: () => Promise<void>;
	readonly up: () => Promise<void>;
}

type Handlers = {
	readonly [N in OperationName]: (order: ParsedOrderOf<N>) => AnswerOf<N> | Promise<AnswerOf<N>>;
};

const DONE = { done: true } as const;
/** Number of events written in one batch. */
const BATCH_SIZE = 50_000;

function signalTo({ hub }: RouteParts, sessionId: string | undefined, signal: Signal): void {
	if (sessionId === undefined) hub.broadcast(signal);
	else hub.publish(sessionId, signal);
}

/** Omits members whose value is `undefined`. */
function omitUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
	const pairs = Object.entries(value).filter(([, member]) => member !== undefined);
	return Object.fromEntries(pairs) as { [K in keyof T]: Exclude<T[K], undefined> };
}

function addSession(parts: RouteParts, events: number, textLength: number): string {
	const sessionId = newSessionId();
	const turnId = `trn_${sessionId}`;
	const content = "the quick brown fox ".repeat(Math.ceil(textLength / 20)).slice(0, textLength);
	const messageAt = (index: number) => ({
		turn_id: turnId,
		type: "message",
		sender: index % 2 === 0 ? "user" : "agent",
		content,
		message_key: `${turnId}:${index}`,
	});
	parts.log.ensureSession(sessionId);
	for (let at = 0; at < events; at += BATCH_SIZE) {
		const count = Math.min(BATCH_SIZE, events - at);
		parts.log.appendRaw(
			sessionId,
			Array.from({ length: count }, (_, index) => messageAt(at + index)),
		);
	}
	return sessionId;
}

function handlers(controlled: Controlled): Handlers {
	const { shared, core } = controlled;
	const { faults, settings, book, options } = shared;
	const authority = () => shared.authority(controlled.url());
	const work = createWork(() => (controlled.isUp() ? core().parts : null));
	return {
		about: () => ({
			url: controlled.url(),
			running: controlled.isUp(),
			chains: [...options.chains],
			person: options.person ?? null,
			svm: options.svm ?? null,
		}),
		fault: (fault) => ({ id: faults.arm(fault) }),
		faults: () => ({ faults: faults.list() }),
		clearFaults: () => {
			faults.clear();
			return DONE;
		},
		settings: (change) => {
			Object.assign(settings, change);
			return DONE;
		},
		expireCursors: ({ sessionId }) => {
			core().parts.log.expireCursors(sessionId);
			return DONE;
		},
		resync: ({ sessionId }) => {
			signalTo(core().parts, sessionId, { kind: "resync" });
			return DONE;
		},
		endStreams: ({ sessionId }) => {
			signalTo(core().parts, sessionId, { kind: "end" });
			return DONE;
		},
		rawFrame: ({ sessionId, text }) => {
			signalTo(core().parts, sessionId, { kind: "frame", text });
			return DONE;
		},
		injectEvents: ({ sessionId, events }) => {
			core().parts.log.appendRaw(sessionId, events);
			return DONE;
		},
		addSessions: ({ count, events, textLength }) => {
			const { parts } = core();
			return {
				sessionIds: Array.from({ length: count }, () => addSession(parts, events, textLength)),
			};
		},
		work: (order) => {
			work.order(order);
			return DONE;
		},
		say: ({ message, sessionId = newSessionId(), userState = null }) => {
			const { parts } = core();
			parts.log.ensureSession(sessionId);
			const turnId = openTurn(parts, sessionId, { message, userState, mode: null });
			return { sessionId, turnId };
		},
		bareCommit: ({ sessionId, commitId, signer }) => {
			core().parts.store.save(bareCommit(sessionId, commitId, signer), true);
			return DONE;
		},
		reviseCommit: async ({ commitId, amount }) => {
			const units = amount === undefined ? null : BigInt(amount);
			const { view } = await core().parts.commits.revise(commitId, units);
			return { revision: view.review?.revision ?? 0, digest: view.review?.digest ?? "" };
		},
		expireCommit: async ({ commitId }) => {
			await core().parts.commits.expire(commitId);
			return DONE;
		},
		anotherDevice: async (order) => {
			const { commits, actions } = core().parts;
			if ("commitId" in order) {
				const { view } = await commits.manual(order.commitId, order.answer);
				return { state: view.state, version: view.version };
			}
			const { action, sessionId } = actions.record(order.actionId);
			const body = { revision: action.revision, result: order.result };
			const key = randomUUID();
			await actions.resolve(sessionId, action.id, body, { key, hash: key });
			const { state, revision } = actions.record(action.id).action;
			return { state, version: revision };
		},
		reviseAction: async ({ actionId, same }) => {
			const { action } = await core().parts.actions.revise(actionId, same);
			return { revision: action.revision };
		},
		expireAction: async ({ actionId }) => {
			await core().parts.actions.expire(actionId);
			return DONE;
		},
		approveDevice: async ({ userCode, person }) => {
			await answerDevice(await authority(), userCode, person);
			return DONE;
		},
		approveInBrowser: async ({ url, person, change }) => ({
			redirected: await completeSignIn({ url, person, change: omitUndefined(change) }),
		}),
		authTwists: async (twists) => {
			(await authority()).twists = twists;
			return DONE;
		},
		expireTokens: async () => {
			(await authority()).expireTokens();
			return DONE;
		},
		authCalls: async () => ({ calls: [...(await authority()).calls] }),
		records: () => book.all(core().parts.db),
		clearRecords: () => {
			book.clear();
			return DONE;
		},
		down: async () => {
			await controlled.down();
			return DONE;
		},
		up: async () => {
			await controlled.up();
			return DONE;
		},
	};
}

function isOperation(name: string): name is OperationName {
	return Object.hasOwn(OPERATIONS, name);
}

async function run<N extends OperationName>(table: Handlers, name: N, body: unknown): Promise<unknown> {
	const schema: z.ZodType = OPERATIONS[name].order;
	const order = schema.safeParse(body ?? {});
	if (!order.success) throw new Error(`${name}: ${firstIssue(order.error)}`);
	const handle: (order: ParsedOrderOf<N>) => unknown = table[name];
	// Parsed above with the schema of this operation.
	return await handle(order.data as ParsedOrderOf<N>);
}

export function controlServer(controlled: Controlled): Server {
	const table = handlers(controlled);
	return createServer((request, response) => {
		const answer = async () => {
			const name = (request.url ?? "/").slice(1);
			if (!isOperation(name)) throw new Error(`there is no operation ${name}`);
			return await run(table, name, parseBody(await readText(request)));
		};
		const send = (status: number, body: unknown) => {
			response.writeHead(status, { "content-type": "application/json" });
			response.end(JSON.stringify(body));
		};
		answer().then(
			(body) => send(200, body),
			(error: unknown) => send(400, { error: error instanceof Error ? error.message : String(error) }),
		);
	});
}
