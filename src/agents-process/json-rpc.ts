import { z } from "zod";
import { JsonError, parseBoundedJson } from "./bounded-json.ts";
import { INVALID_REQUEST, PARSE_ERROR, RpcError, SERVER_ERROR } from "./rpc-errors.ts";

/** JSON-RPC 2.0 requests, single and batched. */

/** Maximum calls in a batch. */
const MAX_BATCH = 100;

const callId = z.union([z.string().max(1_000), z.number(), z.null()]);
const rpcCall = z.object({
	jsonrpc: z.literal("2.0"),
	id: callId.optional(),
	method: z.string().min(1).max(200),
	params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
});
const anyId = z.object({ id: callId });

/** Runs one method. @throws RpcError */
export type Perform = (method: string, params: unknown) => Promise<unknown>;

type RpcId = z.infer<typeof callId>;
const failure = (id: RpcId, { code, message, data }: RpcError) => ({
	jsonrpc: "2.0",
	id,
	error: { code, message, ...(data === undefined ? {} : { data }) },
});

async function answerOne(value: unknown, perform: Perform): Promise<unknown> {
	const call = rpcCall.safeParse(value);
	if (!call.success) {
		const id = anyId.safeParse(value).data?.id ?? null;
		return failure(id, new RpcError(INVALID_REQUEST, "This is not a JSON-RPC 2.0 call."));
	}
	const { id, method, params } = call.data;
	// Notifications have no response.
	if (id === undefined) return null;
	try {
		return { jsonrpc: "2.0", id, result: (await perform(method, params ?? [])) ?? null };
	} catch (error) {
		return failure(id, error instanceof RpcError ? error : new RpcError(SERVER_ERROR, "Countersign failed."));
	}
}

/** Handles a body with one or more calls. Returns `null` if it needs no response. Never rejects. */
export async function answerJsonRpc(text: string, perform: Perform): Promise<unknown> {
	let body: unknown;
	try {
		body = parseBoundedJson(text);
	} catch (error) {
		const message = error instanceof JsonError ? error.message : "The body can't be read.";
		return failure(null, new RpcError(PARSE_ERROR, message));
	}
	if (!Array.isArray(body)) return answerOne(body, perform);
	if (body.length === 0 || body.length > MAX_BATCH)
		return failure(null, new RpcError(INVALID_REQUEST, `A batch has 1 to ${MAX_BATCH} calls.`));
	const answers = await Promise.all(body.map((each) => answerOne(each, perform)));
	const wanted = answers.filter((answer) => answer !== null);
	return wanted.length === 0 ? null : wanted;
}
