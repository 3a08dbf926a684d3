import { join } from "node:path";

export interface Paths {
	readonly renderer: string;
	readonly deskPreload: string;
	readonly trustedPreload: string;
	readonly vault: string;
	readonly ledger: string;
	readonly agents: string;
	/**
	 * Program that connects MCP clients to the app. In a packaged app, it is inside the archive, which Node
	 * can't read.
	 */
	readonly mcpShim: string;
	readonly icon: string;
	readonly ledgerTokens: string;
	readonly origin: string;
	readonly notices: string;
	readonly tray: (name: string) => string;
}

export function pathsFrom(outMain: string): Paths {
	const resources = join(outMain, "../../resources");
	return {
		renderer: join(outMain, "../renderer"),
		deskPreload: join(outMain, "../preload/desk.cjs"),
		trustedPreload: join(outMain, "../preload/trusted.cjs"),
		vault: join(outMain, "vault.js"),
		ledger: join(outMain, "ledger.js"),
		agents: join(outMain, "agents.js"),
		mcpShim: join(outMain, "mcp.mjs"),
		origin: join(outMain, "../../origin.json"),
		notices: join(outMain, "../../notices.json"),
		icon: join(resources, "icon-256.png"),
		ledgerTokens: join(resources, "ledger-tokens"),
		tray: (name) => join(resources, `${name}.png`),
	};
}
