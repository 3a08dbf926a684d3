import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { z } from "zod";
import { messageText } from "../../src/main/storage/journal-rows.ts";
import { textOf } from "../../src/text/index.ts";
import { fieldName } from "../e2e/pages/rows.ts";
import { PASSWORD, SOMEBODY } from "../e2e/pages/stage.ts";
import { until } from "../e2e/pages/until.ts";
import { approve, lastText, openReview, reject, type Show } from "./approval.ts";
import { must } from "./tell.ts";

/** The demo's stories, each told through the real windows. */

export async function firstRun({ stage, tell, shots }: Show): Promise<void> {
	const { trusted, desk } = stage;
	tell.story("First run");
	await trusted.at("Your keys, on this computer");
	await shots.trusted("welcome");
	await shots.desk("first-run");
	await trusted.button(/^Create a recovery phrase/).click();
	await shots.trusted("new-password");
	await trusted.button("Back").click();
	stage.words = await trusted.createPhrase(PASSWORD);
	tell.step("phrase", "twelve words shown once");
	await shots.trusted("phrase");
	await trusted.button("I wrote them down").click();
	await trusted.at(/^Type the words from your paper/);
	await shots.trusted("phrase-check");
	await trusted.answerCheck(stage.words);
	await trusted.at("Choose your networks");
	await shots.trusted("networks");
	await trusted.button("Continue").click();
	await trusted.at("Get notified about requests");
	await shots.trusted("notifications");
	await trusted.button("Open a practice request").click();
	await trusted.hold.enabled();
	await shots.trusted("practice");
	await trusted.hold.down("mouse");
	await trusted.page.getByText(/^Approved!/).waitFor();
	await trusted.hold.up("mouse");
	tell.step("practised", "an approval that signs nothing");
	await trusted.button("Open the inbox").click();
	await stage.readAccount();
	await stage.fund();
	tell.step("account", `${stage.person} has 10 ETH and 10 000 DEMO`);
	tell.step("on Solana", `${stage.svmPerson} has 10 SOL and 1 000 USDX`);
	await desk.go("Inbox");
	await shots.desk("inbox-empty");
	await desk.go("Sessions");
	await shots.desk("new-conversation");
}

export async function sendsEth(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { desk, trusted } = stage;
	tell.story("An agent's transaction, from the sentence to the chain");
	const open = await openReview(show, `send 0.05 ETH to ${SOMEBODY}`, /^Send 0.05 ETH to /, {
		picture: "review",
		onNotified: async () => {
			await shots.desk("session-awaiting");
			await desk.go("Inbox");
			await shots.desk("inbox");
			await desk.go("Sessions");
		},
	});
	const checks = await trusted.checks();
	must(
		"every check passed",
		checks.length > 10 && checks.every(({ status }) => status === "matches"),
		checks,
	);
	await trusted.region("Proof").scrollIntoViewIfNeeded();
	await shots.trusted("review-checks");
	await approve(show, open, { onProgress: () => shots.trusted("progress-confirmed") });
	await shots.desk("session-complete");
}

export async function approvesDemo(show: Show): Promise<void> {
	show.tell.story("A permission, approved with the space bar");
	const headline = /^Approve .+ to spend up to 100 DEMO$/;
	const open = await openReview(show, "approve 100 DEMO for the router", headline, {
		picture: "review-allowance",
	});
	await approve(show, open, { by: "space", allowed: parseEther("100") });
}

export async function hosted(show: Show): Promise<void> {
	const { stage, tell } = show;
	const { desk, trusted } = stage;
	tell.story("One that the service submits, reviewed while the keys are locked");
	await desk.button(/Press to lock now/).click();
	await desk.button("Unlock").waitFor();
	const open = await openReview(show, `send 20 DEMO to ${SOMEBODY}, hosted`, /^Send 20 DEMO to /, {
		picture: "review-locked",
	});
	await trusted.unlock(PASSWORD);
	tell.step("unlocked", "in the review itself");
	await approve(show, open);
	const { broadcasts } = await stage.world.service.control.records();
	const ours = broadcasts.filter((each) => each.commitId === open.commitId);
	must("the service submitted it, once", ours.length === 1 && ours[0]?.hash === show.mined.at(-1), ours);
	tell.step("submitted", "by the service, once; the app handed in the bytes and submitted nothing");
}

export async function rejected(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	tell.story("One that the person rejects, with a reason");
	const open = await openReview(
		show,
		"approve unlimited DEMO for the router",
		/^Approve .+ to spend unlimited DEMO$/,
		{
			picture: "review-unlimited",
		},
	);
	must("a word must be typed for what is unlimited", (await stage.trusted.requiredWord()) === "UNLIMITED");
	await reject(show, open.commitId, "An unlimited permission is too much", "reject");
	await shots.desk("session-rejected");
}

export async function lying(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	tell.story("One that lies about where the money goes");
	const sentence = `lie about the target: send 0.01 ETH to ${SOMEBODY}`;
	const open = await openReview(show, sentence, /BAdBad/, { picture: "review-refused" });
	const failed = (await stage.trusted.checks()).filter(({ status }) => status === "differs");
	must("it is refused", open.facts.verdict === "refused", open.facts);
	must(
		"the lie is named",
		failed.some(({ field }) => field === fieldName("to")),
		failed,
	);
	must("there is no button to hold", (await stage.trusted.hold.button.count()) === 0);
	await shots.desk("session-refused");
	tell.step(
		"refused",
		`${failed.map(({ field }) => field).join(", ")} differs from the review; no Approve button`,
	);
	await reject(show, open.commitId, "It would go to somebody else");
	show.refused.push("another recipient");
}

export async function revised(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted, world } = stage;
	tell.story("One that is revised while it is being read");
	const first = await openReview(
		show,
		`send 0.01 ETH to ${SOMEBODY} then revise in 600 s`,
		/^Send 0.01 ETH to /,
	);
	await trusted.hold.enabled();
	await world.service.control.reviseCommit({ commitId: first.commitId });
	await trusted.region("Changed since you last looked").waitFor();
	must("the button is disabled again", !(await trusted.hold.isEnabled()));
	const facts = await trusted.reviewing(/^Send 0.02 ETH to /);
	must("the fingerprint is another", facts.fingerprint !== first.facts.fingerprint, facts);
	const rows = (await trusted.region("Changed since you last looked").locator("dt").allTextContents()).join(
		", ",
	);
	tell.step("revised", `${facts.headline}; changed: ${rows}; the earlier review counts no more`);
	tell.step("fingerprint", facts.fingerprint ?? "");
	await shots.trusted("review-changed");
	await approve(show, { ...first, facts });
}

export async function expiring(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted } = stage;
	tell.story("An offer that ends");
	const open = await openReview(show, `send 0.01 ETH to ${SOMEBODY} expiring in 5 s`, /^Send 0.01 ETH to /);
	await trusted.page
		.getByText(/^Expires in/)
		.first()
		.waitFor();
	const text = await until("the review to say that it has expired", async () => {
		const said = await trusted.refusal().catch(() => "");
		return /expired/i.test(said) ? said : null;
	});
	must("there is no button to hold", (await trusted.hold.button.count()) === 0);
	await shots.trusted("review-expired");
	const commit = await until("the service to have it expired", async () => {
		const now = await stage.commit(open.commitId);
		return now.state === "expired" ? now : null;
	});
	must("nothing was signed", (await stage.signatures(open.commitId)).length === 0);
	const sentence = /(This|The) offer has expired\./.exec(text)?.[0] ?? text;
	tell.step("expired", `${sentence} The service has it ${commit.state}; no signature was handed in`);
	await stage.desk.says(/expired before it was signed/);
	tell.step("agent", await lastText(stage));
}

const journal = z.looseObject({
	rows: z.array(
		z.looseObject({
			headline: z.string(),
			steps: z.array(z.looseObject({ step: z.string(), at: z.number() })),
		}),
	),
});

/** The journal as the user exports it, a line an approval: each durable step with its time in ms. */
async function journalTimes({ desk, app }: Show["stage"]): Promise<string[]> {
	const filePath = join(app.dataDir, "journal.json");
	await app.answerDialog({ canceled: false, filePath });
	await desk.button("Export journal…").click();
	const text = await until("the journal to be exported", () => readFile(filePath, "utf8").catch(() => null));
	return journal.parse(JSON.parse(text)).rows.map(({ headline, steps }) => {
		const start = steps[0]?.at ?? 0;
		return `${textOf(messageText.read(headline))}: ${steps.map(({ step, at }) => `${step} +${at - start}`).join(", ")} ms`;
	});
}

/** Visits the remaining screens and the journal. */
export async function lookRound({ stage, tell, shots, mined }: Show): Promise<void> {
	const { desk, trusted } = stage;
	tell.story("The rest of the windows");
	await desk.go("Inbox");
	await shots.desk("inbox-done");
	await desk.go("Home");
	await shots.desk("accounts");
	await desk.button("Add account").click();
	await trusted.at("Add an account");
	await shots.trusted("add-account");
	await desk.go("Activity");
	await desk.button("Verify chain").click();
	const verified = (await desk.page.getByRole("alert").textContent()) ?? "";
	must("the journal is whole", /all unchanged/.test(verified), verified);
	tell.step("journal", verified);
	for (const line of await journalTimes(stage)) tell.step("", line);
	const rows = desk.page.getByRole("main").getByRole("listitem");
	must("the journal has every approval", (await rows.count()) >= mined.length, await rows.count());
	await shots.desk("activity");
	await rows.first().getByRole("button").first().click();
	await shots.desk("activity-open");
	await desk.go("Settings");
	await shots.desk("settings");
	const change = desk.button("Change…");
	await desk.setting("Networks");
	await change.click();
	await trusted.at("Networks");
	await shots.trusted("network");
	await desk.setting("Signing");
	await desk.page.getByRole("region", { name: "Auto-lock" }).getByRole("button", { name: "Change…" }).click();
	await trusted.at("Auto-lock");
	await shots.trusted("auto-lock");
	await desk.page.keyboard.press("?");
	await desk.page.getByRole("dialog").waitFor();
	await shots.desk("shortcuts");
	await desk.page.keyboard.press("Escape");
	await desk.button(/Press to lock now/).click();
	await desk.button("Unlock").click();
	await trusted.at("Unlock your keys");
	await shots.trusted("unlock");
	tell.step("screens", `${shots.count()} pictures of both windows, light and dark`);
}
