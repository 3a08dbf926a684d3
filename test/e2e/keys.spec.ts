import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Browser, chromium, type Page } from "playwright";
import { message } from "../../src/core/localized-text.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import type { TrustedView } from "../../src/ipc/windows.ts";
import { findChromium } from "../host/chromium.ts";
import { type Call, installBridge } from "../preview/bridge.ts";
import { buildPages, pageUrl, servePages } from "../preview/pages.ts";
import { deskView } from "../preview/samples/desk.ts";
import { opined } from "../preview/samples/opinion.ts";
import { powers } from "../preview/samples/powers.ts";
import { lying, review, risky } from "../preview/samples/review.ts";
import { reviewing, trustedView } from "../preview/samples/trusted.ts";
import { desk, type Scene, trusted } from "../preview/scene.ts";
import { scenes } from "../preview/scenes.ts";

/** Real key presses in both windows, with a scripted bridge: dialogs, regions, lists and the focus. */

const RENDERER = join(import.meta.dirname, "../../src/renderer");
/** Contains every single-letter shortcut of both windows, and spaces, which would press a focused button. */
const SENTENCE = "Wrong recipient, jack cannot be 1 of 7 next to x? / n";

interface Opening {
	/** File that renders the dialog. */
	readonly source: string;
	/** Scene that ends with the dialog open. */
	readonly scene: string | Scene;
	readonly field: "text" | "choice" | "none";
	/** Control that regains the focus after Esc. */
	readonly returnsTo: RegExp;
}

const OPENINGS: Readonly<Record<string, Opening>> = {
	"ask for a change, from the inbox": {
		source: "components/review/ask-change.tsx",
		scene: "inbox-focused-change",
		field: "text",
		returnsTo: /Claim|Pay|Send|Approve|Swap/,
	},
	"ask for a change, from the review": {
		source: "components/review/ask-change.tsx",
		scene: trusted("change-by-button", trustedView(reviewing(review())), async (page) => {
			await page.getByRole("button", { name: "Ask for a change" }).click();
		}),
		field: "text",
		returnsTo: /^Ask for a change/,
	},
	"a reason for a rejection": {
		source: "components/rejection/use-reason.tsx",
		scene: rejectedScene("reason"),
		field: "text",
		returnsTo: /^Add a reason/,
	},
	"reject several": {
		source: "desk/inbox/select-bar.tsx",
		scene: "inbox-reject-many",
		field: "text",
		returnsTo: /^Reject 4/,
	},
	"snooze several": {
		source: "desk/inbox/select-bar.tsx",
		scene: selectedScene("snooze"),
		field: "none",
		returnsTo: /^Snooze/,
	},
	"more about a request": {
		source: "desk/inbox/row-menu.tsx",
		scene: "inbox-more",
		field: "none",
		returnsTo: /^More about/,
	},
	"agent stopped": {
		source: "desk/inbox/row-menu.tsx",
		scene: "inbox-stopped",
		field: "none",
		returnsTo: /^More about/,
	},
	"stop all agents": {
		source: "desk/agents/stop-agents.tsx",
		scene: "agents-stop-all",
		field: "none",
		returnsTo: /^Stop all agents/,
	},
	"accounts that the agent can see": {
		source: "desk/accounts/connected-note.tsx",
		scene: sceneNamed(/(^|-)told$/),
		field: "choice",
		returnsTo: /^Change/,
	},
	"read the logs": {
		source: "desk/powers/power-logs.tsx",
		scene: desk("logs-to-read", deskView({ powers: powers() }), async (page) => {
			await page.getByRole("button", { name: "Powers", exact: true }).click();
			await page.getByRole("button", { name: /^Read the logs/ }).click();
		}),
		field: "choice",
		returnsTo: /^Read the logs/,
	},
	"keyboard shortcuts": {
		source: "components/kbd.tsx",
		scene: desk("shortcuts-by-key", deskView(), async (page) => {
			await page.getByRole("button", { name: /^Sessions/ }).focus();
			await page.keyboard.press("?");
		}),
		field: "none",
		returnsTo: /^Sessions/,
	},
};

/**
 * The palette, and its placeholder while it loads. Real key presses in it are tested in triage-keys.spec.ts.
 */
const PALETTE: readonly string[] = ["desk/desk.tsx", "desk/palette/palette.tsx"];

function sceneNamed(name: string | RegExp): Scene {
	const found = scenes.find((each) => (typeof name === "string" ? each.name === name : name.test(each.name)));
	if (found === undefined) throw new Error(`no scene is called ${String(name)}`);
	return found;
}

function rejectedScene(name: string): Scene {
	const base = sceneNamed("inbox-rejected");
	return { ...base, name, act: (page) => page.getByRole("button", { name: "Add a reason" }).click() };
}

function selectedScene(name: string): Scene {
	const base = sceneNamed("inbox-selected");
	const act = async (page: Page) => {
		await base.act(page);
		await page.getByRole("button", { name: "Snooze", exact: true }).click();
	};
	return { ...base, name, act };
}

let browser: Browser;
let pages: string;
test.beforeAll(async () => {
	pages = await mkdtemp(join(tmpdir(), "countersign-dialogs-"));
	await buildPages(pages);
	browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
});
test.afterAll(async () => {
	await browser.close();
	await rm(pages, { recursive: true });
});

async function withScene(
	of: string | Scene,
	look: (page: Page) => Promise<void>,
	viewport = { width: 1280, height: 800 },
): Promise<void> {
	const scene = typeof of === "string" ? sceneNamed(of) : of;
	const context = await browser.newContext({
		viewport,
		reducedMotion: "reduce",
	});
	try {
		await servePages(context, pages);
		const page = await context.newPage();
		await page.addInitScript<object>(installBridge, scene.script);
		await page.goto(pageUrl(scene.window));
		await page.locator("h1, h2").first().waitFor();
		await scene.act(page);
		await look(page);
	} finally {
		await context.close();
	}
}

const calls = (page: Page) =>
	page.evaluate<readonly Call[]>("window.scripted.calls.filter(({ name }) => name !== 'previewReview')");
const focusedName = (page: Page) =>
	page.evaluate(() => {
		const at = document.activeElement;
		return at === null || at === document.body
			? ""
			: (at.getAttribute("aria-label") ?? at.textContent.trim());
	});

test("the list of dialogs contains each dialog of the windows", async () => {
	const files = await readdir(RENDERER, { recursive: true });
	const drawn = await Promise.all(
		files
			.filter((file) => file.endsWith(".tsx") && !file.endsWith("components/dialog.tsx"))
			.filter((file) => !PALETTE.includes(file))
			.map(async (file) => {
				const text = await readFile(join(RENDERER, file), "utf8");
				return Array.from(text.matchAll(/<(?:Dialog|dialog)\b/g), () => file);
			}),
	);
	// The two views for requesting a change share one component.
	const listed = Object.values(OPENINGS).filter((_, at) => at !== 1);
	expect(listed.map(({ source }) => source).sort()).toEqual(drawn.flat().sort());
});

test("a number key moves the focus to the heading of its section", async () => {
	await withScene(desk("numbers", deskView()), async (page) => {
		for (const [key, heading] of [
			["5", "Powers"],
			["7", "Settings"],
			["1", "Home"],
		] as const) {
			await page.keyboard.press(key);
			await expect(page.getByRole("heading", { level: 1, name: heading })).toBeFocused();
		}
	});
});

for (const [name, { scene, field, returnsTo }] of Object.entries(OPENINGS)) {
	test(`${name}: typed text goes only to the field, and Esc restores the focus`, async () => {
		await withScene(scene, async (page) => {
			const dialog = page.getByRole("dialog");
			await dialog.waitFor();
			const before = await calls(page);
			await page.keyboard.type(SENTENCE);
			if (field === "text") {
				await expect(dialog.getByRole("textbox").first()).toBeFocused();
				expect(await dialog.getByRole("textbox").first().inputValue()).toContain(SENTENCE);
			}
			await expect(dialog).toBeVisible();
			const after = await calls(page);
			// After the first letter of a reason, main waits for the rest.
			expect(after.slice(before.length).filter((each) => each.name !== "explainRejection")).toEqual([]);
			await expect(dialog.getByRole("button", { name: "Close" }).first()).not.toBeFocused();
			await page.keyboard.press("Escape");
			await expect(dialog).toHaveCount(0);
			expect(await focusedName(page)).toMatch(returnsTo);
		});
	});
}

const pushed = (page: Page, given: object) =>
	page.evaluate<void, object>((each) => {
		const listen: unknown = Reflect.get(Reflect.get(window, "scripted"), "push");
		if (typeof listen === "function") listen(each);
	}, given);

const push = (page: Page, view: TrustedView) => pushed(page, { kind: "trusted", view });

test("the end of the setup leaves the user's navigation unchanged", async () => {
	await withScene(desk("setup-ends", deskView({ setup: { done: 3, of: 4 } })), async (page) => {
		const home = page.getByRole("button", { name: /^Home/ });
		await home.click();
		await pushed(page, { kind: "desk", view: deskView({ setup: null }) });
		await page.getByRole("button", { name: "Continue setup" }).waitFor({ state: "detached" });
		await expect(home).toBeFocused();
		await expect(home).toHaveAttribute("aria-current", "page");
	});
});

test("a waiting request in the inbox mentions no simulation, because only its review starts one", async () => {
	const scene = sceneNamed("inbox-focused-unseen");
	const given = scene.script.previews?.["e-batch-1"];
	if (given === undefined) throw new Error("the scene has no such request");
	const text = message("finding.unknown-call.not-simulated-yet");
	const unread = { id: "unknown-call", severity: "caution", text } as const;
	const of = {
		...given,
		opinion: opined("running").opinion,
		findings: [{ ...given.findings[0], ...unread }],
	};
	const script = { ...scene.script, previews: { "e-batch-1": of } };
	await withScene({ ...scene, script }, async (page) => {
		const pane = page.locator("main section", { has: page.locator("[data-glance=band]") });
		await expect(pane).toContainText("This step hasn’t been simulated yet.");
		await expect(pane).toContainText("not simulated yet");
		await expect(pane).not.toContainText(/simulating|running|checking…|finished/i);
	});
});

test("the end of the setup opens the inbox, and its heading has the focus", async () => {
	for (const place of ["Inbox", "Home"]) {
		const setup = { done: 3, of: 4 };
		await withScene(desk("setup-ends", deskView({ setup })), async (page) => {
			await page.getByRole("button", { name: new RegExp(`^${place}`) }).click();
			await page.getByRole("button", { name: "Continue setup" }).focus();
			await pushed(page, { kind: "desk", view: deskView({ setup: null }) });
			await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeFocused();
		});
	}
});

test("the focus moves to the headline or the danger of each new review", async () => {
	const shows = (entryId: string, of = review()) => trustedView(reviewing({ ...of, entryId }));
	await withScene(trusted("first", shows("e-1")), async (page) => {
		const headline = page.locator("[data-glance=headline]");
		await expect(headline).toBeFocused();
		await page.getByRole("button", { name: "Reject", exact: true }).focus();
		await push(page, shows("e-2"));
		await expect(headline).toBeFocused();
		await push(page, shows("e-3", lying()));
		await expect(page.locator("[data-glance=band]")).toBeFocused();
		await push(page, shows("e-4"));
		await expect(headline).toBeFocused();
	});
});

test("F6 moves through the regions of a review, and back", async () => {
	await withScene(trusted("regions", trustedView(reviewing(review()))), async (page) => {
		const at = () => page.evaluate(() => document.activeElement?.tagName.toLowerCase());
		const visited: (string | undefined)[] = [];
		for (let press = 0; press < 3; press += 1) {
			await page.keyboard.press("F6");
			visited.push(await at());
		}
		expect(new Set(visited)).toEqual(new Set(["header", "main", "section"]));
		await page.keyboard.press("Shift+F6");
		expect(await at()).toBe(visited[1]);
	});
});

test("the inbox is one tab stop, and the arrow keys move through its rows and their buttons", async () => {
	await withScene("inbox-many", async (page) => {
		const list = page.getByRole("region", { name: "Inbox" }).getByRole("list");
		const inList = () => list.evaluate((each) => each.contains(document.activeElement));
		const row = () =>
			page.evaluate(() => document.activeElement?.closest("[data-row]")?.getAttribute("data-row") ?? null);
		const first = await row();
		expect(first).not.toBeNull();
		await page.keyboard.press("Tab");
		expect(await inList()).toBe(false);
		await page.keyboard.press("Shift+Tab");
		expect(await row()).toBe(first);
		await page.keyboard.press("ArrowRight");
		expect(await focusedName(page)).toMatch(/^Reject/);
		expect(await row()).toBe(first);
		await page.keyboard.press("ArrowLeft");
		await page.keyboard.press("ArrowDown");
		await page.keyboard.press("ArrowDown");
		expect(await inList()).toBe(true);
		expect(await row()).not.toBe(first);
		expect(await calls(page)).not.toContainEqual(expect.objectContaining({ name: "rejectEntries" }));
	});
});

for (const { place, across } of [
	// A row in Activity has only one control until it is opened.
	{ place: "Activity", across: null },
	{ place: "Powers", across: /0x/ },
] as const) {
	const scene = desk(`keys-${place}`, deskView({ powers: powers() }), (page) =>
		page.getByRole("button", { name: place, exact: true }).click(),
	);
	test(`${place} is one tab stop, and the arrow keys move through its rows`, async () => {
		await withScene(scene, async (page) => {
			const current = page.locator("main li", { has: page.locator(":focus") });
			/** Removes the age, which changes during the test. */
			const row = async () => (await current.allTextContents())[0]?.replace(/\d+ s$/, "") ?? null;
			await page.getByRole("main").getByRole("heading", { level: 1, name: place }).focus();
			for (let press = 0; press < 30 && (await row()) === null; press += 1) await page.keyboard.press("Tab");
			const first = await row();
			await page.keyboard.press("ArrowDown");
			const second = await row();
			expect(second).not.toBe(first);
			await page.keyboard.press("ArrowRight");
			if (across !== null) expect(await focusedName(page)).toMatch(across);
			expect(await row()).toBe(second);
			await page.keyboard.press("Tab");
			expect(await row()).toBeNull();
			await page.keyboard.press("Shift+Tab");
			expect(await row()).toBe(second);
			await page.keyboard.press("End");
			await expect.poll(row).not.toBe(second);
			await page.keyboard.press("ArrowDown");
			await page.keyboard.press("Home");
			await expect.poll(row).toBe(first);
		});
	});
}

test("an import names the missing input until it can start", async () => {
	await withScene("trusted-import-accounts", async (page) => {
		const action = page.getByRole("button", { name: "Import", exact: true });
		const password = (name: string) => page.getByLabel(name, { exact: true });
		const says = (text: string) => expect(action).toHaveAccessibleDescription(text);
		await says("Choose a password.");
		await password("Password").fill("correct horse battery staple");
		await says("Type the password again.");
		await password("Password again").fill("correct horse battery staple");
		await says("");
		await expect(action).toBeEnabled();
		await password("Passphrase").fill("tulips");
		await says("Find and select the accounts to import.");
		await page.getByLabel("Recovery phrase").fill("");
		await says("Type the recovery phrase.");
		await expect(action).toBeDisabled();
	});
});

test("accounts of a phrase with a passphrase are added to existing keys", async () => {
	await withScene("trusted-add-passphrase", async (page) => {
		const form = page.getByRole("form", { name: "From a recovery phrase with a passphrase" });
		const action = form.getByRole("button", { name: "Import the accounts" });
		await expect(action).toHaveAccessibleDescription("Type your password.");
		await form.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
		await form.getByLabel("Passphrase", { exact: true }).fill("");
		await expect(action).toHaveAccessibleDescription("Type the passphrase.");
		await form.getByLabel("Passphrase", { exact: true }).fill("tulip");
		await form.getByRole("button", { name: "Find Ethereum accounts" }).click();
		await form.getByRole("checkbox", { disabled: false }).first().click();
		await action.click();
		await expect(page.getByRole("alert").first()).toContainText("Accounts added.");
		const sent = (await calls(page)).filter(({ name }) => name === "importPhrase");
		expect(sent).toMatchObject([{ input: { passphrase: "tulip", accounts: [{ family: "evm" }] } }]);
	});
});

const REVIEWS: Readonly<Record<string, ReviewView>> = {
	"nothing unusual": review(),
	"a word to type": risky(),
};
const SIZES = [
	{ width: 280, height: 820 },
	{ width: 560, height: 820 },
	{ width: 900, height: 700 },
	{ width: 1280, height: 800 },
];

for (const [name, of] of Object.entries(REVIEWS))
	for (const size of SIZES)
		test(`no button moves when Approve appears: ${name}, at ${size.width}`, async () => {
			await withScene(
				trusted("enables", trustedView(reviewing(of))),
				async (page) => {
					const decision = page.getByRole("region", { name: "Your decision" });
					const approve = page.locator("[data-approve]");
					const places = async () => {
						const buttons = await decision.getByRole("button").all();
						return Promise.all(buttons.map((each) => each.boundingBox()));
					};
					const disabled = await places();
					await expect(approve).toHaveAttribute("data-blocker", "unread");
					await expect(async () => {
						await approve.click({ force: true });
						await expect(approve).not.toHaveAttribute("data-blocker", "unread", { timeout: 1500 });
					}).toPass();
					expect(await places()).toEqual(disabled);
					if (of.approval.word !== null) await decision.getByRole("textbox").fill(of.approval.word);
					await expect(approve).not.toHaveAttribute("data-blocker");
					expect(await places()).toEqual(disabled);
				},
				size,
			);
		});
