import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import {
	EVM_PATH,
	LedgerScreen,
	pagesOf,
	predictedPages,
	Signing,
	SVM_PATH,
	screensUntil,
} from "../e2e/pages/ledger.ts";
import { SOMEBODY, SVM_SOMEBODY } from "../e2e/pages/stage.ts";
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
import { answer } from "./kinds.ts";
import { holdings } from "./ledger.ts";
import { must } from "./tell.ts";

/** Stories of keys on a Ledger: nothing of them is on this computer, and the device's own screen has the last word. */

const shownOf = (screens: readonly (readonly string[])[]) =>
	screens.map((lines) => lines.join(" ").trim()).join(" ▸ ");

/** The device asks; what it shows is what the window foretold; its person approves there. */
export async function confirmed({ stage, tell }: Show): Promise<void> {
	const { ledger, trusted } = stage;
	await ledger.untilQuestion(10_000);
	const predicted = await predictedPages(trusted);
	const screens = await screensUntil(ledger, "approve");
	tell.step("device", shownOf(screens));
	const shown = pagesOf(screens);
	must("the device shows what was foretold", JSON.stringify(shown) === JSON.stringify(predicted), {
		shown,
		predicted,
	});
}

async function firstRun({ stage, tell, shots }: Show): Promise<void> {
	const { trusted, ledger } = stage;
	const screen = new LedgerScreen(trusted);
	tell.story("First run, with a Ledger and nothing else");
	await trusted.at("Your keys, on this computer");
	await shots.trusted("welcome");
	await trusted.button(/^Use a Ledger/).click();
	await screen.drawn();
	await screen.devices.getByText(/^Ethereum \d/).waitFor();
	await shots.trusted("ledger");
	await screen.find("Ethereum");
	await shots.trusted("ledger-found");
	await screen.add(EVM_PATH);
	tell.step("added", `${EVM_PATH}, found among the paths that wallets use`);
	await trusted.button(/^Show on device/).click();
	await ledger.untilQuestion(10_000);
	await shots.trusted("ledger-verify");
	tell.step("device", shownOf(await screensUntil(ledger, "approve")));
	await screen.accounts.getByText(t("trusted.ledger.states.same.title")).first().waitFor();
	await trusted.button("Find Solana accounts").click();
	await screen.finding.getByText(/Open the Solana app/).waitFor();
	await shots.trusted("ledger-other-app");
	await screen.open("Solana", ledger);
	tell.step("opened", "the Solana app, from the window; agreed to on the device");
	await screen.find("Solana");
	await screen.add(SVM_PATH);
	await shots.trusted("ledger-added");
	ledger.open("Ethereum");
	await trusted.button("Continue").click();
	await trusted.finishSetup();
	await stage.readAccount();
	await stage.fund();
	tell.step("account", `${stage.person} has 10 ETH and 10 000 DEMO`);
	tell.step("on Solana", `${stage.svmPerson} has 10 SOL and 1 000 USDX`);
	await shots.desk("accounts");
}

async function transfer(show: Show): Promise<void> {
	const { stage, shots } = show;
	show.tell.story("A transfer: reviewed here, then read and confirmed on the device");
	const open = await openReview(show, `send 0.05 ETH to ${SOMEBODY}`, /^Send 0.05 ETH to /, {
		picture: "review",
	});
	await stage.trusted.region("On your Ledger").scrollIntoViewIfNeeded();
	await shots.trusted("review-device");
	const onDevice = async () => {
		await stage.ledger.untilQuestion(10_000);
		await shots.trusted("progress-asking");
		await confirmed(show);
	};
	await approve({ ...show, onDevice }, open, { onProgress: () => shots.trusted("progress-confirmed") });
}

async function blind(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted, ledger } = stage;
	tell.story("Approve and swap: the device can show only a hash of them");
	const headline = /spend up to 100 DEMO$/;
	await openAsked(show, "approve 100 DEMO for the router and swap 50 DEMO", headline, {
		picture: "review-blind-off",
	});
	const text = await trusted.refusal();
	must("it is refused, with the way out", /Settings → Blind signing/.test(text), text);
	tell.step("refused", "blind signing is off on the device; the review says where to turn it on");
	ledger.blindSigning("Ethereum", true);
	await trusted.hold.enabled();
	tell.step("device", "blind signing is on now");
	await shots.trusted("review-blind-on");
	const told = (await stage.app.notifications()).length;
	const first = await readReview(show, await trusted.reviewing(headline));
	await approve(show, first, { allowed: parseEther("100"), completes: false });
	const next = await stage.requestNotified(told);
	const facts = await openNotified(show, next.index, /unknown function/, { picture: "review-swap" });
	await approve(show, await readReview(show, facts), { allowed: parseEther("50"), toSomebody: false });
}

async function permit(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	tell.story("A Permit, member by member on the device");
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

async function solana(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { ledger } = stage;
	tell.story("A payment on Solana, while the Ethereum app is open");
	const open = await openReview(show, `send 0.5 SOL to ${SVM_SOMEBODY}`, /^Send 0\.5 SOL to /, {
		picture: "review-solana",
	});
	const theirs = stage.lamports(SVM_SOMEBODY);
	const onDevice = async () => {
		const signing = new Signing(stage.trusted);
		await signing.says(/Open the Solana app instead/);
		await shots.trusted("progress-other-app");
		await signing.open("Solana", ledger);
		tell.step("opened", "the Solana app, from the window");
		await confirmed(show);
	};
	await settle({ ...show, onDevice }, open);
	must("the SOL has arrived", stage.lamports(SVM_SOMEBODY) - theirs === 500_000_000n);
	await turnCompletes(show);
	ledger.open("Ethereum");
}

async function refusals(show: Show): Promise<void> {
	const { stage, tell, shots } = show;
	const { trusted, desk, ledger } = stage;
	const signing = new Signing(trusted);
	const headline = /^Send 0.02 ETH to /;
	tell.story("Rejected on the device, unplugged while it asks, and plugged in again");
	let open = await openReview(show, `send 0.02 ETH to ${SOMEBODY}`, headline);
	const again = async () => {
		await desk.go("Inbox");
		await desk.openEntry(/0.02 ETH/);
		open = { ...open, facts: await trusted.reviewing(headline) };
	};
	await trusted.approve();
	tell.step("device", shownOf(await screensUntil(ledger, "reject")));
	await signing.refused(/You rejected this on the device\. Nothing was signed/);
	await shots.trusted("progress-rejected");
	tell.step("rejected", "on the device; nothing was signed, and it waits for another approval");
	await again();
	await trusted.approve();
	await ledger.untilQuestion(10_000);
	ledger.unplug();
	await signing.refused(/The result is unknown/);
	await shots.trusted("progress-unplugged");
	tell.step("unplugged", "while it asked; nothing was sent, and it is not asked again by itself");
	await again();
	const onDevice = async () => {
		await signing.says(/Plug in your Ledger/);
		await shots.trusted("progress-no-device");
		tell.step("waits", "approved here; no device is there");
		ledger.plug();
		await signing.clear();
		tell.step("plugged in", "its screen is clear, and the approval goes on by itself");
		await confirmed(show);
	};
	await approve({ ...show, onDevice }, open);
}

export const LEDGER_STORIES = [firstRun, transfer, blind, permit, solana, refusals];
