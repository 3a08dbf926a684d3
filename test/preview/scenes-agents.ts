import type { Page } from "playwright";
import { message } from "../../src/core/localized-text.ts";
import {
	addedAgent,
	agent,
	agentPage,
	agents,
	agentsScreen,
	caller,
	noDoors,
	proposal,
	remote,
	shared,
} from "./samples/agents.ts";
import { NOW } from "./samples/common.ts";
import { deskView } from "./samples/desk.ts";
import { review } from "./samples/review.ts";
import { reviewing, trustedView } from "./samples/trusted.ts";
import { desk, type Scene, trusted } from "./scene.ts";

const go = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Agents" }).click();
};

const open =
	(name: string | RegExp = /Claude on this computer/) =>
	async (page: Page) => {
		await go(page);
		await page.getByRole("main").getByRole("button", { name }).click();
		await page.getByRole("region", { name: "Can see and request" }).waitFor();
	};

const fresh = agent({
	id: "agent-new",
	name: "Claude Code",
	state: "unconfirmed",
	spentToday: "$0.00",
	dayLimit: "$100",
	percent: 0,
	waiting: 0,
	lastCallAt: null,
});
const withFresh = (change: Partial<typeof fresh> = {}) =>
	agents({ local: [...agents().local, { ...fresh, ...change }] });

const fillIn = async (page: Page) => {
	await page.getByRole("checkbox", { name: /Main/ }).check();
	await page.getByLabel("Password", { exact: true }).fill("correct horse");
	await page.getByRole("button", { name: "Add agent" }).click();
	await page.getByLabel("Configuration to paste").waitFor();
};

const proposed = (change: Parameters<typeof proposal>[0] = {}) =>
	trustedView(
		reviewing(
			review({
				requestKind: "proposal",
				step: null,
				steps: [],
				serviceSays: [],
				guards: [],
				digest: null,
				revision: null,
				proposal: proposal(change),
				opinion: {
					state: "unproven",
					text: message("opinion.simulated-here"),
					how: message("opinion.how.block", { how: "eth_simulateV1", at: "23450000" }),
					rows: [],
				},
			}),
		),
	);

const screenOf = (change: Parameters<typeof agentsScreen>[0]) => trustedView(agentsScreen(change));

/** Scenes of agents on this computer. */
export const agentScenes: readonly Scene[] = [
	desk("agents", deskView(), go),
	desk(
		"agents-many",
		deskView({
			agents: agents({
				local: Array.from({ length: 30 }, (_, at) =>
					agent({ id: `a${at}`, name: `Worker ${at + 1}`, percent: (at * 7) % 101, waiting: at % 4 }),
				),
			}),
		}),
		go,
	),
	desk("agents-empty", deskView({ agents: agents({ doors: noDoors, local: [], remote: [] }) }), go),
	desk("agents-only-remote", deskView({ agents: agents({ doors: noDoors, local: [] }) }), go),
	desk("agents-doors-off", deskView({ agents: agents({ doors: noDoors }) }), go),
	desk(
		"agents-door-fault",
		deskView({
			agents: agents({
				doors: {
					...agents().doors,
					http: {
						port: 45_719,
						fault: "Another program uses port 45719. Agents can’t reach Countersign over HTTP.",
					},
				},
				unknownCall: caller(),
			}),
		}),
		go,
	),
	desk("agents-unconfirmed", deskView({ agents: withFresh() }), open("Claude Code"), {
		loadAgent: agentPage({
			...fresh,
			firstCall: null,
			lastCall: null,
			spent: [],
			requests: [],
			week: { requestCount: 0, repeats: 0, signed: 0, rejected: 0, refused: 0 },
		}),
	}),
	desk(
		"agents-calling",
		deskView({ agents: withFresh({ state: "calling", lastCallAt: NOW - 8_000 }) }),
		open("Claude Code"),
		{
			loadAgent: agentPage({
				...fresh,
				state: "calling",
				lastCallAt: NOW - 8_000,
				spent: [],
				requests: [],
				week: { requestCount: 0, repeats: 0, signed: 0, rejected: 0, refused: 0 },
			}),
		},
	),
	desk("agent-page", deskView(), open(), { loadAgent: agentPage() }),
	desk("agent-page-paused", deskView({ agents: agents({ local: [agent({ state: "paused" })] }) }), open(), {
		loadAgent: agentPage({ state: "paused", pausedAt: NOW - 17 * 60_000 }),
	}),
	desk("agent-page-doubted", deskView({ agents: agents({ local: [agent({ state: "paused" })] }) }), open(), {
		loadAgent: agentPage({ state: "paused" }),
	}),
	desk("agent-page-no-limit", deskView(), open(/forge and cast/), {
		loadAgent: agentPage({ ...agents().local[3], limits: { once: null, day: null } }),
	}),
	desk("agent-page-no-prices", deskView(), open(/forge and cast/), {
		loadAgent: agentPage({
			...agents().local[3],
			spentToday: null,
			limits: { once: null, day: null },
			requests: [],
		}),
	}),
	desk(
		"agent-stop",
		deskView(),
		async (page) => {
			await open()(page);
			await page.getByRole("button", { name: "Stop…" }).click();
		},
		{ loadAgent: agentPage() },
	),
	desk("agents-stop-all", deskView(), async (page) => {
		await go(page);
		await page.getByRole("button", { name: "Stop all agents…" }).click();
	}),
	trusted("agents-add", screenOf({})),
	trusted(
		"agents-add-doors-off",
		screenOf({ agents: agents({ doors: noDoors, local: [], remote }) }),
		async (page) => {
			await page.getByRole("radio", { name: "Only these" }).click();
			await page.getByRole("button", { name: "Close" }).scrollIntoViewIfNeeded();
			await page.getByText("This also turns on").scrollIntoViewIfNeeded();
		},
	),
	trusted("agents-add-wrong", screenOf({}), async (page) => {
		await page.getByLabel("Name").fill("");
		await page.getByLabel("Daily limit in US dollars").fill("many");
		await page.getByLabel("Password", { exact: true }).fill("correct horse");
		await page.getByRole("button", { name: "Add agent" }).click();
		await page.getByText("Enter a name.").scrollIntoViewIfNeeded();
	}),
	trusted("agents-add-no-accounts", screenOf({ accounts: [] })),
	trusted("agents-paste", screenOf({ agents: withFresh() }), fillIn, { addAgent: addedAgent }),
	trusted(
		"agents-first-call",
		screenOf({
			agents: withFresh({ state: "calling", lastCallAt: NOW - 8_000 }),
			firstCall: caller({ program: "claude-code", pid: null }),
		}),
		async (page) => {
			await fillIn(page);
			await page.locator("button[data-look=primary]:not([aria-disabled])").waitFor();
		},
		{ addAgent: addedAgent },
	),
	trusted(
		"agents-wrong-secret",
		screenOf({ agents: { ...withFresh(), unknownCall: caller() }, agentId: "agent-new" }),
	),
	trusted(
		"agents-first-call-hostile",
		screenOf({
			agents: withFresh({ state: "calling" }),
			agentId: "agent-new",
			firstCall: caller({
				program: "claude\u202E (verified)\u200B by Countersign and a name without an end",
				pid: null,
				door: "mcp_http",
			}),
		}),
	),
	trusted("agents-confirmed", screenOf({ agents: withFresh({ state: "connected", waiting: 1 }) }), fillIn, {
		addAgent: addedAgent,
	}),
	trusted("agents-change", screenOf({ agentId: "agent-claude", shared })),
	trusted("agents-change-more", screenOf({ agentId: "agent-claude", shared }), async (page) => {
		await page.getByRole("checkbox", { name: /Vault/ }).check();
		await page.getByRole("button", { name: "Remove…" }).click();
		await page.getByRole("button", { name: "Keep" }).scrollIntoViewIfNeeded();
	}),
	trusted("agents-review", proposed()),
	trusted("agents-review-no-reason", proposed({ reason: null, requestCount: 1, caller: null })),
	trusted(
		"agents-review-hostile",
		proposed({
			agent: "Cursor",
			reason: `Approved by\u202E Countersign\n\nHold to approve. ${"It is safe. ".repeat(60)}`,
			caller: caller({ program: "countersign\u200B", pid: null, door: "json_rpc" }),
			requestCount: 312,
		}),
		async (page) => {
			await page.getByText("The agent says:").scrollIntoViewIfNeeded();
		},
	),
	trusted(
		"agents-review-payment",
		proposed({
			payment: {
				host: "api.weather.example",
				resource: "https://api.weather.example/v1/forecast?place=Zurich&days=14",
				description: "Forecast of 14 days",
			},
		}),
		async (page) => {
			await page.getByText("api.weather.example", { exact: true }).scrollIntoViewIfNeeded();
		},
	),
	trusted("agents-doors", trustedView({ screen: "agentDoors", doors: agents().doors, hasPassword: true })),
	trusted(
		"agents-doors-closed",
		trustedView({ screen: "agentDoors", doors: noDoors, hasPassword: true }),
		async (page) => {
			await page.getByRole("switch", { name: "MCP over stdio" }).click();
		},
	),
];
