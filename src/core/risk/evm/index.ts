import type { Evidence, Finding } from "../finding.ts";

export type { Evidence, Finding, Stake } from "../finding.ts";

/** The general rules find everything that rules over decoded calls found. */
export const findingsOf = (_: Evidence): readonly Finding[] => [];
