import { known } from "../../chain/chain-error.ts";
import { isReadProgram } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { authorityOf, holderOf } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import type { MovementDraft, StepReader } from "./reader.ts";

/** Bytes charged for rent in addition to an account's data (agave: ACCOUNT_STORAGE_OVERHEAD). */
const HEADER = 128n;
/** Bytes before the code (solana-loader-v3-interface: UpgradeableLoaderState::ProgramData). */
const CODE_HEADER = 45n;
/** Rent in lamports per byte: two years at 3,480 (solana-rent). An RPC can't lower it. */
const RENT_PER_BYTE = 6_960n;
/** Amounts above this percentage of the rent count as more than rent. */
const MAX_RENT_PERCENT = 110n;
/**
 * Bytes that a program can add to an account at once (agave: MAX_PERMITTED_DATA_INCREASE). Tolerating rent
 * for more would invite theft.
 */
export const MAX_GROWTH = 10_240n;

/** If the chain doesn't state the rent, every amount counts as more than rent. */
export function isBeyondRent(
	{ subject: { facts } }: StepReader,
	{ lamports, space }: Extract<SvmMeaning, { kind: "create" }>,
): boolean {
	const least = known(facts?.rent.wallet);
	const bytes = HEADER + (space < MAX_GROWTH ? space : MAX_GROWTH);
	return least === null || lamports * HEADER * 100n > least * bytes * MAX_RENT_PERCENT;
}

export function rentOfCode({ subject: { facts } }: StepReader, bytes: bigint): bigint {
	const all = HEADER + CODE_HEADER + bytes;
	const [stated, usual] = [((known(facts?.rent.wallet) ?? 0n) * all) / HEADER, RENT_PER_BYTE * all];
	return stated > usual ? stated : usual;
}

export function withPlacement(
	{ subject }: StepReader,
	draft: MovementDraft,
	{ account, program }: { readonly account: string; readonly program: string },
): MovementDraft {
	const ruler = holderOf(subject, account) ?? authorityOf(subject, account);
	const isRead = isReadProgram(program);
	if (isRead && isUserKey(subject, ruler)) return draft;
	return { ...draft, placed: { account, keeper: isRead ? null : program, ruler } };
}
