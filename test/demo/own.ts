import { encodeFunctionData, parseEther } from "viem";
import { tokenAbi } from "../chains/demo-abi.ts";
import {
	addContact,
	allowed,
	changeLimit,
	limitOnce,
	openBook,
	openRevocation,
	openRules,
	opinion,
} from "../e2e/pages/own.ts";
import { PASSWORD, SOMEBODY } from "../e2e/pages/stage.ts";
import { approve, openAsked, openReview, readReview, reject, type Show } from "./approval.ts";
import { holdings } from "./ledger.ts";
import { must, timed } from "./tell.ts";

/** Stories of what is the user's own: their RPC's opinion, their address book, their rules, what they allowed. */

/** Returns the result of the user's own simulation once it is available. */
async function heard({ stage }: Show): Promise<{ readonly state: string | null; readonly text: string }> {
	const { trusted } = stage;
	await trusted.hold.settled().or(trusted.button("Back to inbox")).first().waitFor();
	const line = opinion(trusted);
	return { state: await line.getAttribute("data-opinion"), text: (await line.textContent()) ?? "" };
}

export async function opined(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted } = stage;
	tell.story("A second opinion: the person's own RPC simulates what the payload does");
	const facts = await openAsked(show, `send 3 DEMO to ${SOMEBODY}`, /^Send 3 DEMO to /);
	const { value: answer, ms } = await timed(() => heard(show));
	must("it agrees with the service", answer.state === "agrees", answer);
	tell.step("opinion", `${answer.text} (${ms} ms after the review)`);
	const open = await readReview(show, facts);
	await trusted.button(/^Your simulation/).click();
	await opinion(trusted).scrollIntoViewIfNeeded();
	await shots.trusted("opinion-agrees");
	await approve(show, open);
}

export async function undeclared(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted, world } = stage;
	tell.story("A payload that does more than the service's simulation declares");
	const args = [SOMEBODY, parseEther("700")] as const;
	const data = encodeFunctionData({ abi: tokenAbi, functionName: "transfer", args });
	const sentence = `call ${world.demo.token} with ${data}, hiding everything`;
	const open = await openReview(show, sentence, /^Send 700 DEMO to /, { picture: "opinion-undeclared" });
	const answer = await heard(show);
	must("what is not declared is said", answer.state === "undeclared", answer);
	must("the payload is the reviewed one", open.facts.verdict === "matched", open.facts);
	must("there is no button to hold", (await trusted.hold.button.count()) === 0);
	await opinion(trusted).scrollIntoViewIfNeeded();
	await shots.trusted("opinion-undeclared-rows");
	tell.step("opinion", `${answer.text} No Approve button`);
	await reject(show, open.commitId, "It hides what leaves");
	show.refused.push("an outflow that the simulation hides");
}

export async function limited(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { desk, trusted } = stage;
	tell.story("The person's own names and rules");
	await openBook(desk, trusted);
	await addContact(trusted, "Coffee house", SOMEBODY);
	await shots.trusted("contacts");
	tell.step("named", `${SOMEBODY} is Coffee house, here and nowhere else`);
	await openRules(desk, trusted);
	await shots.trusted("rules-empty");
	await limitOnce(trusted, "Pocket money", "0.01");
	await shots.trusted("rules");
	const sentence = `send 0.02 ETH to ${SOMEBODY}`;
	const open = await openReview(show, sentence, /^Send 0.02 ETH to Coffee house/, {
		picture: "review-rule",
	});
	const refusal = await trusted.refusal();
	must("the rule is named", /your rule “Pocket money” blocks this/i.test(refusal), refusal);
	must("there is no button to hold", (await trusted.hold.button.count()) === 0);
	tell.step("refused", /Your rule .+?\.(?= )/.exec(refusal)?.[0] ?? refusal);
	await openRules(desk, trusted);
	await changeLimit(trusted, "Pocket money", "1");
	await trusted.at("This makes your rules less strict");
	await shots.trusted("rules-loosening");
	await trusted.fill("Password", PASSWORD);
	await trusted.button("Loosen").click();
	await trusted.at("Your rules");
	tell.step("loosened", "by the password of the keys, and by nothing less");
	await desk.go("Inbox");
	await desk.openEntry(/0.02 ETH/);
	await trusted.at(/^Send 0.02 ETH/);
	await trusted.hold.enabled();
	await shots.trusted("review-rule-kept");
	await desk.go("Sessions");
	await reject(show, open.commitId, "Only to see the rule");
}

export async function revokes(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { desk, trusted } = stage;
	tell.story("A permission taken back");
	await desk.go("Powers");
	const row = allowed(desk, "DEMO").first();
	await row.waitFor();
	await shots.desk("powers");
	const before = (await holdings(stage)).allowance;
	must("the router may still take something", before > 0n, before);
	await openRevocation(desk, row);
	await trusted.at(/DEMO/);
	await trusted.hold.enabled();
	await shots.trusted("review-revocation");
	tell.step("review", (await trusted.heading.textContent()) ?? "");
	await trusted.approve();
	await trusted.step("Confirmed");
	await row.waitFor({ state: "detached" });
	const { allowance } = await holdings(stage);
	must("the router may take nothing", allowance === 0n, allowance);
	await shots.desk("powers-empty");
	tell.step("chain", "the router may take nothing any more, by the chain's own word");
}
