import type { ProposalState, ProposalStatus } from "../../agents-process/protocol.ts";
import { ENDED, type JournalRow, UNSIGNED } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { intentIndexOf } from "../../core/match/freeze-action.ts";
import { allowanceOf } from "../../core/match/lowered.ts";
import { textOf } from "../../text/index.ts";
import type { Journal } from "../storage/journal-db.ts";
import { doneBy } from "../storage/same-nonce.ts";
import { paymentPayload } from "./payment.ts";
import { type AgentProposal, proposalEntryId } from "./proposals.ts";

/**
 * A proposal's state as reported to its agent. It is derived from the stored proposal and the journal, so
 * nothing is lost in a restart.
 */

export type StatusJournal = Pick<Journal, "ofEntry" | "stepRowsOf" | "row" | "replacementsOf">;

/** Maximum length of a reason in the protocol. */
const MAX_REASON = 4_000;

interface Progress {
	readonly state: ProposalState;
	readonly isFinal: boolean;
	readonly reason?: string | null;
	readonly wantedChange?: string | null;
	readonly transactionIds?: readonly string[];
	readonly signatures?: readonly string[];
}

const textOfRow = ({ text }: JournalRow): string | null =>
	text === null ? null : textOf(text).slice(0, MAX_REASON);

/** States of an unfinished step, in order. */
const STEPS = ["approved", "signed", "sent", "confirmed"] as const;

function stateOfStep(row: JournalRow): (typeof STEPS)[number] | "failed" {
	if (row.outcome === "confirmed") return "confirmed";
	if (ENDED.has(row.state)) return "failed";
	if (UNSIGNED.has(row.state)) return "approved";
	return row.state === "signed" ? "signed" : "sent";
}

/** Hex on EVM, base64 on Solana. */
const signatureOf = ({ signature }: JournalRow): readonly string[] =>
	signature?.kind === "one" ? [signature.bytes] : [];

function ofMessages(row: JournalRow, steps: readonly JournalRow[]): Progress {
	const isSigned = steps.every(({ signature }) => signature !== null);
	if (row.outcome === "refused") return { state: "refused", isFinal: true, reason: textOfRow(row) };
	// Returns all signatures or none, because even a single signature may be usable.
	if (row.outcome === "answered" && isSigned)
		return { state: "signed", isFinal: true, signatures: steps.flatMap(signatureOf) };
	if (ENDED.has(row.state)) return { state: "failed", isFinal: true, reason: textOfRow(row) };
	return { state: "approved", isFinal: false };
}

function ofTransactions(row: JournalRow, steps: readonly JournalRow[], journal: StatusJournal): Progress {
	// A replacement with a higher fee makes the same call under a different ID.
	const done = steps.map((step) => doneBy(journal, step) ?? step);
	const transactionIds = done.flatMap(({ state, transactionId }) =>
		transactionId === null || state === "signed" ? [] : [transactionId],
	);
	const states = done.map(stateOfStep);
	const isFinal = ENDED.has(row.state);
	const failed = done[states.indexOf("failed")];
	if (row.outcome === "refused") return { state: "refused", isFinal, reason: textOfRow(row), transactionIds };
	if (failed !== undefined)
		return { state: "failed", isFinal, reason: textOfRow(failed) ?? textOfRow(row), transactionIds };
	const state = STEPS.find((each) => states.includes(each)) ?? "approved";
	// All steps are confirmed, and only the row still has to settle.
	return { state, isFinal: isFinal || state === "confirmed", transactionIds };
}

function ofRequest({ stored, kind }: AgentProposal, now: number): Progress {
	const { ended, expiresAt } = stored;
	if (ended !== null) {
		const answer = ended.answer === "" ? null : ended.answer.slice(0, MAX_REASON);
		return {
			state: ended.as,
			isFinal: true,
			...(ended.isWantedChange ? { wantedChange: answer } : { reason: answer }),
		};
	}
	if (kind === "unreadable") return { state: "refused", isFinal: true };
	const isOver = expiresAt !== null && expiresAt * 1000 <= now;
	return isOver ? { state: "expired", isFinal: true } : { state: "waiting", isFinal: false };
}

/**
 * Returns the journal row if any part of the proposal was or will be signed. `null` if the proposal's own
 * state applies.
 */
function countingRow(journal: StatusJournal, scope: string, id: string): JournalRow | null {
	const row = journal.ofEntry(scope, proposalEntryId(id));
	return row === null || row.state === "refused" || row.dead ? null : row;
}

function progressOf(proposal: AgentProposal, journal: StatusJournal, scope: string, now: number): Progress {
	const row = countingRow(journal, scope, proposal.stored.id);
	if (row === null || proposal.kind === "unreadable") return ofRequest(proposal, now);
	const { request } = proposal.action;
	const steps = journal.stepRowsOf(row.id);
	return request.type === "sign" ? ofMessages(row, steps) : ofTransactions(row, steps, journal);
}

/** The frozen object contains both the proposed amount and the lower amount that the user approved. */
function loweredIn(row: JournalRow | null): Pick<ProposalStatus, "lowered"> {
	const frozen = row === null ? null : readableOrNull(row.frozen);
	if (frozen?.kind !== "proposal" || frozen.lowered === undefined) return {};
	const { request } = frozen;
	if (request.type !== "execute_evm") return {};
	return {
		lowered: frozen.lowered.map(({ place, amount }) => ({
			call: place + 1,
			proposed: String(allowanceOf(request.transactions[place]?.data ?? "") ?? ""),
			approved: amount,
		})),
	};
}

/**
 * Returns a proposal's state.
 * @param scope the local scope's name in the journal
 * @param now Unix ms
 * @throws StorageError
 */
export function statusOf(
	proposal: AgentProposal,
	journal: StatusJournal,
	scope: string,
	now: number,
): ProposalStatus {
	const { stored } = proposal;
	const progress = progressOf(proposal, journal, scope, now);
	const [signature] = progress.signatures ?? [];
	const payment =
		stored.payment === null || signature === undefined
			? null
			: paymentPayload({ payment: stored.payment, request: stored.request }, signature);
	return {
		id: stored.id,
		key: stored.key,
		chain: proposal.kind === "unreadable" ? null : intentIndexOf(proposal.action.request).chain_ref,
		state: progress.state,
		isFinal: progress.isFinal,
		reason: progress.reason ?? null,
		wantedChange: progress.wantedChange ?? null,
		transactionIds: [...(progress.transactionIds ?? [])],
		signatures: [...(progress.signatures ?? [])],
		asked: stored.asked,
		createdAt: Math.floor(stored.receivedAt / 1000),
		expiresAt: stored.expiresAt,
		payment,
		...loweredIn(countingRow(journal, scope, stored.id)),
	};
}
