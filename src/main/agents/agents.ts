import { message } from "../../core/message.ts";
import type {
	AgentDoorsScreen,
	AgentsScreen,
	AgentsView,
	agentProcedures,
	agentTrustedProcedures,
} from "../../ipc/agents.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { HandlersOf } from "../handlers.ts";
import { refused } from "../outcome.ts";
import type { TrustedWindow } from "../trusted-window.ts";

const NO_DOORS: AgentsView["doors"] = { socket: null, http: null };

/** Agents on this computer. No door opens and no agent is added yet: each command that needs one refuses. */
export class Agents implements HandlersOf<typeof agentProcedures>, HandlersOf<typeof agentTrustedProcedures> {
	readonly #window: Pick<TrustedWindow, "leadTo">;

	constructor(app: { readonly window: Pick<TrustedWindow, "leadTo"> }) {
		this.#window = app.window;
	}

	/** Returns the user's name for an agent, removed ones included; `null` if none has this id. */
	nameOf(_agentId: string): string | null {
		return null;
	}

	view(): AgentsView {
		return { doors: NO_DOORS, unknownCall: null, local: [], remote: [] };
	}

	screen(agentId: string | null): AgentsScreen {
		return {
			screen: "agents",
			agents: this.view(),
			agentId,
			shared: null,
			firstCall: null,
			accounts: [],
			networks: [],
			hasPassword: false,
		};
	}

	doorsScreen(): AgentDoorsScreen {
		return { screen: "agentDoors", doors: NO_DOORS, hasPassword: false };
	}

	async loadAgent() {
		return null;
	}

	async openAgent({ agentId }: { readonly agentId: string | null }): Promise<CommandOutcome> {
		return this.#window.leadTo({ kind: "agents", agentId });
	}

	readonly pauseAgent = unavailable;
	readonly resumeAgent = unavailable;
	readonly stopLocalAgent = unavailable;
	readonly stopAllAgents = unavailable;
	readonly setAgentNotify = unavailable;
	readonly addAgent = unavailable;
	readonly confirmAgent = unavailable;
	readonly removeAgent = unavailable;
	readonly changeAgent = unavailable;
	readonly setAgentDoors = unavailable;
}

async function unavailable(): Promise<CommandOutcome> {
	return refused(message("agents.unavailable"));
}
