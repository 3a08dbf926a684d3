import { base58 } from "@scure/base";
import {
	AuthorityType,
	decodeInstruction,
	isApproveCheckedInstruction,
	isApproveInstruction,
	isBurnInstruction,
	isCloseAccountInstruction,
	isInitializeAccount3Instruction,
	isSetAuthorityInstruction,
	isTransferCheckedInstruction,
	isTransferInstruction,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import { PublicKey, SystemInstruction, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import type { Inner } from "./svm-ledger.ts";

/**
 * Converts a simulation's inner instructions to a node's form: parsed if the node knows the program,
 * otherwise with addresses (agave: parse_ui_inner_instructions). Supports only the instructions that occur in
 * tests.
 */

interface Parsed {
	readonly type: string;
	readonly info: Readonly<Record<string, unknown>>;
}

const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";

function parseSystem(instruction: TransactionInstruction): Parsed {
	const type = SystemInstruction.decodeInstructionType(instruction);
	switch (type) {
		case "Create": {
			const { fromPubkey, newAccountPubkey, lamports, space, programId } =
				SystemInstruction.decodeCreateAccount(instruction);
			return {
				type: "createAccount",
				info: { source: fromPubkey, newAccount: newAccountPubkey, lamports, space, owner: programId },
			};
		}
		case "Transfer": {
			const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
			return { type: "transfer", info: { source: fromPubkey, destination: toPubkey, lamports } };
		}
		case "Allocate": {
			const { accountPubkey, space } = SystemInstruction.decodeAllocate(instruction);
			return { type: "allocate", info: { account: accountPubkey, space } };
		}
		case "Assign": {
			const { accountPubkey, programId } = SystemInstruction.decodeAssign(instruction);
			return { type: "assign", info: { account: accountPubkey, owner: programId } };
		}
		default:
			throw new Error(`${type} is not parsed here`);
	}
}

function amountJson(amount: bigint, decimals: number) {
	const whole = Number(amount) / 10 ** decimals;
	return { amount: amount.toString(), decimals, uiAmount: whole, uiAmountString: String(whole) };
}

const AUTHORITIES: Readonly<Partial<Record<AuthorityType, string>>> = {
	[AuthorityType.MintTokens]: "mintTokens",
	[AuthorityType.FreezeAccount]: "freezeAccount",
	[AuthorityType.AccountOwner]: "accountOwner",
	[AuthorityType.CloseAccount]: "closeAccount",
};

function parseToken(instruction: TransactionInstruction): Parsed {
	// Two instructions that the library does not decode.
	if (instruction.data[0] === 21)
		return {
			type: "getAccountDataSize",
			info: { mint: instruction.keys[0]?.pubkey, extensionTypes: ["immutableOwner"] },
		};
	if (instruction.data[0] === 22)
		return { type: "initializeImmutableOwner", info: { account: instruction.keys[0]?.pubkey } };
	const read = decodeInstruction(instruction, instruction.programId);
	if (isTransferInstruction(read)) {
		const { source, destination, owner } = read.keys;
		const amount = read.data.amount.toString();
		return {
			type: "transfer",
			info: { source: source.pubkey, destination: destination.pubkey, authority: owner.pubkey, amount },
		};
	}
	if (isTransferCheckedInstruction(read)) {
		const { source, mint, destination, owner } = read.keys;
		const tokenAmount = amountJson(read.data.amount, read.data.decimals);
		return {
			type: "transferChecked",
			info: {
				source: source.pubkey,
				mint: mint.pubkey,
				destination: destination.pubkey,
				authority: owner.pubkey,
				tokenAmount,
			},
		};
	}
	if (isApproveInstruction(read)) {
		const { account, delegate, owner } = read.keys;
		const amount = read.data.amount.toString();
		return {
			type: "approve",
			info: { source: account.pubkey, delegate: delegate.pubkey, owner: owner.pubkey, amount },
		};
	}
	if (isApproveCheckedInstruction(read)) {
		const { account, mint, delegate, owner } = read.keys;
		const tokenAmount = amountJson(read.data.amount, read.data.decimals);
		return {
			type: "approveChecked",
			info: {
				source: account.pubkey,
				mint: mint.pubkey,
				delegate: delegate.pubkey,
				owner: owner.pubkey,
				tokenAmount,
			},
		};
	}
	if (isSetAuthorityInstruction(read)) {
		const { account, currentAuthority } = read.keys;
		const { authorityType, newAuthority } = read.data;
		return {
			type: "setAuthority",
			info: {
				account: account.pubkey,
				authority: currentAuthority.pubkey,
				authorityType: AUTHORITIES[authorityType],
				newAuthority,
			},
		};
	}
	if (isCloseAccountInstruction(read)) {
		const { account, destination, authority } = read.keys;
		return {
			type: "closeAccount",
			info: { account: account.pubkey, destination: destination.pubkey, owner: authority.pubkey },
		};
	}
	if (isBurnInstruction(read)) {
		const { account, mint, owner } = read.keys;
		const amount = read.data.amount.toString();
		return {
			type: "burn",
			info: { account: account.pubkey, mint: mint.pubkey, authority: owner.pubkey, amount },
		};
	}
	if (isInitializeAccount3Instruction(read)) {
		const { account, mint } = read.keys;
		return {
			type: "initializeAccount3",
			info: { account: account.pubkey, mint: mint.pubkey, owner: read.data.owner },
		};
	}
	throw new Error("this instruction is not parsed here");
}

const PROGRAMS: ReadonlyMap<string, readonly [name: string, parse: (of: TransactionInstruction) => Parsed]> =
	new Map([
		[SystemProgram.programId.toBase58(), ["system", parseSystem]],
		[TOKEN_PROGRAM_ID.toBase58(), ["spl-token", parseToken]],
		[TOKEN_2022_PROGRAM_ID.toBase58(), ["spl-token", parseToken]],
	]);

/** Encodes keys as base58, as in JSON. */
const parsedJson = ({ type, info }: Parsed) => ({
	type,
	info: Object.fromEntries(
		Object.entries(info).map(([name, value]) => [
			name,
			value instanceof PublicKey ? value.toBase58() : value,
		]),
	),
});

function instructionJson(inner: Inner["instructions"][number], keys: readonly string[]): unknown {
	const programId = keys[inner.programIdIndex] ?? "";
	const accounts = inner.accounts.map((index) => keys[index] ?? "");
	const { data, stackHeight } = inner;
	if (programId === MEMO) {
		const parsed = new TextDecoder().decode(base58.decode(data));
		return { program: "spl-memo", programId, parsed, stackHeight };
	}
	const known = PROGRAMS.get(programId);
	try {
		if (known === undefined) return { programId, accounts, data, stackHeight };
		const instruction = new TransactionInstruction({
			programId: new PublicKey(programId),
			keys: accounts.map((key) => ({ pubkey: new PublicKey(key), isSigner: false, isWritable: false })),
			data: Buffer.from(base58.decode(data)),
		});
		return { program: known[0], programId, parsed: parsedJson(known[1](instruction)), stackHeight };
	} catch {
		// A node returns unparsable instructions unchanged.
		return { programId, accounts, data, stackHeight };
	}
}

/** @param keys all accounts of the message, in order */
export function parsedInner(all: readonly Inner[], keys: readonly string[]): unknown {
	return all.map(({ index, instructions }) => ({
		index,
		instructions: instructions.map((each) => instructionJson(each, keys)),
	}));
}
