import {
	type CallToolResult,
	CLIENT_INFO_META_KEY,
	McpServer,
	type ServerContext,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import type { AgentConnection, LinkAnswer, LinkFault, MainLink } from "./main-link.ts";
import {
	accountsOutput,
	getInput,
	idInput,
	messageInput,
	networksOutput,
	noInput,
	paymentInput,
	type ReadProposal,
	readPayment,
	readSolana,
	requestOutput,
	requestsOutput,
	solanaInput,
	transactionInput,
	typedDataInput,
} from "./mcp-inputs.ts";
import { DefaultJsonSchemaValidator } from "./mcp-platform.ts";
import { clientName } from "./program-name.ts";
import type { AgentRequest, ProposalStatus, Proposed } from "./protocol.ts";
import { FAULTS } from "./rpc-errors.ts";

/** Version of the tools as reported to agents, independent of the app's version. */
const TOOLS_VERSION = "1.0.0";

const INSTRUCTIONS =
	"Countersign shows what you propose to the user, who reviews and signs it, or not. You hold no key and can " +
	"approve nothing. Propose, then call get_request with wait_ms until is_final is true or the state is sent. " +
	"People take minutes. A request survives your session: keep its id, or repeat the call with the same " +
	"idempotency_key. If the user rejects it, read reason and wanted_change, and never repeat it unchanged.";

interface ProposalFields {
	readonly reason: string;
	readonly idempotency_key: string;
	readonly expires_at?: number | undefined;
}

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
const PROPOSES = {
	readOnlyHint: false,
	destructiveHint: true,
	idempotentHint: true,
	openWorldHint: true,
} as const;

const json = (value: unknown): CallToolResult["content"] => [{ type: "text", text: JSON.stringify(value) }];

/** Returns a fault as a tool result, because agents read results but not protocol errors. */
function faultResult({ code, detail }: LinkFault): CallToolResult {
	const error = { code, message: FAULTS[code].text, ...(detail === null ? {} : { detail }) };
	return { isError: true, content: json({ error }), structuredContent: { error } };
}

const reviewLink = (id: string) => `countersign://review/${id}`;

function parsePayment(payment: string | null): Record<string, unknown> | undefined {
	if (payment === null) return undefined;
	const value: unknown = JSON.parse(payment);
	return typeof value === "object" && value !== null ? { ...value } : undefined;
}

/** Returns a proposal's state in the format for agents. Unknown and irrelevant fields are omitted. */
function requestView(status: ProposalStatus): z.infer<typeof requestOutput> {
	const { transactionIds, signatures } = status;
	const payment = parsePayment(status.payment);
	return {
		id: status.id,
		state: status.state,
		is_final: status.isFinal,
		...(status.reason === null ? {} : { reason: status.reason }),
		...(status.wantedChange === null ? {} : { wanted_change: status.wantedChange }),
		...(status.lowered === undefined ? {} : { lowered_allowances: status.lowered }),
		...(transactionIds[0] === undefined ? {} : { transaction_id: transactionIds[0] }),
		...(transactionIds.length > 1 ? { transaction_ids: transactionIds } : {}),
		...(signatures[0] === undefined ? {} : { signature: signatures[0] }),
		...(payment === undefined ? {} : { payment_payload: payment }),
		...(status.chain === null ? {} : { chain: status.chain }),
		created_at: status.createdAt,
		...(status.expiresAt === null ? {} : { expires_at: status.expiresAt }),
		review: reviewLink(status.id),
	};
}

function requestResult(status: ProposalStatus): CallToolResult {
	const view = requestView(status);
	return {
		structuredContent: view,
		content: [...json(view), { type: "resource_link", uri: view.review, name: "Review in Countersign" }],
	};
}

function resultOf(answer: LinkAnswer): CallToolResult {
	switch (answer.kind) {
		case "fault":
			return faultResult(answer);
		case "proposal":
			return requestResult(answer.status);
		case "proposals": {
			const view = { requests: answer.all.map(requestView) };
			return { structuredContent: view, content: json(view) };
		}
		case "accounts": {
			const view = { accounts: answer.accounts };
			return { structuredContent: view, content: json(view) };
		}
		case "networks": {
			const view = { networks: answer.networks };
			return { structuredContent: view, content: json(view) };
		}
		case "result":
		case "done":
			return faultResult({ kind: "fault", code: "unavailable", detail: null });
	}
}

/** Creates the MCP server for a socket connection or a single HTTP request. */
export function createMcpServer(link: MainLink, connection: AgentConnection): McpServer {
	const server = new McpServer(
		{ name: "countersign", title: "Countersign", version: TOOLS_VERSION },
		{
			instructions: INSTRUCTIONS,
			capabilities: { tools: { listChanged: false } },
			jsonSchemaValidator: new DefaultJsonSchemaValidator(),
		},
	);

	/** Reads the client's name from the request, or else from an earlier `initialize`. */
	function callerOf({ mcpReq }: ServerContext): AgentConnection {
		const stated: unknown = Reflect.get(mcpReq.envelope ?? {}, CLIENT_INFO_META_KEY);
		const program = clientName(stated ?? server.server.getClientVersion());
		return program === null ? connection : { ...connection, caller: { ...connection.caller, program } };
	}
	const call = async (context: ServerContext, request: AgentRequest) =>
		resultOf(await link.call(callerOf(context), request));
	const propose = (context: ServerContext, proposed: Proposed, asked: ProposalFields) => {
		const { reason, idempotency_key: key, expires_at: expiresAt } = asked;
		return call(context, { kind: "propose", proposed, reason, key, expiresAt: expiresAt ?? null });
	};
	const proposeRead = async (context: ServerContext, read: ReadProposal, asked: ProposalFields) =>
		"malformed" in read
			? faultResult({ kind: "fault", code: "malformed", detail: read.malformed })
			: propose(context, read.proposed, asked);

	server.registerTool(
		"list_accounts",
		{
			title: "List accounts",
			description: "Lists the accounts that the user shares with you.",
			inputSchema: noInput,
			outputSchema: accountsOutput,
			annotations: READ_ONLY,
		},
		(_input, context) => call(context, { kind: "accounts" }),
	);
	server.registerTool(
		"list_networks",
		{
			title: "List networks",
			description: "Lists the networks on which you may propose.",
			inputSchema: noInput,
			outputSchema: networksOutput,
			annotations: READ_ONLY,
		},
		(_input, context) => call(context, { kind: "networks" }),
	);
	server.registerTool(
		"propose_transaction",
		{
			title: "Propose an EVM transaction",
			description:
				"Asks the user to sign and send calls on an EVM network. Countersign chooses nonce, gas and fees. Returns at once; read the answer with get_request.",
			inputSchema: transactionInput,
			outputSchema: requestOutput,
			annotations: PROPOSES,
		},
		({ chain, from, calls, ...asked }, context) =>
			propose(context, { kind: "evm_calls", chain, from, calls, nonce: null }, asked),
	);
	server.registerTool(
		"propose_solana_transaction",
		{
			title: "Propose a Solana transaction",
			description:
				"Asks the user to sign and send a transaction on Solana, given whole or as instructions. Returns at once; read the answer with get_request.",
			inputSchema: solanaInput,
			outputSchema: requestOutput,
			annotations: PROPOSES,
		},
		(input, context) => proposeRead(context, readSolana(input), input),
	);
	server.registerTool(
		"propose_typed_data",
		{
			title: "Propose typed data",
			description: "Asks the user to sign EIP-712 typed data. Read the signature with get_request.",
			inputSchema: typedDataInput,
			outputSchema: requestOutput,
			annotations: PROPOSES,
		},
		({ from, typed_data, ...asked }, context) => {
			const typedData = typeof typed_data === "string" ? typed_data : JSON.stringify(typed_data);
			return propose(context, { kind: "typed_data", from, typedData }, asked);
		},
	);
	server.registerTool(
		"propose_message",
		{
			title: "Propose a message",
			description: "Asks the user to sign a message. Read the signature with get_request.",
			inputSchema: messageInput,
			outputSchema: requestOutput,
			annotations: PROPOSES,
		},
		({ family, from, message, ...asked }, context) =>
			propose(context, { kind: "message", family, from, message }, asked),
	);
	server.registerTool(
		"propose_payment",
		{
			title: "Propose an x402 payment",
			description:
				"Asks the user to authorize a payment that a server requires (HTTP 402, x402, scheme exact on EVM). Read payment_payload with get_request.",
			inputSchema: paymentInput,
			outputSchema: requestOutput,
			annotations: PROPOSES,
		},
		(input, context) => proposeRead(context, readPayment(input), input),
	);
	server.registerTool(
		"get_request",
		{
			title: "Get a request",
			description:
				"Returns the state of a request. With wait_ms it answers when the state changes, or after that time.",
			inputSchema: getInput,
			outputSchema: requestOutput,
			annotations: READ_ONLY,
		},
		async ({ id, wait_ms }, context) =>
			resultOf(
				await link.follow(
					callerOf(context),
					{ kind: "get", id },
					(status, first) => status.isFinal || status.state !== first.state,
					{ ms: wait_ms, signal: context.mcpReq.signal },
				),
			),
	);
	server.registerTool(
		"list_requests",
		{
			title: "List requests",
			description: "Lists your requests that Countersign keeps, with their states.",
			inputSchema: noInput,
			outputSchema: requestsOutput,
			annotations: READ_ONLY,
		},
		(_input, context) => call(context, { kind: "list" }),
	);
	server.registerTool(
		"cancel_request",
		{
			title: "Cancel a request",
			description: "Withdraws a request that the user has not approved yet.",
			inputSchema: idInput,
			outputSchema: requestOutput,
			annotations: {
				readOnlyHint: false,
				destructiveHint: false,
				idempotentHint: true,
				openWorldHint: false,
			},
		},
		async ({ id }, context) => {
			const answer = await link.call(callerOf(context), { kind: "cancel", id });
			return answer.kind === "done" ? call(context, { kind: "get", id }) : resultOf(answer);
		},
	);
	return server;
}
