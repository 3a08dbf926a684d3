import { base58 } from "@scure/base";
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from "../decode/svm/decode-svm.ts";
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

function tokens(data: Uint8Array, mint: string): string | null {
	return mint === USDC.mint && data[9] === 6 ? deviceAmount(numberAt(data, 1, 8), 6, USDC.ticker) : null;
}

function pagesOf(
	rows: readonly (readonly [title: string, text: string | null])[],
): readonly DevicePage[] | null {
	const pages = rows.flatMap(([title, text]) => (text === null || text === "" ? [] : [page(title, text)]));
	return pages.length === rows.length ? pages : null;
}

function usual(bytes: number, accounts: number, signerAt: number | null = null) {
	return ({ data, accounts: all }: Instruction, signer: string) =>
		data.length === bytes && all.length === accounts && (signerAt === null || all[signerAt] === signer);
}

type Rows = (instruction: Instruction) => readonly (readonly [string, string | null | undefined])[];

type CodedSummary = readonly [code: number, summary: SolanaSummary];

function summary(
	code: number,
	titles: readonly string[],
	isUsual: (instruction: Instruction, signer: string) => boolean,
	rows: Rows,
): CodedSummary {
	const pages: SolanaSummary["pages"] = (instruction, signer) =>
		isUsual(instruction, signer)
			? pagesOf(rows(instruction).map(([title, text]) => [title, text ?? null] as const))
			: null;
	return [code, { titles, pages }];
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

export const SUMMARIES: ReadonlyMap<string, ReadonlyMap<number, SolanaSummary>> = new Map([
	[
		SYSTEM_PROGRAM,
		new Map([
			summary(1, ["Assign acct", "To program"], usual(36, 1), ({ accounts: [account], data }) => [
				["Assign acct", account],
				["To program", keyAt(data, 4)],
			]),
			summary(2, ["Transfer", "Recipient"], usual(12, 2, 0), ({ accounts: [, to], data }) => [
				["Transfer", sol(numberAt(data, 4, 8))],
				["Recipient", to],
			]),
			partial(
				summary(3, ["Create account", "Deposit"], isWithSeed, (instruction) => [
					["Create account", instruction.accounts[1]],
					["Deposit", sol(numberAt(instruction.data, 44 + seedLength(instruction), 8))],
				]),
			),
			summary(8, ["Allocate acct", "Data size"], usual(12, 1), ({ accounts: [account], data }) => [
				["Allocate acct", account],
				["Data size", numberAt(data, 4, 8).toString()],
			]),
		]),
	],
	[
		ASSOCIATED_PROGRAM,
		new Map([
			summary(
				0,
				["Create token account", "For", "Token address", "Funded by"],
				({ data, accounts }) => data.length <= 1 && (accounts.length === 6 || accounts.length === 7),
				({ accounts: [funder, account, owner, mint] }) => [
					["Create token account", account],
					["For", owner],
					["Token address", mint],
					["Funded by", funder],
				],
			),
		]),
	],
	[
		TOKEN_PROGRAM,
		new Map([
			summary(5, ["Revoke delegate"], usual(1, 2, 1), ({ accounts: [account] }) => [
				["Revoke delegate", account],
			]),
			summary(6, ["Set authority", "Type", "Authority"], usual(35, 2, 1), ({ accounts: [account], data }) => [
				["Set authority", data[2] === 1 ? account : null],
				["Type", AUTHORITIES[data[1] ?? -1]],
				["Authority", keyAt(data, 3)],
			]),
			summary(9, ["Close token account", "Withdraw to"], usual(1, 3, 2), ({ accounts: [account, to] }) => [
				["Close token account", account],
				["Withdraw to", to],
			]),
			summary(
				13,
				["Approve delegate", "Allowance", "Token address", "From (token account)"],
				usual(10, 4, 3),
				({ accounts: [account, mint = "", delegate], data }) => [
					["Approve delegate", delegate],
					["Allowance", tokens(data, mint)],
					["Token address", mint],
					["From (token account)", account],
				],
			),
			summary(
				15,
				["Burn tokens", "Token address", "From (token account)"],
				usual(10, 3, 2),
				({ accounts: [account, mint = ""], data }) => [
					["Burn tokens", tokens(data, mint)],
					["Token address", mint],
					["From (token account)", account],
				],
			),
		]),
	],
	[
		STAKE_PROGRAM,
		new Map([
			summary(
				1,
				["Set stake auth", "New withdraw auth"],
				usual(40, 3, 2),
				({ accounts: [account], data }) => [
					["Set stake auth", account],
					[
						STAKE_AUTHORITIES[Number(numberAt(data, 36, 4))] ?? "",
						numberAt(data, 36, 4) < 2n ? keyAt(data, 4) : null,
					],
				],
			),
			summary(2, ["Delegate from", "Vote account"], usual(4, 6, 5), ({ accounts: [account, vote] }) => [
				["Delegate from", account],
				["Vote account", vote],
			]),
			summary(4, ["Stake withdraw", "From", "To"], usual(12, 5, 4), ({ accounts: [account, to], data }) => [
				["Stake withdraw", sol(numberAt(data, 4, 8))],
				["From", account],
				["To", to],
			]),
			summary(5, ["Deactivate stake"], usual(4, 3, 2), ({ accounts: [account] }) => [
				["Deactivate stake", account],
			]),
		]),
	],
]);
