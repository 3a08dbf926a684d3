import type { RequestOwner } from "../../core/match/frozen.ts";
import type { Proposals } from "../agents/proposals.ts";
import type { Sessions } from "../conversations/sessions.ts";
import type { CommittedActions } from "../inbox/requests/committed.ts";
import { FrozenRequests } from "../inbox/requests/frozen-requests.ts";
import { Requests } from "../inbox/requests/requests.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { Rules } from "../rules/feature.ts";
import type { Journal } from "../storage/journal-db.ts";
import { Replacements } from "./own/replacements.ts";
import { RequestEdits } from "./own/request-edits.ts";
import { RevocationQueue } from "./own/revocation-queue.ts";
import { Revocations } from "./own/revocations.ts";
import { Transfers } from "./own/transfers.ts";

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
