import type { ReadCommit } from "../../../service-api/commit.ts";
import { readCommit } from "../../../service-api/event-page.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import { parseStrictJson } from "../../service/strict-json.ts";
import type { CohortCommit, Cohorts } from "../../storage/cohorts.ts";

/**
 * Commits that the service made of a Build (a cohort). They are ordinary commits but for two things: no page brings
 * them, so that they are kept from the answer on; and they are asked for under the pipeline's route
 * (docs/service-api/differences.md#requests-of-a-pipeline-commit).
 */

export interface CohortAnswer {
	readonly digest: string;
	readonly threadId: string;
	/** JSON text of each commit. */
	readonly commits: readonly string[];
}

export interface Cohort {
	/** This commit is read and answered under the pipeline's route. */
	readonly has: (commitId: string) => boolean;
	/** The Build that it was made of; null for every other commit. */
	buildOf(commitId: string): string | null;
	/** This is the thread of a cohort, and no conversation. */
	isThread(sessionId: string): boolean;
	/** Durable when it returns. @returns why nothing of it is followed; null where all of it is. Throws a StorageError. */
	keep(answer: CohortAnswer): string | null;
	/** Hands what is kept to the sessions, which then read each by its own GET. */
	resume(): void;
}

/** So many steps of one Build are followed. */
const MAX_COMMITS = 50;

type CohortReading = { readonly commit: CohortCommit } | { readonly fault: string };

/** As strictly as a GET is read: but a commit that only can't be read whole is followed, since its GET may be. */
function readOne({ digest, threadId }: CohortAnswer, view: string): CohortReading {
	let read: ReadCommit;
	try {
		read = readCommit(parseStrictJson(view));
	} catch (cause) {
		return { fault: cause instanceof Error ? cause.message : "not readable" };
	}
	const commitId = read.kind === "known" ? read.view.commit_id : read.commitId;
	// It goes into a path.
	if (commitId === null || !/^[\w-]{1,160}$/.test(commitId)) return { fault: "commit_id: not an id" };
	if (read.kind === "known" && read.view.thread_id !== threadId)
		return { fault: "thread_id: the commit belongs to another thread" };
	return { commit: { commitId, threadId, digest, view } };
}

/** All of them, or the first reason why not. */
export function readCohort(answer: CohortAnswer): readonly CohortCommit[] | string {
	if (answer.commits.length > MAX_COMMITS) return `more than ${MAX_COMMITS} commits`;
	const commits: CohortCommit[] = [];
	for (const view of answer.commits) {
		const read = readOne(answer, view);
		if ("fault" in read) return read.fault;
		if (commits.some(({ commitId }) => commitId === read.commit.commitId)) return "commit_id: stands twice";
		commits.push(read.commit);
	}
	return commits;
}

export function createCohort(parts: {
	readonly store: Cohorts;
	readonly scope: string;
	readonly sessions: () => Pick<Sessions, "commit" | "adoptCommit">;
}): Cohort {
	const { store, scope, sessions } = parts;
	let known: ReadonlyMap<string, CohortCommit> | null = null;

	function load(): ReadonlyMap<string, CohortCommit> {
		known ??= new Map(store.list(scope).map((commit) => [commit.commitId, commit]));
		return known;
	}

	function adopt(commits: Iterable<CohortCommit>): void {
		for (const { commitId, threadId, view } of commits)
			if (sessions().commit(commitId) === null)
				sessions().adoptCommit(threadId, readCommit(JSON.parse(view)));
	}

	return {
		has: (commitId) => load().has(commitId),
		buildOf: (commitId) => load().get(commitId)?.digest ?? null,
		isThread: (sessionId) => [...load().values()].some(({ threadId }) => threadId === sessionId),
		keep(answer) {
			const commits = readCohort(answer);
			if (typeof commits === "string") return commits;
			// One of a conversation stays there: another route would answer for it in its name.
			const foreign = commits.find(
				({ commitId }) => !load().has(commitId) && sessions().commit(commitId) !== null,
			);
			if (foreign !== undefined) return `commit_id: ${foreign.commitId} belongs to a conversation`;
			store.keep(scope, commits);
			known = null;
			adopt(commits);
			return null;
		},
		resume: () => adopt(load().values()),
	};
}
