import type { AgentClient } from "../../core/identities/agents.ts";
import { type Message, message } from "../../core/localized-text.ts";
import type { AgentCallerView, AgentState } from "../../ipc/agents.ts";
import { t } from "../../text/index.ts";
import { visibleText } from "./text/visible.ts";

export const CLIENT_NAMES: Readonly<Record<AgentClient, Message>> = {
	claude_code: message("agents.client.claude-code"),
	claude_desktop: message("agents.client.claude-desktop"),
	codex: message("agents.client.codex"),
	cursor: message("agents.client.cursor"),
	vscode: message("agents.client.vscode"),
	foundry: message("agents.client.foundry"),
	viem: message("agents.client.viem"),
	hardhat: message("agents.client.hardhat"),
	other: message("agents.client.other"),
};

export const STATE_NAMES: Readonly<Record<AgentState, Message>> = {
	unconfirmed: message("agents.state.unconfirmed"),
	calling: message("agents.state.calling"),
	connected: message("agents.state.connected"),
	idle: message("agents.state.idle"),
	paused: message("agents.state.paused"),
};

export const DOOR_NAMES: Readonly<Record<AgentCallerView["door"], Message>> = {
	mcp_stdio: message("agents.door.mcp-stdio"),
	mcp_http: message("agents.door.mcp-http"),
	json_rpc: message("agents.door.json-rpc"),
};

const MAX_PROGRAM_LENGTH = 40;

/** The program reports its own name, so the text must not present it as a fact. */
export function callerText({ program, pid }: Pick<AgentCallerView, "program" | "pid">): string {
	const name = program === null ? null : visibleText(program.slice(0, MAX_PROGRAM_LENGTH));
	if (name !== null && pid !== null) return t("agents.caller.both", { program: name, pid: String(pid) });
	if (name !== null) return t("agents.caller.program", { program: name });
	return pid === null ? t("agents.caller.unknown") : t("agents.caller.pid", { pid: String(pid) });
}
