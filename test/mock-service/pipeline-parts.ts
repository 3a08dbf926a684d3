import type { Address } from "viem";
import type { ChainAccess } from "./chain-access.ts";
import type { PipelineCommits } from "./options.ts";
import type { SvmAccess } from "./svm-build.ts";

/** Dependencies of the mock service's pipeline, besides those of every route. */
export interface PipelineParts {
	/** Chain on which EVM Builds are created. */
	readonly access: ChainAccess;
	readonly svm: SvmAccess | null;
	/** Payer and signer, as last sent to the agent; never a Build's own choice. */
	readonly person: () => Address | null;
	/** Base58. */
	readonly svmPerson: () => string | null;
	/** Accounts that a turn named as the user's. */
	readonly told: (accounts: { readonly evm: string | null; readonly svm: string | null }) => void;
	/** Milliseconds since the epoch. */
	readonly clock: () => number;
	/** Current handler of a commit's requests. */
	readonly keeper: () => PipelineCommits;
	/** A Build that a client parsed and wrote again is the same. */
	readonly mayBeRewritten: () => boolean;
	/** The number of the next transaction. */
	readonly nextStage: () => number;
}
