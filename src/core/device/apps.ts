import type { ChainFamily } from "../../service-api/action.ts";

/** The device's app for a family, and the version whose screens were recorded from the real one. */
export const APPS = {
	evm: { name: "Ethereum", version: "1.22.0" },
	svm: { name: "Solana", version: "1.9.0" },
} as const satisfies Readonly<Record<ChainFamily, { readonly name: string; readonly version: string }>>;
