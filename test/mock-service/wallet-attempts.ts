import { randomUUID } from "node:crypto";
import type { z } from "zod";
import {
	type CommitWalletAttemptOutcome,
	type CommitWalletAttemptRequest,
	type CommitWalletAttemptView,
	commitWalletAttemptOutcome,
	commitWalletAttemptRequest,
} from "../../src/service-api/commit.ts";
import { firstIssue, sessionId } from "../../src/service-api/event-page.ts";
import type { ApplyChange, CommitRecord } from "./commit-store.ts";
import type { Commits } from "./commits.ts";
import type { Route } from "./http.ts";
import { Problem } from "./problem.ts";
import type { RouteParts } from "./route-parts.ts";
import { twistClaim } from "./twists.ts";

/**
 * Handles wallet attempts of a commit (docs/service-api/commits.md#calls-and-bodies and
 * docs/service-api/commits.md#browser_send-step-by-step). An attempt is issued once, to the first claim. The
 * same request id gets the same attempt without a second permission; another request id is refused.
 */

function refuseStale({ view }: CommitRecord, body: CommitWalletAttemptRequest): void {
	if (body.version !== view.version)
		throw new Problem(409, "stale_version", "The commit has changed.", {
			details: { version: view.version },
		});
	if (body.review_digest !== view.review?.digest)
		throw new Problem(422, "review_mismatch", "That is not the review of this commit.");
}

function offersBrowserSend({ view, twist }: CommitRecord): boolean {
	return twist === "retired_view" || view.supported_transports?.includes("browser_send") === true;
}

function answerOf(record: CommitRecord, attemptId: string, first: boolean): CommitWalletAttemptView {
	const { payload, twist, view } = record;
	const request = payload.kind === "evm_transaction" ? twistClaim(twist, payload) : payload;
	return {
		attempt_id: attemptId,
		commit_id: view.commit_id,
		transport: "browser_send",
		state: view.wallet_attempt?.state ?? "awaiting_wallet",
		request: first ? request : null,
		may_invoke_wallet: first,
	};
}

/** @throws Problem 404, 409, 422 */
async function claimAttempt(
	commits: Commits,
	commitId: string,
	body: CommitWalletAttemptRequest,
	now: number,
): Promise<CommitWalletAttemptView> {
	return await commits.within(commitId, async (record, change) => {
		const known = record.attempt ?? null;
		if (known?.clientRequestId === body.client_request_id) return answerOf(record, known.id, false);
		if (known !== null) throw new Problem(409, "attempt_open", "Another wallet has begun to send this.");
		if (body.transport !== "browser_send" || !offersBrowserSend(record))
			throw new Problem(422, "transport_not_offered", "This commit offersBrowserSend no such route.");
		const { view, payload, expiresAt } = record;
		if (view.state !== "needs_signature" || view.action === null)
			throw new Problem(409, "commit_closed", `The commit is ${view.state}.`, {
				details: { state: view.state },
			});
		if (payload.kind !== "evm_transaction" || view.broadcaster !== "wallet")
			throw new Problem(422, "transport_not_offered", "No wallet sends this.");
		if (expiresAt !== null && now >= expiresAt * 1000)
			throw new Problem(409, "commit_expired", "The offer has expired.");
		refuseStale(record, body);
		const id = randomUUID();
		const wallet_attempt = {
			attempt_id: id,
			transport: "browser_send" as const,
			state: "awaiting_wallet" as const,
			transaction_id: null,
			failure_code: null,
		};
		const attempt = { id, clientRequestId: body.client_request_id };
		return answerOf(change(record, { action: null, wallet_attempt }, { attempt }), id, true);
	});
}

function rejected(record: CommitRecord, change: ApplyChange): CommitRecord {
	const { state, wallet_attempt: attempt } = record.view;
	if (state === "rejected") return record;
	if (attempt?.state !== "awaiting_wallet")
		throw new Problem(409, "already_reported", "This attempt was reported already.");
	return change(record, { state: "rejected", action: null, wallet_attempt: null });
}

function sent(record: CommitRecord, hash: string, change: ApplyChange): CommitRecord {
	const { wallet_attempt: attempt } = record.view;
	if (!/^0x[0-9a-fA-F]{64}$/.test(hash))
		throw new Problem(422, "unprocessable", "transaction_id: not a hash");
	const transaction_id = hash.toLowerCase();
	// The same report again changes nothing.
	if (attempt?.transaction_id === transaction_id) return record;
	if (attempt?.state !== "awaiting_wallet" || record.view.state !== "needs_signature")
		throw new Problem(409, "already_reported", "Another outcome was reported for this attempt.");
	const wallet_attempt = { ...attempt, state: "reported" as const, transaction_id };
	return change(record, { state: "submitted", action: null, transaction_id, wallet_attempt });
}

/** @throws Problem 404, 409, 422 */
async function reportAttempt(
	commits: Commits,
	commitId: string,
	attemptId: string,
	body: CommitWalletAttemptOutcome,
): Promise<CommitRecord> {
	return await commits.within(commitId, async (record, change) => {
		if (record.attempt?.id !== attemptId)
			throw new Problem(404, "attempt_not_found", "There is no such attempt.");
		return body.kind === "rejected" ? rejected(record, change) : sent(record, body.transaction_id, change);
	});
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	throw new Problem(422, "unprocessable", firstIssue(result.error));
}

/** @param clock Unix ms */
export function walletAttemptRoutes(parts: RouteParts, clock: () => number = Date.now): Route[] {
	return [
		{
			method: "POST",
			path: /^\/api\/commits\/([^/]+)\/wallet-attempts$/,
			scope: "agent:actions:resolve",
			handle: async (exchange, ids) => {
				const body = read(commitWalletAttemptRequest, exchange.body);
				const view = await claimAttempt(parts.commits, read(sessionId, ids[0]), body, clock());
				return { status: 200, text: JSON.stringify(view) };
			},
		},
		{
			method: "POST",
			path: /^\/api\/commits\/([^/]+)\/wallet-attempts\/([^/]+)\/report$/,
			scope: "agent:actions:resolve",
			handle: async (exchange, ids) => {
				const body = read(commitWalletAttemptOutcome, exchange.body);
				const [commitId, attemptId] = [read(sessionId, ids[0]), read(sessionId, ids[1])];
				const record = await reportAttempt(parts.commits, commitId, attemptId, body);
				return { status: 200, text: parts.store.shown(record.view.commit_id, "get") ?? "" };
			},
		},
	];
}
