import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { SOMEBODY, SVM_SOMEBODY } from "../e2e/pages/stage.ts";
import type { Facts } from "../e2e/pages/trusted.ts";
import {
	approve,
	openAsked,
	openNotified,
	openReview,
	readReview,
	type Show,
	settle,
	turnCompletes,
} from "./approval.ts";
import { holdings } from "./ledger.ts";
import { must, timed } from "./tell.ts";

/** Stories of what else can await a user: Solana, a batch, actions, messages, a replacement. */

/** Lamports of the transaction's own signature and of the priority that it asks for. */
const SVM_FEE = 5_120n;

export async function solana(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	tell.story("A payment on Solana, from the same phrase");
	const open = await openReview(show, `send 0.5 SOL to ${SVM_SOMEBODY}`, /^Send 0\.5 SOL to /, {
		picture: "review-solana",
	});
	await stage.trusted.region(t("trusted.content.what-it-runs")).scrollIntoViewIfNeeded();
	await shots.trusted("review-solana-instructions");
	const [mine, theirs] = [stage.lamports(stage.svmPerson), stage.lamports(SVM_SOMEBODY)];
	const { id } = await settle(show, open);
	await shots.trusted("progress-solana");
	const lost = mine - stage.lamports(stage.svmPerson);
	must("the SOL has arrived", stage.lamports(SVM_SOMEBODY) - theirs === 500_000_000n);
	must("the SOL went out as reviewed, and the fee", lost === 500_000_000n + SVM_FEE, lost);
	tell.step("transaction", id);
	tell.step("chain", "0.5 SOL moved as reviewed; fee 0.00000512 SOL, as the review says");
	await turnCompletes(show);
}

export async function batch(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted, desk, app } = stage;
	tell.story("Two that belong together: a permission, then the swap that needs it");
	const first = await openReview(
		show,
		"approve 100 DEMO for the router and swap 50 DEMO",
		/up to 100 DEMO$/,
		{
			picture: "review-batch-first",
			onNotified: async () => {
				await desk.go("Inbox");
				await shots.desk("inbox-batch");
				await desk.go("Sessions");
			},
		},
	);
	const told = (await app.notifications()).length;
	await approve(show, first, { allowed: parseEther("100"), completes: false });
	const next = await stage.requestNotified(told);
	tell.step("notified", `${next.title} | ${next.body} (only now: the first is confirmed)`);
	const facts = await openNotified(show, next.index, /unknown function/, { picture: "review-batch-second" });
	const places = await trusted.region("Batch steps").getByRole("listitem").allTextContents();
	must("the first step stands as confirmed", places[0]?.endsWith("confirmed") === true, places);
	await approve(show, await readReview(show, facts), { allowed: parseEther("50"), toSomebody: false });
}

/** Approves an action by holding, and follows it to its end; gives nothing: the service's records have it. */
export async function answer(show: Show, facts: Facts, end: "Answered" | "Confirmed"): Promise<void> {
	const { stage, tell } = show;
	const { trusted } = stage;
	must("every check passed", facts.verdict === "matched", facts);
	tell.step("fingerprint", facts.fingerprint ?? "none");
	tell.step("checks", `${facts.match} → ${facts.verdict}; no digest: the request describes itself`);
	const { id } = await stage.lastAction();
	await trusted.approve();
	await show.onDevice?.();
	const { ms } = await timed(() => trusted.ended(end));
	const steps = await trusted.steps();
	must(
		"all steps are done",
		steps.every((step) => step.state === "done"),
		steps,
	);
	const taken = await stage.resolutions(id);
	must("exactly one answer was handed in", taken.length === 1 && taken[0]?.outcome === "taken", taken);
	tell.step("followed", `${steps.map((step) => step.name).join(" → ")} (${ms} ms later)`);
	show.answered.push(id);
}

export async function execute(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	tell.story("Two transactions under one approval, sent one after the other");
	const sentence = `execute: send 0.01 ETH to ${SOMEBODY}, then send 5 DEMO to ${SOMEBODY}`;
	const facts = await openAsked(show, sentence, /^Send 0.01 ETH to .+, then send 5 DEMO to /, {
		picture: "review-action",
	});
	const before = await holdings(stage);
	await answer(show, facts, "Confirmed");
	const legs = await stage.trusted.legs();
	must("both are confirmed", legs.length === 2 && legs.every(({ state }) => state === "confirmed"), legs);
	await shots.trusted("progress-action");
	const after = await holdings(stage);
	must("the ETH has arrived", after.theirEth - before.theirEth === parseEther("0.01"));
	must("the DEMO has arrived", after.theirDemo - before.theirDemo === parseEther("5"));
	tell.step("chain", "0.01 ETH and 5 DEMO moved as reviewed, in two transactions");
	await turnCompletes(show);
}

export async function permit(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	tell.story("A Permit: a permission by signature alone");
	const facts = await openAsked(show, "permit the router 25 DEMO", /up to 25 DEMO$/, {
		picture: "review-permit",
	});
	await answer(show, facts, "Answered");
	await shots.trusted("progress-signed");
	await turnCompletes(show);
	const { allowance } = await holdings(stage);
	must("the router may take just that", allowance === parseEther("25"), allowance);
	tell.step("chain", "the router may take 25 DEMO, and the person has sent nothing");
}

export async function message(show: Show): Promise<void> {
	const { stage, tell } = show;
	tell.story("A message, with characters in it that nobody would see");
	const facts = await openAsked(
		show,
		"sign the message: I agree to pay \u202Eeerht\u202C \u200Bcoins",
		/^Sign the text “/,
		{ picture: "review-message" },
	);
	const shown = (await stage.trusted.page.getByRole("main").textContent()) ?? "";
	must("what hides is shown", shown.includes("U+202E") && !shown.includes("\u202E"), shown);
	await answer(show, facts, "Answered");
	await turnCompletes(show);
}

export async function speedsUp(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted, world } = stage;
	tell.story("One that no block takes, sped up by the person");
	const open = await openReview(show, `send 0.02 ETH to ${SOMEBODY}`, /^Send 0.02 ETH to /);
	const before = await holdings(stage);
	await world.chain.setAutomine(false);
	await trusted.approve();
	await trusted.step("Submitted");
	const { hash } = await trusted.transaction();
	await trusted.button(/^Speed up/).waitFor();
	await shots.trusted("progress-waiting");
	await trusted.button(/^Speed up/).click();
	await trusted.region(t("trusted.review.what-it-replaces")).waitFor();
	await trusted.hold.enabled();
	await shots.trusted("review-replacement");
	await trusted.approve();
	await trusted.step("Submitted");
	await world.chain.setAutomine(true);
	await world.chain.mine();
	await trusted.step("Confirmed");
	const replaced = (await trusted.transaction()).hash;
	must("another transaction took its place", replaced !== hash, replaced);
	const after = await holdings(stage);
	must("it happened once", after.theirEth - before.theirEth === parseEther("0.02"), { before, after });
	tell.step("replaced", `${hash} by ${replaced}: the same nonce, paid once`);
	show.mined.push(open.commitId);
	await turnCompletes(show);
}
