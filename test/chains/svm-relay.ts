import { PublicKey, TransactionInstruction } from "@solana/web3.js";

/**
 * Creates a program that calls fixed instructions of other programs with its own accounts, so that a
 * transaction can hide effects below an unknown instruction. It is written as bytecode (sBPF v0) in an ELF
 * file. Sources: solana-sbpf (elf_parser, ebpf), agave's aligned parameter serialization,
 * sol_invoke_signed_c.
 */

const SYSCALL = "sol_invoke_signed_c";

const MAX_ACCOUNTS = 40;
const MAX_DATA = 400;
const META_BYTES = 16;
const INFO_BYTES = 56;

/** Offsets below the frame pointer (r10), whose frame has 4096 bytes. */
const DATA = -MAX_DATA;
const INFOS = DATA - MAX_ACCOUNTS * INFO_BYTES;
const METAS = INFOS - MAX_ACCOUNTS * META_BYTES;
const INSTRUCTION = METAS - 64;
/** Pointer and count of the seeds, then the pointer and length of each seed, then their bytes. */
const SIGNERS = INSTRUCTION - 128;
const SEED_BYTES = SIGNERS + 48;

/** Room for growth after each account's data, and the size of the fields before it, in bytes. */
const GROWTH = 10_240;
const HEADER_BYTES = 88;

function instruction(opcode: number, dst: number, src: number, offset: number, immediate: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeUInt8(opcode, 0);
	bytes.writeUInt8((src << 4) | dst, 1);
	bytes.writeInt16LE(offset, 2);
	bytes.writeInt32LE(immediate, 4);
	return bytes;
}

const move = (dst: number, src: number) => instruction(0xbf, dst, src, 0, 0);
const moveNumber = (dst: number, value: number) => instruction(0xb7, dst, 0, 0, value);
const add = (dst: number, value: number) => instruction(0x07, dst, 0, 0, value);
const storeByte = (at: number, value: number) => instruction(0x72, 10, 0, at, value);
const storeNumber = (at: number, value: number) => [moveNumber(2, value), instruction(0x7b, 10, 2, at, 0)];
/** Stores the address of an item in the input (r6) or on the stack (r10). */
const storeAddress = (at: number, base: 6 | 10, offset: number) => [
	move(2, base),
	add(2, offset),
	instruction(0x7b, 10, 2, at, 0),
];

/**
 * Returns each account's offset in the input, which starts with the number of accounts. Each has its data and
 * room to grow; a repeated account has only eight bytes, which name its first index.
 */
function offsetsOf(keys: TransactionInstruction["keys"], sizes: readonly number[]): number[] {
	const offsets: number[] = [];
	let at = 8;
	keys.forEach(({ pubkey }, index) => {
		const first = keys.findIndex((each) => each.pubkey.equals(pubkey));
		const size = sizes[index] ?? 0;
		offsets.push(first < index ? (offsets[first] ?? 0) : at);
		at += first < index ? 8 : HEADER_BYTES + size + GROWTH + ((8 - (size % 8)) % 8) + 8;
	});
	return offsets;
}

interface UniqueKey {
	readonly isSigner: boolean;
	readonly isWritable: boolean;
	/** Index of its first occurrence. */
	readonly index: number;
}

/** Returns each account once, with the rights of all of its occurrences. */
function uniqueKeys(keys: TransactionInstruction["keys"]): readonly UniqueKey[] {
	const alike = (pubkey: PublicKey) => keys.filter((each) => each.pubkey.equals(pubkey));
	return keys.flatMap(({ pubkey }, index) =>
		keys.findIndex((each) => each.pubkey.equals(pubkey)) < index
			? []
			: [
					{
						isSigner: alike(pubkey).some((each) => each.isSigner),
						isWritable: alike(pubkey).some((each) => each.isWritable),
						index,
					},
				],
	);
}

/** Seed of a relay's own vault, an address that only the relay can sign for. */
const VAULT_SEED = Buffer.from("vault");

/**
 * Derives the address that holds other users' funds, as a pool does, and that only the relay's code can sign
 * for.
 */
export function relayVault(program: PublicKey): PublicKey {
	return PublicKey.findProgramAddressSync([VAULT_SEED], program)[0];
}

/**
 * Creates the instruction that calls the relay: the accounts of all calls, each once with the rights that any
 * call needs, and then the programs.
 */
export function relayCall(program: PublicKey, calls: readonly TransactionInstruction[], data: Buffer) {
	const vault = relayVault(program);
	const keys: { pubkey: PublicKey; isSigner: boolean; isWritable: boolean }[] = [];
	const add = (pubkey: PublicKey, isSigner: boolean, isWritable: boolean) => {
		const had = keys.find((each) => each.pubkey.equals(pubkey));
		if (had === undefined) keys.push({ pubkey, isSigner, isWritable });
		else Object.assign(had, { isSigner: had.isSigner || isSigner, isWritable: had.isWritable || isWritable });
	};
	for (const { pubkey, isSigner, isWritable } of calls.flatMap((call) => call.keys))
		add(pubkey, isSigner && !pubkey.equals(vault), isWritable);
	for (const { programId } of calls) add(programId, false, false);
	return new TransactionInstruction({ programId: program, keys, data });
}

/** @param sizes data size of each account of `outer` in bytes */
function codeOf(
	outer: TransactionInstruction,
	calls: readonly TransactionInstruction[],
	sizes: readonly number[],
): { readonly code: Buffer; readonly syscalls: readonly number[] } {
	const offsets = offsetsOf(outer.keys, sizes);
	const unique = uniqueKeys(outer.keys);
	const offsetOf = (pubkey: PublicKey) =>
		offsets[outer.keys.findIndex((each) => each.pubkey.equals(pubkey))] ?? 0;
	const [, bump] = PublicKey.findProgramAddressSync([VAULT_SEED], outer.programId);
	const infos = unique.flatMap(({ isSigner, isWritable, index }, position) => {
		const [offset = 0, size = 0] = [offsets[index], sizes[index]];
		const info = INFOS + position * INFO_BYTES;
		return [
			...storeAddress(info, 6, offset + 8),
			...storeAddress(info + 8, 6, offset + 72),
			...storeNumber(info + 16, size),
			...storeAddress(info + 24, 6, offset + HEADER_BYTES),
			...storeAddress(info + 32, 6, offset + 40),
			...storeNumber(info + 40, 0),
			storeByte(info + 48, Number(isSigner)),
			storeByte(info + 49, Number(isWritable)),
			storeByte(info + 50, 0),
		];
	});
	const seeds = [
		...storeAddress(SIGNERS, 10, SIGNERS + 16),
		...storeNumber(SIGNERS + 8, 2),
		...storeAddress(SIGNERS + 16, 10, SEED_BYTES),
		...storeNumber(SIGNERS + 24, VAULT_SEED.length),
		...storeAddress(SIGNERS + 32, 10, SEED_BYTES + VAULT_SEED.length),
		...storeNumber(SIGNERS + 40, 1),
		...[...VAULT_SEED, bump].map((byte, at) => storeByte(SEED_BYTES + at, byte)),
	];
	const parts: Buffer[] = [move(6, 1), ...infos, ...seeds];
	const syscalls: number[] = [];
	for (const { programId, keys, data } of calls) {
		const metas = keys.flatMap(({ pubkey, isSigner, isWritable }, index) => {
			const meta = METAS + index * META_BYTES;
			return [
				...storeAddress(meta, 6, offsetOf(pubkey) + 8),
				storeByte(meta + 8, Number(isWritable)),
				storeByte(meta + 9, Number(isSigner)),
			];
		});
		parts.push(
			...metas,
			...[...data].map((byte, at) => storeByte(DATA + at, byte)),
			...storeAddress(INSTRUCTION, 6, offsetOf(programId) + 8),
			...storeAddress(INSTRUCTION + 8, 10, METAS),
			...storeNumber(INSTRUCTION + 16, keys.length),
			...storeAddress(INSTRUCTION + 24, 10, DATA),
			...storeNumber(INSTRUCTION + 32, data.length),
			move(1, 10),
			add(1, INSTRUCTION),
			move(2, 10),
			add(2, INFOS),
			moveNumber(3, unique.length),
			move(4, 10),
			add(4, SIGNERS),
			moveNumber(5, 1),
		);
		syscalls.push(8 * parts.length);
		// The relocation inserts the number of the syscall.
		parts.push(instruction(0x85, 0, 1, 0, -1));
	}
	parts.push(moveNumber(0, 0), instruction(0x95, 0, 0, 0, 0));
	// The loader accepts no file without a relocation, so a program without calls has its syscall after the
	// end.
	if (syscalls.length === 0) {
		syscalls.push(8 * parts.length);
		parts.push(instruction(0x85, 0, 1, 0, -1));
	}
	return { code: Buffer.concat(parts), syscalls };
}

const EHDR = 64;
const PHDR = 56;
const SHDR = 64;

const words = (...values: readonly number[]): Buffer => {
	const bytes = Buffer.alloc(8 * values.length);
	values.forEach((value, at) => {
		bytes.writeBigUInt64LE(BigInt(value), 8 * at);
	});
	return bytes;
};

interface Section {
	readonly name: string;
	readonly type: number;
	readonly flags: number;
	readonly entry: number;
	/** Offset in the file, which is also the address. */
	readonly at: number;
	readonly bytes: Buffer;
}

function sectionHeader({ type, flags, entry, at, bytes }: Section, name: number, link: number): Buffer {
	const header = Buffer.alloc(SHDR);
	header.writeUInt32LE(name, 0);
	header.writeUInt32LE(type, 4);
	words(flags, at, at, bytes.length).copy(header, 8);
	header.writeUInt32LE(link, 40);
	words(8, entry).copy(header, 48);
	return header;
}

function programHeader(type: number, at: number, size: number): Buffer {
	const header = Buffer.alloc(PHDR);
	header.writeUInt32LE(type, 0);
	// Readable and executable.
	header.writeUInt32LE(5, 4);
	words(at, at, at, size, size, 8).copy(header, 8);
	return header;
}

const aligned = (at: number) => Math.ceil(at / 8) * 8;

/**
 * Creates an ELF file of one function that uses only one syscall.
 * @param syscalls offsets of its calls in the code
 */
function elfOf(code: Buffer, syscalls: readonly number[]): Buffer {
	const textAt = EHDR + 2 * PHDR;
	const dynamicAt = textAt + code.length;
	const symbolsAt = dynamicAt + 7 * 16;
	const stringsAt = symbolsAt + 48;
	const strings = Buffer.from(`\0${SYSCALL}\0`);
	const relocationsAt = aligned(stringsAt + strings.length);
	const symbols = Buffer.alloc(48);
	symbols.writeUInt32LE(1, 24);
	symbols.writeUInt8(0x10, 28);
	// R_BPF_64_32 of the first symbol.
	const relocations = words(...syscalls.flatMap((at) => [textAt + at, 2 ** 32 + 10]));
	const dynamic = words(
		...[17, relocationsAt, 18, relocations.length, 19, 16],
		...[6, symbolsAt, 5, stringsAt, 10, strings.length, 0, 0],
	);
	const names = ["", ".text", ".dynamic", ".dynsym", ".dynstr", ".rel.dyn", ".s"];
	const nameBytes = Buffer.from(names.map((name) => `${name}\0`).join(""));
	const namesAt = aligned(relocationsAt + relocations.length);
	const sections: Section[] = [
		{ name: ".text", type: 1, flags: 6, entry: 0, at: textAt, bytes: code },
		{ name: ".dynamic", type: 6, flags: 2, entry: 16, at: dynamicAt, bytes: dynamic },
		{ name: ".dynsym", type: 11, flags: 2, entry: 24, at: symbolsAt, bytes: symbols },
		{ name: ".dynstr", type: 3, flags: 2, entry: 0, at: stringsAt, bytes: strings },
		{ name: ".rel.dyn", type: 9, flags: 2, entry: 16, at: relocationsAt, bytes: relocations },
		{ name: ".s", type: 3, flags: 0, entry: 0, at: namesAt, bytes: nameBytes },
	];
	const headersAt = aligned(namesAt + nameBytes.length);
	const file = Buffer.alloc(headersAt + (sections.length + 1) * SHDR);
	Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(file);
	// A shared object for BPF, version 1.
	file.writeUInt16LE(3, 16);
	file.writeUInt16LE(247, 18);
	file.writeUInt32LE(1, 20);
	words(textAt, EHDR, headersAt).copy(file, 24);
	[EHDR, PHDR, 2, SHDR, sections.length + 1, sections.length].forEach((value, at) => {
		file.writeUInt16LE(value, 52 + 2 * at);
	});
	programHeader(1, textAt, namesAt - textAt).copy(file, EHDR);
	programHeader(2, dynamicAt, dynamic.length).copy(file, EHDR + PHDR);
	sections.forEach((section, index) => {
		section.bytes.copy(file, section.at);
		const name = names.slice(0, names.indexOf(section.name)).reduce((sum, each) => sum + each.length + 1, 0);
		const link = section.name === ".dynstr" || section.name === ".text" ? 0 : 4;
		sectionHeader(section, name, link).copy(file, headersAt + (index + 1) * SHDR);
	});
	return file;
}

/**
 * Creates the program's file.
 * @param outer instruction from `relayCall`
 * @param sizes data size of each account of `outer` in bytes
 */
export function relayProgram(
	outer: TransactionInstruction,
	calls: readonly TransactionInstruction[],
	sizes: readonly number[],
): Uint8Array {
	if (outer.keys.length > MAX_ACCOUNTS || calls.some(({ data }) => data.length > MAX_DATA))
		throw new Error("the hidden calls are too large");
	const { code, syscalls } = codeOf(outer, calls, sizes);
	return elfOf(code, syscalls);
}
