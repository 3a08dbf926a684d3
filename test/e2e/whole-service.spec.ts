import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { english, generateMnemonic, mnemonicToAccount } from "viem/accounts";
import { t } from "../../src/text/index.ts";
import { devAccount } from "../chains/evm.ts";
import { screenFaults } from "./pages/access.ts";
import { amount, appLine, balance, openCredit, openTopUp } from "./pages/account.ts";
import {
	answer,
	build,
	makeBuild,
	openBuilds,
	pipeline,
	run,
	simulate,
	type,
	walk,
} from "./pages/catalog.ts";
import { SOMEBODY, type Stage } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { until } from "./pages/until.ts";

/**
 * Features of the service other than an agent's requests: conversations, the pipeline, the account and wallet
 * attempts.
 */

const phrase = generateMnemonic(english);
const person = mnemonicToAccount(phrase).address;
const words = phrase.split(" ");

// A Build belongs to the service's own user, who must be the same as the app's.
const here = staged({ phrase: words, world: { person } });

/** Returns the screen's faults in its current state, in each theme and size. */
const faults = (half: "desk" | "trusted", name: string) =>
	screenFaults(here().app, here()[half].page, half, name);

const control = () => here().world.service.control;
const requests = async (path: RegExp) =>
	(await control().records()).requests.filter((each) => path.test(each.path));

test.describe("a conversation", () => {
	test("an agent's Markdown is rendered, and none of it is executed or loaded", async () => {
		const { desk } = here();
		await desk.startConversation("show everything");
		await desk.turnIs("complete");
		await expect(desk.log.getByRole("heading", { name: "What I found" })).toBeVisible();
		await expect(desk.log.getByRole("listitem").filter({ hasText: "three positions" })).toBeVisible();
		await expect(desk.log.getByRole("table")).toContainText("61 %");
		await expect(desk.log).toContainText("<script>alert(1)</script>");
		const { requests: asked } = await control().records();
		const sessionId = /^\/v1\/agent\/chat\/([^/?]+)/.exec(asked.at(-1)?.path ?? "")?.[1] ?? "";
		const content = [
			"```js\nalert('never run')\n```",
			"![chart](https://example.com/chart.png) [here](javascript:alert(1))",
		].join("\n\n");
		await control().injectEvents({ sessionId, events: [{ type: "message", sender: "agent", content }] });
		await expect(desk.log.locator("pre")).toContainText("alert('never run')");
		await expect(desk.log).toContainText("[image: chart] example.com");
		await expect(desk.log).toContainText("here (javascript:alert(1))");
		await expect(desk.log.locator("img, script, iframe, a[href]")).toHaveCount(0);
	});

	test("a link is opened only after main has shown its whole address and the user has confirmed", async () => {
		const { desk, app } = here();
		const link = desk.log.getByRole("button", { name: /https:\/\/example\.com\/report/ });
		const before = (await app.dialogs()).length;
		await link.click();
		const asked = await until("main's question", async () => (await app.dialogs()).slice(before).at(-1));
		expect(asked).toMatchObject({
			kind: "message",
			options: { detail: expect.stringContaining("https://example.com/report") },
		});
		expect(await app.openedExternal()).toEqual([]);
		await app.answerDialog({ response: 1 });
		await link.click();
		await expect.poll(() => app.openedExternal()).toEqual(["https://example.com/report"]);
	});

	test("tool calls and tasks can be collapsed to a line, and a search finds collapsed text", async () => {
		const { desk } = here();
		const { keyboard } = desk.page;
		await desk.log.getByRole("button", { name: /^read_pool/ }).click();
		await expect(desk.log.getByRole("region", { name: "Result", exact: true })).toContainText("2941.20");
		await desk.log.getByRole("button", { name: /^Task that is failed/ }).click();
		await expect(desk.log.getByRole("list", { name: "Steps" })).toContainText("Second thought.");
		expect(await faults("desk", "conversation")).toEqual([]);
		await desk.log.focus();
		await keyboard.press("/");
		const search = desk.page.getByRole("search");
		await keyboard.type("vitalik.eth");
		await keyboard.press("Enter");
		await expect(search.getByRole("status")).toHaveText("1 of 1");
		await expect(desk.log).toContainText("vitalik.eth");
		await keyboard.press("Escape");
		await expect(search).toHaveCount(0);
	});

	test("a session is renamed and archived", async () => {
		const { desk } = here();
		const list = desk.page.getByRole("region", { name: "Sessions", exact: true });
		await desk.button("Rename").click();
		await desk.page.keyboard.type("All of it");
		await desk.page.keyboard.press("Enter");
		await expect(list.getByText("All of it", { exact: true })).toBeVisible();
		await desk.button("Archive").click();
		await expect(desk.button("Unarchive")).toBeVisible();
		await expect(list.getByText("All of it", { exact: true })).toHaveCount(0);
		await list.getByRole("button", { name: /^Archived/ }).click();
		await expect(list.getByText("All of it", { exact: true })).toBeVisible();
	});

	test("options are sent with a message, and an invalid one is explained during typing", async () => {
		const { desk } = here();
		await desk.button("New").click();
		await desk.button(/^Options: /).click();
		const options = desk.page.getByRole("region", { name: "Options" });
		await options.getByRole("radio", { name: "Direct" }).click();
		await type(desk, /^App$/, "demo");
		await type(desk, /^Application ID$/, "12");
		await expect(options).toContainText(t("desk.session.fault.both-given"));
		await desk.page.getByLabel(/^Application ID$/).fill("");
		await type(desk, /^Model$/, "large");
		const box = desk.page.getByLabel("Message the agent");
		await box.fill("x".repeat(32_001));
		await expect(desk.page.getByText("1 characters over the limit")).toBeVisible();
		await expect(desk.button("Send")).toBeDisabled();
		await box.fill("x".repeat(30_000));
		await expect(desk.page.getByText("2,000 characters left")).toBeVisible();
		await box.fill("hello");
		await desk.button("Send").click();
		await desk.turnIs("complete");
		const [turn] = (await requests(/^\/v1\/agent\/chat$/)).slice(-1);
		const userState = { evm: { address: person } };
		expect(turn?.body).toMatchObject({ message: "hello", app: "demo", model: "large", userState });
	});
});

test.describe("the pipeline", () => {
	let file = "";

	test("an operation is found in the tree and run with its form, and its Build is simulated", async () => {
		const { desk } = here();
		await walk(desk, ["apps", "demo", "operations", "quote"]);
		await run(desk);
		await expect(desk.page.getByText(t("desk.catalog.fault.incomplete"))).toBeVisible();
		expect(await requests(/operations\/quote\?/)).toEqual([]);
		expect(await faults("desk", "operation")).toEqual([]);
		await makeBuild(desk, SOMEBODY, parseEther("0.02").toString());
		await expect(build(desk).getByRole("button", { name: "Commit…" })).toBeDisabled();
		await simulate(desk);
		await expect(build(desk)).toContainText("0.02");
		expect(await faults("desk", "Build")).toEqual([]);
	});

	test("a Build is saved to a file byte for byte, closed, and opened again", async () => {
		const { desk, app } = here();
		file = join(app.dataDir, "send.build.json");
		await app.answerDialog({ canceled: false, filePath: file });
		await build(desk).getByRole("button", { name: "Save to a file…" }).click();
		// The element exists before it has content.
		await expect
			.poll(() => readFile(file, "utf8").catch(() => ""))
			.toContain('"weight":12345678901234567890.50,"cook":"caf\\u00e9 \\/ ☕"');
		await build(desk).getByRole("button", { name: "Close", exact: true }).click();
		const builds = await openBuilds(desk);
		await app.answerDialog({ canceled: false, filePaths: [file] });
		await builds.getByRole("button", { name: "Open from a file…" }).click();
		await builds.getByRole("button", { name: /^Build from demo/ }).click();
		await expect(build(desk)).toContainText("Opened from a file");
	});

	test("a Build is committed only in the trusted window once it was read, and leads to an ordinary review", async () => {
		const stage = here();
		const { desk, trusted, app } = stage;
		const theirs = await stage.balance(SOMEBODY);
		await build(desk).getByRole("button", { name: "Commit…" }).click();
		await trusted.at(t("trusted.build.send"));
		await expect(trusted.button("Read it first…")).toBeDisabled();
		const before = (await app.notifications()).length;
		await trusted.button("Commit this Build").waitFor();
		expect(await faults("trusted", "Build to commit")).toEqual([]);
		await trusted.button("Commit this Build").click();
		await trusted.at(t("trusted.build.titles.done"));
		const [committed, ...more] = await requests(/^\/v1\/pipeline\/evm\/commit$/);
		expect(more).toEqual([]);
		expect(committed?.idempotencyKey).toMatch(/./);
		await expect(trusted.page.getByRole("main")).toContainText("execute_evm");
		await trusted.button("Back to the main window").click();
		await desk.go("Inbox");
		await stage.requestNotified(before);
		await desk.openEntry(/0.02 ETH/);
		await trusted.reviewing(/^Send 0.02 ETH to /);
		await trusted.approve();
		await trusted.step("Confirmed");
		expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.02"));
	});

	test("a stateless commit's request waits in the inbox, and is signed and submitted here without a report", async () => {
		const stage = here();
		const { desk, trusted } = stage;
		await control().settings({ pipelineCommits: "stateless" });
		const theirs = await stage.balance(SOMEBODY);
		await makeBuild(desk, SOMEBODY, parseEther("0.03").toString());
		await simulate(desk);
		await build(desk).getByRole("button", { name: "Commit…" }).click();
		await trusted.at(t("trusted.build.send"));
		await trusted.button("Commit this Build").waitFor();
		await trusted.button("Commit this Build").click();
		await trusted.at(t("trusted.build.titles.done"));
		await expect(trusted.page.getByRole("main")).toContainText(t("build.carried.nobody"));
		await trusted.button("Back to the main window").click();
		await desk.go("Inbox");
		await desk.openEntry(/0.03 ETH/);
		await trusted.reviewing(/^Send 0.03 ETH to /);
		await expect(trusted.page.getByText(`demo ${t("trusted.review.requested.build")}`)).toBeVisible();
		expect(await faults("trusted", "review of a Build's request")).toEqual([]);
		await expect(desk.page.getByRole("region", { name: "The Build" })).toContainText(
			t("desk.inbox.session.none"),
		);
		expect(await faults("desk", "entry of a Build")).toEqual([]);
		await trusted.approve();
		await trusted.step("Confirmed");
		expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.03"));
		expect(await requests(/\/actions\/[^/]+\/result$/)).toEqual([]);
		await control().settings({ pipelineCommits: "session" });
	});

	test("an expired Build, and an invalid file, are reported", async () => {
		const { desk, app } = here();
		await walk(desk, ["apps", "trickster", "operations", "trick"]);
		await desk.page.getByLabel(/^kind/i).selectOption({ label: "expiring" });
		await run(desk);
		await answer(desk).getByRole("button", { name: "Show Build" }).click();
		await expect(build(desk)).toContainText(/expired/i);
		await expect(build(desk).getByRole("button", { name: "Simulate" })).toBeDisabled();
		await build(desk).getByRole("button", { name: "All Builds" }).click();
		const builds = await openBuilds(desk);
		await writeFile(file, "no build");
		await app.answerDialog({ canceled: false, filePaths: [file] });
		await builds.getByRole("button", { name: "Open from a file…" }).click();
		await expect(builds.getByRole("alert")).toContainText(t("build.none-in-file"));
	});

	test("links to other hosts are shown but not followed", async () => {
		const { desk } = here();
		await walk(desk, ["apps", "trickster"]);
		const astray = pipeline(desk).getByRole("listitem").filter({ hasText: "elsewhere.example" });
		await expect(astray.first()).toContainText(t("desk.catalog.link.foreign"));
		await expect(astray.getByRole("button")).toHaveCount(0);
	});
});

test.describe("the account with the service", () => {
	test("credit is loaded, and a top-up within the limits is added once", async () => {
		const { desk, trusted } = here();
		await openCredit(desk);
		expect(await balance(desk)).toBe("2.50 USD");
		expect(await faults("desk", "credit")).toEqual([]);
		await openTopUp(desk, trusted);
		await amount(trusted, "0.001");
		await expect(trusted.page.getByText(t("trusted.account.at-least", { usd: "0.01 USD" }))).toBeVisible();
		await amount(trusted, "1000.01");
		await expect(
			trusted.page.getByText(t("trusted.account.most-once", { usd: "1,000.00 USD" })),
		).toBeVisible();
		await expect(trusted.button("Top up")).toBeDisabled();
		await amount(trusted, "12.50");
		await trusted.button("Top up 12.50 USD").click();
		await expect(trusted.alerts.first()).toContainText("Credit added: 12.50 USD");
		await expect.poll(() => balance(desk)).toBe("15.00 USD");
	});

	test("a lost response is reported, and a retry sends the same top-up with the same key", async () => {
		const { desk, trusted } = here();
		await control().fault({ kind: "lost_answer", match: { path: "/credits/top-up$" } });
		await openTopUp(desk, trusted);
		await amount(trusted, "3");
		await trusted.button("Top up 3.00 USD").click();
		await expect(trusted.alerts.first()).toContainText(`${t("trusted.account.titles.unclear")}: 3.00 USD`);
		expect(await faults("trusted", "top-up")).toEqual([]);
		await trusted.button(/^Try again/).click();
		await expect(trusted.alerts).toHaveText([/^Credit added: 3\.00 USD/]);
		await expect(trusted.page.getByLabel("Other amount in USD")).toHaveValue("");
		await expect(trusted.button("Top up")).toBeDisabled();
		await expect.poll(() => balance(desk)).toBe("18.00 USD");
		const sent = (await requests(/^\/v1\/account\/credits\/top-up$/)).slice(-2);
		expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
		expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ amount_microusd: 3_000_000 }));
	});

	test("an app's credentials are shown as present or missing, and a value leaked by the service is not shown", async () => {
		const { desk } = here();
		const slot = { name: "FEED_KEY", description: "Key", required: true, value: "s3cr3t-of-the-feed" };
		const presence = { user_own: true, configured: true, app_provided: false, default: slot.value };
		const secrets = { ready: true, missing_required: [], slots: [{ ...slot, ...presence }] };
		const body = JSON.stringify({ application_id: 12, app: "Market Notes", ...secrets, secret: slot.value });
		await control().fault({ kind: "raw_page", match: { path: "/apps/12/secrets$" }, body });
		await desk.setting("Apps");
		const app = appLine(desk, "Market Notes");
		await app.getByRole("button", { name: "Show credentials" }).click();
		await app.getByRole("button", { name: /^Needs 1 credential/ }).click();
		await expect(app).toContainText("FEED_KEY");
		await expect(app).toContainText("given by you");
		expect(await desk.page.content()).not.toContain(slot.value);
	});

	test("an app is removed once its name is typed", async () => {
		const { desk, trusted } = here();
		const app = appLine(desk, "test-vault");
		await app.getByRole("button", { name: "Show credentials" }).click();
		await expect(app).toContainText("VAULT_TOKEN");
		await expect(app).toContainText("missing");
		expect(await faults("desk", "apps")).toEqual([]);
		await app.getByRole("button", { name: "Remove…" }).click();
		await trusted.at("Remove this app");
		await trusted.fill("Type the app’s name", "test-vaul");
		await expect(trusted.button("Remove")).toBeDisabled();
		expect(await faults("trusted", "removing an app")).toEqual([]);
		await trusted.page.keyboard.type("t");
		await trusted.button("Remove").click();
		await trusted.at("App not found");
		await expect(app).toHaveCount(0);
		await expect(appLine(desk, "Market Notes")).toBeVisible();
		expect((await requests(/^\/v1\/account\/apps\/7$/)).map(({ method }) => method)).toEqual(["DELETE"]);
	});
});

test.describe("a wallet attempt", () => {
	const reports = () => requests(/\/wallet-attempts\/[^/]+\/report$/);

	/** Lets another wallet of the user claim the commit and report its own hash. */
	async function takenElsewhere(stage: Stage, commitId: string): Promise<void> {
		const { service, chain } = stage.world;
		const call = async (path: string, body: unknown): Promise<unknown> => {
			const reply = await fetch(`${service.url}/api/commits/${commitId}/wallet-attempts${path}`, {
				method: "POST",
				headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
				body: JSON.stringify(body),
			});
			expect(reply.ok).toBe(true);
			return reply.json();
		};
		const { version, review } = await stage.commit(commitId);
		const claim = { version, review_digest: review?.digest, transport: "browser_send" };
		const claimed = await call("", { ...claim, client_request_id: "another-wallet" });
		const hash = await chain.walletClient(devAccount(3)).sendTransaction({ to: SOMEBODY, value: 1n });
		const { attempt_id: id } = claimed as { readonly attempt_id: string };
		await call(`/${id}/report`, { kind: "transaction", transaction_id: hash });
	}

	test("a commit with both routes follows the user's choice: claimed, sent once, reported once", async () => {
		const stage = here();
		const { desk, trusted } = stage;
		await desk.go("Settings");
		await desk.setting("Signing");
		const route = desk.page.getByRole("radio", { name: "Sign and send immediately" });
		await route.click();
		await expect(route).toBeChecked();
		expect(await faults("desk", "signing settings")).toEqual([]);
		const theirs = await stage.balance(SOMEBODY);
		await stage.review(`send 0.03 ETH to ${SOMEBODY} by both routes`, /^Send 0.03 ETH to /);
		const { commit_id } = await stage.lastCommit();
		await trusted.approve();
		await trusted.step("Confirmed");
		expect((await trusted.steps()).map(({ name, state }) => `${name} ${state}`)).toEqual(
			["Matched", "Claimed", "Signed", "Recorded", "Submitted", "Reported", "Confirmed"].map(
				(name) => `${name} done`,
			),
		);
		const { hash } = await trusted.transaction();
		expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.03"));
		expect((await reports()).map(({ body }) => body)).toEqual([
			{ kind: "transaction", transaction_id: hash },
		]);
		expect(await stage.commit(commit_id)).toMatchObject({ state: "confirmed", transaction_id: hash });
		expect(await stage.signatures(commit_id)).toEqual([]);
	});

	test("a claim that names another payment signs nothing", async () => {
		const stage = here();
		const sentence = `lie about the claim: send 0.01 ETH to ${SOMEBODY} by browser send`;
		await stage.review(sentence, /^Send 0.01 ETH to /);
		const nonce = await stage.world.chain.publicClient.getTransactionCount({ address: stage.person });
		await stage.trusted.approve();
		await expect(stage.trusted.page.getByRole("main")).toContainText(/Nothing was signed/);
		expect(await stage.world.chain.publicClient.getTransactionCount({ address: stage.person })).toBe(nonce);
	});

	test("an attempt that another wallet used for something else is shown in red, and can't be signed here", async () => {
		const stage = here();
		const { trusted, desk } = stage;
		await stage.review(`send 0.01 ETH to ${SOMEBODY} by browser send`, /^Send 0.01 ETH to /);
		await takenElsewhere(stage, (await stage.lastCommit()).commit_id);
		await expect.poll(() => trusted.refusal()).toContain("a different transaction");
		await expect(trusted.hold.button).toHaveCount(0);
		expect((await trusted.facts()).verdict).toBe("refused");
		await desk.go("Inbox");
		await expect(desk.entry(/0.01 ETH/).first()).toContainText("isn’t the one you reviewed");
	});
});
