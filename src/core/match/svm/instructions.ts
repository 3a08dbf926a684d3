import { base64 } from "@scure/base";
import type { AssembledSvmInstruction, AssembledSvmTransaction } from "../../../service-api/action.ts";
import { readBase64 } from "../../format/svm-wire.ts";
import { message } from "../../localized-text.ts";
import { type Check, failed, passed } from "../check.ts";
import type { ResolvedSvm, SvmAccount, SvmInstruction } from "./resolve.ts";

const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";

const SHOWN = 138;

export function clipped(text: string): string {
	return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

/** `budget`: compute budget instructions that were added at the start of the message. */
interface Aligned {
	readonly budget: readonly SvmInstruction[];
	readonly rest: readonly SvmInstruction[];
}

function align(reviewed: readonly AssembledSvmInstruction[], sent: readonly SvmInstruction[]): Aligned {
	const surplus = Math.max(0, sent.length - reviewed.length);
	const other = sent.findIndex((each) => each.programId !== COMPUTE_BUDGET_PROGRAM);
	const front = Math.min(surplus, other === -1 ? sent.length : other);
	return { budget: sent.slice(0, front), rest: sent.slice(front) };
}

function countCheck(reviewed: readonly AssembledSvmInstruction[], { rest }: Aligned): Check {
	const values = { reviewed: String(reviewed.length), payload: String(rest.length) };
	return reviewed.length === rest.length
		? passed("instructions.count", message("match.instructions.count-same"), values)
		: failed("instructions.count", message("match.instructions.count-differs"), values);
}

interface Rights {
	readonly signer: boolean;
	readonly writable: boolean;
}

const NO_RIGHTS: Rights = { signer: false, writable: false };

/** A message grants each account all rights that any of its instructions require. */
function rightsOf(transaction: AssembledSvmTransaction): ReadonlyMap<string, Rights> {
	const rights = new Map<string, Rights>();
	const add = (pubkey: string, more: Rights) => {
		const had = rights.get(pubkey) ?? NO_RIGHTS;
		rights.set(pubkey, { signer: had.signer || more.signer, writable: had.writable || more.writable });
	};
	add(transaction.payer, { signer: true, writable: true });
	for (const instruction of transaction.instructions) {
		add(instruction.program_id, NO_RIGHTS);
		for (const account of instruction.accounts)
			add(account.pubkey, { signer: account.is_signer, writable: account.is_writable });
	}
	return rights;
}

function accountText(pubkey: string, rights: Rights): string {
	const words = [rights.signer ? "signer" : null, rights.writable ? "writable" : "read-only"];
	return `${clipped(pubkey)} (${words.filter((word) => word !== null).join(", ")})`;
}

const sameRights = (left: Rights, right: Rights) =>
	left.signer === right.signer && left.writable === right.writable;

function programCheck(at: number, reviewed: AssembledSvmInstruction, sent: SvmInstruction): Check {
	const field = `instructions[${at}].program_id`;
	const values = { reviewed: clipped(reviewed.program_id), payload: sent.programId };
	return reviewed.program_id === sent.programId
		? passed(field, message("match.program.same"), values)
		: failed(field, message("match.program.differs"), values);
}

function accountsCheck(
	at: number,
	reviewed: AssembledSvmInstruction,
	sent: SvmInstruction,
	rights: ReadonlyMap<string, Rights>,
): Check {
	const field = `instructions[${at}].accounts`;
	const counts = { reviewed: String(reviewed.accounts.length), payload: String(sent.accounts.length) };
	if (reviewed.accounts.length !== sent.accounts.length)
		return failed(field, message("match.accounts.count-differs"), counts);
	for (const [index, account] of sent.accounts.entries()) {
		const meant = reviewed.accounts[index]?.pubkey ?? "";
		const expected = rights.get(meant) ?? NO_RIGHTS;
		const values = { reviewed: accountText(meant, expected), payload: accountText(account.pubkey, account) };
		if (meant !== account.pubkey)
			return failed(field, message("match.account.other", { place: String(index + 1) }), values);
		if (!sameRights(expected, account))
			return failed(field, message("match.account.other-rights", { place: String(index + 1) }), values);
	}
	return passed(field, message("match.accounts.same"), counts);
}

function dataCheck(at: number, reviewed: AssembledSvmInstruction, sent: SvmInstruction): Check {
	const field = `instructions[${at}].data`;
	const written = base64.encode(sent.data);
	const values = { reviewed: clipped(reviewed.data_base64), payload: clipped(written) };
	if (reviewed.data_base64 === written) return passed(field, message("match.data.same"), values);
	const meant = readBase64(reviewed.data_base64);
	if (meant === null) return failed(field, message("match.instruction-data.not-base64"), values);
	const same = meant.findIndex((byte, index) => byte !== sent.data[index]);
	const index = same === -1 ? meant.length : same;
	return failed(field, message("match.data.differs", { byte: String(index) }), values);
}

function everyAccountCheck(
	accounts: readonly SvmAccount[],
	rights: ReadonlyMap<string, Rights>,
	budget: readonly SvmInstruction[],
): Check {
	for (const account of accounts) {
		const ofBudget = budget.length > 0 && account.pubkey === COMPUTE_BUDGET_PROGRAM;
		const expected = rights.get(account.pubkey) ?? (ofBudget ? NO_RIGHTS : null);
		const payload = accountText(account.pubkey, account);
		if (expected === null)
			return failed("accounts", message("match.accounts.stranger"), {
				payload,
			});
		if (!sameRights(expected, account))
			return failed("accounts", message("match.accounts.other-rights"), {
				reviewed: accountText(account.pubkey, expected),
				payload,
			});
	}
	return passed("accounts", message("match.accounts.all-named"), {
		payload: String(accounts.length),
	});
}

type BudgetInstruction = { readonly kind: "units" | "price"; readonly value: bigint };

/** Parses SetComputeUnitLimit (2, u32) and SetComputeUnitPrice (3, u64), which are both little-endian. */
function readBudget(instruction: SvmInstruction): BudgetInstruction | null {
	const { data, accounts } = instruction;
	if (accounts.length > 0) return null;
	const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
	if (data.length === 5 && data[0] === 2) return { kind: "units", value: BigInt(view.getUint32(1, true)) };
	if (data.length === 9 && data[0] === 3) return { kind: "price", value: view.getBigUint64(1, true) };
	return null;
}

function statedBudget(transaction: AssembledSvmTransaction, kind: BudgetInstruction["kind"]): bigint | null {
	const values = transaction.instructions.flatMap(({ assembly }) => {
		const value = kind === "units" ? assembly?.compute_units : assembly?.priority_microlamports;
		return typeof value === "number" ? [value] : [];
	});
	const [first] = values;
	return first !== undefined && values.every((value) => value === first) ? BigInt(first) : null;
}

function budgetFault(transaction: AssembledSvmTransaction, { budget, rest }: Aligned): Check | null {
	const field = "compute_budget";
	// The reviewed list may contain budget instructions too, but the chain only accepts one of each kind.
	const reviewed = rest.filter((each) => each.programId === COMPUTE_BUDGET_PROGRAM).map(readBudget);
	const seen = new Set(reviewed.map((each) => each?.kind));
	for (const instruction of budget) {
		const set = readBudget(instruction);
		if (set === null)
			return failed(field, message("match.budget.unreviewed"), {
				payload: clipped(base64.encode(instruction.data)),
			});
		const stated = statedBudget(transaction, set.kind);
		const values = { reviewed: stated === null ? "none" : String(stated), payload: String(set.value) };
		if (seen.has(set.kind)) return failed(field, message("match.budget.twice", { kind: set.kind }), values);
		if (stated !== set.value)
			return failed(field, message("match.budget.differs", { kind: set.kind }), values);
		seen.add(set.kind);
	}
	const stray = rest.findIndex(
		(each, at) =>
			each.programId === COMPUTE_BUDGET_PROGRAM &&
			transaction.instructions[at]?.program_id !== COMPUTE_BUDGET_PROGRAM,
	);
	return stray === -1
		? null
		: failed(field, message("match.budget.stray"), {
				payload: clipped(base64.encode(rest[stray]?.data ?? new Uint8Array())),
			});
}

function budgetCheck(transaction: AssembledSvmTransaction, aligned: Aligned): Check {
	return (
		budgetFault(transaction, aligned) ??
		passed("compute_budget", message("match.budget.same"), {
			payload: String(aligned.budget.length),
		})
	);
}

export function instructionChecks(transaction: AssembledSvmTransaction, resolved: ResolvedSvm): Check[] {
	const aligned = align(transaction.instructions, resolved.instructions);
	const rights = rightsOf(transaction);
	const pairs = aligned.rest.flatMap((sent, at) => {
		const reviewed = transaction.instructions[at];
		if (reviewed === undefined) return [];
		return [
			programCheck(at, reviewed, sent),
			accountsCheck(at, reviewed, sent, rights),
			dataCheck(at, reviewed, sent),
		];
	});
	return [
		countCheck(transaction.instructions, aligned),
		...pairs,
		everyAccountCheck(resolved.accounts, rights, aligned.budget),
		budgetCheck(transaction, aligned),
	];
}
