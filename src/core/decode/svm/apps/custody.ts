import { hexToBytes } from "@noble/hashes/utils.js";
import { message } from "../../../localized-text.ts";
import type { SvmAccount, SvmInstruction } from "../../../match/svm/resolve.ts";
import { DataReader, Unread } from "../data-reader.ts";
import { type IdlCall, type IdlStruct, type IdlValue, isStruct } from "../idl/read.ts";
import { type AppTable, act, part } from "./app.ts";

/**
 * Decodes the transaction in a Squads proposal: three counts, then lists with a one-byte length (two bytes
 * for instruction data). Source: Squads-Protocol/v4, TransactionMessage.
 */

function keysOf(reader: DataReader): readonly SvmAccount[] {
	const [signers, writableSigners, writableOthers] = [reader.u8(), reader.u8(), reader.u8()];
	const count = reader.u8();
	if (signers > count || writableSigners > signers || writableOthers > count - signers) throw new Unread();
	return Array.from({ length: count }, (_, at) => ({
		pubkey: reader.key(),
		signer: at < signers,
		writable: at < writableSigners || (at >= signers && at < signers + writableOthers),
		from: "static",
	}));
}

interface CompiledInstruction {
	readonly program: number;
	readonly accounts: readonly number[];
	readonly data: Uint8Array;
}

function instructionOf(reader: DataReader): CompiledInstruction {
	const program = reader.u8();
	const accounts = [...reader.readBytes(reader.u8())];
	return { program, accounts, data: reader.readBytes(reader.u16()) };
}

/**
 * Returns `null` if the proposal uses a lookup table, because its data doesn't contain the table's addresses.
 * @throws Unread if the bytes are invalid
 */
export function readProposal(bytes: Uint8Array): readonly SvmInstruction[] | null {
	const reader = new DataReader(bytes);
	const keys = keysOf(reader);
	const compiled = Array.from({ length: reader.u8() }, () => instructionOf(reader));
	if (reader.u8() > 0) return null;
	reader.end();
	const at = (index: number): SvmAccount => {
		const key = keys[index];
		if (key === undefined) throw new Unread();
		return key;
	};
	return compiled.map(({ program, accounts, data }) => ({
		programId: at(program).pubkey,
		accounts: accounts.map(at),
		data,
	}));
}

function amountIn(args: IdlStruct): bigint {
	const { amount } = args;
	if (typeof amount !== "bigint") throw new Unread();
	return amount;
}

function keysIn(value: unknown): readonly string[] {
	if (!Array.isArray(value)) throw new Unread();
	return value.map((each: unknown) => {
		if (typeof each !== "string") throw new Unread();
		return each;
	});
}

const BURNS = message("svm.open.burnt");

export const METAPLEX: AppTable = {
	Transfer: (call) => {
		const amount = amountIn(call.struct("transferArgs"));
		const mint = call.account("mint");
		return act("transfer", {
			gives: [part(call.account("token"), mint, amount)],
			gets: [part(call.account("destination"), mint, amount)],
			rulers: [call.account("destinationOwner")],
		});
	},
	Burn: (call) =>
		act("burn", {
			gives: [part(call.account("token"), call.account("mint"), amountIn(call.struct("burnArgs")))],
			open: BURNS,
		}),
	BurnNft: (call) =>
		act("burn", { gives: [part(call.account("tokenAccount"), call.account("mint"), 1n)], open: BURNS }),
	Delegate: (call) => {
		const token = call.maybe("token");
		return act("delegate", {
			keeps: token === null ? [] : [token],
			rulers: [call.account("delegate")],
		});
	},
	Revoke: (call) => {
		const token = call.maybe("token");
		return act("revoke", { keeps: token === null ? [] : [token] });
	},
};

const LATER = message("svm.open.decided-elsewhere");

const spent = (call: IdlCall) => {
	const mint = call.maybe("mint");
	const to = mint === null ? call.account("destination") : call.account("destination_token_account");
	const from = mint === null ? call.account("vault") : call.account("vault_token_account");
	const amount = amountIn(call.struct("args"));
	return act("transfer", {
		gives: [part(from, mint ?? "native", amount)],
		gets: [part(to, mint ?? "native", amount)],
	});
};

function memberIn({ new_member: member }: IdlStruct): string {
	const key = isStruct(member) ? member["key"] : undefined;
	if (typeof key !== "string") throw new Unread();
	return key;
}

const UNREAD = message("svm.open.unread-proposal");

function proposal(call: IdlCall) {
	const held = call.struct("args")["transaction_message"];
	if (typeof held !== "string") throw new Unread();
	const proposed = readProposal(hexToBytes(held));
	return act("propose", proposed === null ? { open: UNREAD } : { proposed });
}

function configured(call: IdlCall) {
	const { actions } = call.struct("args");
	if (!Array.isArray(actions)) throw new Unread();
	const rulers = actions.flatMap((each: IdlValue) => {
		if (!isStruct(each)) throw new Unread();
		if (each["variant"] === "AddMember") return [memberIn(each)];
		return each["variant"] === "AddSpendingLimit" ? keysIn(each["members"]) : [];
	});
	return act("propose", { rulers, open: message("svm.open.other-rules") });
}

export const SQUADS: AppTable = {
	proposal_create: () => act("propose"),
	vault_transaction_create: proposal,
	config_transaction_create: configured,
	proposal_approve: () => act("approve", { open: LATER }),
	proposal_reject: () => act("reject"),
	proposal_cancel: () => act("reject"),
	vault_transaction_execute: () => act("execute", { open: LATER }),
	config_transaction_execute: () => act("execute", { open: LATER }),
	multisig_add_member: (call) => act("control", { rulers: [memberIn(call.struct("args"))] }),
	multisig_add_spending_limit: (call) => act("control", { rulers: keysIn(call.struct("args")["members"]) }),
	spending_limit_use: spent,
};
