import type { ExportedJournal, ExportedRow } from "../core/journal/exported.ts";
import { bound, stepHash } from "../core/journal/hash-chain.ts";
import { checkSignedEvm } from "../core/match/evm/bytes.ts";
import { checkUserOperationSignatures } from "../core/match/evm/user-operation.ts";
import { fingerprintOf } from "../core/match/fingerprint.ts";
import { type Frozen, frozenSchema, intentsOf } from "../core/match/frozen.ts";
import { matchFrozen } from "../core/match/match.ts";
import { checkMessageSignature } from "../core/match/message/checks.ts";
import { checkSignedSvm } from "../core/match/svm/bytes.ts";
import { t } from "../text/index.ts";
import type { Verified } from "./review.ts";

interface JournalReport {
	readonly faults: string[];
	readonly notes: string[];
	steps: number;
	signatures: number;
}

/** Also accepts a hash without bytes, because a step before the signature had none yet. */
function checkSteps(row: ExportedRow, found: JournalReport): void {
	const { intentId, fingerprint } = row;
	const forms = [
		bound({ intentId, fingerprint, signedBytes: row.signedBytes, transactionId: row.transactionId }),
		bound({ intentId, fingerprint, signedBytes: null, transactionId: null }),
	];
	for (const { seq, step, at, detail, previous, hash } of row.steps) {
		found.steps += 1;
		const facts = { rowId: row.id, step, at, detail };
		if (forms.some((form) => stepHash(previous, facts, form) === hash)) continue;
		// Bytes that could still be broadcast aren't exported, so their hash can't be recomputed.
		const unsigned = step === "approved" || step === "signing";
		if (row.live && row.signedBytes === null && !unsigned)
			found.notes.push(t("verify.journal.live", { step: String(seq), state: step }));
		else found.faults.push(t("verify.fault.hash", { step: String(seq), state: step, row: row.id }));
	}
	if (row.steps.at(-1)?.step !== row.state) found.faults.push(t("verify.fault.last-step", { row: row.id }));
}

/** Steps from other sign-ins may be missing from the export, so a gap is reported only as a note. */
function checkOrder(rows: readonly ExportedRow[], found: JournalReport): void {
	const all = rows.flatMap((row) => row.steps).toSorted((left, right) => left.seq - right.seq);
	let gaps = 0;
	for (const [at, step] of all.entries()) {
		const before = all[at - 1];
		if (before === undefined) {
			if (step.seq === 1 && step.previous !== "") found.faults.push(t("verify.fault.first-step"));
			if (step.seq !== 1) gaps += 1;
		} else if (before.seq === step.seq)
			found.faults.push(t("verify.fault.twice", { step: String(step.seq) }));
		else if (before.seq + 1 !== step.seq) gaps += 1;
		else if (before.hash !== step.previous)
			found.faults.push(t("verify.fault.order", { step: String(step.seq) }));
	}
	if (gaps > 0) found.notes.push(t("verify.journal.gaps", { count: gaps }));
}

async function isSigned(approved: Frozen, index: number, bytes: string): Promise<boolean> {
	const intent = intentsOf(approved)[index];
	if (intent === undefined) return false;
	switch (intent.kind) {
		case "evm_transaction":
			return (await checkSignedEvm(bytes, intent)).ok;
		case "svm_transaction":
			return checkSignedSvm(bytes, intent).ok;
		case "user_operation": {
			const signatures: unknown = JSON.parse(bytes);
			return (
				Array.isArray(signatures) &&
				signatures.every((each): each is string => typeof each === "string") &&
				(await checkUserOperationSignatures(intent, signatures)).ok
			);
		}
		default:
			return (await checkMessageSignature(intent, bytes, approved.signer)).ok;
	}
}

async function checkSigned(row: ExportedRow, approved: Frozen, found: JournalReport): Promise<void> {
	if (row.signedBytes === null) return;
	found.signatures += 1;
	const fits = await isSigned(approved, row.place, row.signedBytes).catch(() => false);
	if (!fits) found.faults.push(t("verify.fault.signed", { row: row.id }));
}

async function checkRow(row: ExportedJournal["rows"][number], found: JournalReport): Promise<void> {
	const parsed = frozenSchema.safeParse(row.frozen);
	if (!parsed.success) {
		found.faults.push(t("verify.fault.unreadable", { row: row.id }));
		return;
	}
	if (fingerprintOf(parsed.data) !== row.fingerprint)
		found.faults.push(t("verify.fault.fingerprint", { row: row.id }));
	if (matchFrozen(parsed.data).verdict !== "matched")
		found.faults.push(t("verify.fault.match", { row: row.id }));
	for (const each of [row, ...row.legs]) {
		checkSteps(each, found);
		await checkSigned(each, parsed.data, found);
	}
}

/** Verifies an exported journal's hash chain, and that its signatures match the approvals. */
export async function verifyJournal(journal: ExportedJournal): Promise<Verified> {
	const found: JournalReport = { faults: [], notes: [], steps: 0, signatures: 0 };
	for (const row of journal.rows) await checkRow(row, found);
	checkOrder(
		journal.rows.flatMap((row) => [row, ...row.legs]),
		found,
	);
	const { faults, notes, steps, signatures } = found;
	return {
		ok: faults.length === 0,
		lines: [
			t("verify.journal", { app: journal.app, time: journal.saved_at }),
			t("verify.journal.counts", {
				approvals: String(journal.rows.length),
				steps: String(steps),
				signatures: String(signatures),
			}),
			...notes,
			...faults.map((fault) => t("verify.journal.fault", { fault })),
			"",
			faults.length === 0 ? t("verify.journal.fits") : t("verify.journal.does-not-fit"),
		],
	};
}
