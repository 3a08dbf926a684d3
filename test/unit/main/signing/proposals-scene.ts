import { LOCAL_SCOPE } from "../../../../src/core/journal/intent-id.ts";
import type { FrozenActionLike, FrozenProposal } from "../../../../src/core/match/frozen.ts";
import { Proposals, proposalEntryId } from "../../../../src/main/agents/proposals.ts";
import { NO_COMMITS, StoredProposals } from "../../../../src/main/app/stored-proposals.ts";
import { ProposalStore } from "../../../../src/main/storage/proposals.ts";
import type { Action } from "../../../../src/service-api/events.ts";
import { newProposal, proposalOf } from "../../../fixtures/proposals.ts";
import { approvalOfActionLike, withSteps } from "./actions-scene.ts";
import { openScene } from "./scene.ts";

/** A runner of the local scope with proposals in the journal's database, and without a service. */

export interface ProposalScene extends ReturnType<typeof withSteps> {
	readonly asked: FrozenProposal;
	readonly proposals: Proposals;
	/** Reads the proposals again, as after a restart. */
	reopen(): void;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export function openProposalScene(
	made: { readonly action: Action; readonly frozen: FrozenActionLike },
	change: { readonly blind?: true } = {},
): ProposalScene {
	const proposal = proposalOf(made);
	const asked = { ...proposal.frozen, ...change };
	const stored = { get: (id: string) => scene.proposals.get(id) };
	const bare = openScene(
		"wallet",
		{},
		{ scope: LOCAL_SCOPE, commits: NO_COMMITS, actions: new StoredProposals(stored) },
	);
	const read = () => new Proposals(new ProposalStore(bare.db, () => bare.clock.now()), () => {});
	const entryId = proposalEntryId(proposal.action.id);
	const approved = approvalOfActionLike(asked, { scope: LOCAL_SCOPE, entryId });
	const scene: Mutable<ProposalScene> = Object.assign(withSteps(bare, approved), {
		asked,
		proposals: read(),
		reopen() {
			scene.proposals = read();
		},
	});
	scene.proposals.add(newProposal(proposal.action));
	return scene;
}
