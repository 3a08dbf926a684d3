import type { PublicClient } from "viem";
import type { ServiceChain } from "./options.ts";

/** Chain that the service uses, and a client for it. */
export interface ChainAccess {
	readonly chain: ServiceChain;
	readonly client: PublicClient;
}
