import { getAddress } from "viem/utils";
import { readAddress } from "../../core/format/numeral.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import { type Labels, labelOf } from "../../core/people/labels.ts";
import { shortAddress } from "../../core/subject/subject.ts";
import type { AddressView } from "../../ipc/primitives.ts";

export type { Labels } from "../../core/people/labels.ts";

/** A Solana address is another one in another case, so that its name counts only letter by letter. */
function nameFor(address: string, labels: Labels): string | null {
	if (readKey(address) === null) return labelOf(labels, address);
	return Object.hasOwn(labels, address) ? (labels[address] ?? null) : null;
}

/** An EVM address in its checksummed form (EIP-55), a Solana address as it is; any other text as it is. */
export function addressView(address: string, labels: Labels): AddressView {
	const bytes = readAddress(address);
	const shown = bytes === null ? address : getAddress(bytes);
	return { address: shown, label: nameFor(address, labels), short: shortAddress(shown) };
}
