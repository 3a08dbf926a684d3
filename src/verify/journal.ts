import { checkSignedEvm } from "../main/match/evm-bytes.ts";
import { fingerprintOf } from "../main/match/fingerprint.ts";
import { type Frozen, frozen, intentsOf } from "../main/match/frozen.ts";
import { matchFrozen } from "../main/match/match.ts";
import { checkMessageSignature } from "../main/match/message.ts";
import { checkSignedSvm } from "../main/match/svm-bytes.ts";
import { checkUserOperationSignatures } from "../main/match/user-operation.ts";
import type { ExportedJournal, ExportedRow } from "../main/storage/journal-export.ts";
import { bound, stepHash } from "../main/storage/journal-rows.ts";
import type { Verified } from "./verified.ts";

/** An exported journal checked: its chain of steps, what was approved, and that what was signed is that. */

interface Found {
	readonly faults: string[];
	readonly notes: string[];
	steps: number;
	signatures: number;
}

/** A step's own hash, by what it bound: before the signature there were no bytes yet. */
function checkSteps(row: ExportedRow, found: Found): void {
	const { intentId, fingerprint } = row;
	const forms = [
		bound({ intentId, fingerprint, signedBytes: row.signedBytes, transactionId: row.transactionId }),
		bound({ intentId, fingerprint, signedBytes: null, transactionId: null }),
	];
	for (const { seq, step, at, detail, previous, hash } of row.steps) {
		found.steps += 1;
		const facts = { rowId: row.id, step, at, detail };
		if (forms.some((form) => stepHash(previous, facts, form) === hash)) continue;
		// Bytes that can still be sent are not exported, so that what covers them can't be made again.
		const unsigned = step === "approved" || step === "signing";
		if (row.live && row.signedBytes === null && !unsigned)
			found.notes.push(`Step ${seq} (${step}) covers a signature that is still live: not checked.`);
		else found.faults.push(`Step ${seq} (${step}) of ${row.id} does not fit its hash.`);
	}
	if (row.steps.at(-1)?.step !== row.state) found.faults.push(`The last step of ${row.id} is missing.`);
}

/** Steps of other sign-ins may lie between: then there is a gap, which is told, not judged. */
function checkOrder(rows: readonly ExportedRow[], found: Found): void {
	const all = rows.flatMap((row) => row.steps).toSorted((left, right) => left.seq - right.seq);
	let gaps = 0;
	for (const [at, step] of all.entries()) {
		const before = all[at - 1];
		if (before === undefined) {
			if (step.seq === 1 && step.previous !== "") found.faults.push("The first step names one before it.");
			if (step.seq !== 1) gaps += 1;
		} else if (before.seq === step.seq) found.faults.push(`Step ${step.seq} stands there twice.`);
		else if (before.seq + 1 !== step.seq) gaps += 1;
		else if (before.hash !== step.previous)
			found.faults.push(`Step ${step.seq} does not follow the one before it.`);
	}
	if (gaps > 0)
		found.notes.push(
			`${gaps} gap${gaps === 1 ? "" : "s"} in the numbering: steps that are not in this file, such as those of another sign-in.`,
		);
}

async function isSigned(approved: Frozen, place: number, bytes: string): Promise<boolean> {
	const intent = intentsOf(approved)[place];
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

async function checkSigned(row: ExportedRow, approved: Frozen, found: Found): Promise<void> {
	if (row.signedBytes === null) return;
	found.signatures += 1;
	const fits = await isSigned(approved, row.place, row.signedBytes).catch(() => false);
	if (!fits) found.faults.push(`What ${row.id} signed is not what was reviewed.`);
}

async function checkRow(row: ExportedJournal["rows"][number], found: Found): Promise<void> {
	const parsed = frozen.safeParse(row.frozen);
	if (!parsed.success) {
		found.faults.push(`What ${row.id} approved can't be read.`);
		return;
	}
	if (fingerprintOf(parsed.data) !== row.fingerprint)
		found.faults.push(`What ${row.id} approved has another fingerprint than the one that was approved.`);
	if (matchFrozen(parsed.data).verdict !== "matched")
		found.faults.push(`What ${row.id} approved does not match its review.`);
	for (const each of [row, ...row.legs]) {
		checkSteps(each, found);
		await checkSigned(each, parsed.data, found);
	}
}

/** Every fault by name; `ok` only where there is none. */
export async function verifyJournal(journal: ExportedJournal): Promise<Verified> {
	const found: Found = { faults: [], notes: [], steps: 0, signatures: 0 };
	for (const row of journal.rows) await checkRow(row, found);
	checkOrder(
		journal.rows.flatMap((row) => [row, ...row.legs]),
		found,
	);
	const { faults, notes, steps, signatures } = found;
	return {
		ok: faults.length === 0,
		lines: [
			`A journal of Countersign ${journal.app}, saved ${journal.saved_at}`,
			`${journal.rows.length} approvals, ${steps} steps, ${signatures} signatures held against what was reviewed`,
			...notes,
			...faults.map((fault) => `FAULT: ${fault}`),
			"",
			faults.length === 0
				? "Everything in this file fits together."
				: "This file does not fit together: it was changed, or is not complete.",
		],
	};
}
