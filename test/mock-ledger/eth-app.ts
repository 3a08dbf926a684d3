import { keccak_256 } from "@noble/hashes/sha3.js";
import { type Apdu, type App, answer, atLeast, type Outcome, versionParts } from "./app.ts";
import { ascii, Cursor, concat, readPath, Status, SW, toHex, toUint } from "./bytes.ts";
import { Descriptions } from "./eth-described.ts";
import { type Progress, questionOf, readSoFar, vOf } from "./eth-transaction.ts";
import { TypedDataSession } from "./eth-typed.ts";
import { type Keys, vrs } from "./keys.ts";
import { chainName } from "./networks.ts";
import type { ScreenQuestion } from "./question.ts";
import { BLIND_SIGNING_NOTICE, type Page } from "./screens.ts";
import { touchBlindRefusal, touchHome } from "./touch-screens.ts";

/**
 * Emulates the Ethereum app: E0 02 addresses, 04 transactions, 06 settings, 08 messages, 0A token
 * descriptions signed by Ledger, and 0C, 1A, 1C and 1E typed data.
 */

const FIRST = 0x00;
const FOLLOWING = 0x80;
const HARDENED = 0x8000_0000;
const COINS = [60, 1];
/** First version with structured typed data. */
const TYPED_DATA_SINCE = "1.9.19";

const NANO_HOME: readonly Page[] = [
	{ lines: ["Ethereum", "app is ready"] },
	{ lines: ["App settings"] },
	{ lines: ["App info"] },
	{ lines: ["Quit app"] },
];

/** Reads a path that the app may derive. */
function readAppPath(cursor: Cursor): number[] {
	const path = readPath(cursor);
	const [purpose = 0, coin = 0] = path;
	if (purpose !== HARDENED + 44 || !COINS.includes(coin - HARDENED)) {
		throw new Status(SW.badData, "a path of another coin");
	}
	return path;
}

/**
 * Formats a message as the device does: as text if it is plain ASCII, otherwise as hex. Each white-space
 * character becomes a space.
 */
function messageText(message: Uint8Array): string {
	const plain = message.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
	return plain ? Buffer.from(message).toString("ascii").replace(/\s/g, " ") : `0x${toHex(message)}`;
}

/** Input that arrives in chunks: the key's path, and the bytes so far. */
interface PartialInput {
	readonly path: readonly number[];
	readonly bytes: Uint8Array;
	/** Announced length; `null` if the content states its own length. */
	readonly length: number | null;
}

export class EthereumApp implements App {
	readonly name = "Ethereum";
	readonly version: string;
	readonly home: readonly Page[];
	blindSigning = false;
	/** Setting *Raw messages*, which shows typed data member by member even if Ledger describes it. */
	rawMessages = false;
	private readonly keys: Keys;
	private readonly isTouch: boolean;
	private transaction: PartialInput | null = null;
	private message: PartialInput | null = null;
	private typed: TypedDataSession | null = null;
	/** Descriptions for the next request, which are discarded with it. */
	private readonly descriptions = new Descriptions();

	constructor(keys: Keys, version = "1.22.0", isTouch = false) {
		this.keys = keys;
		this.version = version;
		this.isTouch = isTouch;
		this.home = isTouch ? [touchHome("Ethereum")] : NANO_HOME;
	}

	/** Refuses because blind signing is off, with a notice that stays on the screen. */
	private get blindSigningOff(): Outcome {
		const notice = this.isTouch ? touchBlindRefusal() : BLIND_SIGNING_NOTICE;
		return { kind: "refuse", word: SW.badData, notice };
	}

	reset(): void {
		this.transaction = null;
		this.message = null;
		this.typed = null;
		this.descriptions.reset();
	}

	handle(apdu: Apdu): Outcome {
		if (apdu.cla !== 0xe0) throw new Status(SW.unknownClass, `class ${apdu.cla}`);
		switch (apdu.ins) {
			case 0x02:
				return this.getAddress(apdu);
			case 0x04:
				return this.signTransaction(apdu);
			case 0x06:
				return answer(concat(Uint8Array.of(this.blindSigning ? 3 : 2, ...versionParts(this.version))));
			case 0x08:
				return this.signMessage(apdu);
			case 0x0a:
				return answer(Uint8Array.of(this.descriptions.add(apdu.data)));
			case 0x0c:
			case 0x1a:
			case 0x1c:
			case 0x1e:
				return this.typedData(apdu);
			default:
				throw new Status(SW.unknownInstruction, `instruction ${apdu.ins}`);
		}
	}

	private getAddress({ p1, p2, data }: Apdu): Outcome {
		if (p1 > 1 || p2 > 1) throw new Status(SW.badParameters, "P1 or P2");
		const cursor = new Cursor(data);
		const path = readAppPath(cursor);
		// The chain only changes the text on the screen.
		const chainId = cursor.remaining === 8 ? toUint(cursor.readBytes(8)) : 1n;
		if (cursor.remaining > 0) throw new Status(SW.badData, "bytes after the path");
		const said = (keys: Keys) => {
			const { publicKey, address, chainCode } = keys.ethereum(path);
			const text = ascii(address.slice(2));
			return concat(
				Uint8Array.of(publicKey.length),
				publicKey,
				Uint8Array.of(text.length),
				text,
				p2 === 1 ? chainCode : new Uint8Array(),
			);
		};
		if (p1 === 0) return answer(said(this.keys));
		const review: ScreenQuestion = {
			kind: "address",
			title: `Verify ${chainName(chainId)}\naddress`,
			isBlind: false,
			fields: [{ label: "Address", value: this.keys.ethereum(path).address }],
		};
		return { kind: "ask", review, answer: said, refused: SW.refused };
	}

	private signTransaction({ p1, p2, data }: Apdu): Outcome {
		if ((p1 !== FIRST && p1 !== FOLLOWING) || p2 !== 0) throw new Status(SW.badParameters, "P1 or P2");
		const begun = this.transaction;
		this.transaction = null;
		if (p1 === FOLLOWING && begun === null) throw new Status(SW.notAllowed, "a chunk of no transaction");
		const cursor = new Cursor(data);
		const path = p1 === FIRST || begun === null ? readAppPath(cursor) : begun.path;
		const bytes = concat(p1 === FIRST ? new Uint8Array() : (begun?.bytes ?? new Uint8Array()), cursor.rest());
		const progress = this.readSoFar(bytes);
		if (progress.kind === "blind signing off") return this.blindSigningOff;
		if (progress.kind === "more") {
			this.transaction = { path, bytes, length: null };
			return answer();
		}
		const { transaction } = progress;
		const { address } = this.keys.ethereum(path);
		const hashLabel = this.isTouch ? "Transaction hash" : "Tx hash";
		return {
			kind: "ask",
			review: questionOf(transaction, address, progress.token, hashLabel),
			refused: SW.refused,
			signs: { app: "Ethereum", kind: "transaction", payload: transaction.digest },
			answer: (keys) => {
				const signature = keys.ethereum(path).sign(transaction.digest);
				return vrs(vOf(transaction, signature.parity), signature);
			},
		};
	}

	/** Parses the bytes so far. Descriptions are discarded when their transaction ends, even with an error. */
	private readSoFar(bytes: Uint8Array): Progress {
		let more = false;
		try {
			const progress = readSoFar(bytes, this.blindSigning, (address) => this.descriptions.find(address));
			more = progress.kind === "more";
			return progress;
		} finally {
			if (!more) this.descriptions.reset();
		}
	}

	private signMessage({ p1, p2, data }: Apdu): Outcome {
		if ((p1 !== FIRST && p1 !== FOLLOWING) || p2 !== 0) throw new Status(SW.badParameters, "P1 or P2");
		const begun = this.message;
		this.message = null;
		if (p1 === FOLLOWING && begun === null) throw new Status(SW.notAllowed, "a chunk of no message");
		const cursor = new Cursor(data);
		const gathered =
			p1 === FIRST || begun === null
				? { path: readAppPath(cursor), length: cursor.uint32(), bytes: cursor.rest() }
				: { ...begun, bytes: concat(begun.bytes, cursor.rest()) };
		const { path, bytes, length } = gathered;
		if (bytes.length > (length ?? 0)) throw new Status(SW.badData, "bytes after the message");
		if (bytes.length < (length ?? 0)) {
			this.message = gathered;
			return answer();
		}
		const digest = keccak_256(concat(ascii(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
		const review: ScreenQuestion = {
			kind: "message",
			title: "Review message",
			isBlind: false,
			fields: [{ label: "Message", value: messageText(bytes), words: true }],
		};
		return this.askMessage(path, digest, review);
	}

	private askMessage(path: readonly number[], digest: Uint8Array, review: ScreenQuestion): Outcome {
		return {
			kind: "ask",
			review,
			refused: SW.refused,
			signs: { app: "Ethereum", kind: review.kind === "message" ? "message" : "typed data", payload: digest },
			answer: (keys) => {
				const signature = keys.ethereum(path).sign(digest);
				return vrs(27 + signature.parity, signature);
			},
		};
	}

	/** Handles a typed-data command. An error discards the session, as on the device. */
	private typedData(apdu: Apdu): Outcome {
		if (!atLeast(this.version, TYPED_DATA_SINCE)) throw new Status(SW.unknownInstruction, "too old for it");
		const session = this.typed;
		this.typed = null;
		if (apdu.ins === 0x1a) {
			if (session === null) this.descriptions.reset();
			const defining = session ?? new TypedDataSession(this.descriptions);
			defining.define(apdu.p2, apdu.data);
			this.typed = defining;
			return answer();
		}
		if (apdu.ins === 0x0c && apdu.p2 !== 1) throw new Status(SW.badParameters, "hashes alone are not signed");
		if (session === null) throw new Status(SW.notAllowed, "no typed data was begun");
		if (apdu.ins === 0x1e) {
			if (!this.rawMessages) session.filter(apdu.p2, apdu.data);
			this.typed = session;
			return answer();
		}
		if (apdu.ins === 0x1c) {
			session.implement(apdu.p1, apdu.p2, apdu.data);
			// On a Nano, the first value would be shown now; on a touch device, already the name of the first
			// struct.
			const isShown = this.isTouch ? apdu.p2 === 0x00 : apdu.p2 === 0xff;
			const isAllowed = this.blindSigning || this.rawMessages || session.filtered;
			if (isShown && !isAllowed) return this.blindSigningOff;
			this.typed = session;
			return answer();
		}
		const cursor = new Cursor(apdu.data);
		const path = readAppPath(cursor);
		if (cursor.remaining > 0) throw new Status(SW.badData, "bytes after the path");
		// A touch device shows every member regardless of the setting.
		const { digest, question } = session.finish(this.rawMessages || this.isTouch);
		return this.askMessage(path, digest, question);
	}
}
