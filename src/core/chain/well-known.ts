import type { Hex } from "../format/numeral.ts";

/** Mint of wrapped SOL. */
export const WRAPPED_SOL = "So11111111111111111111111111111111111111112";

/** Address of Solana's System Program, which is all zeros and has no key. Burned assets go there. */
export const SVM_SYSTEM_PROGRAM = "11111111111111111111111111111111";

/** EVM address that has no key. It stands for “nobody”, and assets sent there are burned. */
export const ZERO_ADDRESS: Hex = "0x0000000000000000000000000000000000000000";

export const isZeroAddress = (address: string): boolean => address === ZERO_ADDRESS;
