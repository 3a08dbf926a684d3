import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { t } from "../../src/text/index.ts";
import { type Service, startService } from "../mock-service/service.ts";
import { screenFaults } from "./pages/access.ts";
import {
	addEnvironment,
	askForCode,
	CHOOSING,
	choose,
	ending,
	environmentLine,
	grantLine,
	openSignIn,
	pill,
	readCode,
	signInByCode,
	signOutOfAll,
	takeIntoUse,
	whoIs,
} from "./pages/identity.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { until } from "./pages/until.ts";

/** Signs in to one service, to another, and back, as a user would and with a real grant for each. */

const here = staged({
	keys: false,
	signedOut: true,
	world: { auth: { codeClients: { agent: "countersign-by-hand" } } },
});

const control = () => here().world.service.control;
const agreeAs = (person: string | null) => (code: string) =>
	control().approveDevice({ userCode: code, person });

let elsewhere: Service | null = null;
let elsewhereDir = "";

test.afterAll(async () => {
	await elsewhere?.stop();
	if (elsewhereDir !== "") await rm(elsewhereDir, { recursive: true, force: true });
});

/** Returns everything that the app has stored on this computer, as text. */
async function storedText(): Promise<string> {
	const { app } = here();
	const files = await readdir(app.userData, { recursive: true, withFileTypes: true });
	const texts = files
		.filter((each) => each.isFile())
		.map(async (file) => (await readFile(join(file.parentPath, file.name))).toString("latin1"));
	return (await Promise.all(texts)).join("\n");
}

test("a new user chooses a service and signs in with a code", async () => {
	const { trusted, desk, world, app } = here();
	await trusted.at("Sign in to your agents’ service");
	await desk.button("Continue setup").waitFor();
	// A user who hasn't signed in yet must not be told that the connection was lost.
	await expect(desk.button(/Press to reconnect/)).toContainText(t("desk.shell.states.unauthorized"));
	await trusted.button("More ways to sign in…").click();
	await trusted.at(CHOOSING);
	await expect(trusted.region("Signed in as")).toContainText("No one is signed in");
	await expect(trusted.button("Sign in with a code")).toBeDisabled();
	await addEnvironment(trusted, { name: "Home", baseUrl: world.service.url });
	await choose(trusted, ["agent"]);
	const faults = await screenFaults(app, trusted.page, "trusted", "sign-in");
	const { code } = await askForCode(trusted);
	faults.push(...(await screenFaults(app, trusted.page, "trusted", "code")));
	expect(faults).toEqual([]);
	const { host } = new URL(world.service.url);
	await expect(trusted.page.getByRole("img", { name: new RegExp(`^QR code .* at ${host}`) })).toBeVisible();
	await trusted.copy("the code");
	expect((await app.clipboard()).replace(/\W/g, "")).toBe(code.replace(/\W/g, ""));
	await trusted.button("Open in browser").click();
	await until("the page to be opened", async () =>
		(await app.openedExternal()).some((url) => url.startsWith(`${world.service.url}/oauth/device`)),
	);
	expect(await agreeAs("alice")(code)).toEqual({ done: true });
	await trusted.at(CHOOSING);
	await expect(grantLine(trusted, "Agent")).toContainText("signed in");
	await expect(grantLine(trusted, "Pipeline")).toContainText("not signed in");
	expect(await whoIs(trusted)).not.toBeNull();
	await expect(pill(desk)).toContainText("Home");
});

test("after signing in, a request goes from the message to the chain", async () => {
	const stage = here();
	const { trusted } = stage;
	await trusted.button("Back to setup").click();
	await trusted.at("Signed in");
	await trusted.button("Continue").click();
	await stage.firstRun();
	await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH to /);
	await trusted.approve();
	await trusted.step("Confirmed");
	const files = await storedText();
	expect(files).not.toContain("eyJhbGciOiJFUzI1NiI");
	const { requests } = await control().records();
	const bearers = new Set(requests.flatMap(({ headers }) => headers["authorization"] ?? []));
	for (const bearer of bearers) expect(files).not.toContain(bearer.replace(/^Bearer /, ""));
});

test("a refused code and an expired code are reported, store nothing, and can be retried", async () => {
	const { trusted, desk } = here();
	await openSignIn(desk, trusted);
	await choose(trusted, ["pipeline"]);
	await agreeAs(null)((await askForCode(trusted)).code);
	await expect(ending(trusted)).toContainText("Pipeline: not signed in");
	await expect(grantLine(trusted, "Agent")).toContainText("signed in");

	await control().authTwists({ errors: { device_code: "expired_token" } });
	await trusted.button("Try again").click();
	await expect(ending(trusted)).toContainText(t("sign-in.expired"));
	await control().authTwists({});
	await trusted.button("Try again").click();
	await agreeAs("alice")((await readCode(trusted)).code);
	await expect(grantLine(trusted, "Pipeline")).toContainText("signed in");
	await expect(grantLine(trusted, "Pipeline")).not.toContainText("not signed in");
});

test("an approval by another person is refused, and earlier grants stay", async () => {
	const { trusted } = here();
	const before = await whoIs(trusted);
	await choose(trusted, ["account"]);
	await agreeAs("bob")((await askForCode(trusted)).code);
	await expect(ending(trusted)).toContainText("Account: not signed in");
	expect(await whoIs(trusted)).toBe(before);
	await expect(grantLine(trusted, "Agent")).toContainText("signed in");
});

test("a sign-in with the browser can be cancelled, denied and approved, and ignores a forged response", async () => {
	const { trusted, app, world } = here();
	const opened = async () =>
		(await app.openedExternal()).filter((url) => url.startsWith(`${world.service.url}/api/auth/`));
	await environmentLine(trusted, "Home").getByRole("button", { name: "Edit Home" }).click();
	const form = trusted.page.getByRole("form", { name: "Edit Home" });
	await form.getByRole("button", { name: /^Client IDs/ }).click();
	await form.getByLabel("Agent", { exact: true }).click();
	await trusted.page.keyboard.type("countersign-by-hand");
	expect(await screenFaults(app, trusted.page, "trusted", "environment")).toEqual([]);
	await form.getByRole("button", { name: "Save", exact: true }).click();
	await form.waitFor({ state: "detached" });
	await choose(trusted, ["agent"]);

	const afterPressing = async (button: string) => {
		const before = (await opened()).length;
		await trusted.button(button).click();
		await trusted.at("Continue in your browser");
		return until("the browser to be opened", async () => (await opened()).slice(before).at(-1));
	};
	await afterPressing("Sign in with your browser");
	await trusted.button("Cancel").click();
	await trusted.at(CHOOSING);
	await choose(trusted, ["agent"]);
	const denied = await afterPressing("Sign in with your browser");
	expect(denied).toContain("code_challenge_method=S256");
	await control().approveInBrowser({ url: denied, person: null });
	await expect(ending(trusted)).toContainText("Agent: not signed in");

	const url = await afterPressing("Try again");
	await control().approveInBrowser({ url, person: "alice", change: { state: "forged" } });
	await expect(trusted.heading).toHaveText("Continue in your browser");
	await control().approveInBrowser({ url, person: "alice" });
	await trusted.at(CHOOSING);
	await expect(ending(trusted)).not.toContainText("not signed in");
	await expect(grantLine(trusted, "Agent")).toContainText("signed in");
});

test("another service shows only its own sessions and its name prominently, and the first one is unchanged afterwards", async () => {
	const { trusted, desk, world } = here();
	elsewhereDir = await mkdtemp(join(tmpdir(), "countersign-elsewhere-"));
	const { chain, demo } = world;
	elsewhere = await startService({
		dataDir: elsewhereDir,
		token: "elsewhere-token",
		chains: [{ chainId: chain.chainId, rpcUrl: chain.url, token: demo.token, router: demo.router }],
	});
	const mine = desk.page.getByRole("region", { name: "Sessions", exact: true }).getByText(/^Send 0.01 ETH/);
	await addEnvironment(trusted, { name: "Workshop", baseUrl: elsewhere.url });
	await expect(pill(desk)).toContainText("Workshop");
	expect(await whoIs(trusted)).toBeNull();
	await desk.go("Sessions");
	await expect(mine).toHaveCount(0);
	await desk.go("Activity");
	await expect(desk.page.getByRole("main").getByText(/Send 0.01 ETH/)).toHaveCount(0);

	const there = elsewhere.control;
	await signInByCode(trusted, ["agent"], (code) => there.approveDevice({ userCode: code, person: "bob" }));
	await desk.startConversation("hello");
	await desk.turnIs("complete");
	await expect(mine).toHaveCount(0);

	await openSignIn(desk, trusted);
	await takeIntoUse(trusted, "Home");
	await expect(pill(desk)).toContainText("Home");
	await desk.go("Sessions");
	await expect(mine).toBeVisible();
	await expect(desk.page.getByRole("heading", { name: "Start a session" })).toBeVisible();
	await expect(desk.page.getByRole("main")).not.toContainText(/hello/i);
	await desk.go("Activity");
	await expect(
		desk.page
			.getByRole("main")
			.getByText(/Send 0.01 ETH/)
			.first(),
	).toBeVisible();
});

test("one code is enough if the service grants several resources at once, and signing out ends all grants", async () => {
	const { trusted, desk } = here();
	if (elsewhere === null) throw new Error("the other service was not started");
	const there = elsewhere.control;
	await there.authTwists({ joint: true });
	await openSignIn(desk, trusted);
	await takeIntoUse(trusted, "Workshop");
	await signOutOfAll(trusted);
	// The section was opened before the user signed in, and loads as soon as they do.
	await desk.go("Settings");
	await desk.setting("Credit");
	await expect(desk.button("Top up…")).toHaveCount(0);
	await choose(trusted, ["agent", "pipeline", "account"]);
	const { code } = await askForCode(trusted);
	await expect(trusted.page.getByText(/Agent, Pipeline and Account at Workshop/)).toBeVisible();
	expect(await there.approveDevice({ userCode: code, person: "bob" })).toEqual({ done: true });
	await trusted.at(CHOOSING);
	const names = ["Agent", "Pipeline", "Account"];
	for (const name of names) await expect(grantLine(trusted, name)).not.toContainText("not signed in");
	await expect(desk.button("Top up…")).toBeVisible({ timeout: 60_000 });
	await grantLine(trusted, "Pipeline").getByRole("button", { name: "Sign out of pipeline" }).click();
	await expect(grantLine(trusted, "Pipeline")).toContainText(
		t("trusted.sign-in.revoke.shared", { others: "agent and account" }),
	);
	await grantLine(trusted, "Pipeline").getByRole("button", { name: "Sign out", exact: true }).click();
	for (const name of names) await expect(grantLine(trusted, name)).toContainText("not signed in");
	await takeIntoUse(trusted, "Home");
	await trusted.button("Back to settings").click();
});

test("signing out revokes the grant at the service, is shown on the desk, and hides earlier content", async () => {
	const { trusted, desk } = here();
	await openSignIn(desk, trusted);
	await signOutOfAll(trusted);
	await desk.button("Signed out").waitFor();
	const { calls } = await control().authCalls();
	expect(calls.filter(({ route }) => /revo/.test(route)).length).toBeGreaterThanOrEqual(2);
	await desk.go("Sessions");
	await expect(desk.page.getByRole("main")).toContainText(/You’re not signed in\s*at Home/);
	for (const section of ["Inbox", "Sessions", "Activity"] as const) {
		await desk.go(section);
		await expect(desk.page.locator("body")).not.toContainText("0.01 ETH");
	}
});
