import { LOCAL_OWNER, LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import type { Text } from "../../core/localized-text.ts";
import type { RequestOwner } from "../../core/match/frozen.ts";
import type { Proposals } from "../agents/proposals.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Reviewing } from "../reviewing/reviewing.ts";
import type { Rules } from "../rules/rules.ts";
import { EvmRpcClient, SvmRpcClient } from "../signing/chain-client.ts";
import { Runner, type RunnerContext } from "../signing/runner.ts";
import { Sequencer } from "../signing/sequencing.ts";
import type { Wallet } from "../wallet/wallet.ts";
import { NO_COMMITS, StoredProposals } from "./stored-proposals.ts";
import type { Stores } from "./stores.ts";

/**
 * Signs and tracks proposals from agents on this computer, whether or not the user is signed in to the
 * service.
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
		readonly events: RunnerContext["events"];
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
			// A proposal's expiry uses this computer's clock.
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
