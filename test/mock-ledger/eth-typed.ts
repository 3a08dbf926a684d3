import { keccak_256 } from "@noble/hashes/sha3.js";
import { concat, Status, SW, toHex, toUint } from "./bytes.ts";
import type { Descriptions } from "./eth-described.ts";
import { FILTER, type FilterScope, Filters, schemaHash } from "./eth-filters.ts";
import type { ScreenQuestion, ShownField } from "./question.ts";
import { readField, Types } from "./typed-data.ts";
import { StructStream } from "./typed-stream.ts";

/**
 * Emulates the Ethereum app's structured EIP-712: definitions (E0 1A), filters (E0 1E), values (E0 1C) and
 * the signature (E0 0C).
 */

const DOMAIN = "EIP712Domain";
const FIELD = 0xff;
const ARRAY = 0x0f;
const NAME = 0x00;

const membersOf = ({ seen }: StructStream): ShownField[] =>
	seen.map(({ label, text }) => ({ label, value: text }));

export class TypedDataSession {
	private readonly types = new Types();
	private domain: StructStream | null = null;
	private message: StructStream | null = null;
	private filters: Filters | null = null;
	private chainId = 0n;
	private contract: Uint8Array = new Uint8Array();
	private readonly descriptions: Descriptions;

	constructor(descriptions: Descriptions) {
		this.descriptions = descriptions;
	}

	/** Returns true if Ledger's filters describe the values, so that the signature is not blind. */
	get filtered(): boolean {
		return this.filters !== null;
	}

	/** Handles E0 1A. @throws Status */
	define(p2: number, data: Uint8Array): void {
		if (this.domain !== null) throw new Status(SW.badData, "a definition after the first value");
		if (p2 === NAME) this.types.define(new TextDecoder().decode(data));
		else if (p2 === FIELD) this.types.addField(readField(data));
		else throw new Status(SW.badParameters, `P2 ${p2}`);
	}

	private begin(name: string): void {
		if (this.domain === null) {
			if (name !== DOMAIN) throw new Status(SW.badData, "the domain comes first");
			this.domain = new StructStream(this.types, name);
			this.domain.onValue = (field, value) => {
				if (field.name === "chainId") this.chainId = toUint(value);
				if (field.name === "verifyingContract") this.contract = value;
			};
		} else {
			if (this.domain.hash === null || this.message !== null) throw new Status(SW.badData, "a root too many");
			this.message = new StructStream(this.types, name);
			this.message.onValue = (field, value) => this.filters?.value(field, value);
		}
	}

	/** Handles E0 1E. @throws Status */
	filter(p2: number, data: Uint8Array): void {
		if (p2 === FILTER.activate) this.filters = new Filters(this.descriptions);
		else if (this.filters === null) throw new Status(SW.notAllowed, "no filters were activated");
		else this.filters.add(p2, data, this.scope(), this.message?.path ?? "");
	}

	private scope(): FilterScope {
		const { chainId, contract } = this;
		return { chainId, contract, schema: schemaHash(this.types.structs) };
	}

	/** Handles E0 1C. @throws Status */
	implement(p1: number, p2: number, data: Uint8Array): void {
		if (p2 === NAME) {
			this.begin(new TextDecoder().decode(data));
			return;
		}
		const stream = this.message ?? this.domain;
		if (stream === null) throw new Status(SW.notAllowed, "a value of no struct");
		if (p2 === FIELD) stream.chunk(data, p1 !== 0);
		else if (p2 === ARRAY) {
			const [length] = data;
			if (length === undefined || data.length !== 1) throw new Status(SW.badData, "the length of an array");
			stream.array(length);
		} else throw new Status(SW.badParameters, `P2 ${p2}`);
	}

	/**
	 * Handles E0 0C: returns the digest and the question to display.
	 * @param raw shows every member instead of a hash
	 * @throws Status if values are missing
	 */
	finish(raw: boolean): { readonly digest: Uint8Array; readonly question: ScreenQuestion } {
		const domainHash = this.domain?.hash ?? null;
		const messageHash = this.message?.hash ?? null;
		const { domain, message } = this;
		if (domain === null || message === null || domainHash === null || messageHash === null) {
			throw new Status(SW.badData, "values are missing");
		}
		const digest = keccak_256(concat(Uint8Array.of(0x19, 0x01), domainHash, messageHash));
		const question = { kind: "typed data", title: "Review typed message" } as const;
		const { filters } = this;
		if (filters !== null)
			return { digest, question: { ...question, isBlind: false, fields: filters.shown(this.chainId) } };
		const hash = { label: "Message hash", value: `0x${toHex(messageHash).toUpperCase()}` };
		const fields = raw
			? [domain, message].flatMap((each) => [
					{ label: "Review struct", value: each.name },
					...membersOf(each),
				])
			: [...membersOf(domain), hash];
		return { digest, question: { ...question, isBlind: true, fields } };
	}
}
