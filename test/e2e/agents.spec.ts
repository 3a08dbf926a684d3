import { expect, type Page, test } from "@playwright/test";
import { encodeFunctionData, erc20Abi, maxUint256, numberToHex, parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { PASSWORD, SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** An agent on this computer, from pasting the configuration to sending a transaction. */

const here = staged();

/** Starts counting mouse and key presses in a window. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
	await page.evaluate(() => {
		document.documentElement.dataset["presses"] = "0";
		const count = () => {
			const { dataset } = document.documentElement;
			dataset["presses"] = String(Number(dataset["presses"]) + 1);
		};
		addEventListener("pointerdown", count, true);
		addEventListener("keydown", count, true);
	});
	return () => page.evaluate(() => Number(document.documentElement.dataset["presses"]));
}

interface Answer {
	readonly result?: unknown;
	readonly error?: { readonly code: number };
}

async function callAgentDoor(url: string, method: string, params: readonly unknown[]): Promise<Answer> {
	const response = await fetch(url, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
	});
	return (await response.json()) as Answer;
}

/** The agent's address, including its secret. */
let url = "";

test("an agent needs at most four clicks from its pasted configuration to its first review", async () => {
	const { desk, trusted, person } = here();
	await desk.go("Agents");
	await desk.button(t("ui.add-agent")).click();
	await trusted.at(t("ui.add-agent"));
	await trusted.page.getByRole("radio", { name: t("agents.client.foundry") }).click();
	await trusted.page.getByRole("checkbox").first().check();
	// A local chain has no price feed.
	await trusted.page.getByLabel(t("trusted.agents.day-limit")).clear();
	await trusted.fill(t("ui.password"), PASSWORD);
	await trusted.button(t("trusted.agents.add.button")).click();
	const pasted = await trusted.page.getByLabel(t("trusted.agents.paste.text")).innerText();
	[url = ""] = /http:\/\/127\.0\.0\.1:\d+\/[0-9a-zA-Z_-]+/.exec(pasted) ?? [];
	expect(url).not.toBe("");

	const presses = [await countPresses(trusted.page), await countPresses(desk.page)];
	// Nothing is shared until the user confirms.
	expect((await callAgentDoor(url, "eth_accounts", [])).result).not.toEqual([person]);
	await trusted.button(t("trusted.agents.confirm")).click();
	await expect
		.poll(async () => JSON.stringify((await callAgentDoor(url, "eth_accounts", [])).result).toLowerCase())
		.toBe(JSON.stringify([person]).toLowerCase());
	const transaction = { from: person, to: SOMEBODY, value: numberToHex(parseEther("0.01")) };
	const sent = callAgentDoor(url, "eth_sendTransaction", [transaction]);
	await trusted.button(t("trusted.agents.review", { count: 1 })).click();
	await trusted.reviewing(/^Send 0.01 ETH/);
	const counts = await Promise.all(presses.map((count) => count()));
	expect(counts.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(4);

	await trusted.approve();
	expect((await sent).result).toMatch(/^0x[0-9a-f]{64}$/);
});

test("three calls of one proposal are sent after one hold, each after the previous one is confirmed", async () => {
	const { desk, world, trusted, person } = here();
	const calls = ["0.01", "0.02", "0.03"].map((ether) => ({
		to: SOMEBODY,
		value: numberToHex(parseEther(ether)),
	}));
	const { chainId, publicClient } = world.chain;
	const before = await publicClient.getBalance({ address: SOMEBODY });
	const bundle = {
		version: "2.0.0",
		from: person,
		chainId: numberToHex(chainId),
		atomicRequired: false,
		calls,
	};
	const sent = callAgentDoor(url, "wallet_sendCalls", [bundle]);
	await desk.go("Inbox");
	await desk.openEntry(/Send 0\.06 ETH/);
	const decision = trusted.region(t("ui.your-decision"));
	await expect(decision).toContainText(t("trusted.review.one-hold", { count: 3 }));
	await expect(decision.getByRole("listitem")).toHaveCount(3);
	await trusted.approve();
	await trusted.ended(t("trusted.progress.outcomes.confirmed.title"));
	expect((await trusted.legs()).map(({ state }) => state)).toEqual(["confirmed", "confirmed", "confirmed"]);
	expect((await sent).result).toMatchObject({ id: expect.any(String) });
	expect(await publicClient.getBalance({ address: SOMEBODY })).toBe(before + parseEther("0.06"));
});

test("the user lowers an agent's unlimited allowance in its review", async () => {
	const { desk, world, person, trusted } = here();
	const { token, router } = world.demo;
	const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [router, maxUint256] });
	const sent = callAgentDoor(url, "eth_sendTransaction", [{ from: person, to: token, data }]);
	await desk.go("Inbox");
	await desk.openEntry(/unlimited DEMO/);
	await trusted.reviewing(/unlimited DEMO/);
	await trusted.button(t("trusted.edit.allowance.change")).click();
	await trusted.page.keyboard.type("25");
	await trusted.button(t("trusted.edit.use")).click();
	const lowered = await trusted.reviewing(/25 DEMO/);
	await expect(trusted.page.getByText(t("trusted.edit.allowance.from-unlimited"))).toBeVisible();
	expect(lowered.verdict).toBe("matched");
	await trusted.approve();
	await trusted.ended(t("trusted.progress.outcomes.confirmed.title"));
	expect((await sent).result).toMatch(/^0x[0-9a-f]{64}$/);
	const allowance = await world.chain.publicClient.readContract({
		address: token,
		abi: erc20Abi,
		functionName: "allowance",
		args: [person, router],
	});
	expect(allowance).toBe(parseEther("25"));
});

test("all agents are paused from the tray once the user has confirmed it", async () => {
	const { app, desk } = here();
	await app.chooseTrayItem(t("desktop.menu.stop-agents"));
	const question = desk.page.getByRole("dialog", { name: t("desk.agents.stop.all-title") });
	await question.getByRole("button", { name: t("ui.cancel") }).click();
	expect((await callAgentDoor(url, "eth_accounts", [])).error).toBeUndefined();

	await app.chooseTrayItem(t("desktop.menu.stop-agents"));
	await question.getByRole("button", { name: t("desk.agents.stop.all-button") }).click();
	await expect(question).toHaveCount(0);
	await expect(
		desk.page.getByRole("main").getByText(t("agents.state.paused"), { exact: true }),
	).toBeVisible();
	expect((await callAgentDoor(url, "eth_accounts", [])).error).toBeDefined();
});
