import { base58 } from "@scure/base";
import { getAddress } from "viem/utils";
import { isZeroAddress } from "../../core/chain/well-known.ts";
import { skeletonOf } from "../../core/format/confusable.ts";
import { type Labels, sameAddress, visibleEndsOf } from "../../core/identities/labels.ts";
import { type Message, message } from "../../core/localized-text.ts";

export type ContactFamily = "evm" | "svm";

export interface Contact {
	readonly family: ContactFamily;
	/** EVM: lower case. Solana: base58. */
	readonly address: string;
	readonly label: string;
}

export type ContactReading =
	| { readonly ok: true; readonly contact: Contact }
	| { readonly ok: false; readonly text: Message };

export interface Typed {
	readonly family: string;
	readonly address: string;
	readonly label: string;
}

/** Limited because every window and review searches all contacts. */
export const MAX_CONTACTS = 2_000;
const MAX_LABEL_LENGTH = 60;

const HEX = /^0x[0-9a-fA-F]{40}$/;
/**
 * Control, format (including bidi), private-use and invisible characters could make one name look like
 * another.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/u;

const fault = (text: Message): { readonly ok: false; readonly text: Message } => ({ ok: false, text });

type LabelReading =
	| { readonly ok: true; readonly text: string }
	| { readonly ok: false; readonly text: Message };

/** EIP-55: mixed case is a checksum. */
function readEvm(text: string): LabelReading {
	if (!HEX.test(text)) return fault(message("book.evm-form"));
	if (isZeroAddress(text)) return fault(message("book.zero-address"));
	const digits = text.slice(2);
	const checked = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
	const lower = `0x${digits.toLowerCase()}` as const;
	if (checked && getAddress(lower) !== text) return fault(message("book.checksum"));
	return { ok: true, text: lower };
}

function readSvm(text: string): LabelReading {
	const sentence = message("book.svm-form");
	if (text.length < 32 || text.length > 44) return fault(sentence);
	try {
		const bytes = base58.decode(text);
		if (bytes.length !== 32) return fault(sentence);
		return bytes.every((byte) => byte === 0) ? fault(message("book.system-program")) : { ok: true, text };
	} catch {
		return fault(sentence);
	}
}

function readLabel(text: string): LabelReading {
	const label = text
		.normalize("NFC")
		.replace(/[ \t]+/g, " ")
		.trim();
	if (label === "") return fault(message("book.name-missing"));
	if ([...label].length > MAX_LABEL_LENGTH)
		return fault(message("book.name-too-long", { most: MAX_LABEL_LENGTH }));
	if (UNSEEN.test(label)) return fault(message("book.name-unseen"));
	if (skeletonOf(label) === "") return fault(message("book.name-letter"));
	if (HEX.test(label) || readSvm(label).ok) return fault(message("book.name-address"));
	return { ok: true, text: label };
}

export function familyOf(address: string): ContactFamily | null {
	if (address.startsWith("0x")) return "evm";
	return readSvm(address).ok ? "svm" : null;
}

/** Requires a correct checksum and a name without invisible characters. */
export function readContact(typed: Typed): ContactReading {
	const { family } = typed;
	if (family !== "evm" && family !== "svm") return fault(message("book.family"));
	const text = typed.address.trim();
	const address = family === "evm" ? readEvm(text) : readSvm(text);
	if (!address.ok) return address;
	const label = readLabel(typed.label);
	if (!label.ok) return label;
	return { ok: true, contact: { family, address: address.text, label: label.text } };
}

export interface KnownAddresses {
	label(address: string): string | undefined;
	/** Returns a different known address with the same first and last characters. */
	imitated(address: string): string | undefined;
	named(label: string, except: string): string | undefined;
	owns(address: string): boolean;
	add(contact: Contact): void;
}

const keyOf = (address: string): string => (HEX.test(address) ? address.toLowerCase() : address);

/** @param labels names of accounts and contacts */
export function knownOf(accounts: readonly string[], labels: Labels): KnownAddresses {
	const label = new Map<string, string>();
	const looks = new Map<string, string>();
	const names = new Map<string, string>();
	const own = new Set(accounts.map(keyOf));
	function addText(address: string, text: string): void {
		label.set(address, text);
		const look = visibleEndsOf(address);
		if (look !== null && !looks.has(look)) looks.set(look, address);
		if (text !== "" && !names.has(skeletonOf(text))) names.set(skeletonOf(text), address);
	}
	for (const [address, text] of Object.entries(labels)) addText(keyOf(address), text);
	for (const address of own) if (!label.has(address)) addText(address, "");
	return {
		label: (address) => label.get(keyOf(address)),
		imitated(address) {
			const look = visibleEndsOf(address);
			const other = look === null ? undefined : looks.get(look);
			return other === undefined || label.has(keyOf(address)) ? undefined : other;
		},
		named(text, except) {
			const other = names.get(skeletonOf(text));
			return other === undefined || sameAddress(other, except) ? undefined : other;
		},
		owns: (address) => own.has(keyOf(address)),
		add: ({ address, label: text }) => addText(address, text),
	};
}

const short = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`;

/** Returns signs of a typo or of address poisoning. */
export function warningsOf(contact: Contact, known: KnownAddresses, renaming: boolean): readonly Message[] {
	const { address, label } = contact;
	const warnings: Message[] = [];
	const present = known.label(address);
	if (known.owns(address)) warnings.push(message("book.own-account"));
	else if (present !== undefined && !renaming && present !== label)
		warnings.push(message("book.would-rename", { name: present }));
	const imitated = known.imitated(address);
	if (imitated !== undefined) {
		const whom = known.label(imitated) || message("book.an-own-account");
		warnings.push(message("book.look-alike", { whom, address: short(imitated) }));
	}
	const other = known.named(label, address);
	if (other !== undefined)
		warnings.push(message("book.same-name", { name: known.label(other) ?? "", address: short(other) }));
	return warnings;
}
