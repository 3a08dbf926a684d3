import type { AgentCallerView } from "../../ipc/agents.ts";
import { t } from "../../text/index.ts";
import { visibleText } from "./text/visible.ts";

const MAX_PROGRAM_LENGTH = 40;

/** The program reports its own name, so the text must not present it as a fact. */
export function callerText({ program, pid }: Pick<AgentCallerView, "program" | "pid">): string {
	const name = program === null ? null : visibleText(program.slice(0, MAX_PROGRAM_LENGTH));
	if (name !== null && pid !== null) return t("agents.caller.both", { program: name, pid: String(pid) });
	if (name !== null) return t("agents.caller.program", { program: name });
	return pid === null ? t("agents.caller.unknown") : t("agents.caller.pid", { pid: String(pid) });
}
