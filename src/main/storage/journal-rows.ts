import { createHash } from "node:crypto";
import { z } from "zod";
import { broadcaster } from "../../contract/action.ts";
import { commitTransport } from "../../contract/commit.ts";
import { JOURNAL_STATES, type JournalLink, type JournalRow, type JournalStep } from "./journal-types.ts";

/** The journal's rows and steps as SQLite holds them, and what a step's hash binds. */

const columns = z.object({
	id: z.string(),
	scope: z.string(),
	entry_id: z.string(),
	session_id: z.string(),
	intent_id: z.string(),
	headline: z.string(),
	chain_ref: z.string(),
	signer: z.string(),
	nonce: z.string().regex(/^[0-9]*$/),
	broadcaster,
	fingerprint: z.string(),
	digest: z.string(),
	revision: z.number(),
	frozen: z.string(),
	predicted: z.string(),
	state: z.enum(JOURNAL_STATES),
	live: z.number(),
	signed_key: z.string(),
	report_key: z.string(),
	signed_bytes: z.string().nullable(),
	transaction_id: z.string().nullable(),
	outcome: z
		.enum([
			"confirmed",
			"failed",
			"replaced",
			"refused",
			"unsigned",
			"dropped",
			"answered",
			"skipped",
			"declined",
		])
		.nullable(),
	words: z.string().nullable(),
	receipt: z.string().nullable(),
	approved_at: z.number(),
	kind: z.enum(["commit", "action", "leg", "replacement", "revocation"]),
	parent: z.string().nullable(),
	place: z.number(),
	replaces: z.string().nullable(),
	dead: z.number(),
	answer: z.string().nullable(),
	transport: commitTransport,
	attempt_id: z.string().nullable(),
});

const stepColumns = z.object({
	seq: z.number(),
	row_id: z.string(),
	step: columns.shape.state,
	at: z.number(),
	detail: z.string().nullable(),
	hash: z.string(),
});

const linkColumns = z.object({ previous: z.string() });

export function toRow(raw: unknown): JournalRow {
	const row = columns.parse(raw);
	return {
		id: row.id,
		scope: row.scope,
		entryId: row.entry_id,
		sessionId: row.session_id,
		kind: row.kind,
		intentId: row.intent_id,
		parent: row.parent,
		place: row.place,
		replaces: row.replaces,
		dead: row.dead === 1,
		answer: row.answer,
		transport: row.transport,
		attemptId: row.attempt_id,
		headline: row.headline,
		chainRef: row.chain_ref,
		signer: row.signer,
		nonce: row.nonce === "" ? null : BigInt(row.nonce),
		broadcaster: row.broadcaster,
		fingerprint: row.fingerprint,
		digest: row.digest,
		revision: row.revision,
		frozen: row.frozen,
		predicted: row.predicted,
		state: row.state,
		live: row.live === 1,
		signedKey: row.signed_key,
		reportKey: row.report_key,
		signedBytes: row.signed_bytes,
		transactionId: row.transaction_id,
		outcome: row.outcome,
		words: row.words,
		receipt: row.receipt,
		approvedAt: row.approved_at,
	};
}

export function toStep(raw: unknown): JournalStep & { readonly hash: string } {
	const step = stepColumns.parse(raw);
	return {
		seq: step.seq,
		rowId: step.row_id,
		step: step.step,
		at: step.at,
		detail: step.detail,
		hash: step.hash,
	};
}

export function toLink(raw: unknown): JournalLink {
	return { ...toStep(raw), previous: linkColumns.parse(raw).previous };
}

/** EVM addresses are equal whatever their case; Solana's are not, and never begin so. */
export const laneOf = (signer: string) => (signer.startsWith("0x") ? signer.toLowerCase() : signer);

/** Each step's hash covers the one before it, so that a changed or removed step shows. */
export function stepHash(previous: string, step: Omit<JournalStep, "seq">, row: string): string {
	return createHash("sha256")
		.update(JSON.stringify([previous, step.rowId, step.step, step.at, step.detail, row]))
		.digest("hex");
}

type Bound = Pick<JournalRow, "intentId" | "fingerprint" | "signedBytes" | "transactionId">;

/** What a step's hash binds of its row: what was approved, what was signed. */
export function bound(row: Bound): string {
	return JSON.stringify([row.intentId, row.fingerprint, row.signedBytes, row.transactionId]);
}
