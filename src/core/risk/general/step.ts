import type { TransactionFacts } from "../../effects/step-facts.ts";
import type { Finding } from "../finding.ts";
import { specialStepFindings } from "../special/index.ts";
import { declaredDiffers, descriptionContradicted } from "./declared-differs.ts";
import { simulationFindings } from "./simulation.ts";

/** Findings about one transaction by what it is compared with, the same for both families. */
export const stepFindings = (facts: TransactionFacts): readonly (Finding | null)[] => [
	...specialStepFindings(facts),
	...declaredDiffers(facts),
	descriptionContradicted(facts),
	...simulationFindings(facts),
];
