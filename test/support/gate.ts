import { createServer } from "node:http";
import { z } from "zod";

/** RPC proxy in front of a chain. It forwards calls, answers them itself, or closes the connection. */

type GateAnswer =
	| "pass"
	| "break"
	/** The call reaches the chain, but its answer is lost. */
	| "lose"
	| { readonly result: unknown }
	| { readonly error: { readonly code: number; readonly message: string } };

export interface Gate {
	readonly url: string;
	/** Decides how each call is answered. By default, all calls pass. */
	rule: (method: string) => GateAnswer;
	/** Number of calls by method. */
	readonly callCounts: Map<string, number>;
	close(): void;
}

const call = z.looseObject({
	id: z.union([z.string(), z.number(), z.null()]).default(null),
	method: z.string(),
});
type Call = z.infer<typeof call>;
const body = z.union([call, z.array(call)]);
const answered = z.array(z.looseObject({ id: call.shape.id }));

async function forward(target: string, text: string): Promise<string> {
	const headers = { "content-type": "application/json" };
	return await (await fetch(target, { method: "POST", body: text, headers })).text();
}

export async function openGate(target: string): Promise<Gate> {
	const callCounts = new Map<string, number>();
	function ruleFor({ method }: Call): GateAnswer {
		callCounts.set(method, (callCounts.get(method) ?? 0) + 1);
		return gate.rule(method);
	}

	/** Returns the answer, or `null` if the connection must be closed. */
	async function answerOne(each: Call, text: string): Promise<string | null> {
		const answer = ruleFor(each);
		if (answer === "break") return null;
		if (typeof answer === "object") return JSON.stringify({ jsonrpc: "2.0", id: each.id, ...answer });
		const passed = await forward(target, text);
		return answer === "lose" ? null : passed;
	}

	/** Returns the answer to a batch. It omits calls that would close the connection if they were sent alone. */
	async function answerBatch(calls: readonly Call[]): Promise<string | null> {
		const ruled = calls.map((each) => ({ each, answer: ruleFor(each) }));
		const passing = ruled.flatMap(({ each, answer }) => (answer === "pass" ? [each] : []));
		const passed =
			passing.length === 0 ? [] : answered.parse(JSON.parse(await forward(target, JSON.stringify(passing))));
		const own = ruled.flatMap(({ each: { id }, answer }) =>
			typeof answer === "object" ? [{ jsonrpc: "2.0", id, ...answer }] : [],
		);
		return passed.length + own.length === 0 ? null : JSON.stringify([...passed, ...own]);
	}

	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			const text = Buffer.concat(parts).toString("utf8");
			const calls = body.parse(JSON.parse(text));
			response.setHeader("content-type", "application/json");
			void (Array.isArray(calls) ? answerBatch(calls) : answerOne(calls, text)).then(
				(answer) => (answer === null ? request.socket.destroy() : response.end(answer)),
				() => request.socket.destroy(),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	if (typeof address !== "object" || address === null) throw new Error("the gate has no address");
	const gate: Gate = {
		url: `http://127.0.0.1:${address.port}`,
		rule: () => "pass",
		callCounts,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
	return gate;
}
