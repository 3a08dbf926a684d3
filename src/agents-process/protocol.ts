import { z } from "zod";

/**
 * Protocol between main and the agents process, which parses input from programs on this computer. Every
 * message contains the token from `hello`. Schemas are closed. The process has no keys and no service token.
 * Main doesn't trust it: main authenticates each call by the hash of the agent's secret, checks every field
 * again, assigns ids and limits queues. A compromised agents process can impersonate connected agents, but it
 * can't approve.
 */

/** Maximum size of a request in bytes: an HTTP body, or a line on the socket. */
export const MAX_REQUEST_BYTES = 1_048_576;

/** Maximum number of calls in a proposal. */
export const MAX_CALLS = 32;

/** Maximum wait of `get_request`, in ms. */
export const MAX_WAIT_MS = 60_000;

/** Maximum length of a fault's detail in characters. The detail is an RPC error with its data, as JSON. */
export const MAX_DETAIL = 8_000;

const hexBytes = z
	.string()
	.max(262_146)
	.regex(/^0x(?:[0-9a-fA-F]{2})*$/);
const quantity = z.string().regex(/^(?:0|[1-9][0-9]{0,77})$/);
/** Limits only the length. Main validates the address. */
const account = z.string().min(32).max(64);
/** Decimal chain id. */
const evmChain = z.string().regex(/^[1-9][0-9]{0,15}$/);
const cluster = z.enum(["mainnet-beta", "devnet", "testnet", "localnet"]);
const chainRef = z.union([evmChain, cluster]);
const base64 = z
	.string()
	.max(262_144)
	.regex(/^[A-Za-z0-9+/]*={0,2}$/);
/** Text written by the agent. Hostile unless displayed as plain text. */
const words = z.string().max(2000);

/** One EVM call. `value` in wei, decimal digits. */
const evmCall = z.strictObject({ to: account, value: quantity, data: hexBytes });

const svmInstruction = z.strictObject({
	programId: account,
	accounts: z
		.array(z.strictObject({ pubkey: account, isSigner: z.boolean(), isWritable: z.boolean() }))
		.max(256),
	dataBase64: base64,
});

/** Requirements of an x402 payment (scheme `exact` on EVM), as stated by the paid server. */
const payment = z.strictObject({
	network: evmChain,
	asset: account,
	/** Base units, decimal digits. */
	amount: quantity,
	payTo: account,
	/** URL of the paid resource. */
	resource: z.string().max(2000),
	description: words,
	maxTimeoutSeconds: z.number().int().min(1).max(86_400),
	/** Name and version of the token's EIP-712 domain. */
	name: z.string().max(100),
	version: z.string().max(20),
	x402Version: z.union([z.literal(1), z.literal(2)]),
	/**
	 * JSON of the requirements exactly as the server stated them. The server compares them with their copy in
	 * the payload.
	 */
	accepted: z.string().max(8_192),
});

/** A request that an agent wants the user to sign. Main always chooses nonce, fees and blockhash. */
const proposed = z.discriminatedUnion("kind", [
	z.strictObject({
		kind: z.literal("evm_calls"),
		chain: evmChain,
		from: account,
		calls: z.array(evmCall).min(1).max(MAX_CALLS),
		/** Set by developer tools. It only distinguishes repeated requests and isn't signed. */
		nonce: quantity.nullable(),
	}),
	z.strictObject({
		kind: z.literal("svm_transaction"),
		cluster,
		from: account,
		transactionBase64: base64,
	}),
	z.strictObject({
		kind: z.literal("svm_instructions"),
		cluster,
		from: account,
		instructions: z.array(svmInstruction).min(1).max(64),
		lookupTables: z.array(account).max(16),
	}),
	z.strictObject({
		kind: z.literal("typed_data"),
		from: account,
		/** JSON of { domain, types, primaryType, message } (EIP-712). */
		typedData: z.string().max(262_144),
	}),
	/** `evm`: hex bytes or UTF-8 text, as in `personal_sign`. `svm`: base64 of the message. */
	z.strictObject({
		kind: z.literal("message"),
		family: z.enum(["evm", "svm"]),
		from: account,
		message: z.string().max(262_144),
	}),
	z.strictObject({ kind: z.literal("payment"), from: account, payment }),
]);
export type Proposed = z.infer<typeof proposed>;

const proposalId = z.string().regex(/^[0-9a-f]{32}$/);

/** Methods that developer tools use to read a chain. Main forwards them to the user's RPC. */
export const READ_METHODS = [
	"eth_blockNumber",
	"eth_call",
	"eth_estimateGas",
	"eth_feeHistory",
	"eth_gasPrice",
	"eth_getBalance",
	"eth_getBlockByHash",
	"eth_getBlockByNumber",
	"eth_getCode",
	"eth_getLogs",
	"eth_getStorageAt",
	"eth_getTransactionByHash",
	"eth_getTransactionCount",
	"eth_getTransactionReceipt",
	"eth_maxPriorityFeePerGas",
	"eth_syncing",
	"web3_clientVersion",
] as const;

export const agentRequest = z.discriminatedUnion("kind", [
	/** Accounts that the user shares with the agent. */
	z.strictObject({ kind: z.literal("accounts") }),
	z.strictObject({ kind: z.literal("networks") }),
	/**
	 * `key`: the caller's idempotency key. Reusing it with other fields is refused. `null` (JSON-RPC) merges
	 * identical proposals until their answer is delivered. `expiresAt`: Unix seconds.
	 */
	z.strictObject({
		kind: z.literal("propose"),
		proposed,
		reason: words.nullable(),
		key: z.string().min(1).max(200).nullable(),
		expiresAt: z.number().int().min(0).nullable(),
	}),
	z.strictObject({ kind: z.literal("get"), id: proposalId }),
	z.strictObject({ kind: z.literal("list") }),
	z.strictObject({ kind: z.literal("cancel"), id: proposalId }),
	/**
	 * The answer was written to an open connection, so a repeat of the call is a new request. The answer is a
	 * hash, a signature or a rejection, or an id for `wallet_sendCalls`.
	 */
	z.strictObject({ kind: z.literal("delivered"), id: proposalId }),
	/** `params`: JSON text of the method's parameters. */
	z.strictObject({
		kind: z.literal("read"),
		chain: evmChain,
		method: z.enum(READ_METHODS),
		params: z.string().max(MAX_REQUEST_BYTES),
	}),
]);
export type AgentRequest = z.infer<typeof agentRequest>;

/** Reason why main didn't do what the agent requested. */
const agentFault = z.enum([
	/** No agent has this secret. */
	"unknown_agent",
	/** The user hasn't confirmed this agent's first call yet. */
	"not_confirmed",
	/** The user paused or stopped this agent. */
	"paused",
	"account_not_shared",
	"network_not_allowed",
	/** A field can't be read, or fields contradict each other. */
	"malformed",
	/** The agent already has as many waiting requests as the user allows. */
	"too_many_waiting",
	/** The agent sent more requests in the last hour than the user allows. */
	"too_many_requests",
	/** The idempotency key was used with other fields. */
	"key_reused",
	/** No request of this agent has this id. */
	"not_found",
	/** The request can no longer be cancelled. */
	"too_late",
	/** The user has no RPC for this network, or the RPC didn't answer. */
	"no_rpc",
	/**
	 * The RPC returned an error. `detail` is its JSON, { code, message, data? }, from which tools decode
	 * reverts.
	 */
	"rpc_error",
	/** Countersign can't store or read the request right now. */
	"unavailable",
]);
export type AgentFault = z.infer<typeof agentFault>;

export const PROPOSAL_STATES = [
	"waiting",
	"approved",
	"signed",
	"sent",
	"confirmed",
	"failed",
	"rejected",
	"expired",
	"refused",
	"cancelled",
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Final states of a proposal. A signed message ends as `signed`, with its `signatures`. */
const proposalStatus = z.strictObject({
	id: proposalId,
	/** The caller's idempotency key; `null` if it gave none. */
	key: z.string().max(200).nullable(),
	/** `null` for typed data and messages. */
	chain: chainRef.nullable(),
	state: z.enum(PROPOSAL_STATES),
	/** The proposal is in a final state. */
	isFinal: z.boolean(),
	/** Reason for the rejection, refusal or failure, in words for the agent. */
	reason: z.string().max(4000).nullable(),
	/** Change that the user requests instead. */
	wantedChange: z.string().max(4000).nullable(),
	/** In the order of the calls; known once signed. */
	transactionIds: z.array(z.string().max(128)).max(MAX_CALLS),
	/** Signatures of messages: hex for EVM, base64 for Solana. */
	signatures: z.array(z.string().max(512)).max(MAX_CALLS),
	/** Number of times the request was received. */
	asked: z.number().int().min(1),
	/** Unix seconds. */
	createdAt: z.number().int(),
	expiresAt: z.number().int().nullable(),
	/** JSON of the x402 payment payload once signed; `null` for everything else. */
	payment: z.string().max(16_384).nullable(),
	/** Allowances that the user lowered before approving, in base units. Absent if none were lowered. */
	lowered: z
		.array(
			z.strictObject({
				/** Position of the call, from 1. */
				call: z.number().int().min(1).max(MAX_CALLS),
				proposed: z.string().max(80),
				approved: z.string().max(80),
			}),
		)
		.max(MAX_CALLS)
		.optional(),
});
export type ProposalStatus = z.infer<typeof proposalStatus>;

export const agentAnswer = z.discriminatedUnion("kind", [
	z.strictObject({
		kind: z.literal("accounts"),
		accounts: z.array(z.strictObject({ family: z.enum(["evm", "svm"]), address: account })).max(200),
	}),
	z.strictObject({
		kind: z.literal("networks"),
		networks: z
			.array(z.strictObject({ chain: chainRef, family: z.enum(["evm", "svm"]), name: z.string().max(100) }))
			.max(200),
	}),
	z.strictObject({ kind: z.literal("proposal"), status: proposalStatus }),
	z.strictObject({ kind: z.literal("proposals"), all: z.array(proposalStatus).max(500) }),
	/** JSON text of the RPC's result. */
	z.strictObject({ kind: z.literal("result"), json: z.string() }),
	z.strictObject({ kind: z.literal("done") }),
	z.strictObject({
		kind: z.literal("fault"),
		code: agentFault,
		/** The invalid field as plain text, or the RPC error as JSON. */
		detail: z.string().max(MAX_DETAIL).nullable(),
	}),
]);
export type AgentAnswer = z.infer<typeof agentAnswer>;

const DOORS = ["mcp_stdio", "mcp_http", "json_rpc"] as const;

/**
 * The caller according to the system and the program. Everything is a claim except the process id of a
 * socket's peer.
 */
const caller = z.strictObject({
	door: z.enum(DOORS),
	/** Process at the other end of the socket. `null` if the system doesn't reveal it. */
	pid: z.number().int().min(1).nullable(),
	/** Name that the program gives itself. */
	program: z.string().max(200).nullable(),
});
export type Caller = z.infer<typeof caller>;

const token = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** SHA-256 of the secret's text (base64url without padding, 43 characters), in hex. */
const credential = z.string().regex(/^[0-9a-f]{64}$/);

/** Open endpoints for agents. `port` 0 means any free port. */
const doors = z.strictObject({
	http: z.strictObject({ port: z.number().int().min(0).max(65_535) }).nullable(),
	/** Path of the socket, or name of the pipe on Windows. */
	socket: z.string().max(400).nullable(),
});
export type Doors = z.infer<typeof doors>;

/** Returns the path of the socket, or the pipe's name on Windows. `mcp-shim.mjs` uses the same path. */
export function agentSocketPath(system: {
	readonly platform: string;
	/** `XDG_RUNTIME_DIR`; `null` if the system sets none. */
	readonly runtimeDir: string | null;
	readonly dataDir: string;
	/** User name, part of the pipe's name. */
	readonly user: string;
}): string {
	if (system.platform === "win32") return `\\\\.\\pipe\\countersign-agents-${system.user}`;
	const folder = system.runtimeDir === null ? system.dataDir : `${system.runtimeDir}/countersign`;
	return `${folder}/agents.sock`;
}

/** Messages from main. */
export const toAgents = z.discriminatedUnion("kind", [
	/** Must be the first message and is sent only once. It sets the token. */
	z.strictObject({ kind: z.literal("hello"), token, doors }),
	z.strictObject({ kind: z.literal("answer"), token, id, answer: agentAnswer }),
	/** A proposal changed. The process answers everyone waiting for it. */
	z.strictObject({ kind: z.literal("changed"), token, credential, status: proposalStatus }),
	/** Ends the connections of this agent. */
	z.strictObject({ kind: z.literal("disconnect"), token, credential }),
]);
export type ToAgents = z.infer<typeof toAgents>;

/** Messages from the agents process. */
export const fromAgents = z.discriminatedUnion("kind", [
	/** Open doors after `hello`. A door that couldn't be opened is `null`, and `faults` has the reason. */
	z.strictObject({
		kind: z.literal("listening"),
		token,
		port: z.number().int().min(1).max(65_535).nullable(),
		socket: z.boolean(),
		faults: z.array(z.enum(["port_in_use", "socket_in_use", "not_permitted"])).max(2),
	}),
	z.strictObject({ kind: z.literal("call"), token, id, credential, caller, request: agentRequest }),
]);
export type FromAgents = z.infer<typeof fromAgents>;
