import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import type { Locator } from "playwright";
import { encodeFunctionData, parseEther } from "viem";
import { node24Path, root } from "../../scripts/lib/ensure.mjs";
import { t } from "../../src/text/index.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { screenFaults } from "./pages/access.ts";
import {
	addContact,
	allowed,
	changeLimit,
	contacts,
	limitOnce,
	openBook,
	openRevocation,
	openRules,
	opinion,
} from "./pages/own.ts";
import { type RpcProxy, startRpcProxy } from "./pages/rpc-proxy.ts";
import { PASSWORD, SOMEBODY, type Stage } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/**
 * Evidence that doesn't depend on the service: the user's own RPC, address book, rules, allowances and
 * another computer.
 */

const run = promisify(execFile);

let proxy: RpcProxy | null = null;
/** Delays the response to a simulation. */
let gate: Promise<void> = Promise.resolve();

const here = staged({
	async beforeLaunch({ chain }) {
		proxy = await startRpcProxy(chain.url, async ({ method }) => {
			if (method === "eth_simulateV1") await gate;
		});
		return { COUNTERSIGN_RPC: JSON.stringify({ [chain.chainId]: proxy.url }) };
	},
});

test.afterAll(async () => {
	await proxy?.close();
});

const trustedFaults = (name: string) => screenFaults(here().app, here().trusted.page, "trusted", name);

const allowance = ({ world, person }: Stage) =>
	world.chain.publicClient.readContract({
		address: world.demo.token,
		abi: tokenAbi,
		functionName: "allowance",
		args: [person, world.demo.router],
	});

/** Saves the open review and checks it with countersign-verify. Returns the program's output. */
async function checkedElsewhere(folder: string): Promise<string> {
	const { app, trusted } = here();
	const filePath = join(app.dataDir, "review.json");
	await app.answerDialog({ canceled: false, filePath });
	await trusted.button("Save for checking…").click();
	await trusted.page.getByText(t("trusted.review.verifier.saved")).waitFor();
	const vite = join(root, "node_modules", "vite", "bin", "vite.js");
	const config = join(root, "verify.vite.config.ts");
	await run(node24Path(), [vite, "build", "-c", config, "--outDir", folder], { cwd: root });
	// Rejects if the exit code isn't 0.
	const { stdout } = await run(node24Path(), [join(folder, "countersign-verify.mjs"), filePath]);
	return stdout;
}

test("the review is shown before the user's RPC has answered, and Approve waits for the answer", async () => {
	const stage = here();
	const { trusted } = stage;
	const release = Promise.withResolvers<void>();
	gate = release.promise;
	const facts = await stage.review(`send 0.05 ETH to ${SOMEBODY}`, /^Send 0.05 ETH to /);
	const { commit_id } = await stage.lastCommit();
	const disabled = trusted.button("Simulating on your RPC…");
	await expect(disabled).toHaveAttribute("aria-disabled", "true");
	await trusted.openProof();
	await expect(opinion(trusted)).toContainText(/simulating/i);
	release.resolve();
	await trusted.hold.enabled();
	await expect(opinion(trusted)).toHaveText(t("opinion.agrees"));
	expect(await trustedFaults("review with a second opinion")).toEqual([]);

	const printed = await checkedElsewhere(test.info().outputPath("verify"));
	expect(printed).toContain(facts.headline);
	expect(printed.replaceAll(" ", "")).toContain(facts.fingerprint);

	const theirs = await stage.balance(SOMEBODY);
	await trusted.approve();
	await trusted.step("Confirmed");
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.05"));
	expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
});

test("an undeclared effect is named first, in red, and can't be approved", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const args = [SOMEBODY, parseEther("5")] as const;
	const data = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args });
	await stage.review(`call ${world.demo.token} with ${data}, hiding everything`, /^Send 5 DEMO to /);
	const { commit_id } = await stage.lastCommit();
	await expect.poll(() => trusted.refusal()).toContain(t("nothing-signed"));
	await expect(trusted.hold.button).toHaveCount(0);
	const alarm = trusted.page.getByRole("main").getByText(t("opinion.undeclared")).first();
	await expect(alarm).toBeInViewport();
	const top = async (of: Locator) => (await of.boundingBox())?.y ?? Number.NaN;
	expect(await top(alarm)).toBeLessThan(await top(trusted.region("Balance changes")));
	expect(await trustedFaults("review with an undeclared effect")).toEqual([]);
	await trusted.reject("it hides what leaves");
	expect(await stage.signatures(commit_id)).toEqual([]);
});

test("contacts are written, exported and imported in the trusted window", async () => {
	const { app, desk, trusted } = here();
	await openBook(desk, trusted);
	await addContact(trusted, "Coffee house", SOMEBODY);
	const exported = join(app.dataDir, "contacts.csv");
	await app.answerDialog({ canceled: false, filePath: exported });
	await trusted.button("Export…").click();
	await expect.poll(() => readFile(exported, "utf8").catch(() => "")).toContain(SOMEBODY);
	const csv = await readFile(exported, "utf8");
	expect(csv).toContain("Coffee house");

	const imported = join(app.dataDir, "more.csv");
	await writeFile(imported, csv.replaceAll(SOMEBODY, here().world.demo.router).replace("Coffee", "Market"));
	await app.answerDialog({ canceled: false, filePaths: [imported] });
	await trusted.button("Import a file…").click();
	await expect(trusted.page.getByText(/^Ready to add 1 contact/)).toBeVisible();
	const faults = await trustedFaults("address book");
	await trusted.button("Add 1 contact").click();
	await expect(contacts(trusted)).toHaveCount(2);
	await expect(contacts(trusted).filter({ hasText: "Market house" })).toBeVisible();
	expect(faults).toEqual([]);
});

test("a rule refuses a request and is named, and loosening it requires the password", async () => {
	const stage = here();
	const { desk, trusted } = stage;
	await openRules(desk, trusted);
	await limitOnce(trusted, "Pocket money", "0.01");
	const faults = await trustedFaults("rules");
	await stage.review(`send 0.02 ETH to ${SOMEBODY}`, /^Send 0.02 ETH to Coffee house/);
	const { commit_id } = await stage.lastCommit();
	await expect.poll(() => trusted.refusal()).toContain("our rule “Pocket money” blocks this");
	await expect(trusted.hold.button).toHaveCount(0);

	await openRules(desk, trusted);
	await changeLimit(trusted, "Pocket money", "1");
	await trusted.at("This makes your rules less strict");
	await trusted.fill("Password", "not my password");
	await trusted.button("Loosen").click();
	await expect(trusted.alerts).toContainText(/password/i);
	faults.push(...(await trustedFaults("loosening")));
	await trusted.fill("Password", PASSWORD);
	await trusted.button("Loosen").click();
	await trusted.at("Your rules");
	await desk.go("Inbox");
	await desk.openEntry(/0.02 ETH/);
	await trusted.at(/^Send 0.02 ETH/);
	await trusted.hold.enabled();
	await trusted.reject("only to see");
	expect(await stage.signatures(commit_id)).toEqual([]);
	expect(faults).toEqual([]);
});

test("allowances are listed from the chain, and revoked with a reviewed transaction", async () => {
	const stage = here();
	const { desk, trusted, app } = stage;
	await stage.review("approve 100 DEMO for the router", /spend up to 100 DEMO$/);
	await trusted.approve("space");
	await trusted.step("Confirmed");
	await desk.go("Powers");
	const row = allowed(desk, "Market house");
	await expect(row).toContainText("100 DEMO");
	expect(await screenFaults(app, desk.page, "desk", "powers")).toEqual([]);
	await openRevocation(desk, row);
	await trusted.at(/DEMO/);
	await trusted.approve();
	await trusted.step("Confirmed");
	await expect.poll(() => allowance(stage)).toBe(0n);
	await expect(row).toHaveCount(0);
});
