import { expect, test } from "@playwright/test";
import type { Page } from "playwright";
import type { Text } from "../../src/core/localized-text.ts";
import { saying } from "../support/saying.ts";
import type { ExposedBridge } from "./pages/bridge.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Input that must not approve anything: a script in the page, a hasty user, and the other window. */

const here = staged();

interface Ticket {
	readonly ticket: string;
	readonly fingerprint: string;
}

/** Reads the displayed ticket and fingerprint, which a script in the trusted page could read too. */
function readTicket(page: Page): Promise<Ticket> {
	return page.evaluate(
		() =>
			new Promise<Ticket>((resolve, reject) => {
				const bridge: ExposedBridge = Reflect.get(window, "countersign");
				const off = bridge.onPush((push) => {
					const { screen } = push.view;
					if (screen.screen !== "review") return;
					const { ticket, review } = screen;
					if (ticket !== null && review.fingerprint !== null)
						resolve({ ticket, fingerprint: review.fingerprint });
				});
				setTimeout(() => {
					off();
					reject(new Error("no ticket was pushed"));
				}, 3000);
			}),
	);
}

/** Sends an approval from a script. */
function approveBy(page: Page, { ticket, fingerprint }: Ticket): Promise<{ ok: boolean; text?: Text }> {
	return page.evaluate(
		(input) => {
			const bridge: ExposedBridge = Reflect.get(window, "countersign");
			return bridge.call("approve", { ...input, word: null });
		},
		{ ticket, fingerprint },
	);
}

/** Opens a review and waits until the button is enabled. */
async function openEnabled(): Promise<string> {
	const stage = here();
	await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	const { commit_id } = await stage.lastCommit();
	await stage.trusted.hold.enabled();
	return commit_id;
}

/** Checks that nothing was sent to the service, and the user can still decide. */
async function nothingSigned(commitId: string): Promise<void> {
	const stage = here();
	await expect(stage.trusted.region("Steps")).toHaveCount(0);
	expect(await stage.signatures(commitId)).toEqual([]);
	expect((await stage.commit(commitId)).state).toBe("needs_signature");
}

test("a script in the trusted page can't approve, even with the right ticket and synthetic events", async () => {
	const { page } = here().trusted;
	const commitId = await openEnabled();
	const ticket = await readTicket(page);
	await page.evaluate(async () => {
		const button = [...document.querySelectorAll("button")].find((each) =>
			/hold to approve/i.test(each.textContent ?? ""),
		);
		const box = button?.getBoundingClientRect();
		const at = { bubbles: true, clientX: box?.x ?? 0, clientY: box?.y ?? 0, button: 0, isPrimary: true };
		button?.dispatchEvent(new PointerEvent("pointerdown", at));
		button?.dispatchEvent(new MouseEvent("mousedown", at));
		button?.dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space", bubbles: true }));
		button?.click();
		await new Promise((resolve) => setTimeout(resolve, 1500));
	});
	expect(await approveBy(page, ticket)).toMatchObject({
		ok: false,
		text: saying("nothing-signed"),
	});
	await nothingSigned(commitId);
});

test("a script can't approve after real input elsewhere on the page without a hold", async () => {
	const { trusted } = here();
	const { commit_id: commitId } = await here().lastCommit();
	const ticket = await readTicket(trusted.page);
	await trusted.page.mouse.wheel(0, 40);
	await trusted.page.keyboard.press("Tab");
	await trusted.page.mouse.click(280, 20);
	expect(await approveBy(trusted.page, ticket)).toMatchObject({
		ok: false,
		text: saying("approval.no-press"),
	});
	await nothingSigned(commitId);
});

test("Enter doesn't approve, whether pressed or held", async () => {
	const { trusted } = here();
	const { commit_id } = await here().lastCommit();
	await trusted.hold.enabled();
	await trusted.hold.focusByKeyboard();
	await trusted.page.keyboard.press("Enter");
	await trusted.page.keyboard.down("Enter");
	await trusted.page.waitForTimeout(1300);
	await trusted.page.keyboard.up("Enter");
	await nothingSigned(commit_id);
});

test("a short press doesn't approve, by mouse or Space, nor does sliding off the button", async () => {
	const { trusted } = here();
	const { commit_id } = await here().lastCommit();
	for (const by of ["mouse", "space"] as const) {
		await trusted.hold.down(by);
		await trusted.page.waitForTimeout(500);
		await trusted.hold.up(by);
	}
	await trusted.hold.down("mouse");
	await trusted.page.waitForTimeout(300);
	await trusted.page.mouse.move(280, 300);
	await trusted.page.waitForTimeout(1000);
	await trusted.page.mouse.up();
	const ticket = await readTicket(trusted.page);
	await trusted.hold.down("mouse");
	await trusted.page.waitForTimeout(300);
	expect(await approveBy(trusted.page, ticket)).toMatchObject({
		ok: false,
		text: saying("approval.press-too-short"),
	});
	await trusted.hold.up("mouse");
	await nothingSigned(commit_id);
});

test("a press that begins in the first second doesn't approve, even if it is long", async () => {
	const stage = here();
	const { trusted } = stage;
	const { index } = await stage.ask(`send 0.03 ETH to ${SOMEBODY}`);
	await stage.app.clickNotification(index);
	await trusted.at(/^Send 0.03 ETH/);
	expect(await trusted.hold.isEnabled()).toBe(false);
	await trusted.hold.down("mouse");
	await trusted.hold.enabled();
	await trusted.page.waitForTimeout(1300);
	const { commit_id } = await stage.lastCommit();
	const ticket = await readTicket(trusted.page);
	expect(await approveBy(trusted.page, ticket)).toMatchObject({
		ok: false,
		text: saying("approval.press-too-soon"),
	});
	await trusted.hold.up("mouse");
	await nothingSigned(commit_id);
});

test("the desk window can't approve: its half of the bridge has no such command", async () => {
	const { desk, trusted } = here();
	const { commit_id } = await here().lastCommit();
	const ticket = await readTicket(trusted.page);
	const answer = await desk.page.evaluate(async (input) => {
		const bridge: ExposedBridge = Reflect.get(window, "countersign");
		const members = Object.keys(bridge).sort();
		const calls = ["approve", "reject", "unlock", "reviewShown", "__proto__", "constructor"].map((name) =>
			bridge.call(name, { ...input, word: null }).then(
				(outcome) => JSON.stringify(outcome),
				(error: unknown) => `refused: ${error instanceof Error ? error.message : ""}`,
			),
		);
		return { members, answers: await Promise.all(calls) };
	}, ticket);
	expect(answer.members).toEqual(["call", "onPush"]);
	for (const each of answer.answers) expect(each).toMatch(/^refused: /);
	await nothingSigned(commit_id);
});

test("many simultaneous approvals lead to one signature", async () => {
	const stage = here();
	const { trusted } = stage;
	const { commit_id } = await stage.lastCommit();
	const ticket = await readTicket(trusted.page);
	await trusted.hold.enabled();
	// During a real press, the page's own command and seven commands from a script compete for the same
	// ticket.
	await trusted.hold.down("mouse");
	const outcomes = await trusted.page.evaluate(async (input) => {
		const bridge: ExposedBridge = Reflect.get(window, "countersign");
		await new Promise((resolve) => setTimeout(resolve, 850));
		const commands = Array.from({ length: 7 }, () => bridge.call("approve", { ...input, word: null }));
		return (await Promise.all(commands)).map((outcome) => outcome.ok);
	}, ticket);
	expect(outcomes.filter(Boolean).length).toBeLessThanOrEqual(1);
	await trusted.step("Confirmed");
	await trusted.hold.up("mouse");
	expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
	expect(await approveBy(trusted.page, ticket)).toMatchObject({ ok: false });
	expect(await stage.signatures(commit_id)).toHaveLength(1);
});

test("malformed commands are refused, and reveal no internals", async () => {
	const { trusted } = here();
	const answers = await trusted.page.evaluate(async () => {
		const bridge: ExposedBridge = Reflect.get(window, "countersign");
		const inputs: unknown[] = [
			null,
			[],
			{ ticket: 5 },
			{ ticket: "x", fingerprint: "0x", word: null, more: 1 },
		];
		const outcomes = inputs.map((input) =>
			bridge.call("approve", input).then(
				(outcome) => JSON.stringify(outcome),
				(error: unknown) => `refused: ${error instanceof Error ? error.message : ""}`,
			),
		);
		return Promise.all(outcomes);
	});
	for (const answer of answers) {
		expect(answer).toMatch(/"ok":false|^refused: /);
		expect(answer).not.toMatch(/\bat \/|\.js:|node_modules/);
	}
});

for (const half of ["trusted", "desk"] as const)
	test(`the ${half} window has no access to the network, Node or another page`, async () => {
		const stage = here();
		const { page } = stage[half];
		const { requests: before } = await stage.world.service.control.records();
		const url = page.url();
		const found = await page.evaluate(async (service) => {
			const policies: string[] = [];
			document.addEventListener("securitypolicyviolation", (event) => policies.push(event.originalPolicy));
			const tried = async (what: () => unknown) => {
				try {
					await what();
					return "done";
				} catch (error) {
					return error instanceof Error ? error.name : "refused";
				}
			};
			const image = (src: string) =>
				new Promise((resolve, reject) => {
					const made = new Image();
					made.onload = resolve;
					made.onerror = () => reject(new TypeError("image"));
					made.src = src;
				});
			const socket = (address: string) =>
				new Promise((resolve, reject) => {
					const made = new WebSocket(address);
					made.onopen = resolve;
					made.onerror = () => reject(new TypeError("socket"));
				});
			return {
				fetch: await tried(() => fetch(`${service}/v1/agent/sessions`)),
				ownFetch: await tried(() => fetch("/index.html")),
				beacon: navigator.sendBeacon(`${service}/v1/agent/chat`, "x"),
				image: await tried(() => image(`${service}/x.png`)),
				socket: await tried(() => socket(service.replace("http", "ws"))),
				markup: await tried(() => {
					document.body.insertAdjacentHTML("beforeend", "<img src=x>");
				}),
				script: await tried(() => {
					const made = document.createElement("script");
					made.textContent = "window.injected = true";
					document.body.append(made);
					if (!("injected" in window)) throw new TypeError("did not run");
				}),
				globals: ["require", "process", "module", "Buffer", "electron", "ipcRenderer", "__dirname"].filter(
					(name) => name in window,
				),
				policies,
			};
		}, stage.world.service.url);
		expect(found).toMatchObject({
			fetch: "TypeError",
			ownFetch: "TypeError",
			image: "TypeError",
			socket: "TypeError",
			markup: "TypeError",
			script: "TypeError",
			globals: [],
		});
		expect(found.policies[0]).toContain("default-src 'none'");
		expect(found.policies[0]).toContain("connect-src 'none'");
		expect(found.policies[0]).not.toMatch(/unsafe|\*/);

		await page.evaluate(() => {
			window.open("https://example.com/");
			location.href = "https://example.com/";
		});
		await page.evaluate(() => {
			const link = document.createElement("a");
			link.href = "app://desk/index.html?elsewhere";
			link.target = "_blank";
			document.body.append(link);
			link.click();
			link.remove();
		});
		await page.waitForTimeout(300);
		expect(page.url()).toBe(url);
		expect(await stage.app.windows()).toHaveLength(2);
		expect(await stage.app.openedExternal()).toEqual([]);
		const { requests: after } = await stage.world.service.control.records();
		// The app keeps sending its own requests. A request from a page would have an Origin header.
		const fromPages = after.slice(before.length).filter(({ headers }) => headers["origin"] !== undefined);
		expect(fromPages).toEqual([]);
	});
