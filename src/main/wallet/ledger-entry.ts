import { ENDED, type JournalRow, UNSIGNED } from "../../core/journal/types.ts";
import type { Journal } from "../storage/journal-db.ts";
import { sameAddress } from "./signers/address.ts";
import type { DeviceActivity, LedgerAccount } from "./signers/ledger/types.ts";

/** Which rows are not signed yet, and whose account is to sign them. */
export interface LedgerEntryDeps {
	readonly journal: Pick<Journal, "stepRowsOf">;
	readonly ledger: {
		/** Null for an account whose key is on no Ledger. */
		account(address: string): LedgerAccount | null;
		readonly signer: { activity(): DeviceActivity | null; cancel(): void };
	};
	/** Who would sign what was frozen last; null where nothing was. */
	readonly reviews: { signer(entryId: string): string | null };
	entry(id: string): { readonly row: JournalRow | null } | null;
}

export interface CancelDeps extends LedgerEntryDeps {
	account(): { readonly runner: { takeBack(rowId: string): boolean } };
	changed(): void;
}

/** What of an entry a Ledger has to sign, and how it is called off. */

/** Its rows that are not signed yet: of an action, those of its legs. */
function unsigned(deps: LedgerEntryDeps, entryId: string): readonly JournalRow[] {
	const row = deps.entry(entryId)?.row ?? null;
	if (row === null || ENDED.has(row.state)) return [];
	const own = row.kind === "action" ? deps.journal.stepRowsOf(row.id) : [row];
	return own.filter(({ state }) => UNSIGNED.has(state));
}

/** It may still be approved: what is on its way, or went through, is under review no more. */
function isOpen(deps: LedgerEntryDeps, entryId: string): boolean {
	const row = deps.entry(entryId)?.row ?? null;
	return row === null || row.state === "refused" || row.dead;
}

/** Whose Ledger account is to sign it: of what is approved, else of what is under review. */
function accountOf(deps: LedgerEntryDeps, entryId: string): LedgerAccount | null {
	const row = unsigned(deps, entryId)[0] ?? null;
	const signer = row?.signer ?? (isOpen(deps, entryId) ? deps.reviews.signer(entryId) : null);
	return signer === null ? null : deps.ledger.account(signer);
}

/** Whether a window that shows this entry shows a device too. */
export function signsOnLedger(deps: LedgerEntryDeps, entryId: string): boolean {
	return accountOf(deps, entryId) !== null;
}

/** The row whose signature comes next, and what a device is being asked for it. */
export interface Awaited {
	readonly account: LedgerAccount;
	readonly row: JournalRow;
	/** null while its device has not been found, or has not been asked. */
	readonly activity: DeviceActivity | null;
}

/** What an approved entry waits for at a device; null where it waits for none. */
export function awaitedOf(deps: LedgerEntryDeps, entryId: string): Awaited | null {
	const row = unsigned(deps, entryId)[0];
	const account = row === undefined ? null : deps.ledger.account(row.signer);
	if (row === undefined || account === null) return null;
	const activity = deps.ledger.signer.activity();
	const own = activity !== null && activity.fingerprint === row.fingerprint && activity.place === row.place;
	return { account, row, activity: own ? activity : null };
}

export interface WaitingDeps {
	readonly journal: Pick<Journal, "unsettled">;
}

/** Something approved still has to be signed by this account. */
export function waitsFor(deps: WaitingDeps, address: string): boolean {
	return deps.journal
		.unsettled()
		.some((row) => row.kind !== "action" && UNSIGNED.has(row.state) && sameAddress(row.signer, address));
}

/**
 * Gives up the question that a device is being asked for this entry, or takes the approval back where none is being
 * asked yet. False where there is neither.
 */
export function cancelSigning(deps: CancelDeps, entryId: string): boolean {
	const awaited = awaitedOf(deps, entryId);
	if (awaited === null) return false;
	const { row, activity } = awaited;
	if (activity !== null) {
		deps.ledger.signer.cancel();
		return true;
	}
	const isTaken = deps.account().runner.takeBack(row.id);
	if (isTaken) deps.changed();
	return isTaken;
}
