import type { Stage } from "../e2e/pages/stage.ts";
import type { Facts, ReceiptLine } from "../e2e/pages/trusted.ts";
import { until } from "../e2e/pages/until.ts";
import { compare, holdings } from "./ledger.ts";
import type { Pictures } from "./pictures.ts";
import { must, type Teller, timed } from "./tell.ts";

/** Tools that every story needs: the stage, a narrator, screenshots. */
export interface Show {
	readonly stage: Stage;
	readonly tell: Teller;
	readonly shots: Pictures;
	/** Ids on the chain of the commits that were approved, in order. */
	readonly mined: string[];
	/** Ids of the actions that were approved, in order. */
	readonly answered: string[];
	/** Lies that were refused, in a word or two each. */
	readonly refused: string[];
	/** User's actions on the device after holding, if the keys are on a device. */
	readonly onDevice?: () => Promise<void>;
}

export interface Open {
	readonly facts: Facts;
	readonly commitId: string;
	readonly digest: string;
}

export interface Opening {
	readonly onNotified?: () => Promise<void>;
	/** The picture of the review, as it stands once the button is enabled, or can't be. */
	readonly picture?: string;
}

/** Says it to the agent, waits to be told, clicks the notification, reads the review. */
export async function openReview(
	show: Show,
	sentence: string,
	headline: RegExp,
	options: Opening = {},
): Promise<Open> {
	return readReview(show, await openAsked(show, sentence, headline, options));
}

/** The same as far as the review is drawn, whatever it is of. */
export async function openAsked(
	show: Show,
	sentence: string,
	headline: RegExp,
	options: Opening = {},
): Promise<Facts> {
	const { stage, tell } = show;
	tell.step("said", sentence);
	const { value, ms } = await timed(() => stage.ask(sentence));
	tell.step("notified", `${value.title} | ${value.body} (${ms} ms after it was said)`);
	await options.onNotified?.();
	return openNotified(show, value.index, headline, options);
}

/** Clicks the notification, and reads what it opens. */
export async function openNotified(
	{ stage, tell, shots }: Show,
	index: number,
	headline: RegExp,
	{ picture }: Opening = {},
): Promise<Facts> {
	const { value: facts, ms } = await timed(async () => {
		await stage.app.clickNotification(index);
		return stage.trusted.reviewing(headline);
	});
	if (picture !== undefined) {
		const settled = stage.trusted.hold.settled().or(stage.trusted.button("Back to inbox"));
		await settled.first().waitFor();
		await shots.trusted(picture);
	}
	tell.step("review", `${facts.headline} (${ms} ms after the click)`);
	return facts;
}

/** Holds the review of a commit that is open to what the service has. */
export async function readReview({ stage, tell }: Show, facts: Facts): Promise<Open> {
	const { trusted } = stage;
	// Approve is enabled once the headline has been visible. Copying from further down before that keeps it disabled.
	await trusted.hold.settled().or(trusted.button("Back to inbox")).first().waitFor();
	const commit = await stage.awaitingCommit();
	const digest = await readFingerprint(stage, facts);
	must("the review shows the digest of the service", digest === commit.review?.digest, {
		digest,
		service: commit.review?.digest,
	});
	tell.step("digest", digest);
	tell.step("fingerprint", facts.fingerprint ?? "none: nothing here can be signed");
	tell.step("checks", `${facts.match} → ${facts.verdict}`);
	return { facts, commitId: commit.commit_id, digest };
}

/** Copies fingerprint and digest by their buttons, and compares the copy with what is drawn. */
async function readFingerprint(stage: Stage, facts: Facts): Promise<string> {
	const { trusted, app } = stage;
	if (facts.fingerprint !== null) {
		await trusted.copy("the fingerprint");
		const copied = await app.clipboard();
		must("the fingerprint copied is the one drawn", copied === facts.fingerprint, copied);
	}
	await trusted.copy("the review digest");
	return app.clipboard();
}

/** Approves by holding, and follows the commit to Confirmed; gives its id on the chain. */
export async function settle(
	show: Show,
	{ facts, commitId }: Open,
	by: "mouse" | "space" = "mouse",
): Promise<{ readonly id: string; readonly lines: readonly ReceiptLine[] }> {
	const { stage, tell, mined } = show;
	const { trusted } = stage;
	must("the review matches", facts.verdict === "matched", facts);
	const held = await timed(() => trusted.approve(by));
	tell.step("approved", `by holding ${by === "space" ? "Space" : "the mouse button"} (${held.ms} ms)`);
	await show.onDevice?.();
	const settled = await timed(() => trusted.step("Confirmed"));
	const steps = await trusted.steps();
	must("all six steps are done", steps.length === 6 && steps.every((step) => step.state === "done"), steps);
	const lines = await trusted.receipt();
	must("the receipt says as predicted", lines.length > 0 && lines.every((line) => !line.differs), lines);
	const taken = await stage.signatures(commitId);
	must("exactly one signature was handed in", taken.length === 1 && taken[0]?.outcome === "taken", taken);
	tell.step("signed", `${taken[0]?.raw.slice(0, 34)}… handed in once`);
	tell.step("followed", `${steps.map((step) => step.name).join(" → ")} (${settled.ms} ms later)`);
	await trusted.copy("the transaction ID");
	const id = await stage.app.clipboard();
	const commit = await stage.commit(commitId);
	must("the service has it confirmed", commit.state === "confirmed", commit.state);
	must("the service has the same transaction", commit.transaction_id === id, commit.transaction_id);
	mined.push(id);
	return { id, lines };
}

/** Approves an EVM commit, follows it to the agent's `complete`, and holds the chain to the review. */
export async function approve(
	show: Show,
	open: Open,
	options: {
		readonly by?: "mouse" | "space";
		/** The allowance that stands afterwards, where it changes. */
		readonly allowed?: bigint;
		/** False: what goes out goes to the router, and not to somebody; a coin that comes in has no receipt. */
		readonly toSomebody?: boolean;
		/** False: the turn goes on to something else. */
		readonly completes?: boolean;
		readonly onProgress?: () => Promise<void>;
	} = {},
): Promise<void> {
	const { stage, tell } = show;
	const { toSomebody = true, completes = true } = options;
	const before = await holdings(stage);
	const { id, lines } = await settle(show, open, options.by);
	must("every line of the receipt is told", !toSomebody || lines.every((line) => line.same), lines);
	const { block } = await stage.trusted.transaction();
	tell.step("transaction", `${id} in block ${block}`);
	const allowed = options.allowed ?? null;
	tell.step("chain", await compare(stage, open.facts, id, before, { allowed, toSomebody }));
	await options.onProgress?.();
	await stage.notified(/^Confirmed: /);
	if (completes) await turnCompletes(show);
}

/** The agent goes on, and its turn is over. */
export async function turnCompletes({ stage, tell }: Show): Promise<void> {
	await stage.desk.turnIs("complete");
	tell.step("agent", `${await lastText(stage)} → complete`);
}

/** Returns the agent's last text in the open conversation. */
export async function lastText({ desk }: Stage): Promise<string> {
	const said = await desk.log
		.getByText(/^The agent: $/)
		.locator("..")
		.allTextContents();
	return (said.at(-1) ?? "").replace(/^The agent: /, "").slice(0, 100);
}

/** Rejects with a reason, and waits for the agent's answer to it. */
export async function reject(show: Show, commitId: string, reason: string, picture?: string): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted, desk } = stage;
	if (picture !== undefined) {
		await trusted.rejectByOneClick();
		await shots.trusted(picture);
		await trusted.button("Undo").click();
	}
	await trusted.reject(reason);
	const commit = await until("the service to have it rejected", async () => {
		const now = await stage.commit(commitId);
		return now.state === "rejected" ? now : null;
	});
	must("the service has it rejected", commit.state === "rejected");
	must("nothing was signed", (await stage.signatures(commitId)).length === 0);
	tell.step("rejected", `“${reason}”; the service has it ${commit.state}; no signature was handed in`);
	await desk.says(`you rejected it because: ${reason}`);
	await turnCompletes(show);
}
