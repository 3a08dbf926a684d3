import { fullText } from "./amount.ts";

/** Hundredths of a percent as a percentage without its sign, every digit: 50 is "0.5". */
export const percentOf = (basisPoints: bigint): string => fullText(basisPoints, 2);
