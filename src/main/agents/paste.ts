import type { AgentClient } from "../../core/identities/agents.ts";
import { type Message, message } from "../../core/localized-text.ts";

/** Text to paste into a client's configuration. Contains the agent's secret. */

export interface PasteParts {
	/** base64url, 43 characters. */
	readonly secret: string;
	/** Path of the program that connects a client's standard input and output to the socket. */
	readonly shim: string;
	/** The socket's path if the shim can't find it on its own. Otherwise `null`. */
	readonly socket: string | null;
	/** HTTP port. `null` if that door is closed. */
	readonly port: number | null;
	readonly isWindows: boolean;
}

const NAME = "countersign";

const envOf = ({ secret, socket }: PasteParts): Record<string, string> => ({
	COUNTERSIGN_AGENT: secret,
	...(socket === null ? {} : { COUNTERSIGN_SOCKET: socket }),
});

function quoted(text: string, isWindows: boolean): string {
	if (/^[\w@%+=:,./\\-]+$/.test(text) && (isWindows || !text.includes("\\"))) return text;
	return isWindows ? `"${text.replaceAll('"', '""')}"` : `'${text.replaceAll("'", `'\\''`)}'`;
}

const serverOf = (parts: PasteParts) => ({ command: "node", args: [parts.shim], env: envOf(parts) });

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/**
 * A JSON string is a valid TOML basic string unless it contains a character that TOML escapes differently.
 */
const toml = (text: string): string => JSON.stringify(text);

function codex(parts: PasteParts): string {
	const env = Object.entries(envOf(parts)).map(([key, value]) => `${key} = ${toml(value)}`);
	return [
		`[mcp_servers.${NAME}]`,
		`command = "node"`,
		`args = [${toml(parts.shim)}]`,
		`env = { ${env.join(", ")} }`,
	].join("\n");
}

const urlOf = ({ port, secret }: PasteParts): string => `http://127.0.0.1:${port ?? 0}/${secret}`;

function other(parts: PasteParts): string {
	const { port, secret } = parts;
	const lines = Object.entries(envOf(parts)).map(([key, value]) => `${key}=${value}`);
	const stdio = [...lines, `node ${quoted(parts.shim, parts.isWindows)}`];
	const http = [
		`http://127.0.0.1:${port ?? 0}/mcp`,
		["Authorization:", "Bearer", secret].join(" "),
		`ETH_RPC_URL=${urlOf(parts)}`,
	];
	return [...stdio, ...(port === null ? [] : http)].join("\n");
}

const WHERE: Readonly<Record<AgentClient, Message>> = {
	claude_code: message("agents.paste.claude-code"),
	claude_desktop: message("agents.paste.claude-desktop"),
	codex: message("agents.paste.codex"),
	cursor: message("agents.paste.cursor"),
	vscode: message("agents.paste.vscode"),
	foundry: message("agents.paste.foundry"),
	viem: message("agents.paste.environment"),
	hardhat: message("agents.paste.environment"),
	other: message("agents.paste.other"),
};

/** Returns whether the client needs HTTP, because it only accepts a URL. */
export const needsHttp = (client: AgentClient): boolean =>
	client === "foundry" || client === "viem" || client === "hardhat";

export function pasteFor(
	client: AgentClient,
	parts: PasteParts,
): { readonly paste: string; readonly where: Message } {
	return { paste: textFor(client, parts), where: WHERE[client] };
}

function textFor(client: AgentClient, parts: PasteParts): string {
	switch (client) {
		// `claude mcp add` receives the secret as an argument, which other programs could read.
		case "claude_code":
		case "claude_desktop":
		case "cursor":
			return json({ mcpServers: { [NAME]: serverOf(parts) } });
		case "vscode":
			return json({ servers: { [NAME]: { type: "stdio", ...serverOf(parts) } } });
		case "codex":
			return codex(parts);
		case "foundry":
			// Set as an environment variable, because other programs can read arguments.
			return [parts.isWindows ? "set" : "export", `ETH_RPC_URL=${urlOf(parts)}`].join(" ");
		case "viem":
		case "hardhat":
			return `ETH_RPC_URL=${urlOf(parts)}`;
		case "other":
			return other(parts);
	}
}
