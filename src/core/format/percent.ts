import { fullText } from "./amount.ts";

/** Formats basis points as a percentage without its sign, with all digits: 50 is "0.5". */
export const percentOf = (basisPoints: bigint): string => fullText(basisPoints, 2);
