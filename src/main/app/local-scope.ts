import { LOCAL_OWNER, LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import type { Text } from "../../core/localized-text.ts";
import type { FrozenActionLike, RequestOwner } from "../../core/match/frozen.ts";
import type { Action } from "../../service-api/events.ts";
import type { Proposals } from "../agents/proposals.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Reviewing } from "../reviewing/reviewing.ts";
import type { Rules } from "../rules/feature.ts";
import { EvmRpcClient, SvmRpcClient } from "../signing/chain-client.ts";
import { Runner } from "../signing/runner.ts";
import { Sequencer } from "../signing/sequencing.ts";
import type { ActionService, CommitService } from "../signing/signing-service.ts";
import type { Wallet } from "../wallet/wallet.ts";
import type { Stores } from "./stores.ts";

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

/** Reads proposals when signing does: before it signs and before it broadcasts. */
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

/**
 * Signs and tracks proposals of agents on this computer, whether or not the user is signed in to the service.
 */
export class LocalScope {
	readonly owner: RequestOwner = LOCAL_OWNER;
	readonly scope = LOCAL_SCOPE;
	readonly runner: Runner;

	constructor(app: {
		readonly ports: Ports;
		readonly stores: Stores;
		readonly networks: Pick<Networks, "chains" | "svmChains">;
		readonly wallet: Pick<Wallet, "signer" | "locks">;
		readonly rules: Pick<Rules, "blindAllowed" | "policyContext" | "changedSince">;
		/** Read lazily, because it is created after this scope. */
		readonly reviewing: Pick<Reviewing, "steps">;
		readonly proposals: Pick<Proposals, "get">;
		readonly alerts: { storage(text: Text | null): void };
		readonly events: ConstructorParameters<typeof Runner>[0]["events"];
	}) {
		const { networks } = app;
		this.runner = new Runner(app, {
			scope: LOCAL_SCOPE,
			commits: NO_COMMITS,
			actions: new StoredProposals(app.proposals),
			sequencer: new Sequencer(
				(chainRef) => new EvmRpcClient(networks.chains, chainRef),
				(chainRef) => new SvmRpcClient(networks.svmChains, chainRef),
			),
			// A proposal's expiry is stated in this computer's time.
			serviceClock: { offset: () => 0 },
		});
	}

	start(): void {
		this.runner.recover();
	}

	async stop(): Promise<void> {
		await this.runner.stop();
	}
}
