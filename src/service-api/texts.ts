import { z } from "zod";

/** Texts of the interface that may be written in two ways: read as what they mean, and kept in one of them. */

/** Hex of at most 256 bits; a sign may stand before it. */
const HEX = /^(-?)(0x[0-9a-fA-F]{1,64})$/;

/**
 * A number where the interface says only *string*: hex becomes decimal, so that it is compared as a value and shown in
 * one way. Whatever else is not plain digits stays as it came, and is refused by those who read it.
 */
export const quantity = z.string().transform((text) => {
	const [, sign = "", digits] = HEX.exec(text) ?? [];
	if (digits === undefined) return text;
	const value = BigInt(digits).toString();
	return value === "0" ? value : `${sign}${value}`;
});

const EIP155 = /^eip155:([1-9][0-9]{0,15})$/;

/** A chain as a commit names it: CAIP-2 of EVM becomes the plain chain id. Solana's clusters keep their several names. */
export const chainReference = z.string().transform((text) => EIP155.exec(text)?.[1] ?? text);
