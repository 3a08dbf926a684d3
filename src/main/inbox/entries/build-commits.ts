import type { ReadCommit } from "../../../service-api/commit.ts";
import { readCommit } from "../../../service-api/event-page.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import { parseStrictJson } from "../../service/strict-json.ts";
import type { BuildCommit, BuildCommitStore } from "../../storage/build-commits.ts";

export interface BuildAnswer {
	readonly digest: string;
	readonly threadId: string;
	readonly commits: readonly string[];
}

const MAX_COMMITS = 50;

type CommitReading = { readonly commit: BuildCommit } | { readonly fault: string };

/**
 * Parses as strictly as a GET. If only a commit's ID is readable, the commit is still tracked, because a GET
 * may be able to read it.
 */
function readOne({ digest, threadId }: BuildAnswer, view: string): CommitReading {
	let read: ReadCommit;
	try {
		read = readCommit(parseStrictJson(view));
	} catch (cause) {
		return { fault: cause instanceof Error ? cause.message : "not readable" };
	}
	const commitId = read.kind === "known" ? read.view.commit_id : read.commitId;
	// The ID becomes part of a URL path.
	if (commitId === null || !/^[\w-]{1,160}$/.test(commitId)) return { fault: "commit_id: not an id" };
	if (read.kind === "known" && read.view.thread_id !== threadId)
		return { fault: "thread_id: the commit belongs to another thread" };
	return { commit: { commitId, threadId, digest, view } };
}

export function readBuildCommits(answer: BuildAnswer): readonly BuildCommit[] | string {
	if (answer.commits.length > MAX_COMMITS) return `more than ${MAX_COMMITS} commits`;
	const commits: BuildCommit[] = [];
	for (const view of answer.commits) {
		const read = readOne(answer, view);
		if ("fault" in read) return read.fault;
		if (commits.some(({ commitId }) => commitId === read.commit.commitId)) return "commit_id: stands twice";
		commits.push(read.commit);
	}
	return commits;
}

/**
 * Commits that the service created from a Build. Sessions never list them, so they are stored when the
 * service returns them, and are read and answered through the pipeline's endpoints
 * (docs/service-api/differences.md#requests-of-a-pipeline-commit).
 */
export class BuildCommits {
	readonly #store: BuildCommitStore;
	readonly #scope: string;
	readonly #sessions: () => Pick<Sessions, "commit" | "adoptCommit">;
	#known: ReadonlyMap<string, BuildCommit> | null = null;

	constructor(
		store: BuildCommitStore,
		scope: string,
		sessions: () => Pick<Sessions, "commit" | "adoptCommit">,
	) {
		this.#store = store;
		this.#scope = scope;
		this.#sessions = sessions;
	}

	has(commitId: string): boolean {
		return this.#load().has(commitId);
	}

	buildOf(commitId: string): string | null {
		return this.#load().get(commitId)?.digest ?? null;
	}

	/** A Build's commits share a thread that isn't a session. */
	isThread(sessionId: string): boolean {
		return [...this.#load().values()].some(({ threadId }) => threadId === sessionId);
	}

	/** Stores all commits in the response, or returns why it stored none. Throws a StorageError. */
	add(answer: BuildAnswer): string | null {
		const commits = readBuildCommits(answer);
		if (typeof commits === "string") return commits;
		// A session's commit is answered through the session's endpoints, so it can't be adopted here.
		const foreign = commits.find(
			({ commitId }) => !this.#load().has(commitId) && this.#sessions().commit(commitId) !== null,
		);
		if (foreign !== undefined) return `commit_id: ${foreign.commitId} belongs to a conversation`;
		this.#store.add(this.#scope, commits);
		this.#known = null;
		this.#adopt(commits);
		return null;
	}

	resume(): void {
		this.#adopt(this.#load().values());
	}

	#load(): ReadonlyMap<string, BuildCommit> {
		this.#known ??= new Map(this.#store.list(this.#scope).map((commit) => [commit.commitId, commit]));
		return this.#known;
	}

	#adopt(commits: Iterable<BuildCommit>): void {
		for (const { commitId, threadId, view } of commits)
			if (this.#sessions().commit(commitId) === null)
				this.#sessions().adoptCommit(threadId, readCommit(JSON.parse(view)));
	}
}
