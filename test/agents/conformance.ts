import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Story } from "./stories.ts";
import { run } from "./world.ts";

/** Runs the protocol authors' own conformance checks against the HTTP door. */

/** Scenarios to run. The others require special tools, resources and prompts. */
const SCENARIOS = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"] as const;

/**
 * Opens a proxy that adds the agent's secret, which the checks can't send. It replaces its own host with the
 * door's, and forwards any other host or origin unchanged.
 */
async function openProxy(port: number, secret: string) {
	const server = createServer((incoming, outgoing) => {
		const own = (server.address() as AddressInfo).port;
		const host = incoming.headers.host ?? "";
		const isOwn = host === `127.0.0.1:${own}` || host === `localhost:${own}`;
		const headers = {
			...incoming.headers,
			host: isOwn ? `127.0.0.1:${port}` : host,
			authorization: `Bearer ${secret}`,
		};
		// The checks send an Origin header with every request. It is removed if it is the proxy's own.
		if (incoming.headers.origin === `http://${host}` && isOwn) delete headers.origin;
		const passed = request(
			{ host: "127.0.0.1", port, method: incoming.method, path: incoming.url, headers, setHost: false },
			(answer) => {
				outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(outgoing);
			},
		);
		passed.on("error", () => outgoing.destroy());
		incoming.pipe(passed);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

export const CONFORMANCE: readonly Story[] = SCENARIOS.map((scenario) => ({
	name: `conformance of the HTTP door: ${scenario}`,
	async run(world) {
		const agent = await world.addAgent(`conformance ${scenario}`);
		const { port } = await world.doors();
		const proxy = await openProxy(port, agent.secret);
		try {
			const cli = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json");
			const { code, output } = await run(
				process.execPath,
				[join(cli, "..", "dist", "index.js"), "server", "--url", proxy.url, "--scenario", scenario],
				{},
			);
			if (code !== 0) throw new Error(output.slice(-800));
		} finally {
			proxy.close();
		}
	},
}));
