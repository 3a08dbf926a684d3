import type { Stage } from "../e2e/pages/stage.ts";
import type { Facts } from "../e2e/pages/trusted.ts";
import { until } from "../e2e/pages/until.ts";
import { compare, type Holdings, holdings } from "./ledger.ts";
import type { Pictures } from "./pictures.ts";
import { must, type Teller, timed } from "./tell.ts";

/** What every story needs: the stage, who tells, who takes pictures. */
export interface Show {
	readonly stage: Stage;
	readonly tell: Teller;
	readonly shots: Pictures;
	/** Hashes of what was approved, in order. */
	readonly mined: string[];
}

export interface Open {
	readonly facts: Facts;
	readonly commitId: string;
	readonly digest: string;
}

/** Says it to the agent, waits to be told, clicks the notification, reads the review. */
export async function openReview(
	{ stage, tell, shots }: Show,
	sentence: string,
	headline: RegExp,
	options: {
		readonly onNotified?: () => Promise<void>;
		/** The picture of the review, as it stands once the button is awake, or can't be. */
		readonly picture?: string;
	} = {},
): Promise<Open> {
	tell.step("said", sentence);
	const { value: note, ms } = await timed(() => stage.ask(sentence));
	tell.step("notified", `${note.title} | ${note.body} (${ms} ms after it was said)`);
	await options.onNotified?.();
	const opened = await timed(async () => {
		await stage.app.clickNotification(note.index);
		return stage.trusted.reviewing(headline);
	});
	if (options.picture !== undefined) {
		const settled = stage.trusted.hold.settled().or(stage.trusted.button("Back to inbox"));
		await settled.first().waitFor();
		await shots.trusted(options.picture);
	}
	const commit = await stage.lastCommit();
	const { facts, digest } = await readFingerprint(stage, opened.value);
	must("the review shows the digest of the service", digest === commit.review?.digest, {
		digest,
		service: commit.review?.digest,
	});
	tell.step("review", `${facts.headline} (${opened.ms} ms after the click)`);
	tell.step("digest", digest);
	tell.step("fingerprint", facts.fingerprint ?? "none: nothing here can be signed");
	tell.step("checks", `${facts.match} → ${facts.verdict}`);
	return { facts, commitId: commit.commit_id, digest };
}

/** Copies fingerprint and digest by their buttons, and compares the copy with what is drawn. */
async function readFingerprint(stage: Stage, facts: Facts): Promise<{ facts: Facts; digest: string }> {
	const { trusted, app } = stage;
	if (facts.fingerprint !== null) {
		await trusted.copy("the fingerprint");
		const copied = await app.clipboard();
		must("the fingerprint copied is the one drawn", copied === facts.fingerprint, copied);
	}
	await trusted.copy("the review digest");
	return { facts, digest: await app.clipboard() };
}

/** Approves by holding, follows to Confirmed and to the agent's `complete`, and holds the chain to the review. */
export async function approve(
	show: Show,
	{ facts, commitId }: Open,
	options: {
		readonly by?: "mouse" | "space";
		readonly allowed?: bigint;
		readonly before?: Holdings;
		readonly onProgress?: () => Promise<void>;
	} = {},
): Promise<void> {
	const { stage, tell, mined } = show;
	const { trusted } = stage;
	must("the review matches", facts.verdict === "matched", facts);
	const before = options.before ?? (await holdings(stage));
	const held = await timed(() => trusted.approve(options.by ?? "mouse"));
	tell.step(
		"approved",
		`by holding ${options.by === "space" ? "Space" : "the mouse button"} (${held.ms} ms)`,
	);
	const settled = await timed(() => trusted.step("Confirmed"));
	const steps = await trusted.steps();
	must("all six steps are done", steps.length === 6 && steps.every((step) => step.state === "done"), steps);
	const lines = await trusted.receipt();
	must("the receipt says as predicted", lines.length > 0 && lines.every((line) => line.same), lines);
	const { hash, block } = await trusted.transaction();
	const taken = await stage.signatures(commitId);
	must("exactly one signature was handed in", taken.length === 1 && taken[0]?.outcome === "taken", taken);
	tell.step("signed", `${taken[0]?.raw.slice(0, 34)}… handed in once`);
	tell.step("followed", `${steps.map((step) => step.name).join(" → ")} (${settled.ms} ms after the hold)`);
	tell.step("transaction", `${hash} in block ${block}`);
	tell.step("chain", await compare(stage, facts, hash, before, options.allowed ?? null));
	const commit = await stage.commit(commitId);
	must("the service has it confirmed", commit.state === "confirmed", commit.state);
	must("the service has the same transaction", commit.transaction_id === hash, commit.transaction_id);
	await options.onProgress?.();
	await stage.notified(/^Confirmed: /);
	await stage.desk.turnIs("complete");
	tell.step("agent", `${await lastWords(stage)} → complete`);
	mined.push(hash);
}

/** What the agent said last in the open conversation. */
export async function lastWords({ desk }: Stage): Promise<string> {
	const said = await desk.log
		.getByText(/^The agent: $/)
		.locator("..")
		.allTextContents();
	return (said.at(-1) ?? "").replace(/^The agent: /, "").slice(0, 100);
}

/** Rejects with a reason, and waits for the agent's answer to it. */
export async function reject(
	{ stage, tell, shots }: Show,
	commitId: string,
	reason: string,
	picture?: string,
): Promise<void> {
	const { trusted, desk } = stage;
	if (picture !== undefined) {
		await trusted.openRejection();
		await shots.trusted(picture);
		await trusted.page.keyboard.press("Escape");
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
	await desk.turnIs("complete");
	tell.step("agent", `${await lastWords(stage)} → complete`);
}
