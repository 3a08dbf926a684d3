import { base58 } from "@scure/base";
import { SVM_SYSTEM_PROGRAM } from "../chain/well-known.ts";
import { TOKEN_PROGRAM } from "../decode/svm/decode-svm.ts";
import type { DevicePage } from "../decoded-transaction/device-plan.ts";
import { deviceAmount, page } from "./screens.ts";

/**
 * Instructions that app-solana 1.9.0 summarizes without blind signing. The titles were recorded from the real
 * app, and the values follow the app's published code (LedgerHQ/app-solana, libsol).
 */

export interface Instruction {
	readonly program: string;
	readonly accounts: readonly string[];
	readonly data: Uint8Array;
}

export interface SolanaSummary {
	readonly titles: readonly string[];
	readonly isPartial?: true;
	/** Returns `null` for an unusual format, which the device might show differently. */
	pages(instruction: Instruction, signer: string): readonly DevicePage[] | null;
}

const ASSOCIATED_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
export const STAKE_PROGRAM = "Stake11111111111111111111111111111111111111";
/** The only token with a recorded ticker. The app shows `???` for most others. */
const USDC = { mint: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", ticker: "USDC" };
const SOL_DECIMALS = 9;

export function numberAt(data: Uint8Array, at: number, size: number): bigint {
	return data.slice(at, at + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

const keyAt = (data: Uint8Array, at: number) => base58.encode(data.slice(at, at + 32));
export const sol = (lamports: bigint) => deviceAmount(lamports, SOL_DECIMALS, "SOL");

type Shown = string | null | undefined;

/** A page's title and text. `titleOf` is set if the title depends on the instruction. */
type Row = readonly [
	title: string,
	textOf: (instruction: Instruction) => Shown,
	titleOf?: (instruction: Instruction) => string,
];

const account =
	(place: number): Row[1] =>
	({ accounts }) =>
		accounts[place];
const keyIn =
	(place: number): Row[1] =>
	({ data }) =>
		keyAt(data, place);
const solIn =
	(place: number): Row[1] =>
	({ data }) =>
		sol(numberAt(data, place, 8));
/** Amount of the only mint with a recorded ticker. */
const tokensOf =
	(mintAt: number): Row[1] =>
	({ accounts, data }) =>
		accounts[mintAt] === USDC.mint && data[9] === 6
			? deviceAmount(numberAt(data, 1, 8), 6, USDC.ticker)
			: null;

function usual(bytes: number, accounts: number, signerAt: number | null = null) {
	return ({ data, accounts: all }: Instruction, signer: string) =>
		data.length === bytes && all.length === accounts && (signerAt === null || all[signerAt] === signer);
}

type CodedSummary = readonly [code: number, summary: SolanaSummary];

function summary(
	code: number,
	isUsual: (instruction: Instruction, signer: string) => boolean,
	rows: readonly Row[],
): CodedSummary {
	const pages: SolanaSummary["pages"] = (instruction, signer) => {
		if (!isUsual(instruction, signer)) return null;
		const shown = rows.flatMap(([title, textOf, titleOf]) => {
			const text = textOf(instruction) ?? "";
			return text === "" ? [] : [page(titleOf?.(instruction) ?? title, text)];
		});
		return shown.length === rows.length ? shown : null;
	};
	return [code, { titles: rows.map(([title]) => title), pages }];
}

const partial = ([code, whole]: CodedSummary): CodedSummary => [code, { ...whole, isPartial: true }];

const AUTHORITIES = ["Mint tokens", "Freeze account", "Owner", "Close acct"] as const;
const STAKE_AUTHORITIES = ["New stake auth", "New withdraw auth"] as const;

/** The data contains a base, a seed with its length, lamports, space and the owner program. */
const seedLength = ({ data }: Instruction) => Number(numberAt(data, 36, 8));
const isWithSeed = (instruction: Instruction, signer: string) =>
	instruction.accounts[0] === signer &&
	(instruction.accounts.length === 2 || instruction.accounts.length === 3) &&
	instruction.data.length === 44 + seedLength(instruction) + 48;

const stakeRole = ({ data }: Instruction) => numberAt(data, 36, 4);

export const SUMMARIES: ReadonlyMap<string, ReadonlyMap<number, SolanaSummary>> = new Map([
	[
		SVM_SYSTEM_PROGRAM,
		new Map([
			summary(1, usual(36, 1), [
				["Assign acct", account(0)],
				["To program", keyIn(4)],
			]),
			summary(2, usual(12, 2, 0), [
				["Transfer", solIn(4)],
				["Recipient", account(1)],
			]),
			partial(
				summary(3, isWithSeed, [
					["Create account", account(1)],
					["Deposit", (created) => sol(numberAt(created.data, 44 + seedLength(created), 8))],
				]),
			),
			summary(8, usual(12, 1), [
				["Allocate acct", account(0)],
				["Data size", ({ data }) => numberAt(data, 4, 8).toString()],
			]),
		]),
	],
	[
		ASSOCIATED_PROGRAM,
		new Map([
			summary(
				0,
				({ data, accounts }) => data.length <= 1 && (accounts.length === 6 || accounts.length === 7),
				[
					["Create token account", account(1)],
					["For", account(2)],
					["Token address", account(3)],
					["Funded by", account(0)],
				],
			),
		]),
	],
	[
		TOKEN_PROGRAM,
		new Map([
			summary(5, usual(1, 2, 1), [["Revoke delegate", account(0)]]),
			summary(6, usual(35, 2, 1), [
				["Set authority", ({ accounts, data }) => (data[2] === 1 ? accounts[0] : null)],
				["Type", ({ data }) => AUTHORITIES[data[1] ?? -1]],
				["Authority", keyIn(3)],
			]),
			summary(9, usual(1, 3, 2), [
				["Close token account", account(0)],
				["Withdraw to", account(1)],
			]),
			summary(13, usual(10, 4, 3), [
				["Approve delegate", account(2)],
				["Allowance", tokensOf(1)],
				["Token address", account(1)],
				["From (token account)", account(0)],
			]),
			summary(15, usual(10, 3, 2), [
				["Burn tokens", tokensOf(1)],
				["Token address", account(1)],
				["From (token account)", account(0)],
			]),
		]),
	],
	[
		STAKE_PROGRAM,
		new Map([
			summary(1, usual(40, 3, 2), [
				["Set stake auth", account(0)],
				[
					"New withdraw auth",
					(given) => (stakeRole(given) < 2n ? keyAt(given.data, 4) : null),
					(given) => STAKE_AUTHORITIES[Number(stakeRole(given))] ?? "",
				],
			]),
			summary(2, usual(4, 6, 5), [
				["Delegate from", account(0)],
				["Vote account", account(1)],
			]),
			summary(4, usual(12, 5, 4), [
				["Stake withdraw", solIn(4)],
				["From", account(0)],
				["To", account(1)],
			]),
			summary(5, usual(4, 3, 2), [["Deactivate stake", account(0)]]),
		]),
	],
]);
