import { bytesToHex } from "@noble/hashes/utils.js";
import type { SvmAccount } from "../../../match/svm/resolve.ts";
import { type DataReader, Unread, utf8 } from "../data-reader.ts";
import type { IdlAccount, IdlDefined, IdlField, IdlInstruction, IdlProgram, IdlType } from "./data-types.ts";

/**
 * Strictly decodes instructions according to a program's published interface. Throws `Unread` if any byte or
 * account doesn't match. Sources: Anchor's IDL specification 0.1.0, the borsh specification.
 */

export type IdlValue = bigint | boolean | string | null | readonly IdlValue[] | IdlStruct;
export interface IdlStruct {
	readonly [field: string]: IdlValue;
}

const DEEPEST = 8;
const MAX_ITEMS = 64;
const MAX_VALUES = 1_024;
const MAX_LENGTH = 1_232;

const INTEGERS: ReadonlyMap<IdlType, readonly [bytes: number, signed: boolean]> = new Map([
	["u8", [1, false]],
	["u16", [2, false]],
	["u32", [4, false]],
	["u64", [8, false]],
	["u128", [16, false]],
	["i8", [1, true]],
	["i16", [2, true]],
	["i32", [4, true]],
	["i64", [8, true]],
	["i128", [16, true]],
]);

class BorshReader {
	readonly #data: DataReader;
	readonly #types: IdlProgram["types"];
	#left = MAX_VALUES;

	constructor(data: DataReader, types: IdlProgram["types"]) {
		this.#data = data;
		this.#types = types;
	}

	fields(fields: readonly IdlField[], depth: number): IdlStruct {
		return Object.fromEntries(fields.map(({ name, type }) => [name, this.value(type, depth)]));
	}

	value(type: IdlType, depth: number): IdlValue {
		this.#left -= 1;
		if (depth > DEEPEST || this.#left < 0) throw new Unread();
		if (typeof type === "string") return this.#plain(type);
		if ("option" in type) return this.#flag() ? this.value(type.option, depth + 1) : null;
		if ("vec" in type) return this.#items(type.vec, this.#count(MAX_ITEMS), depth);
		if ("array" in type) return this.#items(type.array[0], type.array[1], depth);
		const defined = Object.hasOwn(this.#types, type.defined) ? this.#types[type.defined] : undefined;
		if (defined === undefined) throw new Unread();
		return this.#defined(defined, depth + 1);
	}

	#plain(type: IdlType & string): IdlValue {
		const integer = INTEGERS.get(type);
		if (integer !== undefined) {
			const [bytes, signed] = integer;
			const value = this.#data.uint(bytes);
			return signed ? BigInt.asIntN(8 * bytes, value) : value;
		}
		switch (type) {
			case "bool":
				return this.#flag();
			case "pubkey":
				return this.#data.key();
			case "string":
				return utf8(this.#data.readBytes(this.#count(MAX_LENGTH)));
			case "bytes":
				return bytesToHex(this.#data.readBytes(this.#count(MAX_LENGTH)));
			default:
				throw new Unread();
		}
	}

	#defined(defined: IdlDefined, depth: number): IdlStruct {
		if (defined.kind === "struct") return this.fields(defined.fields, depth);
		const variant = defined.variants[this.#data.u8()];
		if (variant === undefined) throw new Unread();
		return { ...this.fields(variant.fields, depth), variant: variant.name };
	}

	#items(type: IdlType, count: number, depth: number): IdlValue[] {
		return Array.from({ length: count }, () => this.value(type, depth + 1));
	}

	#flag(): boolean {
		const byte = this.#data.u8();
		if (byte > 1) throw new Unread();
		return byte === 1;
	}

	#count(most: number): number {
		const count = this.#data.u32();
		if (count > most) throw new Unread();
		return count;
	}
}

/** A decoded instruction. Its getters throw `Unread` if the name is missing or has a different type. */
export class IdlCall {
	readonly instruction: IdlInstruction;
	readonly args: IdlStruct;
	readonly #accounts: ReadonlyMap<string, string | null>;

	constructor(instruction: IdlInstruction, args: IdlStruct, accounts: ReadonlyMap<string, string | null>) {
		this.instruction = instruction;
		this.args = args;
		this.#accounts = accounts;
	}

	account(name: string): string {
		const account = this.maybe(name);
		if (account === null) throw new Unread();
		return account;
	}

	maybe(name: string): string | null {
		const account = this.#accounts.get(name);
		if (account === undefined) throw new Unread();
		return account;
	}

	#arg(name: string): IdlValue {
		const value = Object.hasOwn(this.args, name) ? this.args[name] : undefined;
		if (value === undefined) throw new Unread();
		return value;
	}

	uint(name: string): bigint {
		const value = this.#arg(name);
		if (typeof value !== "bigint" || value < 0n) throw new Unread();
		return value;
	}

	flag(name: string): boolean {
		const value = this.#arg(name);
		if (typeof value !== "boolean") throw new Unread();
		return value;
	}

	key(name: string): string {
		const field = this.instruction.args.find((each) => each.name === name);
		const value = this.#arg(name);
		if (field?.type !== "pubkey" || typeof value !== "string") throw new Unread();
		return value;
	}

	struct(name: string): IdlStruct {
		const value = this.#arg(name);
		if (!isStruct(value)) throw new Unread();
		return value;
	}
}

export function isStruct(value: IdlValue | undefined): value is IdlStruct {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isLeftOut = (account: IdlAccount, { pubkey }: SvmAccount, program: string): boolean =>
	account.optional === true && pubkey === program;

function fits(account: IdlAccount, { pubkey, signer, writable }: SvmAccount, rights: boolean): boolean {
	if (account.address !== undefined && account.address !== pubkey) return false;
	return !rights || ((account.signer !== true || signer) && (account.writable !== true || writable));
}

interface InstructionInput {
	readonly accounts: readonly SvmAccount[];
	readonly rights: boolean;
}

function fitsAll(program: string, { accounts, more }: IdlInstruction, given: InstructionInput): boolean {
	if (given.accounts.length < accounts.length || (!more && given.accounts.length > accounts.length))
		return false;
	return accounts.every((account, index) => {
		const here = given.accounts[index];
		return here !== undefined && (isLeftOut(account, here, program) || fits(account, here, given.rights));
	});
}

function instructionOf(
	{ id, instructions }: IdlProgram,
	data: Uint8Array,
	given: InstructionInput,
): IdlInstruction | null {
	const fitting = instructions.filter(
		(each) =>
			bytesToHex(data.slice(0, each.discriminator.length / 2)) === each.discriminator &&
			fitsAll(id, each, given),
	);
	return fitting.toSorted((left, right) => right.accounts.length - left.accounts.length)[0] ?? null;
}

function named(
	program: string,
	{ accounts }: IdlInstruction,
	given: InstructionInput,
): ReadonlyMap<string, string | null> {
	return new Map(
		accounts.flatMap((account, index) => {
			const here = given.accounts[index];
			if (here === undefined) return [];
			return [[account.name, isLeftOut(account, here, program) ? null : here.pubkey] as const];
		}),
	);
}

export function readIdlCall(program: IdlProgram, data: DataReader, given: InstructionInput): IdlCall {
	const instruction = instructionOf(program, data.peek(), given);
	if (instruction === null) throw new Unread();
	data.readBytes(instruction.discriminator.length / 2);
	const args = new BorshReader(data, program.types).fields(instruction.args, 0);
	data.end();
	return new IdlCall(instruction, args, named(program.id, instruction, given));
}
