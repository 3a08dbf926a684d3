import { readFileSync } from "node:fs";
import { z } from "zod";

/** Chains that the Ethereum app knows by name. It shows other chains as a number, and their coin as "???". */

const file = z.object({ networks: z.array(z.tuple([z.number(), z.string(), z.string()])) });

export const NETWORKS: ReadonlyMap<bigint, readonly [name: string, ticker: string]> = new Map(
	file
		.parse(JSON.parse(readFileSync(new URL("recordings/networks.json", import.meta.url), "utf8")))
		.networks.map(([id, name, ticker]) => [BigInt(id), [name, ticker]]),
);

export function chainName(chainId: bigint): string {
	return NETWORKS.get(chainId)?.[0] ?? chainId.toString();
}

export function ticker(chainId: bigint): string {
	return NETWORKS.get(chainId)?.[1] ?? "???";
}
