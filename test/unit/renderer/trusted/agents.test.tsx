import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AGENT_CLIENTS } from "../../../../src/core/identities/agents.ts";
import { callerText } from "../../../../src/renderer/components/agent-texts.ts";
import { ClockProvider } from "../../../../src/renderer/state/clock.tsx";
import {
	allowsMore,
	dayLimitOf,
	doorsToOpen,
	isUsable,
	newSharing,
	sharingDraft,
	sharingFaults,
	sharingOf,
} from "../../../../src/renderer/trusted/agents/agent-draft.ts";
import { FirstCall } from "../../../../src/renderer/trusted/agents/pairing.tsx";
import { t } from "../../../../src/text/index.ts";
import { agent, agents, agentsScreen, caller, noDoors, shared } from "../../../preview/samples/agents.ts";
import { LEDGER_EVM, MAIN, NOW } from "../../../preview/samples/common.ts";

const { accounts } = agentsScreen();

describe("the sharing of a new agent", () => {
	it("preselects an account only if there is just one", () => {
		expect(newSharing("codex", accounts).accounts).toEqual([]);
		expect(newSharing("codex", accounts.slice(0, 1)).accounts).toEqual([MAIN.address]);
		expect(newSharing("codex", []).accounts).toEqual([]);
	});

	it("is refused field by field until it is complete", () => {
		const draft = { ...newSharing("codex", accounts), networks: [], maxWaiting: "0", maxPerHour: "1001" };
		const faulty = Object.keys(sharingFaults({ ...draft, name: "  " }));
		expect(faulty.toSorted()).toEqual(["accounts", "maxPerHour", "maxWaiting", "name", "networks"]);
		expect(isUsable({ ...newSharing("codex", accounts), accounts: [MAIN.address] })).toBe(true);
	});

	it("is sent without the spaces around its name, and all networks as an empty list", () => {
		const draft = { ...newSharing("codex", accounts), name: " Codex ", accounts: [MAIN.address] };
		expect(sharingOf(draft)).toEqual({
			name: "Codex",
			accounts: [MAIN.address],
			networks: [],
			maxWaiting: 10,
			maxPerHour: 30,
		});
	});
});

describe("changed sharing", () => {
	const draft = sharingDraft(shared);

	it("allows no more if something is removed or renamed", () => {
		expect(allowsMore(shared, draft)).toBe(false);
		expect(allowsMore(shared, { ...draft, name: "Other", networks: ["1"], maxWaiting: "1" })).toBe(false);
	});

	it.each([
		["an account", { accounts: [MAIN.address, LEDGER_EVM.address] }],
		["a network", { networks: ["8453", "1", "10"] }],
		["every network", { networks: "all" as const }],
		["more waiting requests", { maxWaiting: "11" }],
		["more requests an hour", { maxPerHour: "31" }],
	])("allows more with %s", (_name, change) => {
		expect(allowsMore(shared, { ...draft, ...change })).toBe(true);
	});

	it("can't allow more networks than every one", () => {
		const everywhere = { ...shared, networks: [] };
		expect(allowsMore(everywhere, { ...sharingDraft(everywhere), networks: ["1"] })).toBe(false);
	});
});

describe("the limit of a day", () => {
	it("is parsed to cents without floats; empty means none", () => {
		expect(["100", "12.5", "0.07", " 1,000 ", "", "  "].map(dayLimitOf)).toEqual([
			"10000",
			"1250",
			"7",
			"100000",
			null,
			null,
		]);
	});

	it("is refused if it is zero, negative, too precise or no number", () => {
		for (const text of ["0", "0.00", "-1", "1.234", "many", "1e3", "9".repeat(12)])
			expect(dayLimitOf(text)).toBeUndefined();
	});
});

describe("the doors of a new agent", () => {
	it("are opened only if none leads to its client, and no open one is closed", () => {
		const { socket, http } = agents().doors;
		expect(doorsToOpen("codex", { socket, http: null })).toBeNull();
		expect(doorsToOpen("codex", { socket: null, http })).toEqual({ socket: true, http: true });
		expect(doorsToOpen("foundry", { socket, http: null })).toEqual({ socket: true, http: true });
		expect(doorsToOpen("other", { socket: null, http })).toBeNull();
		for (const client of AGENT_CLIENTS) expect(doorsToOpen(client, noDoors)).not.toBeNull();
	});
});

describe("a first call", () => {
	const drawn = (
		call: ReturnType<typeof caller> | null,
		unknownCall: ReturnType<typeof caller> | null = null,
	) =>
		renderToStaticMarkup(
			<ClockProvider mainNow={NOW}>
				<FirstCall row={agent({ state: "calling" })} call={call} unknownCall={unknownCall} />
			</ClockProvider>,
		);

	it("shows program and process as claims, with hidden characters marked", () => {
		const html = drawn(caller({ program: "claude\u202E", pid: 7 }));
		expect(html).toContain("U+202E");
		expect(html).not.toContain("\u202E");
		expect(html).toContain(">7<");
		expect(callerText(caller({ program: "a\u200Bb" }))).not.toContain("\u200B");
	});

	it("says what is unknown instead of leaving it out", () => {
		const html = drawn(caller({ program: null, pid: null }));
		expect(html).toContain(t("ui.not-stated"));
		expect(html).toContain(t("trusted.agents.process.none"));
	});

	it("is waited for until it arrives, also after a call with a wrong secret", () => {
		expect(drawn(null)).toContain(t("trusted.agents.first-call.waiting"));
		expect(drawn(null)).not.toContain(t("agents.wrong-secret"));
		expect(drawn(null, caller())).toContain(t("agents.wrong-secret"));
	});
});
