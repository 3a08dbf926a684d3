import type { RequestOwner } from "../../core/match/frozen.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { CommittedActions } from "../inbox/requests/committed.ts";
import { createFreezings, type Freezings } from "../inbox/requests/freezings.ts";
import { createRequests, type Requests } from "../inbox/requests/requests.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { Chains } from "./facts/completing.ts";
import { createReplacements, type Replacements } from "./own/replacing.ts";
import { createRevocations, type Revocations } from "./own/revoking.ts";

/** What is asked of the user, by the service and by themselves, and what of it would be signed. */
export interface AskedOf {
	readonly requests: Requests;
	readonly freezings: Freezings;
	readonly replacements: Replacements;
	readonly revocations: Revocations;
}

export interface AskedParts {
	readonly ports: Pick<Ports, "clock" | "settings">;
	readonly journal: Journal;
	readonly networks: Chains;
	/** Whoever is signed in. */
	readonly account: () => {
		readonly owner: RequestOwner;
		readonly sessions: Sessions;
		readonly committed: CommittedActions;
	};
	/** The user allows blind signatures, as it is set now. */
	readonly blindAllowed: () => boolean;
}

export function createAsked({ ports, journal, networks, account, blindAllowed }: AskedParts): AskedOf {
	const owner = () => account().owner;
	const { clock, settings } = ports;
	const replacements = createReplacements({ journal, chains: networks.evm, clock, owner });
	const revocations = createRevocations({ chains: networks, clock, owner });
	return {
		requests: createRequests(
			() => account().sessions,
			replacements,
			revocations,
			() => account().committed,
		),
		freezings: createFreezings({ owner, blindAllowed, transport: () => settings.get().commitTransport }),
		replacements,
		revocations,
	};
}
