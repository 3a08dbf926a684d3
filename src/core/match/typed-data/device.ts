import type { Message } from "../../message.ts";
import { typedDataHashes } from "./reading.ts";

/** EIP-712 typed data for a device, from values that main parsed and hashed, each in one encoding. */

export type DeviceTypedData =
	| {
			readonly ok: true;
			/**
			 * { domain, types, primaryType, message }; `types` includes the domain's. Integers are decimal
			 * digits.
			 */
			readonly json: string;
	  }
	| { readonly ok: false; readonly field: string; readonly text: Message };

/** Returns typed data for a device, or why main can't parse it. `text` is for a user. */
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
