import { z } from "zod";

const HEX = /^(-?)(0x[0-9a-fA-F]{1,64})$/;

/**
 * Hex becomes decimal, because the interface only says *string* here. Any other text stays unchanged and is
 * refused later.
 */
export const quantity = z.string().transform((text) => {
	const [, sign = "", digits] = HEX.exec(text) ?? [];
	if (digits === undefined) return text;
	const value = BigInt(digits).toString();
	return value === "0" ? value : `${sign}${value}`;
});

const EIP155 = /^eip155:([1-9][0-9]{0,15})$/;

/** CAIP-2 of an EVM chain becomes its chain id. Solana clusters keep their several names. */
export const chainReference = z.string().transform((text) => EIP155.exec(text)?.[1] ?? text);
