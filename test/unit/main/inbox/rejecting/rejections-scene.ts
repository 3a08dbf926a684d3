import { DatabaseSync } from "node:sqlite";
import type { TurnOutcome } from "../../../../../src/main/conversations/types.ts";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import type { RejectionDeps } from "../../../../../src/main/inbox/rejecting/rejection.ts";
import { recoverRejections, rejectEntry } from "../../../../../src/main/inbox/rejecting/rejections.ts";
import { ServiceError } from "../../../../../src/main/service/errors.ts";
import { createIntents, INTENTS_SQL } from "../../../../../src/main/storage/intents.ts";
import { commitOfRead, requestOfAction } from "../../../../fixtures/requests.ts";
import { request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { virtualClock } from "../../signing/clock.ts";

/** An application of which only a rejection is there, with a service and a disk that the test lets fail. */

export const offline = () => new ServiceError("offline");
export const MESSAGE = "I rejected “this request”: too much";

export const COMMIT: Entry["request"] = commitOfRead({
	kind: "unreadable",
	commitId: "c",
	reason: "not looked at",
});
export const ACTION: Entry["request"] = requestOfAction(actionOf(request(), { id: "act", revision: 3 }));

/** The rest of the application is not reached. */
const asApp = (part: object) => part as RejectionDeps;

/** An application of which only what a rejection touches is there. */
export function scene() {
	const clock = virtualClock(1_790_000_000_000);
	const db = new DatabaseSync(":memory:");
	db.exec(INTENTS_SQL);
	const intents = createIntents(db, { now: clock.now });
	const lines: string[] = [];
	/** What was written down for Activity. */
	const recorded: string[] = [];
	/** Keys of the rejections that were posted. */
	const posts: string[] = [];
	const messages: string[] = [];
	/** Each post, or message, takes the first that is left; none: it is taken. */
	const postFaults: unknown[] = [];
	const turns: (() => Promise<TurnOutcome>)[] = [];
	/** What was said about actions, and how often their session was read after. */
	const answers: { readonly at: string; readonly body: unknown }[] = [];
	const reads: string[] = [];
	const session = { id: "ses", turnState: "complete", pending: null, connection: { state: "live" } };
	/** Commits that the service made of a Build. */
	const cohort = new Set<string>();
	const makeAccount = (scope = "s") => ({
		scope,
		cohort: { has: (commitId: string) => cohort.has(commitId) },
		commits: {
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
	const world = { account: makeAccount(), running: true, hidden: 0, request: COMMIT };
	const app = {
		entry: () => ({ sessionId: "ses", row: null, request: world.request }),
		account: () => world.account,
		reviews: { get: () => null },
		intents,
		place: () => ({ kind: "entry", entryId: "commit:c", mode: "review" }),
		go: () => {},
		running: () => world.running,
		userState: () => ({}),
		changed: () => {},
		recorder: {
			rejecting: (scope: string, { commitId }: { commitId: string }) =>
				recorded.push(`${scope} ${commitId} telling`),
			rejected: (scope: string, { commitId }: { commitId: string }, arrival: string) =>
				recorded.push(`${scope} ${commitId} ${arrival}`),
		},
		inbox: { notices: { look: () => {} } },
		ports: {
			clock,
			log: (line: string) => lines.push(line),
			desktop: {
				hideTrusted: () => {
					world.hidden += 1;
				},
			},
		},
	};
	return {
		app: asApp(app),
		clock,
		intents,
		lines,
		recorded,
		posts,
		messages,
		answers,
		reads,
		postFaults,
		turns,
		session,
		world,
		cohort,
		kinds: () => intents.pending("s").map(({ kind }) => kind),
		/** As after a crash: what ran before is of an account that is no more. */
		restart(scope = "s") {
			world.account = makeAccount(scope);
			recoverRejections(asApp(app));
		},
	};
}

/** What is under way gets its chance. */
export const rest = async () => {
	for (let turns = 0; turns < 10; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

export const no = (one: ReturnType<typeof scene>) => rejectEntry(one.app, "commit:c", "too much");

/** How long until the next timer, which fires. */
export async function gap(one: ReturnType<typeof scene>): Promise<number> {
	const at = one.clock.now();
	one.clock.next();
	await rest();
	return one.clock.now() - at;
}
