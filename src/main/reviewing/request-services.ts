import type { RequestOwner } from "../../core/match/frozen.ts";
import type { FeeChoice, RequestEdit } from "../../core/review/approval-request.ts";
import type { Proposals } from "../agents/proposals.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { CommittedActions } from "../inbox/requests/committed.ts";
import { FrozenRequests } from "../inbox/requests/frozen-requests.ts";
import { Requests } from "../inbox/requests/requests.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import { NORMAL } from "./own/evm-fees.ts";
import { Replacements } from "./own/replacements.ts";
import { RevocationQueue } from "./own/revocation-queue.ts";
import { Revocations } from "./own/revocations.ts";
import { Transfers } from "./own/transfers.ts";

/** Maximum number of changes in memory. Only the open review can be changed. */
const MAX = 200;

interface StoredEdit {
	/** The request that was changed. A newer revision doesn't count as changed. */
	readonly of: object;
	readonly edit: RequestEdit;
}

/** Stores the changes that the user makes in reviews, until the app quits or the request changes. */
export class RequestEdits {
	readonly #edits = new Map<string, StoredEdit>();

	/** Returns the same object until the next change. */
	get(entryId: string, of: object): RequestEdit | null {
		const stored = this.#edits.get(entryId);
		return stored?.of === of ? stored.edit : null;
	}

	fee(entryId: string, of: object): FeeChoice {
		return this.get(entryId, of)?.fee ?? NORMAL;
	}

	/** @param edit `null` to undo all changes */
	set(entryId: string, of: object, edit: RequestEdit | null): void {
		this.#edits.delete(entryId);
		if (edit !== null) this.#edits.set(entryId, { of, edit });
		for (const old of this.#edits.keys()) {
			if (this.#edits.size <= MAX) break;
			this.#edits.delete(old);
		}
	}
}

export class RequestServices {
	readonly requests: Requests;
	readonly frozenRequests: FrozenRequests;
	readonly replacements: Replacements;
	readonly revocations: Revocations;
	readonly revocationQueue: RevocationQueue;
	readonly transfers: Transfers;
	readonly edits = new RequestEdits();

	constructor(app: {
		readonly ports: Pick<Ports, "clock" | "settings">;
		readonly stores: { readonly journal: Journal };
		readonly networks: Pick<Networks, "chains" | "svmChains">;
		readonly rules: Pick<Rules, "blindAllowed">;
		readonly proposals: Pick<Proposals, "get">;
		readonly signedIn: {
			current(): {
				readonly owner: RequestOwner;
				readonly sessions: Sessions;
				readonly committed: CommittedActions;
			};
		};
	}) {
		const { networks, ports, stores } = app;
		const owner = () => app.signedIn.current().owner;
		this.replacements = new Replacements(stores.journal, networks.chains, ports.clock, owner);
		const chains = { evm: networks.chains, svm: networks.svmChains };
		this.revocations = new Revocations(chains, ports.clock, owner);
		this.transfers = new Transfers(chains, ports.clock, owner);
		this.revocationQueue = new RevocationQueue(this.revocations);
		this.requests = new Requests(
			() => app.signedIn.current().sessions,
			this.replacements,
			this.revocations,
			() => app.signedIn.current().committed,
			app.proposals,
			this.transfers,
			this.edits,
		);
		this.frozenRequests = new FrozenRequests({
			owner,
			blindAllowed: () => app.rules.blindAllowed(),
			transport: () => ports.settings.get().commitTransport,
		});
	}
}
