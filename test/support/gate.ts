import { createServer } from "node:http";
import { z } from "zod";

/** Another RPC in front of a chain: it passes on what it is asked, answers it otherwise, or breaks off. */

type GateAnswer =
	| "pass"
	| "break"
	/** The chain is asked, and the answer never comes. */
	| "lose"
	| { readonly result: unknown }
	| { readonly error: { readonly code: number; readonly message: string } };

export interface Gate {
	readonly url: string;
	/** What becomes of a call; everything passes unless this is set. */
	rule: (method: string) => GateAnswer;
	/** How often each method was asked. */
	readonly asked: Map<string, number>;
	close(): void;
}

const call = z.looseObject({
	id: z.union([z.string(), z.number(), z.null()]).default(null),
	method: z.string(),
});

export async function openGate(target: string): Promise<Gate> {
	const asked = new Map<string, number>();
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			const body = Buffer.concat(parts).toString("utf8");
			const { id, method } = call.parse(JSON.parse(body));
			asked.set(method, (asked.get(method) ?? 0) + 1);
			const answer = gate.rule(method);
			if (answer === "break") return void request.socket.destroy();
			response.setHeader("content-type", "application/json");
			if (typeof answer === "object")
				return void response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
			void fetch(target, { method: "POST", body, headers: { "content-type": "application/json" } })
				.then((passed) => passed.text())
				.then(
					(text) => (answer === "lose" ? request.socket.destroy() : response.end(text)),
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
		asked,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
	return gate;
}
