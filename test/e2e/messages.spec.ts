import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { tokenAbi } from "../chains/demo-abi.ts";
import { staged } from "./pages/staged.ts";

/** What is only signed: messages and typed data, shown whole, and answered once. */

const here = staged();

const allowance = () =>
	here().world.chain.publicClient.readContract({
		address: here().world.demo.token,
		abi: tokenAbi,
		functionName: "allowance",
		args: [here().person, here().world.demo.router],
	});

/** Approves what is open, and gives what was handed in for it. */
async function answered() {
	const { trusted } = here();
	const { id } = await here().lastAction();
	await trusted.approve();
	await trusted.ended("Answered");
	expect((await trusted.steps()).map(({ name, state }) => `${name} ${state}`)).toEqual([
		"Matched done",
		"Signed done",
		"Recorded done",
		"Answered done",
	]);
	return here().resolutions(id);
}

test("a personal message is shown with what hides in it, and signed", async () => {
	const stage = here();
	const { trusted } = stage;
	const facts = await stage.review(
		"sign the message: pay \u202Eeerht\u202C \u200Bnow",
		/^Sign the text “pay /,
	);
	expect(facts.changes).toEqual([]);
	const shown = (await trusted.page.getByRole("main").textContent()) ?? "";
	for (const mark of ["U+202E", "U+202C", "U+200B"]) expect(shown).toContain(mark);
	for (const hidden of ["\u202E", "\u202C", "\u200B"]) expect(shown).not.toContain(hidden);
	await trusted.band.getByRole("button").click();
	await expect(trusted.page.getByText(/holds invisible characters/).first()).toBeVisible();
	expect(await answered()).toMatchObject([{ outcome: "taken", status: "signed" }]);
	await stage.notified(/^Signed: /);
});

test("bytes that can't be read ask for a typed word", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review("sign the bytes: 0x00ff00ff", "Sign 4 bytes that can’t be read");
	await expect(trusted.hold.button).toHaveText("Type the word above");
	await expect(trusted.region("What you sign")).toContainText("0x00ff00ff");
	await trusted.typeWord();
	expect(await answered()).toMatchObject([{ outcome: "taken" }]);
});

test("a sign-in says where, as whom and until when", async () => {
	const stage = here();
	await stage.review("sign in", "Sign in to ledger-desk.example");
	const what = stage.trusted.region("What you sign");
	await expect(what).toContainText("ledger-desk.example");
	await expect(what).toContainText(stage.person);
	expect(await answered()).toMatchObject([{ outcome: "taken" }]);
});

test("a Permit is explained, costs nothing, and allows on the chain just what it said", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const nonce = await world.chain.publicClient.getTransactionCount({ address: stage.person });
	await stage.review("permit the router 25 DEMO", /spend up to 25 DEMO$/);
	await expect(trusted.region("What you sign")).toContainText("Permit (EIP-2612)");
	await expect(trusted.region("Allowances")).toContainText("25 DEMO");
	await expect(trusted.page.getByText(/Signing costs nothing/)).toBeVisible();
	expect(await answered()).toMatchObject([{ outcome: "taken" }]);
	await expect.poll(allowance).toBe(parseEther("25"));
	expect(await world.chain.publicClient.getTransactionCount({ address: stage.person })).toBe(nonce);
});

test("two messages are one answer, and each is shown", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review(
		"sign two messages: first things | second things",
		"Sign the text “first things”, and 1 other",
	);
	const list = trusted.region("What you sign, in order");
	await expect(list).toContainText("first things");
	await expect(list).toContainText("second things");
	expect(await answered()).toMatchObject([{ outcome: "taken" }]);
	expect((await trusted.legs()).map(({ at, state }) => ({ at, state }))).toEqual([
		{ at: 1, state: "signed" },
		{ at: 2, state: "signed" },
	]);
});
