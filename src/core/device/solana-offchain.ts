import { base58 } from "@scure/base";
import { type Message, message } from "../localized-text.ts";
import { hasOffchainDomain, type OffchainMessage, readOffchainMessage } from "../match/message/svm.ts";

/**
 * Solana's off-chain messages in the forms that a Ledger can sign: version 0 with its application domain, and
 * version 1. Sources: app-solana 1.9.0; sRFC 38 and LedgerHQ/device-sdk-ts#1592, which drops the length of
 * version 1.
 */

export type DeviceOffchain =
	| { readonly ok: true; readonly read: OffchainMessage }
	| { readonly ok: false; readonly text: Message };

const refused = (text: Message): DeviceOffchain => ({ ok: false, text });

function areSorted(signers: readonly string[]): boolean {
	const keys = signers.map((signer) => Buffer.from(base58.decode(signer)));
	return keys.every((key, at) => {
		const before = keys[at - 1];
		return before === undefined || Buffer.compare(before, key) < 0;
	});
}

/** An earlier draft of version 1 puts a length before the text, so the same bytes could have two meanings. */
function hasLengthInFront(text: string): boolean {
	const bytes = Buffer.from(text, "utf8");
	return bytes.byteLength >= 2 && bytes.readUInt16LE(0) === bytes.byteLength - 2;
}

export function deviceOffchain(bytes: Uint8Array): DeviceOffchain {
	if (!hasOffchainDomain(bytes)) return refused(message("device-plan.svm.no-header"));
	const read = readOffchainMessage(bytes);
	if (read === null) return refused(message("device-plan.svm.header-unread"));
	if (read.version === 0)
		return read.applicationDomain === null
			? refused(message("device-plan.svm.other-form"))
			: { ok: true, read };
	if (!areSorted(read.signers) || hasLengthInFront(read.text))
		return refused(message("device-plan.svm.other-v1"));
	return { ok: true, read };
}
