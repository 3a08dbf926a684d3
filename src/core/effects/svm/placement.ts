import { known } from "../../chain/chain-error.ts";
import { isReadProgram } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { authorityOf, holderOf } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import type { MovementDraft, StepReader } from "./reader.ts";

/** Bytes that rent counts in addition to an account's own (agave: ACCOUNT_STORAGE_OVERHEAD). */
const HEADER = 128n;
/** Bytes before the code (solana-loader-v3-interface: UpgradeableLoaderState::ProgramData). */
const CODE_HEADER = 45n;
/** Lamports of rent per byte: two years at 3,480 (solana-rent). An RPC that states less doesn't lower it. */
const RENT_PER_BYTE = 6_960n;
/** Percentage of the rent above which an amount is more than rent. */
const MAX_RENT_PERCENT = 110n;
/**
 * Bytes that a program may add to an account at once (agave: MAX_PERMITTED_DATA_INCREASE). Rent for more
 * would attract theft.
 */
export const MAX_GROWTH = 10_240n;

/** Every amount is beyond rent if the chain doesn't state its rent. */
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
