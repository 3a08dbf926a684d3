import { getAddress } from "viem/utils";
import type { AddressView } from "../../bridge/views.ts";
import { readAddress } from "../match/numeral.ts";
import { type Labels, labelOf } from "../policy/labels.ts";
import { shortAddress } from "../review/subject.ts";

export type { Labels } from "../policy/labels.ts";

/** An EVM address in its checksummed form (EIP-55); any other text as it is. */
export function addressView(address: string, labels: Labels): AddressView {
	const bytes = readAddress(address);
	const shown = bytes === null ? address : getAddress(bytes);
	return { address: shown, label: labelOf(labels, address), short: shortAddress(shown) };
}
