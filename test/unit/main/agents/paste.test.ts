import { describe, expect, it } from "vitest";
import { pasteFor } from "../../../../src/main/agents/paste.ts";

const parts = {
	secret: "s".repeat(43),
	shim: "/home/ana/.config/countersign/mcp.mjs",
	socket: null,
	port: 4_321,
	isWindows: false,
};
const text = (client: Parameters<typeof pasteFor>[0], change: object = {}) =>
	pasteFor(client, { ...parts, ...change }).paste;

describe("the text to paste", () => {
	it.each(["claude_code", "claude_desktop", "cursor"] as const)("is JSON for %s", (client) => {
		expect(JSON.parse(text(client, { socket: "/tmp/a.sock" }))).toEqual({
			mcpServers: {
				countersign: {
					command: "node",
					args: [parts.shim],
					env: { COUNTERSIGN_AGENT: parts.secret, COUNTERSIGN_SOCKET: "/tmp/a.sock" },
				},
			},
		});
	});

	it("has VS Code's own form, and Codex's", () => {
		expect(JSON.parse(text("vscode"))).toMatchObject({
			servers: { countersign: { type: "stdio", command: "node" } },
		});
		expect(text("codex").split("\n")).toEqual([
			"[mcp_servers.countersign]",
			'command = "node"',
			`args = ["${parts.shim}"]`,
			`env = { COUNTERSIGN_AGENT = "${parts.secret}" }`,
		]);
	});

	it("sets an environment variable for developer tools, and no argument", () => {
		const url = `ETH_RPC_URL=http://127.0.0.1:4321/${parts.secret}`;
		expect([text("foundry"), text("viem"), text("hardhat")]).toEqual([`export ${url}`, url, url]);
	});

	it("names every open door for any other program", () => {
		expect(text("other")).toContain(`Authorization: Bearer ${parts.secret}`);
		expect(text("other", { port: null })).not.toContain("http://");
	});

	it("quotes the program's path for the shell", () => {
		expect(text("other", { shim: "/home/o'neil/my app/mcp.mjs" })).toContain(
			`node '/home/o'\\''neil/my app/mcp.mjs'`,
		);
		expect(text("other", { shim: "C:\\My App\\mcp.mjs", isWindows: true })).toContain(
			`node "C:\\My App\\mcp.mjs"`,
		);
	});
});
