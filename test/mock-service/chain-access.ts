import type { PublicClient } from "viem";
import type { ServiceChain } from "./options.ts";

/** A chain that the service works on, and the way to it. */
export interface ChainAccess {
	readonly chain: ServiceChain;
	readonly client: PublicClient;
}
