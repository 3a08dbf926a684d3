import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { fieldName } from "./pages/rows.ts";
import { type RpcProxy, startRpcProxy } from "./pages/rpc-proxy.ts";
import { PASSWORD, SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { until } from "./pages/until.ts";

/**
 * Failures of the service and the chain: the user sees what is wrong, and the app recovers without a restart.
 */

let proxy: RpcProxy | null = null;
const rpc = (): RpcProxy => {
	if (proxy === null) throw new Error("the proxy is not running");
	return proxy;
};

const here = staged({
	keys: false,
	async beforeLaunch(world) {
		proxy = await startRpcProxy(world.chain.url);
		await world.service.down();
		return { COUNTERSIGN_RPC: JSON.stringify({ [world.chain.chainId]: proxy.url }) };
	},
});

test.afterAll(async () => {
	await proxy?.close();
});

test("a service that is down at the start is reported, and connected once it is up", async () => {
	const stage = here();
	const { desk } = stage;
	await expect(desk.button(/Press to reconnect/)).toContainText(/^Offline/);
	await until("the tray to report it", async () =>
		(await stage.app.tray())?.toolTip.endsWith(t("notice.away.offline")),
	);
	expect(await desk.connection()).toContain("Nothing is responding at the service’s address");
	expect(await desk.connection()).toContain("your funds aren’t affected");
	await stage.firstRun();
	await stage.world.service.up();
	await expect(desk.button(/Press to reconnect/)).toContainText(/^(Live|Watching)/, { timeout: 60_000 });
	await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	await stage.trusted.reject("only to see that it works again");
	await desk.turnIs("complete");
});

test("a refused token is reported, and nothing is lost once it is accepted again", async () => {
	const { desk, world } = here();
	const body = { error: { code: "invalid_token", message: "The token is not accepted." } };
	await world.service.control.fault({ kind: "status", status: 401, body, count: 1000 });
	await desk.button(/Press to reconnect/).click();
	await expect(desk.button(/Press to reconnect/)).toContainText(t("service.unauthorized"));
	await world.service.control.clearFaults();
	await desk.button(/Press to reconnect/).click();
	await expect(desk.button(/Press to reconnect/)).toContainText(/^(Live|Watching)/);
});

test("the app recovers from a gateway's error page, an error and a Retry-After", async () => {
	const stage = here();
	const { control } = stage.world.service;
	// The reason for the earlier rejection is sent as a separate message, which must not use up this failure.
	const isAccepted = async () =>
		(await control.records()).requests.some(
			({ method, body, status }) =>
				method === "POST" && status === 200 && JSON.stringify(body)?.includes("that it works again"),
		);
	await expect.poll(isAccepted, { timeout: 60_000 }).toBe(true);
	await control.fault({ kind: "html", match: { method: "POST", path: "/v1/agent/chat" } });
	await control.fault({ kind: "status", status: 500, match: { method: "POST", path: "/v1/agent/chat" } });
	await control.fault({ kind: "retry_after", seconds: 1, match: { method: "POST", path: "/v1/agent/chat" } });
	await stage.review(`send 0.02 ETH to ${SOMEBODY}`, /^Send 0.02 ETH/);
	const { requests } = await control.records();
	const starts = requests.filter(
		({ method, body }) => method === "POST" && JSON.stringify(body)?.includes("0.02 ETH"),
	);
	expect(starts.length).toBe(4);
	expect(new Set(starts.map((start) => start.idempotencyKey)).size).toBe(1);
	expect((await control.faults()).faults.every((fault) => fault.remaining === 0)).toBe(true);
});

test("a review without the chain says why it can't be approved, and a reload fixes it", async () => {
	const { trusted } = here();
	await trusted.hold.enabled();
	await trusted.reject("next");
	rpc().setDown(true);
	const stage = here();
	await stage.review(`send 0.03 ETH to ${SOMEBODY}`, /^Send 0.03 ETH/);
	await expect.poll(() => trusted.refusal()).toMatch(/RPC/);
	expect(await trusted.refusal()).toMatch(/Nothing was (signed|sent)/);
	await expect(trusted.hold.button).toHaveCount(0);
	// A single press leads to the setting that fixes this, and another one back.
	await trusted.button(/^Change the RPC for/).click();
	await expect(trusted.page.getByRole("heading", { name: "Networks" })).toBeVisible();
	await trusted.button("Back to the review").click();
	await trusted.reviewing(/^Send 0.03 ETH/);
	await expect.poll(() => trusted.refusal()).toMatch(/RPC/);
	// Home shows the same problem and leads to the same section.
	await stage.desk.go("Home");
	await stage.desk.button(/^Change the RPC for/).click();
	await expect(trusted.page.getByRole("heading", { name: "Networks" })).toBeVisible();
	await stage.desk.go("Inbox");
	await stage.desk.openEntry(/^Send 0.03 ETH/);
	await trusted.reviewing(/^Send 0.03 ETH/);
	await expect.poll(() => trusted.refusal()).toMatch(/RPC/);
	rpc().setDown(false);
	await trusted.button("Read it again").click();
	await trusted.hold.enabled();
});

test("an RPC of another chain is reported, and nothing can be approved with it", async () => {
	const stage = here();
	const { trusted } = stage;
	await trusted.reject("next");
	rpc().claimChain(1);
	await stage.review(`send 0.04 ETH to ${SOMEBODY}`, /^Send 0.04 ETH/);
	// The band puts a word in front of the sentence, which then starts in lower case.
	const refusal = async () => (await trusted.refusal()).toLowerCase();
	await expect.poll(refusal).toContain(t("match.rpc-chain.differs").toLowerCase());
	await expect(trusted.hold.button).toHaveCount(0);
	const differing = (await trusted.checks()).filter(({ status }) => status !== "matches");
	expect(differing.map(({ field }) => field)).toContain(fieldName("rpc_chain"));
	rpc().claimChain(null);
	await trusted.button("Read it again").click();
	await trusted.hold.enabled();
});

test("a signature whose RPC fails is reported as stuck, and is submitted exactly once", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const theirs = await stage.balance(SOMEBODY);
	const nonce = await world.chain.publicClient.getTransactionCount({ address: stage.person });
	const { commit_id } = await stage.lastCommit();
	rpc().refuse("eth_sendRawTransaction");
	await trusted.approve();
	await trusted.step("Sent");
	await until("a try to submit", async () => rpc().callCount("eth_sendRawTransaction") > 0);
	await expect(
		trusted.page.getByText(t("trusted.progress.outcomes.stuck.title"), { exact: true }),
	).toBeVisible();
	await expect(trusted.page.getByText(t("trusted.review.funds.uncertain"))).toBeVisible();
	rpc().refuse(null);
	const again = trusted.button("Try again");
	// The app may retry by itself first, and the button then disappears.
	if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => undefined);
	await trusted.step("Confirmed");
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.04"));
	expect(await world.chain.publicClient.getTransactionCount({ address: stage.person })).toBe(nonce + 1);
	expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
	expect(await stage.commit(commit_id)).toMatchObject({ state: "confirmed" });
});

test("an amount above the balance is reported before approval", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.ask(`send 25 ETH to ${SOMEBODY}`);
	await stage.desk.go("Inbox");
	await stage.desk.openEntry(/25 ETH/);
	await expect.poll(() => trusted.refusal()).toContain(t("nothing-signed"));
	await trusted.button(/more reasons?$/).click();
	expect(await trusted.refusal()).toMatch(/balance|cover/i);
	await expect(trusted.hold.button).toHaveCount(0);
	await trusted.reject("too much");
});

test("hostile text is shown as plain text, with hidden characters visible", async () => {
	const stage = here();
	const { desk, world } = stage;
	const sessionId = await stage.sayElsewhere("hello");
	const hostile =
		'<img src=x onerror="window.injected=1"><script>window.injected=1</script> pay \u202Eeerht\u202C \u200Bnow\u0007 [a](javascript:alert(1))';
	await world.service.control.injectEvents({
		sessionId,
		events: [
			{ type: "title_changed", title: "<b>Free</b> \u202Eyenom" },
			{ type: "message", sender: "agent", content: hostile },
		],
	});
	await desk.go("Sessions");
	const row = desk.page
		.getByRole("region", { name: "Sessions" })
		.getByRole("button", { name: /<b>Free<\/b>/ });
	await row.waitFor({ timeout: 60_000 });
	await expect(row).toContainText("⟦U+202E⟧");
	await row.click();
	await desk.says(/<img src=x onerror="window\.injected=1">/);
	const shown = await desk.conversation();
	for (const mark of ["⟦U+202E⟧", "⟦U+202C⟧", "⟦U+200B⟧", "⟦U+0007⟧"]) expect(shown).toContain(mark);
	for (const hidden of ["\u202E", "\u202C", "\u200B", "\u0007"]) expect(shown).not.toContain(hidden);
	expect(await desk.log.locator("img, script, a, b").count()).toBe(0);
	expect(await desk.page.evaluate(() => "injected" in window)).toBe(false);
});

test("wrong passwords cause growing delays, which are shown", async () => {
	const { trusted, desk } = here();
	await desk.button(/Press to lock now/).click();
	await desk.button("Unlock").click();
	await trusted.at("Unlock your keys");
	const password = trusted.page.getByLabel("Password", { exact: true });
	const wait = trusted.page.getByRole("timer").filter({ hasText: "Try again in" });
	// Each wait is twice as long as the previous one. On a busy machine, the first ones may end before the
	// test sees them.
	let waits = false;
	for (let tries = 0; tries < 9 && !waits; tries += 1) {
		await expect(password).toBeEnabled({ timeout: 60_000 });
		await trusted.unlock(`wrong ${tries}`);
		await expect(trusted.alerts.first()).toBeVisible();
		await expect(trusted.button(/^Unlock/)).not.toHaveAttribute("aria-busy", "true");
		waits = await wait.isVisible();
		expect(waits && tries < 4).toBe(false);
	}
	expect(waits).toBe(true);
	await expect(password).toBeEnabled({ timeout: 60_000 });
	await trusted.unlock(PASSWORD);
	await expect(desk.button(/Press to lock now/)).toBeVisible();
});
