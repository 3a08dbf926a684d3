import { base58 } from "@scure/base";
import { getAddress } from "viem/utils";
import { skeletonOf } from "./confusable.ts";
import { type Labels, looksOf, sameAddress } from "./labels.ts";

/** What may stand in the address book, and what a person is told before they save it. Nothing of it comes from the service. */

export type Family = "evm" | "svm";

export interface Contact {
	readonly family: Family;
	/** EVM: in lower case. Solana: base58. */
	readonly address: string;
	readonly label: string;
}

export type Reading =
	| { readonly ok: true; readonly contact: Contact }
	/** A whole sentence. */
	| { readonly ok: false; readonly words: string };

/** Text as a person or a file gives it. */
export interface Typed {
	readonly family: string;
	readonly address: string;
	readonly label: string;
}

/** As many as the address book takes: each drawing and each review looks through all of them. */
export const MOST_CONTACTS = 2_000;
/** Characters. */
export const LONGEST_LABEL = 60;

const HEX = /^0x[0-9a-fA-F]{40}$/;
const ZERO = /^0x0{40}$/;
/** Control, format (bidi overrides among them) and undrawn characters could make one name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/u;

const fault = (words: string): { readonly ok: false; readonly words: string } => ({ ok: false, words });

type Read = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly words: string };

/** EIP-55: letters in both cases are a checksum, and a wrong one means a wrong character. */
function readEvm(text: string): Read {
	if (!HEX.test(text)) return fault("An EVM address is 0x and 40 hex digits.");
	if (ZERO.test(text)) return fault("This is the zero address: what is sent there is lost.");
	const digits = text.slice(2);
	const checked = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
	const lower = `0x${digits.toLowerCase()}` as const;
	if (checked && getAddress(lower) !== text)
		return fault("The checksum of this address is wrong: at least one character is not as it was written.");
	return { ok: true, text: lower };
}

function readSvm(text: string): Read {
	const words = "A Solana address is 32 bytes in base58: 32 to 44 letters and digits.";
	if (text.length < 32 || text.length > 44) return fault(words);
	try {
		const bytes = base58.decode(text);
		if (bytes.length !== 32) return fault(words);
		return bytes.every((byte) => byte === 0)
			? fault("This is the system program: what is sent there is lost.")
			: { ok: true, text };
	} catch {
		return fault(words);
	}
}

function readLabel(text: string): Read {
	const label = text
		.normalize("NFC")
		.replace(/[ \t]+/g, " ")
		.trim();
	if (label === "") return fault("A contact needs a name.");
	if ([...label].length > LONGEST_LABEL) return fault(`A name has at most ${LONGEST_LABEL} characters.`);
	if (UNSEEN.test(label)) return fault("This name holds characters that can't be seen.");
	if (skeletonOf(label) === "") return fault("A name needs a letter or a digit.");
	if (HEX.test(label) || readSvm(label).ok) return fault("A name can't be an address itself.");
	return { ok: true, text: label };
}

/** The family by the form of an address, where nobody says; null where it has neither form. */
export function familyOf(address: string): Family | null {
	if (address.startsWith("0x")) return "evm";
	return readSvm(address).ok ? "svm" : null;
}

/** A contact as it is kept; its address with a right checksum, its name without anything unseen. */
export function readContact(typed: Typed): Reading {
	const { family } = typed;
	if (family !== "evm" && family !== "svm") return fault("The family is evm or svm.");
	const text = typed.address.trim();
	const address = family === "evm" ? readEvm(text) : readSvm(text);
	if (!address.ok) return address;
	const label = readLabel(typed.label);
	if (!label.ok) return label;
	return { ok: true, contact: { family, address: address.text, label: label.text } };
}

/** Addresses and names that are the person's already, kept by what of them can be mistaken. */
export interface Known {
	/** The label of an address; empty for an account without one; undefined where it is not known. */
	label(address: string): string | undefined;
	/** A known address that looks like this one at both ends, and is another. */
	imitated(address: string): string | undefined;
	/** The address of another with a name that can't be told from this one. */
	named(label: string, except: string): string | undefined;
	owns(address: string): boolean;
	add(contact: Contact): void;
}

const keyOf = (address: string): string => (HEX.test(address) ? address.toLowerCase() : address);

/** @param labels of accounts and contacts alike. */
export function knownOf(accounts: readonly string[], labels: Labels): Known {
	const label = new Map<string, string>();
	const looks = new Map<string, string>();
	const names = new Map<string, string>();
	const own = new Set(accounts.map(keyOf));
	function note(address: string, text: string): void {
		label.set(address, text);
		const look = looksOf(address);
		if (look !== null && !looks.has(look)) looks.set(look, address);
		if (text !== "" && !names.has(skeletonOf(text))) names.set(skeletonOf(text), address);
	}
	for (const [address, text] of Object.entries(labels)) note(keyOf(address), text);
	for (const address of own) if (!label.has(address)) note(address, "");
	return {
		label: (address) => label.get(keyOf(address)),
		imitated(address) {
			const look = looksOf(address);
			const other = look === null ? undefined : looks.get(look);
			return other === undefined || label.has(keyOf(address)) ? undefined : other;
		},
		named(text, except) {
			const other = names.get(skeletonOf(text));
			return other === undefined || sameAddress(other, except) ? undefined : other;
		},
		owns: (address) => own.has(keyOf(address)),
		add: ({ address, label: text }) => note(address, text),
	};
}

const short = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`;

/** What could be a mistake, or the work of somebody who wants one; each a whole sentence. Empty: nothing. */
export function warningsOf(contact: Contact, known: Known, renaming: boolean): readonly string[] {
	const { address, label } = contact;
	const warnings: string[] = [];
	const present = known.label(address);
	if (known.owns(address)) warnings.push("This is one of your own accounts.");
	else if (present !== undefined && !renaming && present !== label)
		warnings.push(`This address is in your address book as “${present}”. It would get the new name.`);
	const imitated = known.imitated(address);
	if (imitated !== undefined) {
		const whom = known.label(imitated) || "one of your own accounts";
		warnings.push(
			`This address looks like that of “${whom}” (${short(imitated)}) at both ends, but it is another one. Compare every character.`,
		);
	}
	const other = known.named(label, address);
	if (other !== undefined)
		warnings.push(
			`“${known.label(other) ?? ""}” (${short(other)}) has this name, or one that looks like it.`,
		);
	return warnings;
}
