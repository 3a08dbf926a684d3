import type { Page } from "playwright";
import type { TranscriptView } from "../../src/ipc/conversations.ts";
import type { DeskView } from "../../src/ipc/windows.ts";
import { LEDGER_EVM, MAIN, SOL_MAIN } from "./samples/common.ts";
import { hostile, reading, working } from "./samples/conversation.ts";
import { deskView, session, sessions } from "./samples/desk.ts";
import { transcript } from "./samples/transcript.ts";
import { desk, type Scene } from "./scene.ts";

/** Scenes of reading and writing in a conversation. */

const told = { evm: MAIN.address, svm: SOL_MAIN.address };

/** On a narrow window the list is gone while a conversation is read. */
const open = async (page: Page) => {
	await page.getByRole("navigation", { name: "Places" }).getByRole("button", { name: "Sessions" }).click();
	await page.getByRole("button", { name: /Rebalance/ }).click();
	await page.getByRole("log", { name: "Session" }).waitFor();
};
const top = (page: Page) =>
	page.getByRole("log", { name: "Session" }).evaluate((log) => log.scrollTo({ top: 0 }));

function talk(
	name: string,
	view: TranscriptView,
	act: (page: Page) => Promise<unknown> = async () => {},
	change: Partial<DeskView> = {},
	answers: Scene["script"]["answers"] = {},
): Scene {
	return {
		name: `conversation-${name}`,
		window: "desk",
		script: { desk: deskView({ connected: told, ...change }), transcripts: [view], trusted: null, answers },
		act: async (page) => {
			await open(page);
			await act(page);
		},
	};
}

const FIXED = "This service can’t rename or archive sessions.";

export const conversationScenes: readonly Scene[] = [
	talk("reading", reading(), top),
	talk("reading-below", reading()),
	talk("hostile", hostile(), top),
	talk(
		"refused-link",
		hostile(),
		async (page) => {
			await page.getByRole("button", { name: /^news/ }).click();
			await page.getByText("isn’t encrypted").waitFor();
		},
		{},
		{
			openLink: {
				ok: false,
				text: "This link isn’t encrypted (http), so someone could change the page on its way to you. Countersign didn’t open it. Ask for an https address.",
			},
		},
	),
	talk("working", working()),
	talk("tool-open", working(), async (page) => {
		await page.getByRole("button", { name: /uniswap.quote/ }).click();
		await top(page);
		await page.getByRole("region", { name: "Result", exact: true }).waitFor();
	}),
	talk("task-open", working(), async (page) => {
		await page.getByRole("button", { name: /Watch the pool/ }).click();
		await page.getByRole("button", { name: /pool.read/ }).click();
		await page
			.getByRole("button", { name: /Watch the pool/ })
			.evaluate((row) => row.scrollIntoView({ block: "start" }));
	}),
	talk("search", working(), async (page) => {
		await page.keyboard.press("Control+f");
		await page.getByRole("textbox", { name: "Search this session" }).fill("price");
		await page.keyboard.press("Enter");
		// The search runs a moment after typing: until then every Enter is the same request.
		await page.getByText("1 of 3").waitFor();
		await page.keyboard.press("Enter");
		await page.getByText("2 of 3").waitFor();
	}),
	talk("options", transcript(), async (page) => {
		await page.getByRole("button", { name: /^Options/ }).click();
		await page.getByRole("radio", { name: "Direct" }).click();
		await page.getByLabel("App", { exact: true }).fill("uniswap");
		await page.getByLabel("Application ID").fill("7");
		await page.getByLabel("Message the agent").fill("x".repeat(32_010));
	}),
	talk("told", transcript(), async (page) => {
		await page.getByRole("button", { name: /^Change/ }).click();
		await page.getByRole("dialog").getByText(LEDGER_EVM.short).waitFor();
	}),
	talk("rename", transcript(), async (page) => {
		await page.getByRole("button", { name: "Rename", exact: true }).click();
		await page.getByLabel("Title").waitFor();
	}),
	talk("not-offered", transcript({ fixed: FIXED })),
	talk(
		"refused",
		transcript({
			items: [
				...transcript().items,
				{
					kind: "message",
					key: "p1",
					sender: "user",
					text: "And the rest?",
					live: false,
					sending: "refused",
					at: 0,
				},
			],
			fault:
				"The service understood the request but rejected it. Nothing was done. Check it before you try again.",
		}),
	),
	desk(
		"conversation-list",
		deskView({ sessions: [...sessions, session("ses_old2", "Old payroll", { archived: true })] }),
		async (page) => {
			await page
				.getByRole("navigation", { name: "Places" })
				.getByRole("button", { name: "Sessions" })
				.click();
			await page.getByRole("button", { name: "Archived" }).click();
		},
	),
];
