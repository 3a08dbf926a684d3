import type { Address } from "viem";
import type { ChainAccess } from "./chain-access.ts";
import type { PipelineCommits } from "./options.ts";
import type { SvmAccess } from "./svm-build.ts";

/** What the pipeline of the mock service works with, besides what every route has. */
export interface PipelineParts {
	/** The chain where EVM Builds are made. */
	readonly access: ChainAccess;
	readonly svm: SvmAccess | null;
	/** Who pays and signs, by what the agent was told last; never a Build's own choice. */
	readonly person: () => Address | null;
	/** Base58. */
	readonly svmPerson: () => string | null;
	/** A turn told which accounts are the user's. */
	readonly told: (accounts: { readonly evm: string | null; readonly svm: string | null }) => void;
	/** Milliseconds since the epoch. */
	readonly clock: () => number;
	/** Who carries on what a commit asks for, as it is set now. */
	readonly keeper: () => PipelineCommits;
	/** A Build that a client parsed and wrote again is the same. */
	readonly mayBeRewritten: () => boolean;
	/** The number of the next transaction. */
	readonly nextStage: () => number;
}
