import type { Action, UnreadableAction } from "../../service-api/events.ts";
import { readStoredAction } from "../inbox/requests/stored-action.ts";
import type { NewProposal, ProposalEnding, ProposalStore, StoredProposal } from "../storage/proposals.ts";

const MAX_KNOWN = 2_000;

export const proposalEntryId = (id: string): string => `proposal:${id}`;

/** A stored proposal as a request. The object stays the same until the proposal changes. */
export type AgentProposal = { readonly stored: StoredProposal } & (
	| { readonly kind: "proposal"; readonly action: Action }
	| { readonly kind: "unreadable"; readonly action: UnreadableAction }
);

function readProposal(stored: StoredProposal): AgentProposal {
	const { id, request, receivedAt, expiresAt, ended } = stored;
	const read = readStoredAction({ id, request, receivedAt, expiresAt, isEnded: ended !== null });
	return read.kind === "unreadable" ? { stored, ...read } : { stored, ...read, kind: "proposal" };
}

/** Stored proposals from all agents. Admission decides which agents can add proposals. */
export class Proposals {
	readonly #store: ProposalStore;
	readonly #onChange: (entryId: string) => void;
	#known: Map<string, AgentProposal> | null = null;

	/** @param onChange called after a proposal was added or changed */
	constructor(store: ProposalStore, onChange: (entryId: string) => void) {
		this.#store = store;
		this.#onChange = onChange;
	}

	/** Oldest first. */
	all(): readonly AgentProposal[] {
		return [...this.#load().values()];
	}

	get(id: string): AgentProposal | null {
		const known = this.#load().get(id);
		if (known !== undefined) return known;
		const stored = this.#store.get(id);
		return stored === null ? null : readProposal(stored);
	}

	byKey(agent: string, key: string): StoredProposal | null {
		return this.#store.byKey(agent, key);
	}

	byFold(agent: string, fold: string): StoredProposal | null {
		return this.#store.byFold(agent, fold);
	}

	/**
	 * Returns how many proposals an agent has added.
	 * @param since Unix ms
	 */
	countSince(agent: string, since: number): number {
		return this.#store.countSince(agent, since);
	}

	/** Stores a proposal durably. @throws StorageError */
	add(proposal: NewProposal): void {
		this.#store.add(proposal);
		this.#dropEnded();
		this.#reload(proposal.id);
	}

	countRepeat(id: string): void {
		this.#store.countRepeat(id);
		this.#reload(id);
	}

	markDelivered(id: string): void {
		this.#store.markDelivered(id);
		this.#reload(id);
	}

	/** Ends a proposal that hasn't been signed. @throws StorageError */
	end(id: string, as: ProposalEnding, answer: string, isWantedChange = false): void {
		this.#store.end(id, as, answer, isWantedChange);
		this.#reload(id);
	}

	#load(): Map<string, AgentProposal> {
		this.#known ??= new Map(this.#store.list().map((stored) => [stored.id, readProposal(stored)]));
		return this.#known;
	}

	/** Drops the oldest ended proposals from memory. They remain in the store. */
	#dropEnded(): void {
		const known = this.#load();
		if (known.size < MAX_KNOWN) return;
		for (const [id, { stored }] of known) {
			if (known.size < MAX_KNOWN) return;
			if (stored.ended !== null) known.delete(id);
		}
	}

	#reload(id: string): void {
		const stored = this.#store.get(id);
		if (stored !== null) {
			const known = this.#load();
			const before = known.get(id);
			const isSameRequest =
				before?.kind === "proposal" && (before.stored.ended === null) === (stored.ended === null);
			// Repeating a proposal must not invalidate its review, so the same request keeps the same action
			// object.
			known.set(id, isSameRequest ? { ...before, stored } : readProposal(stored));
		}
		this.#onChange(proposalEntryId(id));
	}
}
