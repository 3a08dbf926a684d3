import { describe, expect, it } from "vitest";
import type { ServiceCall } from "../../../../src/main/service/address.ts";
import { createCommits, readAttemptAnswer, readCommitAnswer } from "../../../../src/main/service/commits.ts";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import type { Http } from "../../../../src/main/service/http.ts";
import { payload } from "../../core/match/honest.ts";

/**
 * The calls of a wallet attempt, and the strict parsing of a claim's response
 * (docs/service-api/commits.md#calls-and-bodies).
 */

const COMMIT = "commit-1";
const asked = { transport: "browser_send" as const };
const answer = (change: Record<string, unknown> = {}) => ({
	attempt_id: "attempt-1",
	commit_id: COMMIT,
	transport: "browser_send",
	state: "awaiting_wallet",
	request: payload(),
	may_invoke_wallet: true,
	...change,
});
const read = (change: Record<string, unknown> = {}) =>
	readAttemptAnswer(JSON.stringify(answer(change)), COMMIT, asked);

function service(
	text: string,
	ofPipeline?: (commitId: string) => boolean,
): {
	readonly calls: ServiceCall[];
	readonly commits: ReturnType<typeof createCommits>;
} {
	const calls: ServiceCall[] = [];
	const unused = () => Promise.reject(new Error("not asked for here"));
	const http: Http = {
		text: async (call) => {
			calls.push(call);
			return text;
		},
		json: unused,
		open: unused,
		credentials: () => 1,
	};
	return { calls, commits: createCommits(http, ofPipeline) };
}

describe("a commit made of a Build", () => {
	it("is requested and answered only under the pipeline's route, with its thread", async () => {
		const { calls, commits } = service("{}", (commitId) => commitId === "of-a-build");
		for (const id of ["of-a-build", "of-a-session"]) {
			await commits.getCommit(id, "thread-1");
			await commits.postManual(id, "thread-1", { kind: "rejected" }, "key-1");
		}
		expect(calls.map(({ method, path, sessionId }) => `${method} ${path} ${sessionId}`)).toEqual([
			"GET /v1/pipeline/evm/commits/of-a-build thread-1",
			"POST /v1/pipeline/evm/commits/of-a-build/manual thread-1",
			"GET /api/commits/of-a-session thread-1",
			"POST /api/commits/of-a-session/manual thread-1",
		]);
	});
});

describe("the answer to a GET that is partly unreadable", () => {
	const read = (change: Record<string, unknown>) =>
		readCommitAnswer(
			JSON.stringify({ commit_id: COMMIT, thread_id: "thread-1", state: "confirmed", ...change }),
			COMMIT,
			"thread-1",
		);

	it.each([{}, { thread_id: undefined }])("yields at least the state of this commit: %j", (change) => {
		expect(read(change)).toMatchObject({ kind: "unreadable", commitId: COMMIT, state: "confirmed" });
	});

	it.each([
		["another commit", { commit_id: "commit-2" }, /^commit_id/],
		["no commit", { commit_id: undefined }, /./],
		["a commit of another session", { thread_id: "thread-2" }, /^thread_id/],
	])("yields nothing about this commit if it is of %s", (_name, change, reason) => {
		const answered = read(change);
		expect(answered).toEqual({ kind: "unreadable", commitId: COMMIT, reason: expect.stringMatching(reason) });
	});
});

describe("the answer to a claim", () => {
	it("is accepted if it is of this commit and this route", () => {
		expect(read()).toEqual({ kind: "known", view: answer() });
		expect(read({ request: null, may_invoke_wallet: false })).toMatchObject({ kind: "known" });
	});

	it.each([
		["another commit", { commit_id: "commit-2" }, /^commit_id/],
		["another route", { transport: "sign_and_broadcast" }, /^transport/],
		["an unknown route", { transport: "fax" }, /^transport/],
		["no id", { attempt_id: "" }, /^attempt_id/],
		["an id that leads elsewhere", { attempt_id: ".." }, /^attempt_id/],
		["an id with a line break", { attempt_id: "a\nb" }, /^attempt_id/],
		["an endless id", { attempt_id: "a".repeat(161) }, /^attempt_id/],
		["an invalid permission", { may_invoke_wallet: "yes" }, /^may_invoke_wallet/],
		["no permission at all", { may_invoke_wallet: undefined }, /^may_invoke_wallet/],
		["a request of an unknown kind", { request: { kind: "anything" } }, /^request/],
		[
			"an unknown member in the request",
			{ request: { ...payload(), authorization_list: [] } },
			/authorization_list: needs a newer/,
		],
		["an unknown member next to it", { phase: "chain_switch" }, /phase: needs a newer/],
	])("is useless with %s", (_, change, reason) => {
		expect(read(change)).toMatchObject({ kind: "unreadable", reason: expect.stringMatching(reason) });
	});

	it("is useless if it has duplicates, or an invalid number", () => {
		const twice = JSON.stringify(answer()).replace('"nonce":11', '"nonce":12,"nonce":11');
		expect(readAttemptAnswer(twice, COMMIT, asked).kind).toBe("unreadable");
		const loose = JSON.stringify(answer()).replace('"nonce":11', '"nonce":11.0000000000000001');
		expect(readAttemptAnswer(loose, COMMIT, asked).kind).toBe("unreadable");
		expect(() => readAttemptAnswer("<html>", COMMIT, asked)).toThrow(ServiceError);
	});

	it("yields the attempt's id if at least that can be read", () => {
		expect(read({ phase: "x" })).toMatchObject({ kind: "unreadable", attemptId: "attempt-1" });
		expect(read({ commit_id: "commit-2" })).not.toHaveProperty("attemptId");
		expect(read({ attempt_id: "..", phase: "x" })).not.toHaveProperty("attemptId");
	});
});

describe("the calls of a wallet attempt", () => {
	it("claim with the session's headers, and without an Idempotency-Key", async () => {
		const { calls, commits } = service(JSON.stringify(answer()));
		const body = {
			version: 3,
			review_digest: "d",
			client_request_id: "r",
			transport: "browser_send" as const,
		};
		await commits.startWalletAttempt("commit-1", "session-1", body);
		expect(calls).toEqual([
			{ method: "POST", path: "/api/commits/commit-1/wallet-attempts", sessionId: "session-1", body },
		]);
	});

	it("send nothing besides the interface's members", async () => {
		const { commits } = service(JSON.stringify(answer()));
		const body = {
			version: 3,
			review_digest: "d",
			client_request_id: "r",
			transport: "browser_send" as const,
			extra: 1,
		};
		await expect(commits.startWalletAttempt("commit-1", "session-1", body)).rejects.toThrow(/extra/);
	});

	it("report under the attempt's id, and read the returned commit", async () => {
		const { calls, commits } = service(JSON.stringify({ commit_id: "commit-1", version: 1 }));
		const body = { kind: "transaction" as const, transaction_id: "0x1" };
		const back = await commits.reportWalletAttempt("commit-1", "session-1", "a/b", body);
		expect(back.kind).toBe("unreadable");
		expect(calls).toEqual([
			{
				method: "POST",
				path: "/api/commits/commit-1/wallet-attempts/a%2Fb/report",
				sessionId: "session-1",
				body,
			},
		]);
	});
});
