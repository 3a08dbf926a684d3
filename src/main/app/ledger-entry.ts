import { sameAddress } from "../signers/address.ts";
import type { DeviceActivity, LedgerAccount } from "../signers/ledger-types.ts";
import { takenBackStep } from "../signing/attempts.ts";
import { ENDED, type JournalRow, UNSIGNED } from "../storage/journal-types.ts";
import type { App } from "./parts.ts";

/** What of an entry a Ledger has to sign, and how it is called off. */

/** Its rows that are not signed yet: of an action, those of its legs. */
function unsigned(app: App, entryId: string): readonly JournalRow[] {
	const row = app.entry(entryId)?.row ?? null;
	if (row === null || ENDED.has(row.state)) return [];
	const own = row.kind === "action" ? app.journal.legsOf(row.id) : [row];
	return own.filter(({ state }) => UNSIGNED.has(state));
}

/** It may still be approved: what is on its way, or went through, is under review no more. */
function isOpen(app: App, entryId: string): boolean {
	const row = app.entry(entryId)?.row ?? null;
	return row === null || row.state === "refused" || row.dead;
}

/** Whose Ledger account is to sign it: of what is approved, else of what is under review. */
function accountOf(app: App, entryId: string): LedgerAccount | null {
	const row = unsigned(app, entryId)[0] ?? null;
	const signer = row?.signer ?? (isOpen(app, entryId) ? app.reviews.signer(entryId) : null);
	return signer === null ? null : app.ledger.account(signer);
}

/** Whether a window that shows this entry shows a device too. */
export function signsOnLedger(app: App, entryId: string): boolean {
	return accountOf(app, entryId) !== null;
}

/** The row whose signature comes next, and what a device is being asked for it. */
export interface Awaited {
	readonly account: LedgerAccount;
	readonly row: JournalRow;
	/** null while its device has not been found, or has not been asked. */
	readonly activity: DeviceActivity | null;
}

/** What an approved entry waits for at a device; null where it waits for none. */
export function awaitedOf(app: App, entryId: string): Awaited | null {
	const row = unsigned(app, entryId)[0];
	const account = row === undefined ? null : app.ledger.account(row.signer);
	if (row === undefined || account === null) return null;
	const activity = app.ledger.signer.activity();
	const own = activity !== null && activity.fingerprint === row.fingerprint && activity.place === row.place;
	return { account, row, activity: own ? activity : null };
}

/** Something approved still has to be signed by this account. */
export function waitsFor(app: App, address: string): boolean {
	return app.journal
		.unsettled()
		.some((row) => row.kind !== "action" && UNSIGNED.has(row.state) && sameAddress(row.signer, address));
}

const TAKEN_BACK = "You took your approval back before your Ledger was asked. Nothing was signed.";

/**
 * Gives up the question that a device is being asked for this entry, or takes the approval back where none is being
 * asked yet. False where there is neither.
 */
export function cancelSigning(app: App, entryId: string): boolean {
	const awaited = awaitedOf(app, entryId);
	if (awaited === null) return false;
	const { row, activity } = awaited;
	if (activity !== null) {
		app.ledger.signer.cancel();
		return true;
	}
	if (row.state === "claimed") {
		app.journal.step(row.id, ["claimed"], "declining", takenBackStep());
		app.account().runner.kick(row.id);
		app.changed();
		return true;
	}
	if (row.state !== "approved") return false;
	app.journal.step(row.id, ["approved"], "refused", { outcome: "unsigned", live: false, words: TAKEN_BACK });
	const { runner } = app.account();
	for (const other of [row.parent, ...app.journal.legsOf(row.parent ?? row.id).map((leg) => leg.id)])
		if (other !== null) runner.kick(other);
	app.changed();
	return true;
}
