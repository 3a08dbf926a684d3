import type { StepFacts } from "../../core/journal/details.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type Message, message } from "../../core/localized-text.ts";
import { refusedReport, sameId, spentUnknown } from "./outcomes.ts";
import { AGAIN, type Next, wait } from "./row-scheduler.ts";
import { FOLLOW_MS, type RowTransitions } from "./row-transitions.ts";
import type { ReportRetries } from "./run.ts";
import type { Sequencing } from "./sequencing.ts";
import { signedBytesOf } from "./sign-step.ts";
import { CommitFault } from "./signing-service.ts";

export function transactionIdOf(row: JournalRow): string {
	if (row.transactionId === null) throw new Error("the signed row has no hash");
	return row.transactionId;
}

/** Writes `sending`, then broadcasts. Holds the row if the RPC answers with a different hash. */
export async function sendBytes(
	rows: RowTransitions,
	row: JournalRow,
	sequencing: Sequencing,
	bytes: string,
): Promise<Next> {
	const id = transactionIdOf(row);
	const sending = row.state === "sending" ? row : rows.step(row, ["signed", "handed_in"], "sending");
	const hash = await sequencing.send(bytes, id);
	if (!sameId(hash, id)) return rows.hold(sending, message("signing.rpc.other-hash", { hash }));
	rows.step(sending, ["sending"], "submitted");
	return AGAIN;
}

/**
 * Broadcasts a signed row's transaction, unless the RPC already knows it. Holds the row if its nonce is used
 * or if `tooLate` returns a reason. `found` are the step's facts if the RPC already knows the transaction.
 */
export async function broadcastOnce(
	rows: RowTransitions,
	row: JournalRow,
	sequencing: Sequencing,
	{ tooLate, found = {} }: { readonly tooLate: () => Promise<Message | null>; readonly found?: StepFacts },
): Promise<Next> {
	const bytes = signedBytesOf(row);
	// Checked before the lookup, so a transaction mined in between counts as mined.
	const spent = await sequencing.isSpent();
	const known = await sequencing.lookup(transactionIdOf(row));
	if (known.state !== "unknown") {
		rows.step(row, ["signed", "sending"], "submitted", found);
		return AGAIN;
	}
	const fault = spent ? spentUnknown(row) : await tooLate();
	return fault === null ? await sendBytes(rows, row, sequencing, bytes) : rows.hold(row, fault);
}

/**
 * Writes `reporting`, then reports the transaction to the service. After a conflict (409), retries later if
 * the service still expects the report.
 */
export async function reportOnce(
	rows: RowTransitions,
	row: JournalRow,
	reports: ReportRetries,
	{
		send,
		isExpected,
	}: { readonly send: () => Promise<unknown>; readonly isExpected: () => Promise<boolean> },
): Promise<Next> {
	if (row.state === "submitted") rows.step(row, ["submitted"], "reporting");
	try {
		await send();
	} catch (cause) {
		if (!(cause instanceof CommitFault) || cause.again) throw cause;
		if (cause.conflict && reports.allowRetry() && (await isExpected())) return wait(FOLLOW_MS);
		const text = refusedReport(cause);
		rows.step(row, ["reporting"], "reported", { text, detail: { kind: "refused", told: text } });
		return AGAIN;
	}
	rows.step(row, ["reporting"], "reported");
	return AGAIN;
}
