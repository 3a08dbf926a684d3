import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { type Apdu, type App, answer, atLeast, type Outcome, versionParts } from "./app.ts";
import { ascii, Cursor, concat, readPath, Status, SW, toHex, toUintLe } from "./bytes.ts";
import type { Keys } from "./keys.ts";
import { actionPage, BLIND_SIGNING_NOTICE, type Page, titlePage, valuePages } from "./screens.ts";
import { blindPages, clearPages, readHeader } from "./sol-message.ts";

/** Emulates the Solana app: E0 04 settings, 05 keys, 06 transactions, 07 off-chain messages. */

const HARDENED = 0x8000_0000;
const MORE = 0x02;
const EXTEND = 0x01;
/** Maximum length of a message that the app stores. */
const MAX_BYTES = 1280;
/**
 * Instructions of the first versions. Their length has two bytes, so a current command has the wrong size.
 */
const DEPRECATED = [0x01, 0x02, 0x03];
const OFFCHAIN_SINCE = "1.3.0";
const OFFCHAIN_DOMAIN = concat(Uint8Array.of(0xff), ascii("solana offchain"));

const BLIND_SIGNING_OFF: Outcome = { kind: "refuse", word: SW.notSupported, notice: BLIND_SIGNING_NOTICE };

function readAppPath(cursor: Cursor): number[] {
	const path = readPath(cursor);
	if (path[0] !== HARDENED + 44 || path[1] !== HARDENED + 501) {
		throw new Status(SW.badData, "a path of another coin");
	}
	return path;
}

/** Reads the text and signers of an off-chain message. @throws Status for messages that the app refuses */
function readOffchain(bytes: Uint8Array): { text: Uint8Array; signers: string[]; utf8: boolean } {
	const cursor = new Cursor(bytes, SW.badHeader);
	const bad = (why: string) => new Status(SW.badHeader, why);
	if (toHex(cursor.readBytes(16)) !== toHex(OFFCHAIN_DOMAIN)) throw bad("no off-chain message");
	const version = cursor.byte();
	if (version !== 0) throw bad(`off-chain version ${version}`);
	cursor.readBytes(32);
	const format = cursor.byte();
	if (format > 1) throw bad(`off-chain format ${format}`);
	const signers = Array.from({ length: cursor.byte() }, () => base58.encode(cursor.readBytes(32)));
	const length = Number(toUintLe(cursor.readBytes(2)));
	const text = cursor.rest();
	if (length === 0 || length !== text.length) throw bad("another length than announced");
	const plain = text.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a);
	if (!plain && format === 0) throw new Status(SW.badFormat, "no ASCII");
	return { text, signers, utf8: !plain };
}

export class SolanaApp implements App {
	readonly name = "Solana";
	readonly version: string;
	readonly home = [
		{ lines: ["Application", "is ready"] },
		{ lines: ["Settings"] },
		{ lines: ["Version", ""] },
		{ lines: ["Quit app"] },
	];
	blindSigning = false;
	private readonly keys: Keys;
	private gathered: { ins: number; p1: number; path: readonly number[]; bytes: Uint8Array } | null = null;

	constructor(keys: Keys, version = "1.9.0") {
		this.keys = keys;
		this.version = version;
		this.home[2] = { lines: ["Version", version] };
	}

	reset(): void {
		this.gathered = null;
	}

	handle(apdu: Apdu): Outcome {
		if (apdu.cla !== 0xe0) throw new Status(SW.badHeader, `class ${apdu.cla}`);
		if (DEPRECATED.includes(apdu.ins)) throw new Status(SW.badSize, "a length of one byte");
		switch (apdu.ins) {
			case 0x04:
				return answer(Uint8Array.of(this.blindSigning ? 1 : 0, 0, ...versionParts(this.version)));
			case 0x05:
				return this.getKey(apdu);
			case 0x06:
				return this.gather(apdu, (path, bytes) => this.signTransaction(path, bytes));
			case 0x07:
				if (!atLeast(this.version, OFFCHAIN_SINCE)) throw new Status(SW.unknownInstruction, "too old for it");
				return this.gather(apdu, (path, bytes) => this.signOffchain(path, bytes));
			default:
				throw new Status(SW.unknownInstruction, `instruction ${apdu.ins}`);
		}
	}

	private getKey({ p1, data }: Apdu): Outcome {
		const cursor = new Cursor(data, SW.badSize);
		const path = readAppPath(cursor);
		const said = (keys: Keys) => keys.solana(path).publicKey;
		if (p1 === 0) return answer(said(this.keys));
		const pages = valuePages("Pubkey", base58.encode(said(this.keys)));
		return {
			kind: "ask",
			review: { warning: [], pages: this.ending(pages) },
			answer: said,
			refused: SW.refused,
		};
	}

	private ending(pages: readonly Page[]): Page[] {
		return [...pages, actionPage("Approve", "approve"), actionPage("Reject", "reject")];
	}

	/** Joins chunks. P2 states whether this one continues, and whether more follow. */
	private gather(apdu: Apdu, whole: (path: readonly number[], bytes: Uint8Array) => Outcome): Outcome {
		const { ins, p1, p2, data } = apdu;
		const begun = this.gathered;
		this.gathered = null;
		const cursor = new Cursor(data, SW.badSize);
		let path: readonly number[];
		let before = new Uint8Array();
		if ((p2 & EXTEND) === 0) {
			if (cursor.byte() !== 1) throw new Status(SW.badData, "not one path");
			path = readAppPath(cursor);
		} else {
			if (begun === null || begun.ins !== ins || begun.p1 !== p1)
				throw new Status(SW.badData, "nothing to continue");
			path = begun.path;
			before = Uint8Array.from(begun.bytes);
		}
		const bytes = concat(before, cursor.rest());
		if (bytes.length >= MAX_BYTES) throw new Status(SW.badSize, "too long for the device");
		if ((p2 & MORE) !== 0) {
			this.gathered = { ins, p1, path, bytes };
			return answer();
		}
		if (p1 === 0) throw new Status(SW.notSupported, "nothing is signed without a question");
		return whole(path, bytes);
	}

	private signTransaction(path: readonly number[], message: Uint8Array): Outcome {
		const cursor = new Cursor(message);
		const header = readHeader(cursor);
		const signer = base58.encode(this.keys.solana(path).publicKey);
		if (!header.keys.slice(0, header.signatures).includes(signer)) {
			throw new Status(SW.badHeader, "this key does not sign it");
		}
		let clear: Page[] | null = null;
		try {
			clear = clearPages(cursor, header, signer);
		} catch (error) {
			// Messages that can't be parsed are not shown clearly.
			if (!(error instanceof Status)) throw error;
		}
		if (clear === null && !this.blindSigning) return BLIND_SIGNING_OFF;
		return this.ask(path, message, "transaction", clear ?? blindPages(sha256(message), header, signer));
	}

	private signOffchain(path: readonly number[], message: Uint8Array): Outcome {
		const { text, signers, utf8 } = readOffchain(message);
		const signer = base58.encode(this.keys.solana(path).publicKey);
		if (!signers.includes(signer)) throw new Status(SW.badHeader, "this key does not sign it");
		if (utf8 && !this.blindSigning) return BLIND_SIGNING_OFF;
		const shown = utf8
			? valuePages("Hash", base58.encode(sha256(text)))
			: valuePages("Message", Buffer.from(text).toString("ascii"), true);
		return this.ask(path, message, "off-chain message", [titlePage("Review message"), ...shown]);
	}

	private ask(
		path: readonly number[],
		message: Uint8Array,
		kind: "transaction" | "off-chain message",
		pages: readonly Page[],
	): Outcome {
		return {
			kind: "ask",
			review: { warning: [], pages: this.ending(pages) },
			answer: (keys) => keys.solana(path).sign(message),
			refused: SW.refused,
			signs: { app: "Solana", kind, payload: message },
		};
	}
}
