import { z } from "zod";

export const RESOURCES = ["agent", "pipeline", "account"] as const;
export type Resource = (typeof RESOURCES)[number];

/**
 * A session's commits belong to the agent resource, regardless of their path
 * (docs/service-api/sign-in.md#resources).
 */
export function resourceOf(path: string): Resource {
	if (/^\/v1\/pipeline(?:[/?]|$)/.test(path)) return "pipeline";
	if (/^\/v1\/account(?:[/?]|$)/.test(path)) return "account";
	return "agent";
}

const HEX = /^(-?)(0x[0-9a-fA-F]{1,64})$/;

/**
 * Converts hex to decimal, because the API specifies only *string*. Other text stays unchanged and is refused
 * later.
 */
export const quantity = z.string().transform((text) => {
	const [, sign = "", digits] = HEX.exec(text) ?? [];
	if (digits === undefined) return text;
	const value = BigInt(digits).toString();
	return value === "0" ? value : `${sign}${value}`;
});

const EIP155 = /^eip155:([1-9][0-9]{0,15})$/;

/** Converts an EVM chain's CAIP-2 ID to its chain ID. The names of Solana clusters stay unchanged. */
export const chainReference = z.string().transform((text) => EIP155.exec(text)?.[1] ?? text);
