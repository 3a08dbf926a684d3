import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { english, generateMnemonic, mnemonicToAccount } from "viem/accounts";
import { t } from "../../src/text/index.ts";
import { amount, appLine, balance, openCredit, openTopUp } from "../e2e/pages/account.ts";
import { build, makeBuild, openBuilds, simulate, walk } from "../e2e/pages/catalog.ts";
import {
	addEnvironment,
	askForCode,
	CHOOSING,
	choose,
	grantLine,
	openSignIn,
	signInByCode,
	signOutOfAll,
	whoIs,
} from "../e2e/pages/identity.ts";
import { SOMEBODY, type StageOptions } from "../e2e/pages/stage.ts";
import { until } from "../e2e/pages/until.ts";
import { openAsked, openNotified, readReview, type Show, settle } from "./approval.ts";
import { compare, holdings } from "./ledger.ts";
import { must, timed } from "./tell.ts";

/** Stories of the service itself: who one is to it, and what it offers besides an agent's requests. */

const phrase = generateMnemonic(english);
/** User name for the sign-in. */
const NAME = "alice";
const TOKEN = "demo-token";

/** The app knows no service and nobody; what the service prepares is for the account of these words. */
export const SERVICE_STAGE: StageOptions = {
	signedOut: true,
	phrase: phrase.split(" "),
	world: {
		paceMs: 40,
		person: mnemonicToAccount(phrase).address,
		token: TOKEN,
		subjects: { [TOKEN]: NAME },
	},
};

async function signsIn({ stage, tell, shots }: Show): Promise<void> {
	const { trusted, desk, world } = stage;
	const { control, url } = world.service;
	const agree = (userCode: string) => control.approveDevice({ userCode, person: NAME });
	tell.story("Signing in with a code, for one thing at a time");
	await trusted.at("Sign in to your agents’ service");
	await shots.trusted("service");
	await shots.desk("signed-out-first-run");
	await trusted.button("More ways to sign in…").click();
	await trusted.at(CHOOSING);
	await shots.trusted("sign-in-nowhere");
	await addEnvironment(trusted, { name: "Home", baseUrl: url });
	await choose(trusted, ["agent"]);
	await shots.trusted("sign-in");
	const { code } = await askForCode(trusted);
	await shots.trusted("sign-in-code");
	tell.step("code", `${code}, at ${url}/oauth/device, or by its QR code`);
	await agree(code);
	await trusted.at(CHOOSING);
	await grantLine(trusted, "Agent").getByText("signed in", { exact: true }).waitFor();
	const who = await whoIs(trusted);
	must("somebody is shown", who !== null);
	const allowed =
		(await grantLine(trusted, "Agent").getByRole("button", { expanded: false }).textContent()) ?? "";
	tell.step("signed in", `as ${who}, for the agent alone: ${allowed.toLowerCase()}`);
	await signInByCode(trusted, ["pipeline", "account"], agree);
	await shots.trusted("signed-in");
	await desk.go("Settings");
	await shots.desk("settings-sign-in");
	const { calls } = await control.authCalls();
	const issued = calls.filter(({ route, error }) => route === "token" && error === null).length;
	tell.step(
		"granted",
		`agent, pipeline and account, each by a grant of its own (${issued} answers with tokens)`,
	);
	await trusted.button("Back to setup").click();
	await trusted.at("Signed in");
	await trusted.button("Continue").click();
	await stage.firstRun(SERVICE_STAGE.phrase);
	tell.step("account", `${stage.person}, from the words of another wallet, has 10 ETH and 10 000 DEMO`);
}

async function reads({ stage, tell, shots }: Show): Promise<void> {
	const { desk } = stage;
	const { keyboard } = desk.page;
	tell.story("An agent's work, made readable");
	await desk.startConversation("show everything");
	await desk.turnIs("complete");
	await shots.desk("conversation");
	await desk.log.getByRole("button", { name: /^lookup/ }).click();
	await desk.log.getByRole("button", { name: /^Task that is failed/ }).click();
	await desk.log.getByRole("list", { name: "Steps" }).scrollIntoViewIfNeeded();
	await shots.desk("conversation-open-rows");
	await desk.log.focus();
	await keyboard.press("/");
	await keyboard.type("vitalik.eth");
	await keyboard.press("Enter");
	// Main searches: what it found comes a moment later.
	const status = desk.page.getByRole("search").getByRole("status").filter({ hasText: /./ });
	const found = (await status.textContent()) ?? "";
	must("the search finds what is folded", found === "1 of 1", found);
	await shots.desk("conversation-search");
	await keyboard.press("Escape");
	await desk.button("New").click();
	await desk.button(/^Options: /).click();
	await desk.page.getByRole("radio", { name: "Direct" }).click();
	await desk.page.getByLabel("App", { exact: true }).fill("demo");
	await desk.page.getByLabel("Message the agent").fill("What moved today?");
	await shots.desk("conversation-options");
	await desk.page.getByLabel("Message the agent").fill("");
	await desk.button(/^Options: /).click();
	tell.step("drawn", "markdown, tool calls, tasks and errors; no HTML, no image fetched, links asked about");
}

async function builds(show: Show): Promise<void> {
	const { stage, tell, shots, mined } = show;
	const { desk, trusted, app, world } = stage;
	tell.story("From the catalog: an operation, its Build, the simulation, the commit, the signature");
	await walk(desk, ["apps"]);
	await shots.desk("catalog-listing");
	await walk(desk, ["apps", "demo", "operations", "send-many"]);
	await shots.desk("catalog-operation");
	await makeBuild(desk, SOMEBODY, parseEther("0.02").toString());
	await shots.desk("catalog-build-staged");
	await simulate(desk);
	await shots.desk("catalog-build");
	const filePath = join(app.dataDir, "send.build.json");
	await app.answerDialog({ canceled: false, filePath });
	await build(desk).getByRole("button", { name: "Save to a file…" }).click();
	const saved = await until("the Build's file", () => readFile(filePath, "utf8").catch(() => null));
	tell.step("Build", `${/"digest": "(sha256:\w+)"/.exec(saved)?.[1] ?? ""}, saved as it came`);
	await build(desk).getByRole("button", { name: "Commit…" }).click();
	await trusted.at(t("trusted.build.send"));
	await trusted.button("Commit this Build").waitFor();
	await shots.trusted("build");
	const before = (await app.notifications()).length;
	const committed = await timed(() => trusted.button("Commit this Build").click());
	await trusted.at(t("trusted.build.titles.done"));
	await shots.trusted("build-committed");
	const { requests } = await world.service.control.records();
	const sent = requests.filter(({ path }) => path.endsWith("/evm/commit"));
	must("it was committed once", sent.length === 1, sent.length);
	must("the Build went back byte for byte", JSON.stringify(sent[0]?.body).includes("attestation"));
	tell.step("committed", `once, in the trusted window (${committed.ms} ms); signed: nothing`);
	await openBuilds(desk);
	await shots.desk("catalog-builds");
	const { index } = await stage.requestNotified(before);
	const facts = await openNotified(show, index, /^Send 0.02 ETH to /, { picture: "build-review" });
	const held = await holdings(stage);
	const { id } = await settle(show, await readReview(show, facts));
	tell.step("chain", await compare(stage, facts, id, held, { allowed: null, toSomebody: true }));
	must("it counts as mined", mined.at(-1) === id);
}

async function sendsAtOnce(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { desk, trusted, world } = stage;
	tell.story("The other route: the service is told first, and the wallet sends at once");
	await desk.go("Settings");
	await desk.setting("Signing");
	await desk.page.getByRole("radio", { name: "Sign and send immediately" }).click();
	await shots.desk("settings-signing");
	const facts = await openAsked(show, `send 0.03 ETH to ${SOMEBODY} by both routes`, /^Send 0.03 ETH to /, {
		picture: "attempt-review",
	});
	const { commitId } = await readReview(show, facts);
	const held = await holdings(stage);
	await trusted.approve();
	await trusted.step("Confirmed");
	await shots.trusted("attempt-confirmed");
	const steps = (await trusted.steps()).map(({ name }) => name).join(" → ");
	tell.step("followed", steps);
	await trusted.copy("the transaction ID");
	const id = await stage.app.clipboard();
	const { requests } = await world.service.control.records();
	const reports = requests.filter(({ path }) => /wallet-attempts\/[^/]+\/report$/.test(path));
	must("it was reported once", reports.length === 1, reports.length);
	must("no signature was handed in", (await stage.signatures(commitId)).length === 0);
	must("the service has it confirmed", (await stage.commit(commitId)).state === "confirmed");
	tell.step("chain", await compare(stage, facts, id, held, { allowed: null, toSomebody: true }));
}

async function pays({ stage, tell, shots }: Show): Promise<void> {
	const { desk, trusted, world } = stage;
	const { control } = world.service;
	tell.story("Credit with the service: a top-up whose answer is lost is taken once");
	await openCredit(desk);
	const before = await balance(desk);
	await shots.desk("settings-credit");
	await control.fault({ kind: "lost_answer", match: { path: "/credits/top-up$" } });
	await openTopUp(desk, trusted);
	await amount(trusted, "12.50");
	await shots.trusted("top-up");
	await trusted.button("Top up 12.50 USD").click();
	await trusted.button(/^Try again/).waitFor();
	await shots.trusted("top-up-unclear");
	await shots.desk("settings-credit-unclear");
	await trusted.button(/^Try again/).click();
	await trusted.alerts.getByText("Credit added: 12.50 USD").waitFor();
	await shots.trusted("top-up-done");
	const after = await until("the new balance", async () => {
		const now = await balance(desk);
		return now === before ? null : now;
	});
	must("12.50 USD were added once", before === "2.50 USD" && after === "15.00 USD", after);
	tell.step("credit", `${before} → ${after}; the answer was lost once, and the same key tried again`);
	await desk.setting("Apps");
	const app = appLine(desk, "test-vault");
	await app.getByRole("button", { name: "Show credentials" }).click();
	await app.getByText("VAULT_TOKEN").waitFor();
	await shots.desk("settings-apps");
	await app.getByRole("button", { name: "Remove…" }).click();
	await trusted.at("Remove this app");
	await trusted.fill("Type the app’s name", "test-vault");
	await shots.trusted("remove-app");
	await trusted.button("Remove").click();
	await app.waitFor({ state: "detached" });
	tell.step("apps", "test-vault removed after its name was typed; no value of a credential was read");
}

async function leaves({ stage, tell, shots }: Show): Promise<void> {
	const { desk, trusted, world } = stage;
	tell.story("Signing out: revoked there, forgotten here");
	await openSignIn(desk, trusted);
	await signOutOfAll(trusted);
	await desk.button("Signed out").waitFor();
	await desk.go("Sessions");
	await shots.desk("signed-out");
	const { calls } = await world.service.control.authCalls();
	const revoked = calls.filter(({ route }) => route.includes("revo")).length;
	must("each grant was revoked", revoked >= 3, calls);
	tell.step(
		"signed out",
		`${revoked} tokens revoked at the service; the desk shows nothing of them any more`,
	);
}

export const SERVICE_STORIES = [signsIn, reads, builds, sendsAtOnce, pays, leaves];
