import type { FrozenActionLike } from "../../core/match/frozen.ts";
import type { Action } from "../../service-api/events.ts";
import type { Proposals } from "../agents/proposals.ts";
import type { ActionService, CommitService } from "../signing/signing-service.ts";

function noService(): never {
	throw new Error("a proposal has no service");
}

/** Proposals have no commits. */
export const NO_COMMITS: CommitService = {
	read: async () => noService(),
	manual: async () => noService(),
	startAttempt: async () => noService(),
	reportAttempt: async () => noService(),
};

/** Looks up stored proposals for signing, both before the signature and before the broadcast. */
export class StoredProposals implements ActionService {
	readonly #proposals: Pick<Proposals, "get">;

	constructor(proposals: Pick<Proposals, "get">) {
		this.#proposals = proposals;
	}

	async read(): Promise<Action | null> {
		return noService();
	}

	stored(frozen: FrozenActionLike): Action | null {
		const found = frozen.kind === "proposal" ? this.#proposals.get(frozen.proposal_id) : null;
		return found?.kind === "proposal" ? found.action : null;
	}

	async resolve(): Promise<Action> {
		return noService();
	}
}
