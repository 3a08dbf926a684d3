import { ENDED, hasStepRows, type JournalRow, UNSIGNED } from "../../core/journal/types.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { DeviceActivity, LedgerAccount } from "./signers/ledger/ledger-types.ts";
import { sameAddress } from "./signers/signer.ts";

export interface LedgerRequests {
	readonly stores: { readonly journal: Pick<Journal, "stepRowsOf"> };
	readonly wallet: {
		readonly ledger: {
			account(address: string): LedgerAccount | null;
			readonly signer: { activity(): DeviceActivity | null };
		};
	};
	readonly inbox: { entry(id: string): { readonly row: JournalRow | null } | null };
}

function unsigned({ inbox, stores }: LedgerRequests, entryId: string): readonly JournalRow[] {
	const row = inbox.entry(entryId)?.row ?? null;
	if (row === null || ENDED.has(row.state)) return [];
	const own = hasStepRows(row) ? stores.journal.stepRowsOf(row.id) : [row];
	return own.filter(({ state }) => UNSIGNED.has(state));
}

function isOpen({ inbox }: LedgerRequests, entryId: string): boolean {
	const row = inbox.entry(entryId)?.row ?? null;
	return row === null || row.state === "refused" || row.dead;
}

export function signsOnLedger(
	app: LedgerRequests & {
		/** Returns the signer of the last frozen review. `null` if none was frozen. */
		readonly reviewing: { readonly reviews: { signer(entryId: string): string | null } };
	},
	entryId: string,
): boolean {
	const row = unsigned(app, entryId)[0] ?? null;
	const signer = row?.signer ?? (isOpen(app, entryId) ? app.reviewing.reviews.signer(entryId) : null);
	return signer !== null && app.wallet.ledger.account(signer) !== null;
}

export interface Awaited {
	readonly account: LedgerAccount;
	readonly row: JournalRow;
	/** `null` until a device has been found and prompted. */
	readonly activity: DeviceActivity | null;
}

/** Returns `null` if the entry isn't waiting for a device. */
export function awaitedOf(app: LedgerRequests, entryId: string): Awaited | null {
	const { ledger } = app.wallet;
	const row = unsigned(app, entryId)[0];
	const account = row === undefined ? null : ledger.account(row.signer);
	if (row === undefined || account === null) return null;
	const activity = ledger.signer.activity();
	const own = activity !== null && activity.fingerprint === row.fingerprint && activity.place === row.place;
	return { account, row, activity: own ? activity : null };
}

export function waitsFor(
	app: { readonly stores: { readonly journal: Pick<Journal, "unsettled"> } },
	address: string,
): boolean {
	return app.stores.journal
		.unsettled()
		.some((row) => !hasStepRows(row) && UNSIGNED.has(row.state) && sameAddress(row.signer, address));
}
