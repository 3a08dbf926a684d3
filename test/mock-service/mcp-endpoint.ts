import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Answer, Exchange, Route } from "./http.ts";
import { Problem } from "./problem.ts";
import type { RouteParts } from "./route-parts.ts";
import { openTurn, waitForLog } from "./routes.ts";

/**
 * Serves the service's own MCP endpoint: stateless Streamable HTTP with one JSON-RPC message per POST. Its
 * tools supervise a conversation and never sign; the handoff names the requests that another signer of the
 * same account has to answer (docs/service-api/endpoints.md#mcp-tools).
 */

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;

const rpc = z.looseObject({
	jsonrpc: z.literal("2.0"),
	id: z.union([z.string(), z.number()]).optional(),
	method: z.string(),
	params: z.looseObject({}).optional(),
});

const page = z.looseObject({
	cursor: z.string(),
	events: z.array(
		z.looseObject({
			type: z.string(),
			sequence: z.number(),
			id: z.string().optional(),
			state: z.string().optional(),
		}),
	),
	commits: z.array(z.looseObject({ commit_id: z.string(), state: z.string() })).default([]),
});

const ADDRESS = "(0x[0-9a-fA-F]{40})";
const FROM = new RegExp(`\\bfrom ${ADDRESS}\\b`);

const TOOLS = {
	aomi_chat: {
		description: "Starts a turn of the agent, in a new or an earlier session. Follow it with aomi_check.",
		schema: z.strictObject({ message: z.string().min(1), session_id: z.string().max(160).optional() }),
	},
	aomi_check: {
		description: "Reads what a session's turn did. Stop at awaiting_action and hand over to the wallet.",
		schema: z.strictObject({
			session: z.string().max(160),
			cursor: z.string().optional(),
			wait_ms: z.number().int().min(0).max(30_000).optional(),
		}),
	},
	aomi_interrupt: {
		description: "Interrupts a session's turn.",
		schema: z.strictObject({ session: z.string().max(160), turn_id: z.string() }),
	},
	aomi_list_sessions: {
		description: "Lists the account's sessions.",
		schema: z.strictObject({ limit: z.number().int().min(1).max(100).optional() }),
	},
} as const;

type ToolName = keyof typeof TOOLS;

const isTool = (name: unknown): name is ToolName => typeof name === "string" && Object.hasOwn(TOOLS, name);

interface Progress {
	readonly cursor: string;
	readonly state: string;
	readonly events: readonly unknown[];
	/** Only ids: the endpoint doesn't show what is to be signed. */
	readonly pending_requests: readonly { readonly id: string }[];
}

/** Reads a session from the position to its end. */
function readOn(parts: RouteParts, sessionId: string, position: number) {
	const session = parts.pages.session(sessionId);
	const pages: z.infer<typeof page>[] = [];
	let at = position;
	for (;;) {
		const found = parts.pages.after(session, at);
		pages.push(page.parse(JSON.parse(found.text)));
		at = found.position;
		if (!found.hasMore) return { pages, cursor: pages.at(-1)?.cursor ?? "" };
	}
}

function progressOf(parts: RouteParts, sessionId: string, cursor: string | null): Progress {
	const session = parts.pages.session(sessionId);
	const whole = readOn(parts, sessionId, 0);
	const fresh = cursor === null ? whole : readOn(parts, sessionId, parts.pages.positionOf(session, cursor));
	const events = whole.pages.flatMap((each) => each.events);
	const actions = new Map<string, string>();
	let state = "processing";
	for (const event of events) {
		if (event.type === "turn_state_changed") state = event.state ?? state;
		if (event.type === "action") actions.set(event.id ?? "", event.state ?? "");
	}
	const commits = new Map(
		whole.pages.flatMap((each) => each.commits).map((view) => [view.commit_id, view.state]),
	);
	const open = [
		...[...actions].filter(([, each]) => each === "pending"),
		...[...commits].filter(([, each]) => each === "needs_signature"),
	];
	return {
		cursor: fresh.cursor,
		state,
		events: fresh.pages.flatMap((each) => each.events).map(({ type, sequence }) => ({ type, sequence })),
		pending_requests: open.map(([id]) => ({ id })),
	};
}

/** Starts the turn for the wallet that the message names; the real service uses the account's own wallet. */
function chat(
	parts: RouteParts,
	{ subject }: Exchange,
	{ message, session_id }: z.infer<typeof TOOLS.aomi_chat.schema>,
) {
	const sessionId = session_id ?? `mcp-${randomUUID()}`;
	parts.turns.requireIdle(sessionId);
	const address = FROM.exec(message)?.[1];
	const userState = address === undefined ? null : { evm: { address } };
	const turnId = parts.db.transaction(() => {
		parts.log.ensureSession(sessionId, subject);
		return openTurn(parts, sessionId, { message, userState, mode: null });
	});
	const { cursor, state } = progressOf(parts, sessionId, null);
	return { session: sessionId, started_turn_id: turnId, cursor, state };
}

async function check(
	parts: RouteParts,
	exchange: Exchange,
	{ session, cursor, wait_ms = 0 }: z.infer<typeof TOOLS.aomi_check.schema>,
) {
	const first = progressOf(parts, session, cursor ?? null);
	if (first.events.length === 0 && first.state === "processing" && wait_ms > 0)
		await waitForLog(parts, session, wait_ms, exchange.disconnected);
	const progress = progressOf(parts, session, cursor ?? null);
	const handoff =
		progress.state === "awaiting_action"
			? { handoff: "Review and sign this request in the wallet of this account." }
			: {};
	return { session, ...progress, ...handoff };
}

async function callTool(parts: RouteParts, exchange: Exchange, name: ToolName, given: unknown) {
	switch (name) {
		case "aomi_chat":
			return chat(parts, exchange, TOOLS.aomi_chat.schema.parse(given));
		case "aomi_check":
			return await check(parts, exchange, TOOLS.aomi_check.schema.parse(given));
		case "aomi_interrupt": {
			const { session, turn_id } = TOOLS.aomi_interrupt.schema.parse(given);
			parts.turns.interrupt(parts.pages.session(session).id, turn_id);
			return progressOf(parts, session, null);
		}
		case "aomi_list_sessions": {
			const { limit = 20 } = TOOLS.aomi_list_sessions.schema.parse(given);
			const sessions = parts.log.sessions(limit, 0, exchange.subject);
			return { sessions: sessions.map(({ id, title, updatedAt }) => ({ id, title, updated_at: updatedAt })) };
		}
	}
}

type Outcome = { readonly result: unknown } | { readonly error: { code: number; message: string } };

const callParams = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

/** Returns false for a session of another account; the endpoint doesn't reveal whether it exists. */
function isOwn(parts: RouteParts, { subject }: Exchange, given: unknown): boolean {
	const named = z.looseObject({ session: z.string().optional(), session_id: z.string().optional() });
	const { session, session_id } = named.catch({}).parse(given);
	return [session, session_id].every((id) => {
		const owner = id === undefined ? null : parts.log.subjectOf(id);
		return owner === null || owner === subject;
	});
}

async function toolOutcome(parts: RouteParts, exchange: Exchange, params: unknown): Promise<Outcome> {
	const { name, arguments: given = {} } = callParams.parse(params);
	if (!isTool(name)) return { error: { code: -32602, message: `unknown tool ${name}` } };
	const fail = (text: string): Outcome => ({
		result: { content: [{ type: "text", text }], isError: true },
	});
	if (!isOwn(parts, exchange, given)) return fail("session_not_found");
	try {
		const value = await callTool(parts, exchange, name, given);
		return { result: { content: [{ type: "text", text: JSON.stringify(value) }], structuredContent: value } };
	} catch (cause) {
		if (cause instanceof Problem) return fail(cause.code);
		if (cause instanceof z.ZodError) return fail(`invalid arguments: ${cause.issues[0]?.message ?? ""}`);
		throw cause;
	}
}

const versionOf = (params: unknown): string => {
	const requested = z.looseObject({ protocolVersion: z.string() }).safeParse(params).data?.protocolVersion;
	return VERSIONS.find((each) => each === requested) ?? VERSIONS[0];
};

async function outcomeOf(
	parts: RouteParts,
	exchange: Exchange,
	method: string,
	params: unknown,
): Promise<Outcome> {
	switch (method) {
		case "initialize":
			return {
				result: {
					protocolVersion: versionOf(params),
					capabilities: { tools: {} },
					serverInfo: { name: "mock-agent", version: "1" },
					instructions: "aomi_chat, then aomi_check until complete or awaiting_action. A wallet signs.",
				},
			};
		case "ping":
			return { result: {} };
		case "tools/list":
			return {
				result: {
					tools: Object.entries(TOOLS).map(([name, { description, schema }]) => ({
						name,
						description,
						inputSchema: z.toJSONSchema(schema, { target: "draft-7" }),
					})),
				},
			};
		case "tools/call":
			return await toolOutcome(parts, exchange, params);
		default:
			return { error: { code: -32601, message: `${method} is not offered` } };
	}
}

export function mcpRoutes(parts: RouteParts): Route[] {
	const path = /^\/v1\/agent\/mcp$/;
	const handle = async (exchange: Exchange): Promise<Answer> => {
		const read = rpc.safeParse(exchange.body);
		if (!read.success) throw new Problem(400, "invalid_request", "One JSON-RPC message per request.");
		const { id, method, params } = read.data;
		if (id === undefined) return { status: 202, text: "" };
		const outcome = await outcomeOf(parts, exchange, method, params);
		return { status: 200, text: JSON.stringify({ jsonrpc: "2.0", id, ...outcome }) };
	};
	return [{ method: "POST", path, scope: "mcp:agent", handle }];
}
