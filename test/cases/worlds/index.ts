import type { WorldName } from "../expected.ts";
import { startBase, startEthereum } from "./evm.ts";
import { startCorpusCluster } from "./svm.ts";
import { startTreasuryCluster } from "./svm-treasury.ts";
import type { CaseWorld } from "./world.ts";

/** Start functions of the worlds that a set may name. */
export const START: Readonly<Record<WorldName, () => Promise<CaseWorld>>> = {
	evm: startEthereum,
	base: startBase,
	svm: startCorpusCluster,
	"svm-treasury": startTreasuryCluster,
};
