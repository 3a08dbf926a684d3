import type {
	AgentAnswer,
	AgentFault,
	AgentRequest,
	Caller,
	ProposalStatus,
	Proposed,
} from "../../agents-process/protocol.ts";
import { MAX_CALLS, MAX_DETAIL, READ_METHODS } from "../../agents-process/protocol.ts";
import { ChainError } from "../../core/chain/chain-error.ts";
import { describeError } from "../../core/describe-error.ts";
import { readAddress, readChainRef } from "../../core/format/numeral.ts";
import { plain } from "../../core/format/plain.ts";
import { LOCAL_SCOPE } from "../../core/journal/intent-id.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import { lookupsFor } from "../reviewing/facts/completing.ts";
import type { StoredAgent, StoredCall } from "../storage/agent-store.ts";
import { StorageError } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { StoredProposal } from "../storage/proposals.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { AdmissionFault, AgentAdmission } from "./agent-admission.ts";
import type { Conversion } from "./conversion.ts";
import type { Proposals } from "./proposals.ts";
import { convertProposed, readProposed } from "./propose.ts";
import { type StatusJournal, statusOf } from "./status.ts";

/** How long identical proposals get the same rejection, without asking the user again. */
const REJECTED_MS = 600_000;
/** How long identical proposals get a final answer that was never delivered. */
const UNDELIVERED_MS = 3_600_000;
const DEFAULT_LIFE_SECONDS = 7 * 86_400;
const MAX_LIFE_SECONDS = 30 * 86_400;
const MAX_LISTED = 100;
/** Maximum size of an RPC result, in characters of JSON. */
const MAX_RESULT = 8_388_608;
/** Maximum concurrent reads per agent. */
const MAX_READS = 32;
/** Maximum number of repeats counted per agent per minute, because each one is a disk write. */
const MAX_REPEATS = 60;
/**
 * Maximum number of proposals per agent per minute. Includes malformed proposals, because each one is parsed
 * and hashed.
 */
const MAX_PROPOSED = 120;
const MINUTE_MS = 60_000;

const faultOf = (code: AgentFault, detail: string | null = null): AgentAnswer => ({
	kind: "fault",
	code,
	detail: detail === null ? null : detail.slice(0, MAX_DETAIL),
});

const asAnswer = ({ code, detail }: Pick<AdmissionFault, "code" | "detail">): AgentAnswer =>
	faultOf(code, detail);

type ProposeRequest = Extract<AgentRequest, { kind: "propose" }>;

export interface CallsContext {
	readonly ports: Pick<Ports, "clock" | "random" | "log">;
	readonly stores: { readonly journal: StatusJournal & Pick<Journal, "steps"> };
	readonly networks: Pick<Networks, "chainSettings" | "chains" | "svmChains">;
	readonly wallet: { readonly accounts: Pick<Accounts, "find"> };
	readonly proposals: Proposals;
}

/**
 * Handles agents' requests, which the agents process passes on. All lasting state is in the store, so nothing
 * is lost in a restart.
 */
export class AgentCalls {
	readonly #app;
	readonly #admission: AgentAdmission;
	readonly #reads = new Map<string, number>();
	readonly #repeats = new Map<string, readonly number[]>();
	readonly #proposed = new Map<string, readonly number[]>();

	constructor(app: CallsContext, admission: AgentAdmission) {
		this.#app = app;
		this.#admission = admission;
	}

	/** Handles a call. Never rejects. */
	async answer(credential: string, caller: Caller, request: AgentRequest): Promise<AgentAnswer> {
		try {
			const admitted = this.#admission.admit(credential, caller);
			return admitted.ok ? await this.#answer(admitted.agent, request, admitted.call) : asAnswer(admitted);
		} catch (cause) {
			const text = describeError(cause);
			this.#app.ports.log(`agents: ${cause instanceof StorageError ? cause.message : text}`);
			return faultOf("unavailable");
		}
	}

	/** Returns a proposal's state. `null` if it doesn't exist. @throws StorageError */
	statusOf(id: string): ProposalStatus | null {
		const proposal = this.#app.proposals.get(id);
		return proposal === null
			? null
			: statusOf(proposal, this.#app.stores.journal, LOCAL_SCOPE, this.#app.ports.clock.now());
	}

	/** Returns the IDs of an agent's waiting proposals, oldest first. @throws StorageError */
	waitingOf(agentId: string): readonly string[] {
		return this.#app.proposals
			.all()
			.filter(({ stored }) => stored.agent === agentId && stored.ended === null)
			.map(({ stored }) => stored.id)
			.filter((id) => this.statusOf(id)?.state === "waiting");
	}

	async #answer(agent: StoredAgent, request: AgentRequest, call: StoredCall): Promise<AgentAnswer> {
		switch (request.kind) {
			case "accounts":
				return this.#accounts(agent);
			case "networks":
				return this.#networks(agent);
			case "propose":
				return await this.#propose(agent, request, call);
			case "get":
				return this.#statusAnswer(this.#proposalOf(agent, request.id));
			case "list":
				return this.#list(agent);
			case "cancel":
				return this.#cancel(agent, request.id);
			case "delivered":
				return this.#delivered(agent, request.id);
			case "read":
				return await this.#read(agent, request);
		}
	}

	#accounts(agent: StoredAgent): AgentAnswer {
		const accounts = this.#admission.accountsOf(agent).map((address) => ({
			family: address.startsWith("0x") ? ("evm" as const) : ("svm" as const),
			address,
		}));
		return { kind: "accounts", accounts: accounts.slice(0, 200) };
	}

	#networks(agent: StoredAgent): AgentAnswer {
		const networks = this.#app.networks
			.chainSettings()
			.filter(({ chainId }) => agent.networks.length === 0 || agent.networks.includes(chainId))
			.map(({ chainId, family, name }) => ({ chain: chainId, family, name: plain(name, 100) }));
		return { kind: "networks", networks: networks.slice(0, 200) };
	}

	#proposalOf(agent: StoredAgent, id: string): StoredProposal | null {
		const stored = this.#app.proposals.get(id)?.stored ?? null;
		return stored?.agent === agent.id ? stored : null;
	}

	#statusAnswer(stored: StoredProposal | null): AgentAnswer {
		const status = stored === null ? null : this.statusOf(stored.id);
		return status === null ? faultOf("not_found") : { kind: "proposal", status };
	}

	#list(agent: StoredAgent): AgentAnswer {
		const all = this.#app.proposals
			.all()
			.filter(({ stored }) => stored.agent === agent.id)
			.slice(-MAX_LISTED)
			.toReversed()
			.flatMap(({ stored }) => this.statusOf(stored.id) ?? []);
		return { kind: "proposals", all };
	}

	#cancel(agent: StoredAgent, id: string): AgentAnswer {
		const stored = this.#proposalOf(agent, id);
		if (stored === null) return faultOf("not_found");
		const state = this.statusOf(id)?.state;
		if (state === "waiting") this.#app.proposals.end(id, "cancelled", "");
		else if (state !== "cancelled") return faultOf("too_late");
		return this.#statusAnswer(stored);
	}

	#delivered(agent: StoredAgent, id: string): AgentAnswer {
		const stored = this.#proposalOf(agent, id);
		if (stored === null) return faultOf("not_found");
		// The call returns the transaction's hash, long before the chain confirms the transaction.
		if (stored.deliveredAt === null) this.#app.proposals.markDelivered(id);
		return { kind: "done" };
	}

	async #propose(agent: StoredAgent, request: ProposeRequest, caller: StoredCall): Promise<AgentAnswer> {
		const { proposed } = request;
		if (!this.#isWithin(this.#proposed, agent.id, MAX_PROPOSED))
			return asAnswer(this.#admission.refuse(agent, "too_many_requests"));
		if (proposed.kind === "evm_calls" && proposed.calls.length > MAX_CALLS)
			return faultOf("malformed", "calls");
		const read = readProposed(agent.id, proposed);
		if (!read.ok) return asAnswer(read);
		const share = this.#admission.shareFault(agent, read);
		if (share !== null) return asAnswer(share);
		const known = this.#known(agent, request, read) ?? this.#obstacle(agent, request, read);
		if (known !== null) return known;
		if (await this.#isNonceUsed(proposed, read)) return faultOf("malformed", "nonce");
		const { ports, networks, proposals } = this.#app;
		const id = Buffer.from(ports.random(16)).toString("hex");
		const now = ports.clock.now();
		const converted = await convertProposed(proposed, read, {
			id,
			now,
			random: ports.random,
			readLookups: (cluster, base64) => lookupsFor(networks.svmChains, cluster, base64),
		});
		if (!converted.ok) return asAnswer(converted);
		// The proposal may have changed while the RPC was queried.
		const since = this.#known(agent, request, read) ?? this.#obstacle(agent, request, read);
		if (since !== null) return since;
		const seconds = Math.floor(now / 1000);
		const ends = [request.expiresAt ?? seconds + DEFAULT_LIFE_SECONDS, seconds + MAX_LIFE_SECONDS];
		if (converted.end !== null) ends.push(converted.end);
		proposals.add({
			id,
			agent: agent.id,
			key: request.key,
			fold: read.fold,
			request: converted.request,
			reason: request.reason,
			payment: converted.payment,
			caller,
			expiresAt: Math.min(...ends),
		});
		return this.#statusAnswer(this.#proposalOf(agent, id));
	}

	/**
	 * Returns whether the stated nonce is already used, for example because a tool replaces or repeats a
	 * transaction. If the app chose the nonce, the result would be a second transaction.
	 */
	async #isNonceUsed(proposed: Proposed, { chain }: Conversion): Promise<boolean> {
		if (proposed.kind !== "evm_calls" || proposed.nonce === null) return false;
		const [chainId, from] = [readChainRef(chain ?? ""), readAddress(proposed.from)];
		if (chainId === null || from === null) return false;
		try {
			const { latest } = await this.#app.networks.chains.of(chainId).nonces(from);
			return BigInt(proposed.nonce) < BigInt(latest);
		} catch (cause) {
			// The review reads the nonce again and can't be approved without it.
			if (cause instanceof ChainError) return false;
			throw cause;
		}
	}

	/** Returns why a new proposal isn't accepted. `null` if it is. */
	#obstacle(
		agent: StoredAgent,
		{ expiresAt, proposed }: ProposeRequest,
		{ chain }: Conversion,
	): AgentAnswer | null {
		if (expiresAt !== null && expiresAt * 1000 <= this.#app.ports.clock.now())
			return faultOf("malformed", "expiresAt");
		if (needsRpc(proposed) && !this.#app.networks.chainSettings().some(({ chainId }) => chainId === chain))
			return faultOf("no_rpc");
		const limit = this.#admission.limitFault(agent, this.waitingOf(agent.id).length);
		return limit === null ? null : asAnswer(limit);
	}

	/** Returns the answer to the earlier proposal that this one repeats. `null` if it is new. */
	#known(agent: StoredAgent, { key }: ProposeRequest, { fold }: Conversion): AgentAnswer | null {
		const { proposals } = this.#app;
		const stored = key === null ? proposals.byFold(agent.id, fold) : proposals.byKey(agent.id, key);
		if (stored === null) return null;
		if (key !== null && stored.fold !== fold) return faultOf("key_reused");
		if (key === null && !this.#joins(stored)) return null;
		this.#countRepeat(stored);
		return this.#statusAnswer(stored);
	}

	/**
	 * Returns whether an identical call without a key gets this proposal's answer. That is the case until the
	 * answer is delivered, and for a while after a rejection. Developer tools time out and retry long before
	 * a user decides.
	 */
	#joins(stored: StoredProposal): boolean {
		const status = this.statusOf(stored.id);
		if (status === null) return false;
		if (!status.isFinal) return stored.deliveredAt === null;
		const age = this.#app.ports.clock.now() - this.#endedAt(stored);
		if (status.state === "rejected") return age < REJECTED_MS;
		if (status.state === "cancelled" || status.state === "expired") return false;
		return stored.deliveredAt === null && age < UNDELIVERED_MS;
	}

	#endedAt({ id, ended, askedAt }: StoredProposal): number {
		if (ended !== null) return ended.at;
		const { journal } = this.#app.stores;
		const row = journal.ofEntry(LOCAL_SCOPE, `proposal:${id}`);
		return (row === null ? undefined : journal.steps(row.id).at(-1)?.at) ?? askedAt;
	}

	#countRepeat({ agent, id }: StoredProposal): void {
		if (this.#isWithin(this.#repeats, agent, MAX_REPEATS)) this.#app.proposals.countRepeat(id);
	}

	/**
	 * Counts an event. If there were already `most` in the last minute, returns `false` without counting it.
	 */
	#isWithin(counted: Map<string, readonly number[]>, agentId: string, most: number): boolean {
		const now = this.#app.ports.clock.now();
		const recent = (counted.get(agentId) ?? []).filter((at) => Math.abs(now - at) < MINUTE_MS);
		if (recent.length >= most) return false;
		counted.set(agentId, [...recent, now]);
		return true;
	}

	async #read(
		agent: StoredAgent,
		{ chain, method, params }: Extract<AgentRequest, { kind: "read" }>,
	): Promise<AgentAnswer> {
		const share = this.#admission.shareFault(agent, { from: null, chain, needsChain: true });
		if (share !== null) return asAnswer(share);
		const chainId = readChainRef(chain);
		const list = paramsOf(params);
		if (chainId === null || list === null || !READ_METHODS.includes(method))
			return faultOf("malformed", "params");
		const running = this.#reads.get(agent.id) ?? 0;
		if (running >= MAX_READS) return faultOf("too_many_requests");
		this.#reads.set(agent.id, running + 1);
		try {
			const json = JSON.stringify((await this.#app.networks.chains.of(chainId).relay(method, list)) ?? null);
			return json.length > MAX_RESULT
				? faultOf("rpc_error", "the answer is too large")
				: { kind: "result", json };
		} catch (cause) {
			if (!(cause instanceof ChainError)) throw cause;
			return cause.kind === "refused" ? faultOf("rpc_error", rpcErrorText(cause)) : faultOf("no_rpc");
		} finally {
			this.#reads.set(agent.id, (this.#reads.get(agent.id) ?? 1) - 1);
		}
	}
}

/** Returns the RPC's error as JSON, which developer tools need to decode the revert reason. */
const rpcErrorText = ({ rpcCode, nodeText, revertData }: ChainError): string =>
	JSON.stringify({
		code: rpcCode ?? -32_000,
		message: plain(nodeText, 500),
		...(revertData === null ? {} : { data: revertData }),
	});

const needsRpc = ({ kind }: Proposed): boolean =>
	kind === "evm_calls" || kind === "svm_transaction" || kind === "svm_instructions";

function paramsOf(text: string): readonly unknown[] | null {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? value : null;
	} catch {
		return null;
	}
}
