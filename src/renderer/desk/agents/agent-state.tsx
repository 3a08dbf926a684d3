import clsx from "clsx";
import type { AgentState } from "../../../ipc/agents.ts";

const MARKS: Readonly<Record<AgentState | "muted", string>> = {
	unconfirmed: "rounded-full border border-ink-3",
	calling: "rounded-full bg-accent",
	connected: "rounded-full bg-in",
	idle: "rounded-full border border-ink-3",
	paused: "rounded-[2px] border-2 border-ink-3",
	muted: "rounded-[2px] border-2 border-ink-3",
};

export function StateWord({ state, text }: { state: AgentState | "muted"; text: string }) {
	return (
		<span className="inline-flex min-w-0 items-center gap-2 text-f2">
			<i aria-hidden className={clsx("size-2 shrink-0", MARKS[state])} />
			<span className="min-w-0">{text}</span>
		</span>
	);
}
