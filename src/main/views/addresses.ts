import { getAddress } from "viem/utils";
import { shortAddress } from "../../core/decoded-transaction/decoded-transaction.ts";
import { readAddress } from "../../core/format/numeral.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import { type Labels, labelOf } from "../../core/identities/labels.ts";
import type { AddressView } from "../../ipc/primitives.ts";

export type { Labels } from "../../core/identities/labels.ts";

/** Solana addresses are case-sensitive, so a name must match exactly. */
function nameFor(address: string, labels: Labels): string | null {
	if (readKey(address) === null) return labelOf(labels, address);
	return Object.hasOwn(labels, address) ? (labels[address] ?? null) : null;
}

/** Applies EIP-55 to EVM addresses and leaves other text unchanged. */
export function addressView(address: string, labels: Labels): AddressView {
	const bytes = readAddress(address);
	const shown = bytes === null ? address : getAddress(bytes);
	return { address: shown, label: nameFor(address, labels), short: shortAddress(shown) };
}
