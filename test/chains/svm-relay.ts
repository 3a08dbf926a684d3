import type { TransactionInstruction } from "@solana/web3.js";

/**
 * A program that, when it is called, calls one fixed instruction of another program with its own accounts: what a
 * transaction hides below an instruction that nobody knows. It is written here as bytecode (sBPF v0) in an ELF file.
 * Sources: solana-sbpf (elf_parser, ebpf), agave's aligned parameter serialization, sol_invoke_signed_c.
 */

const SYSCALL = "sol_invoke_signed_c";

/** Places below the frame pointer (r10). */
const INSTRUCTION = -1024;
const METAS = -960;
const INFOS = -800;
const DATA = -400;
const META_BYTES = 16;
const INFO_BYTES = 56;
const MOST_ACCOUNTS = 6;

/** Bytes of room for growth behind each account's data, and the fields before it. */
const GROWTH = 10_240;
const BEFORE_DATA = 88;

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
/** Of something in the input (r6), or on the stack (r10). */
const storeAddress = (at: number, base: 6 | 10, offset: number) => [
	move(2, base),
	add(2, offset),
	instruction(0x7b, 10, 2, at, 0),
];

/** Where each account begins in the input: after their count, each with its data and room to grow. */
function placesOf(sizes: readonly number[]): number[] {
	const places: number[] = [];
	let at = 8;
	for (const size of sizes) {
		places.push(at);
		at += BEFORE_DATA + size + GROWTH + ((8 - (size % 8)) % 8) + 8;
	}
	return places;
}

/** @param sizes bytes of data of each account of the call, all but the program */
function codeOf({ keys, data }: TransactionInstruction, sizes: readonly number[]): Buffer {
	const places = placesOf([...sizes, 0]);
	const programAt = places.at(-1) ?? 0;
	const accounts = keys.flatMap(({ isSigner, isWritable }, index) => {
		const [place = 0, size = 0] = [places[index], sizes[index]];
		const meta = METAS + index * META_BYTES;
		const info = INFOS + index * INFO_BYTES;
		return [
			...storeAddress(meta, 6, place + 8),
			storeByte(meta + 8, Number(isWritable)),
			storeByte(meta + 9, Number(isSigner)),
			...storeAddress(info, 6, place + 8),
			...storeAddress(info + 8, 6, place + 72),
			...storeNumber(info + 16, size),
			...storeAddress(info + 24, 6, place + BEFORE_DATA),
			...storeAddress(info + 32, 6, place + 40),
			...storeNumber(info + 40, 0),
			storeByte(info + 48, Number(isSigner)),
			storeByte(info + 49, Number(isWritable)),
			storeByte(info + 50, 0),
		];
	});
	return Buffer.concat([
		move(6, 1),
		...accounts,
		...[...data].map((byte, at) => storeByte(DATA + at, byte)),
		...storeAddress(INSTRUCTION, 6, programAt + 8),
		...storeAddress(INSTRUCTION + 8, 10, METAS),
		...storeNumber(INSTRUCTION + 16, keys.length),
		...storeAddress(INSTRUCTION + 24, 10, DATA),
		...storeNumber(INSTRUCTION + 32, data.length),
		move(1, 10),
		add(1, INSTRUCTION),
		move(2, 10),
		add(2, INFOS),
		moveNumber(3, keys.length),
		moveNumber(4, 0),
		moveNumber(5, 0),
		// The syscall's number is put here by the relocation.
		instruction(0x85, 0, 1, 0, -1),
		moveNumber(0, 0),
		instruction(0x95, 0, 0, 0, 0),
	]);
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
	/** Where it stands in the file, which is its address too. */
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
	// May be read and run.
	header.writeUInt32LE(5, 4);
	words(at, at, at, size, size, 8).copy(header, 8);
	return header;
}

const aligned = (at: number) => Math.ceil(at / 8) * 8;

/** An ELF file of one function that makes one syscall. */
function elfOf(code: Buffer): Buffer {
	const callAt = code.length - 3 * 8;
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
	const relocations = words(textAt + callAt, 2 ** 32 + 10);
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
 * The program's file. It is to be called with the accounts of `hidden` in their order, all different, and then with
 * the program of `hidden`.
 * @param sizes bytes of data that each of those accounts has
 */
export function relayProgram(hidden: TransactionInstruction, sizes: readonly number[]): Uint8Array {
	if (hidden.keys.length > MOST_ACCOUNTS || hidden.data.length > -DATA)
		throw new Error("this is too much to be hidden");
	return elfOf(codeOf(hidden, sizes));
}
