import { z } from "zod";

/** Interface texts with two spellings, normalized to one. */

/** Hex of at most 256 bits with an optional sign. */
const HEX = /^(-?)(0x[0-9a-fA-F]{1,64})$/;

/**
 * Number where the interface says only *string*: hex becomes decimal, so that it is compared by value and
 * displayed uniformly. Other text stays unchanged and is refused by its reader.
 */
export const quantity = z.string().transform((text) => {
	const [, sign = "", digits] = HEX.exec(text) ?? [];
	if (digits === undefined) return text;
	const value = BigInt(digits).toString();
	return value === "0" ? value : `${sign}${value}`;
});

const EIP155 = /^eip155:([1-9][0-9]{0,15})$/;

/**
 * Chain reference of a commit: CAIP-2 of EVM becomes the chain id. Solana clusters keep their several names.
 */
export const chainReference = z.string().transform((text) => EIP155.exec(text)?.[1] ?? text);
