import { DatabaseSync } from "node:sqlite";
import type { TurnOutcome } from "../../../../../src/main/conversations/session-types.ts";
import { Events } from "../../../../../src/main/events.ts";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import { Rejections } from "../../../../../src/main/inbox/rejecting/rejections.ts";
import type { Ports } from "../../../../../src/main/ports.ts";
import { ServiceError } from "../../../../../src/main/service/errors.ts";
import { INTENTS_SQL, Intents } from "../../../../../src/main/storage/intents.ts";
import { commitOfRead, requestOfAction } from "../../../../fixtures/requests.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { virtualClock } from "../../signing/clock.ts";

/** An app reduced to rejections, with a service and a disk that tests can let fail. */

export const offline = () => new ServiceError("offline");
export const MESSAGE = "I rejected “this request”: too much";

export const COMMIT: Entry["request"] = commitOfRead({
	kind: "unreadable",
	commitId: "c",
	reason: "not looked at",
});
export const ACTION: Entry["request"] = requestOfAction(actionOf(request(), { id: "act", revision: 3 }));

/** Creates the parts of the app that a rejection uses. */
export function scene() {
	const clock = virtualClock(1_790_000_000_000);
	const db = new DatabaseSync(":memory:");
	db.exec(INTENTS_SQL);
	const intents = new Intents(db, clock.now);
	const lines: string[] = [];
	/** Entries recorded for Activity. */
	const recorded: string[] = [];
	/** Keys of the posted rejections. */
	const posts: string[] = [];
	const messages: string[] = [];
	/** Faults of the next posts, in order; later posts succeed. */
	const postFaults: unknown[] = [];
	const turns: (() => Promise<TurnOutcome>)[] = [];
	/** Answers sent for actions, and then the sessions that were read after them. */
	const answers: { readonly at: string; readonly body: unknown }[] = [];
	const reads: string[] = [];
	const session = { id: "ses", turnState: "complete", pending: null, connection: { state: "live" } };
	/** Commits that belong to a Build. */
	const buildCommits = new Set<string>();
	const makeAccount = (scope = "s") => ({
		scope,
		buildCommits: { has: (commitId: string) => buildCommits.has(commitId) },
		service: {
			postManual: async (_: string, __: string, ___: unknown, key: string) => {
				posts.push(key);
				const fault = postFaults.shift();
				if (fault !== undefined) throw fault;
				return { kind: "unreadable" };
			},
			resolveAction: async (sessionId: string, actionId: string, body: unknown, key: string) => {
				posts.push(key);
				answers.push({ at: `${sessionId}/${actionId}`, body });
				const fault = postFaults.shift();
				if (fault !== undefined) throw fault;
			},
		},
		sessions: {
			acceptCommit: () => {},
			refreshCommit: async () => null,
			refreshSession: async (id: string) => {
				reads.push(id);
			},
			list: () => [session],
			startTurn: (_: string, { message }: { message: string }) => {
				messages.push(message);
				return { outcome: (turns.shift() ?? (async () => ({ ok: true })))() };
			},
		},
	});
	const world = {
		account: makeAccount(),
		running: true,
		hidden: 0,
		request: COMMIT,
		row: null as Entry["row"],
	};
	/** Ended proposals. Each end fails with the next fault, if any. */
	const ended: {
		readonly id: string;
		readonly as: string;
		readonly answer: string;
		readonly change: boolean;
	}[] = [];
	const endFaults: unknown[] = [];
	const events = new Events((line) => lines.push(line));
	events.on("rejection-recorded", ({ scope, entryId, state }) =>
		recorded.push(`${scope} ${entryId} ${state}`),
	);
	const ports: Pick<Ports, "clock" | "log" | "desktop"> = {
		clock,
		log: (line) => lines.push(line),
		desktop: stub<Ports["desktop"]>({
			hideTrusted: () => {
				world.hidden += 1;
			},
		}),
	};
	const entry = (id: string) => stub<Entry>({ id, sessionId: "ses", row: world.row, request: world.request });
	const rejections = new Rejections(
		{
			ports,
			events,
			stores: { intents },
			window: { route: () => ({ kind: "entry", entryId: "commit:c", mode: "review" }), go: () => {} },
			conversations: { userState: () => ({}) },
			proposals: {
				end: (id, as, answer, change = false) => {
					const fault = endFaults.shift();
					if (fault !== undefined) throw fault;
					ended.push({ id, as, answer, change });
				},
			},
			reviewing: { reviews: { composeCurrent: () => null } },
			signedIn: { current: () => world.account as never, isRunning: () => world.running },
		},
		{ entry, notifications: { checkEntry: () => {} }, triage: { leave: () => false } },
	);
	return {
		rejections,
		ports,
		entry,
		clock,
		intents,
		lines,
		recorded,
		posts,
		messages,
		answers,
		reads,
		ended,
		endFaults,
		postFaults,
		turns,
		session,
		world,
		buildCommits,
		kinds: () => intents.pending("s").map(({ kind }) => kind),
		/** Simulates a restart after a crash: earlier services belong to an account that no longer exists. */
		restart(scope = "s") {
			world.account = makeAccount(scope);
			rejections.recover();
		},
	};
}

/** Lets pending work run. */
export const settlePending = async () => {
	for (let turns = 0; turns < 10; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

export const rejectCommit = (one: ReturnType<typeof scene>) => one.rejections.reject("commit:c", "too much");

/**
 * Runs the next timer.
 * @returns how long it had been set for
 */
export async function runNextTimer(one: ReturnType<typeof scene>): Promise<number> {
	const at = one.clock.now();
	one.clock.next();
	await settlePending();
	return one.clock.now() - at;
}
