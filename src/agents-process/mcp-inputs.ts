import { z } from "zod";
import { MAX_CALLS, MAX_WAIT_MS, PROPOSAL_STATES, type Proposed } from "./protocol.ts";

/**
 * Input and output schemas of the MCP tools. Their descriptions are written for agents. Fields without their
 * own limit are limited by the request size, and main checks everything again.
 */

const evmChain = z
	.union([z.string().regex(/^[1-9][0-9]{0,15}$/), z.number().int().min(1)])
	.transform(String)
	.describe("Decimal chain id, such as 8453; see list_networks");
const cluster = z.enum(["mainnet-beta", "devnet", "testnet", "localnet"]);
const from = z.string().min(32).max(64).describe("An account of list_accounts");
const address = z.string().min(32).max(64);
const digits = z.string().regex(/^(?:0|[1-9][0-9]{0,77})$/);
const base64 = z
	.string()
	.max(262_144)
	.regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** Fields that every proposal has. */
const common = {
	reason: z.string().max(2000).describe("Why you ask, in a sentence. The user reads it as your words"),
	idempotency_key: z
		.string()
		.min(1)
		.max(200)
		.describe("Your own key for this request: the same call with the same key is the same request"),
	expires_at: z.number().int().min(0).optional().describe("Unix seconds after which the request is void"),
};

const evmCall = z.strictObject({
	to: address.describe("Contract or recipient"),
	value: digits.default("0").describe("Wei, decimal digits"),
	data: z
		.string()
		.max(262_146)
		.regex(/^0x(?:[0-9a-fA-F]{2})*$/)
		.default("0x"),
});

const instruction = z.strictObject({
	program_id: address,
	accounts: z
		.array(z.strictObject({ pubkey: address, is_signer: z.boolean(), is_writable: z.boolean() }))
		.max(256),
	data_base64: base64,
});

export const transactionInput = z.strictObject({
	chain: evmChain,
	from,
	calls: z.array(evmCall).min(1).max(MAX_CALLS).describe("Calls in the order in which they are sent"),
	...common,
});

export const solanaInput = z.strictObject({
	cluster,
	from,
	transaction_base64: base64.optional().describe("A whole unsigned transaction; else give instructions"),
	instructions: z.array(instruction).min(1).max(64).optional(),
	lookup_tables: z.array(address).max(16).optional().describe("Address lookup tables for instructions"),
	...common,
});

export const typedDataInput = z.strictObject({
	from,
	typed_data: z
		.union([z.string().max(262_144), z.record(z.string(), z.unknown())])
		.describe("EIP-712: { domain, types, primaryType, message }"),
	...common,
});

export const messageInput = z.strictObject({
	family: z.enum(["evm", "svm"]),
	from,
	message: z
		.string()
		.max(262_144)
		.describe("evm: hex bytes or text, as in personal_sign. svm: base64 of the message"),
	...common,
});

/** x402 payment requirements, in the format that servers send in versions 1 and 2. */
export const paymentInput = z.strictObject({
	from,
	payment_requirements: z
		.looseObject({
			scheme: z.string().max(50),
			network: z.string().max(100),
			/** Version 2. */
			amount: digits.optional(),
			/** Version 1. */
			maxAmountRequired: digits.optional(),
			asset: address,
			payTo: address,
			maxTimeoutSeconds: z.number().int().min(1).max(86_400),
			resource: z.string().max(2000).optional(),
			description: z.string().max(2000).optional(),
			extra: z.looseObject({
				name: z.string().max(100),
				version: z.string().max(20),
				assetTransferMethod: z.string().max(50).optional(),
			}),
		})
		.describe("One entry of `accepts` of the server's 402 answer, unchanged"),
	resource: z
		.string()
		.max(2000)
		.optional()
		.describe("URL that is paid for; needed if the requirements name none (x402 version 2)"),
	description: z.string().max(2000).optional().describe("The server's description of the resource"),
	...common,
});

export const getInput = z.strictObject({
	id: z.string().regex(/^[0-9a-f]{32}$/),
	wait_ms: z
		.number()
		.int()
		.min(0)
		.max(MAX_WAIT_MS)
		.default(0)
		.describe("How long to wait for the state to change"),
});

export const idInput = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) });
export const noInput = z.strictObject({});

const family = z.enum(["evm", "svm"]);
export const accountsOutput = z.object({ accounts: z.array(z.object({ family, address: z.string() })) });
export const networksOutput = z.object({
	networks: z.array(z.object({ chain: z.string(), family, name: z.string() })),
});

export const requestOutput = z.object({
	id: z.string(),
	state: z.enum(PROPOSAL_STATES),
	is_final: z.boolean().describe("Nothing changes any more"),
	reason: z.string().optional().describe("Why it was rejected, refused or failed"),
	lowered_allowances: z
		.array(z.object({ call: z.number(), proposed: z.string(), approved: z.string() }))
		.optional()
		.describe("Allowances that the user lowered before approving, in base units; call counts from 1"),
	wanted_change: z.string().optional().describe("What the user wants instead; propose that with a new key"),
	transaction_id: z.string().optional().describe("Hash or signature of the first transaction"),
	transaction_ids: z.array(z.string()).optional().describe("All of them if there are several"),
	signature: z.string().optional(),
	payment_payload: z.looseObject({}).optional().describe("x402 payment, once signed"),
	chain: z.string().optional(),
	created_at: z.number().int().describe("Unix seconds"),
	expires_at: z.number().int().optional().describe("Unix seconds"),
	review: z.string().describe("Link that shows the request to the user in Countersign. It approves nothing"),
});
export const requestsOutput = z.object({ requests: z.array(requestOutput) });

/** A proposal, or a description of how its fields contradict each other. */
export type ReadProposal = { readonly proposed: Proposed } | { readonly malformed: string };

export function readSolana(input: z.infer<typeof solanaInput>): ReadProposal {
	const { cluster, from, transaction_base64, instructions, lookup_tables } = input;
	if ((transaction_base64 === undefined) === (instructions === undefined))
		return { malformed: "Give either transaction_base64 or instructions." };
	if (transaction_base64 !== undefined)
		return { proposed: { kind: "svm_transaction", cluster, from, transactionBase64: transaction_base64 } };
	return {
		proposed: {
			kind: "svm_instructions",
			cluster,
			from,
			instructions: (instructions ?? []).map((each) => ({
				programId: each.program_id,
				accounts: each.accounts.map(({ pubkey, is_signer, is_writable }) => ({
					pubkey,
					isSigner: is_signer,
					isWritable: is_writable,
				})),
				dataBase64: each.data_base64,
			})),
			lookupTables: lookup_tables ?? [],
		},
	};
}

/** Maps the chain names of x402 version 1 to chain IDs. */
const X402_CHAINS: ReadonlyMap<string, string> = new Map([
	["ethereum", "1"],
	["sepolia", "11155111"],
	["base", "8453"],
	["base-sepolia", "84532"],
	["polygon", "137"],
	["polygon-amoy", "80002"],
	["avalanche", "43114"],
	["avalanche-fuji", "43113"],
]);

export function readPayment(input: z.infer<typeof paymentInput>): ReadProposal {
	const { payment_requirements: wanted, from } = input;
	if (wanted.scheme !== "exact") return { malformed: "Only the scheme `exact` can be paid." };
	if ((wanted.extra.assetTransferMethod ?? "eip3009") !== "eip3009")
		return { malformed: "Only payments by EIP-3009 can be made." };
	const x402Version = wanted.amount === undefined ? 1 : 2;
	const network =
		x402Version === 1
			? X402_CHAINS.get(wanted.network)
			: /^eip155:([1-9][0-9]{0,15})$/.exec(wanted.network)?.[1];
	if (network === undefined) return { malformed: "payment_requirements.network is no known EVM network." };
	const amount = wanted.amount ?? wanted.maxAmountRequired;
	if (amount === undefined) return { malformed: "payment_requirements.amount is missing." };
	if (wanted.maxAmountRequired !== undefined && wanted.maxAmountRequired !== amount)
		return { malformed: "payment_requirements.amount and maxAmountRequired differ." };
	const resource = wanted.resource ?? input.resource;
	if (resource === undefined) return { malformed: "resource is missing." };
	const { name, version } = wanted.extra;
	const { asset, payTo, maxTimeoutSeconds } = wanted;
	const description = wanted.description ?? input.description ?? "";
	return {
		proposed: {
			kind: "payment",
			from,
			payment: {
				network,
				asset,
				amount,
				payTo,
				resource,
				description,
				maxTimeoutSeconds,
				name,
				version,
				x402Version,
				accepted: JSON.stringify(wanted),
			},
		},
	};
}
