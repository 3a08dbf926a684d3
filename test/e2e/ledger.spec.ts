import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { screenFaults } from "./pages/access.ts";
import { closeDesk } from "./pages/desk-window.ts";
import { answered, EVM_PATH, LedgerScreen, predictedPages, Signing, SVM_PATH } from "./pages/ledger.ts";
import { SOMEBODY, SVM_SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";
import { textPattern } from "./pages/text-pattern.ts";

/** Keys on a Ledger, through the real windows and approved on an emulated device. */

const OTHER_SEED =
	"abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";
const WAITS = { decide: "wait", afterMs: 0 } as const;

/** The user's own device, and someone else's that isn't connected at first. */
const here = staged({
	keys: false,
	solana: true,
	world: { paceMs: 40 },
	ledgers: [{ person: WAITS }, { person: WAITS, seed: OTHER_SEED }],
});

function tools() {
	const stage = here();
	const { trusted, ledger: device } = stage;
	const [, other] = stage.ledgers;
	if (other === undefined) throw new Error("there are two devices");
	return { stage, trusted, device, other, screen: new LedgerScreen(trusted), signing: new Signing(trusted) };
}

/** Returns accessibility faults in the trusted window's current state. */
async function faults(name: string): Promise<readonly string[]> {
	const { app, trusted } = here();
	return screenFaults(app, trusted.page, "trusted", name);
}

/**
 * Approves the open request with a press and hold, and then on the device. The device's screens must match
 * the prediction.
 */
async function approvedOnDevice(): Promise<readonly string[]> {
	const { trusted, device } = tools();
	const predicted = await predictedPages(trusted);
	await trusted.approve();
	await device.untilQuestion(10_000);
	expect(await predictedPages(trusted)).toEqual(predicted);
	const shown = await answered(device, "approve");
	expect(shown).toEqual(predicted);
	expect(shown.length).toBeGreaterThan(1);
	return shown;
}

const AGAIN = /^Send 0\.011 ETH to /;

/** Approves the refused entry again. */
async function approvedAgain(): Promise<void> {
	const { desk, trusted } = here();
	await desk.go("Inbox");
	await desk.openEntry(/0\.011 ETH/);
	await trusted.reviewing(AGAIN);
	await trusted.approve();
}

test("accounts are found, added and verified on the device in a first run with only a Ledger", async () => {
	const { stage, trusted, device, other, screen } = tools();
	other.unplug();
	await trusted.at("Your keys, on this computer");
	await trusted.button(/^Use a Ledger/).click();
	await screen.drawn();
	await screen.find("Ethereum");
	await screen.add(EVM_PATH);
	const { shown, onDevice } = await screen.verify(EVM_PATH, device, "approve");
	expect(shown).toBe("0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D");
	expect(onDevice.join(" ")).toContain(shown);
	await expect(screen.accounts).toContainText(t("trusted.ledger.states.same.title"));

	await trusted.button("Find Solana accounts").click();
	await expect(screen.finding).toContainText("Open the Solana app");
	await screen.open("Solana", device);
	await screen.find("Solana");
	await screen.add(SVM_PATH);
	const svm = await screen.verify(SVM_PATH, device, "approve");
	expect(svm.onDevice.join(" ")).toContain(svm.shown);
	expect(await faults("Ledger accounts")).toEqual([]);
	device.open("Ethereum");

	await trusted.button("Continue").click();
	await trusted.finishSetup();
	await stage.readAccount();
	expect(stage.person).toBe(shown);
	expect(stage.svmPerson).toBe(svm.shown);
	await stage.desk.go("Home");
	await expect(stage.desk.page.getByRole("main").getByText("Ledger", { exact: true })).toHaveCount(2);
	await stage.fund();
});

test("the device shows the predicted pages of a transfer, and signs once", async () => {
	const { stage, trusted, device } = tools();
	const theirs = await stage.balance(SOMEBODY);
	const facts = await stage.review(`send 0.05 ETH to ${SOMEBODY}`, /^Send 0.05 ETH to /);
	expect(facts.verdict).toBe("matched");
	await expect(trusted.region("On your Ledger")).toContainText(t("trusted.device.sights.clear.title"));
	expect(await faults("review for a Ledger")).toEqual([]);
	const shown = await approvedOnDevice();
	expect(shown.join(" ")).toContain(SOMEBODY);
	await trusted.step("Confirmed");
	await expect(trusted.page.getByText("signed with Ledger emulator", { exact: true })).toBeVisible();
	expect((await trusted.receipt()).every((line) => line.same)).toBe(true);
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.05"));
	const { commit_id } = await stage.lastCommit();
	expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
	expect(device.signed()).toHaveLength(1);
});

test("a rejection, a cancellation and an unplugged device each end the approval, and only a new one prompts again", async () => {
	const { stage, device, signing } = tools();
	await stage.review(`send 0.011 ETH to ${SOMEBODY}`, AGAIN);
	const { commit_id } = await stage.lastCommit();
	await stage.trusted.approve();
	await answered(device, "reject");
	await signing.refused(textPattern("device.rejected"));

	await approvedAgain();
	await device.untilQuestion(10_000);
	await signing.says(textPattern("device.cleared-there"));
	expect(await faults("progress on a Ledger")).toEqual([]);
	await signing.cancel();
	await signing.refused(textPattern("signer.given-up.person"));

	// The device is still showing its prompt. No other prompt may follow, and its answer is ignored.
	await approvedAgain();
	await signing.says(textPattern("device.still-asking"));
	expect(await faults("a question left on the Ledger")).toEqual([]);
	expect(device.approve()).toBe(true);
	expect(device.crashes).toBe(0);
	await signing.clear();
	await device.untilQuestion(10_000);
	device.unplug();
	await signing.refused(textPattern("device.outcome-unknown"));
	expect(await stage.signatures(commit_id)).toEqual([]);
});

test("an approval waits for the account's own device while none or another one is connected, and is then signed", async () => {
	const { stage, trusted, device, other, signing } = tools();
	const { commit_id } = await stage.lastCommit();
	await approvedAgain();
	await signing.says(textPattern("device.plug-in-account", { path: EVM_PATH }));
	other.plug();
	// The device that was disconnected during its prompt was of the same model.
	await signing.clear();
	await signing.says(textPattern("device.other-device"));
	expect(other.hasQuestion).toBe(false);
	device.plug();
	await answered(device, "approve");
	await trusted.step("Confirmed");
	expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
	expect(other.signed()).toEqual([]);
});

test("two devices are searched separately, and only the account's own one prompts", async () => {
	const { stage, trusted, other, screen } = tools();
	await stage.desk.go("Home");
	await stage.desk.button("Ledger accounts").click();
	await screen.drawn();
	await screen.devices.getByRole("radio").nth(1).click();
	await screen.find("Ethereum");
	await expect(screen.row(EVM_PATH).first()).not.toContainText("added");
	await screen.devices.getByRole("radio").nth(0).click();
	await screen.find("Ethereum");
	await expect(screen.row(EVM_PATH).first()).toContainText("added");
	await stage.review("sign the message: hello from both of us", /^Sign the text “hello from both of us”/);
	const shown = await approvedOnDevice();
	expect(shown.join(" ")).toContain("hellofrombothofus");
	await trusted.ended("Answered");
	const { id } = await stage.lastAction();
	expect(await stage.resolutions(id)).toMatchObject([{ outcome: "taken" }]);
	expect(other.signed()).toEqual([]);
	other.unplug();
});

test("a hash-only request is refused until blind signing is on, and then an allowance and a swap are signed", async () => {
	const { stage, trusted, device } = tools();
	const demo = () =>
		stage.world.chain.publicClient.readContract({
			address: stage.world.demo.token,
			abi: tokenAbi,
			functionName: "balanceOf",
			args: [stage.person],
		});
	const before = await demo();
	const { index } = await stage.ask("approve 100 DEMO for the router and swap 50 DEMO");
	await stage.app.clickNotification(index);
	await trusted.reviewing(/spend up to 100 DEMO$/);
	const refusal = await trusted.refusal();
	expect(refusal).toMatch(textPattern("against.device.blind-signing-off", { app: "Ethereum" }));
	await expect(trusted.hold.button).toHaveCount(0);
	device.blindSigning("Ethereum", true);
	await trusted.hold.enabled();
	await expect(trusted.region("On your Ledger")).toContainText(t("trusted.device.sights.blind.title"));
	const seen = (await stage.app.notifications()).length;
	await approvedOnDevice();
	await trusted.step("Confirmed");

	const next = await stage.requestNotified(seen);
	await stage.app.clickNotification(next.index);
	await trusted.reviewing(/unknown function/);
	await approvedOnDevice();
	await trusted.step("Confirmed");
	expect(before - (await demo())).toBe(parseEther("50"));
});

test("a Permit is compared member by member, and approves exactly its amount", async () => {
	const { stage, trusted } = tools();
	await stage.review("permit the router 25 DEMO", /up to 25 DEMO$/);
	await approvedOnDevice();
	await trusted.ended("Answered");
	const { id } = await stage.lastAction();
	expect(await stage.resolutions(id)).toMatchObject([{ outcome: "taken" }]);
});

test("a Solana payment is signed after its app is opened from the window", async () => {
	const { stage, trusted, device, signing } = tools();
	const theirs = stage.lamports(SVM_SOMEBODY);
	await stage.review(`send 0.5 SOL to ${SVM_SOMEBODY}`, /^Send 0\.5 SOL to /);
	const predicted = await predictedPages(trusted);
	await trusted.approve();
	await signing.says(textPattern("device.wrong-app.named", { open: "Ethereum", app: "Solana" }));
	await signing.open("Solana", device);
	await expect.poll(() => device.app()).toBe("Solana");
	expect(await answered(device, "approve")).toEqual(predicted);
	await trusted.step("Confirmed");
	expect(stage.lamports(SVM_SOMEBODY) - theirs).toBe(500_000_000n);
});

test("with the desk closed and the Ledger unplugged with the wrong app, a request is notified, reviewed, and confirmed on the device", async () => {
	const { stage, device } = tools();
	if (device.app() !== "Solana") device.open("Solana");
	await expect.poll(() => device.app()).toBe("Solana");
	device.unplug();
	await closeDesk(stage.app);
	const theirs = await stage.balance(SOMEBODY);
	const before = (await stage.app.notifications()).length;
	await stage.sayElsewhere(`send 0.02 ETH to ${SOMEBODY}`);
	const notification = await stage.requestNotified(before);
	await expect.poll(async () => (await stage.app.tray())?.toolTip).toBe("1 waiting for you");

	await stage.app.clickNotification(notification.index);
	const trusted = await stage.reopenTrusted();
	const signing = new Signing(trusted);
	await trusted.reviewing(/^Send 0.02 ETH to /);
	const predicted = await predictedPages(trusted);
	await trusted.approve();
	await signing.says(textPattern("device.plug-in-account", { path: EVM_PATH }));
	device.plug();
	await signing.says(textPattern("device.wrong-app.named", { open: "Solana", app: "Ethereum" }));
	await signing.open("Ethereum", device);
	await device.untilQuestion(10_000);
	expect(await predictedPages(trusted)).toEqual(predicted);

	// Another request arrives while the device is prompting. The user is notified, and the device keeps its
	// prompt.
	const prompt = device.screen();
	const seen = (await stage.app.notifications()).length;
	await stage.sayElsewhere(`send 0.03 ETH to ${SOMEBODY}`);
	await stage.requestNotified(seen);
	expect(device.screen()).toEqual(prompt);
	expect(await answered(device, "approve")).toEqual(predicted);
	await stage.notified(/^Confirmed: /, seen);
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.02"));
});
