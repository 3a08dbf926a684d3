import { expect, it } from "vitest";
import type { Summary } from "../../../../src/core/review/summary.ts";
import { type AgentViewParts, remoteAgents } from "../../../../src/main/agents/agent-views.ts";
import type { Entry } from "../../../../src/main/inbox/entries/entry.ts";
import { stub } from "../../../fixtures/stub.ts";

const APPS: Readonly<Record<string, string | null>> = {
	swap: "uniswap",
	more: "uniswap",
	build: null,
	old: "aave",
};

const entry = (id: string, sessionId: string, state: Entry["state"] = "waiting") =>
	stub<Entry>({ id, sessionId, state });

it("remote agents are the apps of requests that belong to no build, by session", () => {
	const entries = [
		entry("swap", "s1"),
		entry("more", "s1", "done"),
		entry("build", "s2"),
		entry("old", "s3", "done"),
	];
	const session = (id: string, archived = false) => ({ id, archived, updatedAt: 5 });
	const parts = stub<AgentViewParts>({
		ports: { settings: { get: () => ({ mutedSessions: [], appLevels: [] }) } },
		inbox: {
			latest: () => entries,
			summaries: (all: readonly Entry[]) => all.map(({ id }) => stub<Summary>({ app: APPS[id] ?? null })),
			buildOf: (id: string) => (id === "build" ? "digest" : null),
		},
		signedIn: {
			current: () => ({ sessions: { list: () => [session("s1"), session("s2"), session("s3", true)] } }),
		},
	});
	expect(remoteAgents(parts)).toEqual([
		{ app: "uniswap", sessionIds: ["s1"], waiting: 1, lastAt: 5, muted: false },
	]);
});
