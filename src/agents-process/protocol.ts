import { z } from "zod";

/**
 * Protocol between main and the agents process, which parses input from programs on this computer. Every
 * message contains the token from `hello`, and no schema accepts unknown fields. The process has no keys and
 * no service token. Main doesn't trust it: main authenticates each call by the hash of the agent's secret,
 * checks every field again, assigns IDs and limits queues. A compromised agents process can impersonate
 * connected agents, but it can't approve anything.
 */

/** Maximum size of a request in bytes: an HTTP body, or a line on the socket. */
export const MAX_REQUEST_BYTES = 1_048_576;

/** Maximum number of calls in a proposal. */
export const MAX_CALLS = 32;

/** Maximum time that `get_request` waits. */
export const MAX_WAIT_MS = 60_000;

/** Maximum length of a fault's detail in characters. The detail is an RPC error and its data, as JSON. */
export const MAX_DETAIL = 8_000;

const hexBytes = z
	.string()
	.max(262_146)
	.regex(/^0x(?:[0-9a-fA-F]{2})*$/);
const quantity = z.string().regex(/^(?:0|[1-9][0-9]{0,77})$/);
/** Only limits the length. Main validates the address. */
const account = z.string().min(32).max(64);
/** Decimal chain ID. */
const evmChain = z.string().regex(/^[1-9][0-9]{0,15}$/);
const cluster = z.enum(["mainnet-beta", "devnet", "testnet", "localnet"]);
const chainRef = z.union([evmChain, cluster]);
const base64 = z
	.string()
	.max(262_144)
	.regex(/^[A-Za-z0-9+/]*={0,2}$/);
/** Text written by the agent. Hostile unless displayed as plain text. */
const agentText = z.string().max(2000);

/** `value` is in wei, as decimal digits. */
const evmCall = z.strictObject({ to: account, value: quantity, data: hexBytes });

const svmInstruction = z.strictObject({
	programId: account,
	accounts: z
		.array(z.strictObject({ pubkey: account, isSigner: z.boolean(), isWritable: z.boolean() }))
		.max(256),
	dataBase64: base64,
});

/** x402 payment requirements (scheme `exact` on EVM), as sent by the server that requests the payment. */
const payment = z.strictObject({
	network: evmChain,
	asset: account,
	/** Base units, as decimal digits. */
	amount: quantity,
	payTo: account,
	/** URL of the paid resource. */
	resource: z.string().max(2000),
	description: agentText,
	maxTimeoutSeconds: z.number().int().min(1).max(86_400),
	/** Name and version in the token's EIP-712 domain. */
	name: z.string().max(100),
	version: z.string().max(20),
	x402Version: z.union([z.literal(1), z.literal(2)]),
	/**
	 * The requirements exactly as the server sent them, in JSON. The payment payload must repeat them,
	 * because the server compares them with its own copy.
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
		/** Set by developer tools. It only tells repeated requests apart and isn't signed. */
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

/** Methods that developer tools use to read chain data. Main forwards them to the user's RPC. */
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
	 * `key`: the caller's idempotency key. Reusing it with different fields is refused. If it is `null`
	 * (JSON-RPC), identical proposals are merged until their result is delivered. `expiresAt`: Unix seconds.
	 */
	z.strictObject({
		kind: z.literal("propose"),
		proposed,
		reason: agentText.nullable(),
		key: z.string().min(1).max(200).nullable(),
		expiresAt: z.number().int().min(0).nullable(),
	}),
	z.strictObject({ kind: z.literal("get"), id: proposalId }),
	z.strictObject({ kind: z.literal("list") }),
	z.strictObject({ kind: z.literal("cancel"), id: proposalId }),
	/**
	 * The result was written to an open connection, so a repeated call becomes a new request. The result is a
	 * hash, a signature, a rejection, or the ID returned by `wallet_sendCalls`.
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
	/** A field is invalid, or fields contradict each other. */
	"malformed",
	/** The agent already has as many waiting requests as the user allows. */
	"too_many_waiting",
	/** In the last hour, the agent sent more requests than the user allows. */
	"too_many_requests",
	/** The idempotency key was already used with different fields. */
	"key_reused",
	/** The agent has no request with this ID. */
	"not_found",
	/** The request can no longer be cancelled. */
	"too_late",
	/** The user has no RPC for this network, or the RPC didn't answer. */
	"no_rpc",
	/**
	 * The RPC returned an error. `detail` contains it as JSON ({ code, message, data? }), so that tools can
	 * decode reverts.
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

/** State of a proposal. The final state of a signed message is `signed`, and `signatures` is set. */
const proposalStatus = z.strictObject({
	id: proposalId,
	/** The caller's idempotency key, or `null` if there was none. */
	key: z.string().max(200).nullable(),
	/** `null` for typed data and messages. */
	chain: chainRef.nullable(),
	state: z.enum(PROPOSAL_STATES),
	isFinal: z.boolean(),
	/** Reason for the rejection, refusal or failure, written for the agent. */
	reason: z.string().max(4000).nullable(),
	/** Change that the user wants before approving. */
	wantedChange: z.string().max(4000).nullable(),
	/** In the same order as the calls. Empty until signed. */
	transactionIds: z.array(z.string().max(128)).max(MAX_CALLS),
	/** Message signatures: hex for EVM, base64 for Solana. */
	signatures: z.array(z.string().max(512)).max(MAX_CALLS),
	/** Number of times the request was received. */
	asked: z.number().int().min(1),
	/** Unix seconds. */
	createdAt: z.number().int(),
	expiresAt: z.number().int().nullable(),
	/** The x402 payment payload as JSON, once signed. `null` for other requests. */
	payment: z.string().max(16_384).nullable(),
	/** Allowances that the user lowered before approving, in base units. Absent if none were lowered. */
	lowered: z
		.array(
			z.strictObject({
				/** Position of the call, starting at 1. */
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
	/** The RPC's result as JSON. */
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
 * The caller, as identified by the system and by the program itself. Everything except the process ID of a
 * socket's peer is an unverified claim.
 */
const caller = z.strictObject({
	door: z.enum(DOORS),
	/** Process at the other end of the socket, or `null` if the system doesn't reveal it. */
	pid: z.number().int().min(1).nullable(),
	/** Name that the program gives itself. */
	program: z.string().max(200).nullable(),
});
export type Caller = z.infer<typeof caller>;

const token = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
/** SHA-256 of the secret's text (43 characters of base64url without padding), in hex. */
const credential = z.string().regex(/^[0-9a-f]{64}$/);

/** Doors for agents. `port` 0 means any free port. */
const doors = z.strictObject({
	http: z.strictObject({ port: z.number().int().min(0).max(65_535) }).nullable(),
	/** Path of the socket, or the pipe's name on Windows. */
	socket: z.string().max(400).nullable(),
});
export type Doors = z.infer<typeof doors>;

/** Returns the path of the socket, or the pipe's name on Windows. `mcp-shim.mjs` uses the same path. */
export function agentSocketPath(system: {
	readonly platform: string;
	/** `XDG_RUNTIME_DIR`, or `null` if it isn't set. */
	readonly runtimeDir: string | null;
	readonly dataDir: string;
	/** User name. It becomes part of the pipe's name. */
	readonly user: string;
}): string {
	if (system.platform === "win32") return `\\\\.\\pipe\\countersign-agents-${system.user}`;
	const folder = system.runtimeDir === null ? system.dataDir : `${system.runtimeDir}/countersign`;
	return `${folder}/agents.sock`;
}

/** Messages from main. */
export const toAgents = z.discriminatedUnion("kind", [
	/** Sets the token. Must be the first message, and is sent only once. */
	z.strictObject({ kind: z.literal("hello"), token, doors }),
	z.strictObject({ kind: z.literal("answer"), token, id, answer: agentAnswer }),
	/** A proposal changed. The process notifies every program waiting for it. */
	z.strictObject({ kind: z.literal("changed"), token, credential, status: proposalStatus }),
	/** Closes this agent's connections. */
	z.strictObject({ kind: z.literal("disconnect"), token, credential }),
]);
export type ToAgents = z.infer<typeof toAgents>;

/** Messages from the agents process. */
export const fromAgents = z.discriminatedUnion("kind", [
	/**
	 * Sent after `hello` with the open doors. A door that couldn't be opened is `null`, and `faults`
	 * contains the reason.
	 */
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
