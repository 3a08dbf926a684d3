import { createHash } from "node:crypto";
import {
	type Bundle,
	readBundle,
	readBundleId,
	readCapabilitiesQuery,
	readList,
	readPersonalMessage,
	readSwitchedChain,
	readTransaction,
	readTypedData,
} from "./developer-params.ts";
import type { AgentConnection, LinkAnswer, MainLink } from "./main-link.ts";
import { type AgentRequest, type ProposalStatus, type Proposed, READ_METHODS } from "./protocol.ts";
import {
	ATOMICITY_UNSUPPORTED,
	INVALID_PARAMS,
	METHOD_NOT_FOUND,
	RpcError,
	rejectionOf,
	rpcErrorOf,
	UNAUTHORIZED,
	UNKNOWN_BUNDLE,
	UNKNOWN_CHAIN,
	UNSUPPORTED_CAPABILITY,
	UNSUPPORTED_CHAIN,
	UNSUPPORTED_METHOD,
} from "./rpc-errors.ts";

export interface DeveloperCall {
	readonly connection: AgentConnection;
	/** Chain specified in the URL, or `null` if the agent may switch chains. */
	readonly chain: string | null;
	/** Aborts when the program disconnects. */
	readonly signal: AbortSignal;
	/** Called with the ID of each proposal whose result this call returns. */
	readonly onAnswered: (proposalId: string) => void;
}

type Method = (call: DeveloperCall, params: unknown) => Promise<unknown>;

/**
 * Prefixes of wallet and node methods. An unknown method with one of them is reported as unsupported, and any
 * other as nonexistent.
 */
const NAMESPACE = /^(?:eth|wallet|personal|net|web3|debug|txpool|trace)_/;
const BUNDLE_ID = /^0x([0-9a-f]{32})$/;
const MAX_AGENTS = 1_000;

const hex = (digits: string) => `0x${BigInt(digits).toString(16)}`;
const isSameAccount = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** EIP-5792 allows longer IDs than main accepts as keys. */
const keyOfBundle = (id: string) => `calls:${createHash("sha256").update(id, "utf8").digest("hex")}`;

/**
 * Implements the Ethereum wallet and node methods that developer tools call. Each agent has a current chain.
 */
export class DeveloperMethods {
	readonly #link: MainLink;
	/** Chain that each agent switched to, by credential. */
	readonly #chains = new Map<string, string>();
	readonly #methods: ReadonlyMap<string, Method>;

	constructor(link: MainLink) {
		this.#link = link;
		this.#methods = new Map<string, Method>([
			["eth_accounts", (call) => this.#listAccounts(call)],
			["eth_requestAccounts", (call) => this.#requestAccounts(call)],
			["eth_chainId", async (call) => hex(await this.#currentChain(call))],
			["net_version", (call) => this.#currentChain(call)],
			["eth_sendTransaction", (call, params) => this.#sendTransaction(call, params)],
			// After some errors, viem retries with this method and reports the second error.
			["wallet_sendTransaction", (call, params) => this.#sendTransaction(call, params)],
			["personal_sign", (call, params) => this.#signMessage(call, params)],
			["eth_signTypedData_v4", (call, params) => this.#signTypedData(call, params)],
			["wallet_switchEthereumChain", (call, params) => this.#switchChain(call, params)],
			["wallet_getCapabilities", (call, params) => this.#getCapabilities(call, params)],
			["wallet_sendCalls", (call, params) => this.#sendCalls(call, params)],
			["wallet_getCallsStatus", (call, params) => this.#getCallsStatus(call, params)],
			["wallet_showCallsStatus", (call, params) => this.#showCallsStatus(call, params)],
		]);
	}

	/** @throws RpcError */
	perform(call: DeveloperCall, name: string, params: unknown): Promise<unknown> {
		const method = this.#methods.get(name);
		if (method !== undefined) return method(call, params);
		const read = READ_METHODS.find((known) => known === name);
		if (read !== undefined) return this.#readChain(call, read, params);
		const code = NAMESPACE.test(name) ? UNSUPPORTED_METHOD : METHOD_NOT_FOUND;
		return Promise.reject(new RpcError(code, "Countersign does not support this method."));
	}

	async #call<K extends LinkAnswer["kind"]>(
		{ connection }: DeveloperCall,
		kind: K,
		request: AgentRequest,
	): Promise<Extract<LinkAnswer, { kind: K }>> {
		return answerOf(kind, await this.#link.call(connection, request));
	}

	async #listAccounts(call: DeveloperCall): Promise<string[]> {
		const { accounts } = await this.#call(call, "accounts", { kind: "accounts" });
		return accounts.filter(({ family }) => family === "evm").map(({ address }) => address);
	}

	async #requestAccounts(call: DeveloperCall): Promise<string[]> {
		const accounts = await this.#listAccounts(call);
		if (accounts.length === 0)
			throw new RpcError(UNAUTHORIZED, "The user shares no Ethereum account with this agent.");
		return accounts;
	}

	async #listChains(call: DeveloperCall): Promise<string[]> {
		const { networks } = await this.#call(call, "networks", { kind: "networks" });
		return networks.filter(({ family }) => family === "evm").map(({ chain }) => chain);
	}

	async #currentChain(call: DeveloperCall): Promise<string> {
		const allowed = await this.#listChains(call);
		const chosen = call.chain ?? this.#chains.get(call.connection.credential) ?? allowed[0];
		if (
			call.chain === null &&
			chosen !== undefined &&
			!allowed.includes(chosen) &&
			allowed[0] !== undefined
		) {
			// The user stopped sharing the chain that the agent had switched to.
			this.#chains.delete(call.connection.credential);
			return allowed[0];
		}
		if (chosen === undefined || !allowed.includes(chosen))
			throw new RpcError(UNKNOWN_CHAIN, "The user does not allow this network for this agent.");
		return chosen;
	}

	async #switchChain(call: DeveloperCall, params: unknown): Promise<null> {
		const chain = readSwitchedChain(params);
		if (call.chain !== null && call.chain !== chain)
			throw new RpcError(UNKNOWN_CHAIN, "The URL fixes another network.");
		if (!(await this.#listChains(call)).includes(chain))
			throw new RpcError(UNKNOWN_CHAIN, "The user does not allow this network for this agent.");
		if (this.#chains.size >= MAX_AGENTS) this.#chains.clear();
		this.#chains.set(call.connection.credential, chain);
		return null;
	}

	async #readChain(
		call: DeveloperCall,
		method: (typeof READ_METHODS)[number],
		params: unknown,
	): Promise<unknown> {
		const list = readList(params);
		const chain = await this.#currentChain(call);
		const request = { kind: "read", chain, method, params: JSON.stringify(list) } as const;
		return JSON.parse((await this.#call(call, "result", request)).json);
	}

	async #sendTransaction(call: DeveloperCall, params: unknown): Promise<string> {
		const { from, to, value, data, nonce, chain } = readTransaction(params);
		const current = await this.#currentChain(call);
		if (chain !== null && chain !== current)
			throw new RpcError(
				INVALID_PARAMS,
				"params.0.chainId is not the current chain. Call wallet_switchEthereumChain first.",
			);
		const status = await this.#propose(
			call,
			{ kind: "evm_calls", chain: current, from, calls: [{ to, value, data }], nonce },
			({ state, transactionIds }) =>
				transactionIds.length > 0 && (state === "sent" || state === "confirmed" || state === "failed"),
		);
		const [hash] = status.transactionIds;
		if (hash === undefined) throw rejectionOf(status);
		return hash;
	}

	async #signMessage(call: DeveloperCall, params: unknown): Promise<string> {
		const { from, message } = readPersonalMessage(params);
		return this.#sign(call, { kind: "message", family: "evm", from, message });
	}

	async #signTypedData(call: DeveloperCall, params: unknown): Promise<string> {
		const { from, typedData } = readTypedData(params);
		return this.#sign(call, { kind: "typed_data", from, typedData });
	}

	async #sign(call: DeveloperCall, proposed: Proposed): Promise<string> {
		const status = await this.#propose(call, proposed, ({ signatures }) => signatures.length > 0);
		const [signature] = status.signatures;
		if (signature === undefined) throw rejectionOf(status);
		return signature;
	}

	/**
	 * Creates a proposal and waits for its result while the program stays connected. Main merges identical
	 * calls into one request.
	 */
	async #propose(
		call: DeveloperCall,
		proposed: Proposed,
		hasResult: (status: ProposalStatus) => boolean,
	): Promise<ProposalStatus> {
		const request = { kind: "propose", proposed, reason: null, key: null, expiresAt: null } as const;
		const answer = await this.#link.follow(
			call.connection,
			request,
			(status) => status.isFinal || hasResult(status),
			{ ms: null, signal: call.signal },
		);
		const { status } = answerOf("proposal", answer);
		if (status.isFinal || hasResult(status)) call.onAnswered(status.id);
		return status;
	}

	async #getCapabilities(call: DeveloperCall, params: unknown): Promise<unknown> {
		const { account, chains } = readCapabilitiesQuery(params);
		const shared = await this.#listAccounts(call);
		if (!shared.some((address) => isSameAccount(address, account)))
			throw new RpcError(UNAUTHORIZED, "The user does not share this account with this agent.");
		const allowed = await this.#listChains(call);
		const asked = chains === null ? allowed : allowed.filter((chain) => chains.includes(chain));
		return Object.fromEntries(asked.map((chain) => [hex(chain), { atomic: { status: "unsupported" } }]));
	}

	async #sendCalls(call: DeveloperCall, params: unknown): Promise<{ id: string }> {
		const bundle = readBundle(params);
		refuseUnsupported(bundle);
		const { chainId: chain, id } = bundle;
		if (!(await this.#listChains(call)).includes(chain))
			throw new RpcError(UNSUPPORTED_CHAIN, "The user does not allow this network for this agent.");
		const from = bundle.from ?? (await this.#onlyAccount(call));
		const calls = bundle.calls.map(({ to, value, data }) => ({
			to,
			value: value ?? "0",
			data: data ?? "0x",
		}));
		const proposed = { kind: "evm_calls", chain, from, calls, nonce: null } as const;
		// A tool may resend the same bundle after a timeout and gets the same request back. If the calls
		// differ, main refuses the bundle.
		const key = id === undefined ? null : keyOfBundle(id);
		const request = { kind: "propose", proposed, reason: null, key, expiresAt: null } as const;
		const { status } = await this.#call(call, "proposal", request);
		// This call only returns the bundle's ID. Tools then poll wallet_getCallsStatus for the outcome.
		call.onAnswered(status.id);
		return { id: id ?? `0x${status.id}` };
	}

	async #onlyAccount(call: DeveloperCall): Promise<string> {
		const [account, another] = await this.#requestAccounts(call);
		if (account === undefined || another !== undefined)
			throw new RpcError(INVALID_PARAMS, "params.0.from is missing.");
		return account;
	}

	async #findByKey(call: DeveloperCall, key: string): Promise<ProposalStatus | null> {
		const { all } = await this.#call(call, "proposals", { kind: "list" });
		return all.find((status) => status.key === key) ?? null;
	}

	/** @throws RpcError if this agent has no such bundle */
	async #findBundle(call: DeveloperCall, id: string): Promise<ProposalStatus> {
		const byKey = await this.#findByKey(call, keyOfBundle(id));
		const own = BUNDLE_ID.exec(id)?.[1];
		if (byKey !== null) return byKey;
		if (own === undefined) throw new RpcError(UNKNOWN_BUNDLE, "This agent has no bundle with this id.");
		return (await this.#call(call, "proposal", { kind: "get", id: own })).status;
	}

	async #showCallsStatus(call: DeveloperCall, params: unknown): Promise<null> {
		// The request is already in Countersign's inbox, and programs can't bring its window to the front.
		await this.#findBundle(call, readBundleId(params));
		return null;
	}

	async #getCallsStatus(call: DeveloperCall, params: unknown): Promise<unknown> {
		const id = readBundleId(params);
		const found = await this.#findBundle(call, id);
		const { chain, state } = found;
		if (chain === null || !/^[0-9]+$/.test(chain))
			throw new RpcError(UNKNOWN_BUNDLE, "This agent has no bundle with this id.");
		const isOnChain = state === "confirmed" || (state === "failed" && found.transactionIds.length > 0);
		const receipts = isOnChain ? await this.#readReceipts(call, chain, found.transactionIds) : [];
		return {
			version: "2.0.0",
			id,
			chainId: hex(chain),
			status: bundleStatus(found, receipts),
			atomic: false,
			...(receipts.length === 0 ? {} : { receipts }),
		};
	}

	async #readReceipts(call: DeveloperCall, chain: string, ids: readonly string[]): Promise<unknown[]> {
		const answers = await Promise.all(
			ids.map((id) =>
				this.#link.call(call.connection, {
					kind: "read",
					chain,
					method: "eth_getTransactionReceipt",
					params: JSON.stringify([id]),
				}),
			),
		);
		return answers
			.map((answer): unknown => (answer.kind === "result" ? JSON.parse(answer.json) : null))
			.filter((receipt) => receipt !== null);
	}
}

/** @throws RpcError if main answered with a fault or an unexpected kind of answer */
function answerOf<K extends LinkAnswer["kind"]>(
	kind: K,
	answer: LinkAnswer,
): Extract<LinkAnswer, { kind: K }> {
	if (answer.kind === "fault") throw rpcErrorOf(answer);
	if (!isKind(answer, kind)) throw rpcErrorOf({ kind: "fault", code: "unavailable", detail: null });
	return answer;
}

function isKind<K extends LinkAnswer["kind"]>(
	answer: LinkAnswer,
	kind: K,
): answer is Extract<LinkAnswer, { kind: K }> {
	return answer.kind === kind;
}

/** @throws RpcError (EIP-5792) */
function refuseUnsupported(bundle: Bundle): void {
	if (bundle.atomicRequired)
		throw new RpcError(
			ATOMICITY_UNSUPPORTED,
			"Countersign sends the calls one by one: atomicRequired must be false.",
		);
	const all = [bundle.capabilities, ...bundle.calls.map(({ capabilities }) => capabilities)];
	for (const capabilities of all)
		for (const capability of Object.values(capabilities ?? {}))
			if (capability.optional !== true)
				throw new RpcError(
					UNSUPPORTED_CAPABILITY,
					"Countersign supports no capability that is not optional.",
				);
}

const hasSucceeded = (receipt: unknown) =>
	typeof receipt === "object" && receipt !== null && Reflect.get(receipt, "status") === "0x1";

/** Returns the bundle's EIP-5792 status code. */
function bundleStatus({ state, transactionIds }: ProposalStatus, receipts: readonly unknown[]): number {
	switch (state) {
		case "waiting":
		case "approved":
		case "signed":
		case "sent":
			return 100;
		case "confirmed":
			return 200;
		case "rejected":
		case "expired":
		case "refused":
		case "cancelled":
			return 400;
		case "failed":
			if (transactionIds.length === 0) return 400;
			return receipts.some(hasSucceeded) ? 600 : 500;
	}
}
