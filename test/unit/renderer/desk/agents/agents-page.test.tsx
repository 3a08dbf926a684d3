import { describe, expect, it } from "vitest";
import type { AgentsView } from "../../../../../src/ipc/agents.ts";
import { AgentsPage } from "../../../../../src/renderer/desk/agents/agents-page.tsx";
import { StopAllAgents } from "../../../../../src/renderer/desk/agents/stop-agents.tsx";
import { t } from "../../../../../src/text/index.ts";
import { agent, agents, caller, noDoors } from "../../../../preview/samples/agents.ts";
import { deskView } from "../../../../preview/samples/desk.ts";
import { renderDesk } from "../drawn.tsx";

const page = (change: Partial<AgentsView> = {}) =>
	renderDesk(<AgentsPage />, deskView({ agents: agents(change) }));

const PLUS = "&#x27;";
const escaped = (text: string) => text.replaceAll("'", PLUS);

describe("the list of agents", () => {
	it("shows the spent part of a limit, and amber once it is used up", () => {
		const html = page({ local: [agent({ percent: 42 })], remote: [] });
		expect(html).toContain("width:42%");
		expect(html).not.toContain("bg-caution");
		expect(page({ local: [agent({ percent: 100 })], remote: [] })).toContain("bg-caution");
	});

	it("shows no amount without prices, and never zero", () => {
		const html = page({ local: [agent({ spentToday: null, percent: null })], remote: [] });
		expect(html).toContain(t("ui.no-price"));
		expect(html).not.toContain("$0");
	});

	it("marks hidden characters in the name of an app of the service", () => {
		const html = page();
		expect(html).not.toContain("\u202E");
		expect(html).toContain("U+202E");
	});

	it("explains agents and offers to add one while there is none", () => {
		const html = page({ local: [], remote: [], doors: noDoors });
		expect(html).toContain(escaped(t("desk.agents.never-signs")));
		expect(html).toContain(t("ui.add-agent"));
		// No agent can be stopped yet, and local access is opened with the first one.
		expect(html).not.toContain(t("desk.agents.stop.all"));
		expect(html).not.toContain(t("desk.settings.turn-on"));
	});

	it("says that the doors are off, why one does not open, and that a secret was wrong", () => {
		expect(page({ doors: noDoors })).toContain(t("desk.settings.turn-on"));
		const { socket } = agents().doors;
		const html = page({ doors: { socket, http: { port: 1, fault: "Port taken" } }, unknownCall: caller() });
		expect(html).toContain("Port taken");
		expect(html).toContain(t("agents.wrong-secret"));
		expect(html).not.toContain(t("desk.settings.turn-on"));
	});
});

describe("stopping all agents", () => {
	it("lists the number of requests and agents that it affects, of the service too", () => {
		const html = renderDesk(<StopAllAgents onClose={() => {}} />);
		expect(html).toContain(t("desk.agents.stop.rejects", { count: 24 }));
		expect(html).toContain(t("desk.agents.stop.pauses", { count: 4 }));
		expect(html).toContain(t("desk.agents.stop.interrupts", { count: 3 }));
	});
});
