import type { Message } from "../../message.ts";
import { typedDataHashes } from "./reading.ts";

/** EIP-712 typed data as a device is told it: from what main read and hashed, in one spelling of each value. */

export type DeviceTypedData =
	| {
			readonly ok: true;
			/** { domain, types, primaryType, message }; `types` hold the domain's own. Whole numbers in decimal digits. */
			readonly json: string;
	  }
	| { readonly ok: false; readonly field: string; readonly text: Message };

/** What a device is told of typed data, or why main itself does not read it. `text` is for a user. */
export function deviceTypedData(typed: unknown): DeviceTypedData {
	const reading = typedDataHashes(typed);
	if (!reading.ok) return reading;
	const { primaryType, types, message, domainTree } = reading;
	const domainType = domainTree.map(({ name, type }) => ({ name, type }));
	const domain = Object.fromEntries(domainTree.map(({ name, value }) => [name, value]));
	const typedData = { domain, types: { ...types, EIP712Domain: domainType }, primaryType, message };
	const json = JSON.stringify(typedData, (_, value: unknown) =>
		typeof value === "bigint" ? value.toString() : value,
	);
	return { ok: true, json };
}
