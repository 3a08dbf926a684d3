import type { Address } from "viem";
import type { ChainAccess } from "./chain-access.ts";
import type { PipelineCommits } from "./options.ts";
import type { SvmAccess } from "./svm-build.ts";

/** Dependencies of the mock service's pipeline, besides those of every route. */
export interface PipelineParts {
	/** Chain on which EVM Builds are created. */
	readonly access: ChainAccess;
	readonly svm: SvmAccess | null;
	/** Payer and signer that a turn named last; a Build can't choose them. */
	readonly person: () => Address | null;
	/** Base58. */
	readonly svmPerson: () => string | null;
	/** Sets the accounts that a turn named as the user's. */
	readonly setAccounts: (accounts: { readonly evm: string | null; readonly svm: string | null }) => void;
	/** Milliseconds since the epoch. */
	readonly clock: () => number;
	/** Returns where a commit's requests are stored. */
	readonly commitMode: () => PipelineCommits;
	/** Returns whether a reformatted Build is accepted. */
	readonly mayBeRewritten: () => boolean;
	/** Returns the number of the next transaction. */
	readonly nextStage: () => number;
}
