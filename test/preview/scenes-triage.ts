import { message } from "../../src/core/localized-text.ts";
import type { TriageGroup, TriageMark, TriageView } from "../../src/ipc/inbox.ts";
import type { EntryScreen } from "../../src/ipc/windows.ts";
import { t } from "../../src/text/index.ts";
import { MINUTE, NOW, settings } from "./samples/common.ts";
import { entry } from "./samples/desk.ts";
import { ledgerReview } from "./samples/ledger-signing.ts";
import { review, revised, risky } from "./samples/review.ts";
import { progress, reviewing, trustedView } from "./samples/trusted.ts";
import { type Scene, trusted } from "./scene.ts";
import { rejection } from "./scenes-rejected.ts";

const times = (count: number, mark: TriageMark): readonly TriageMark[] =>
	Array.from({ length: count }, () => mark);

const group = (session: string, app: string, change: Partial<TriageGroup> = {}): TriageGroup => ({
	key: session,
	session,
	app,
	cents: null,
	unlimited: false,
	isDanger: false,
	decided: 0,
	of: 4,
	isCurrent: false,
	firstWaiting: session,
	...change,
});

const GROUPS: readonly TriageGroup[] = [
	group("Claim season rewards", "Claim Helper", { decided: 5, of: 5, firstWaiting: null }),
	group("November invoices", "Payroll", { cents: "714000", decided: 2, of: 12, isCurrent: true }),
	group("Rebalance to ETH", "Claude", { cents: "124000", of: 6 }),
	group("USDC to Arbitrum", "Yield Scout", { cents: "286000", of: 4 }),
	group("Move idle USDC", "Uniswap", { cents: "224500", of: 9, unlimited: true, isDanger: true }),
];

const next = entry({
	id: "e-next",
	app: "Payroll",
	session: "November invoices",
	headline: "Send 2,400 USDC to Ana Lindqvist",
	cents: "240000",
	expiresAt: NOW + 21 * MINUTE + 40_000,
});

const run = (change: Partial<TriageView> = {}): TriageView => ({
	at: 7,
	marks: [...times(5, "rejected"), ...times(1, "approved"), ...times(30, "waiting")],
	msLeft: 12 * MINUTE - 20_000,
	groups: GROUPS,
	next,
	rejection: rejection(),
	...change,
});

function triage(
	name: string,
	card: EntryScreen | null,
	change: Partial<TriageView> = {},
	act?: Scene["act"],
	singleKeys = true,
): Scene {
	const view = trustedView(
		{ screen: "triage", triage: run(change), card },
		{ settings: settings({ singleKeys }) },
	);
	return { ...trusted(name, view, act), sizes: "triage" };
}

const enabled: Scene["act"] = async (page) => {
	await page.locator("[data-approve][aria-disabled=false]").waitFor();
};

const worst = { severity: "danger", text: message("reason.unreadable") } as const;

export const triageScenes: readonly Scene[] = [
	triage("triage-calm", reviewing(review(), 30), {}, enabled),
	triage("triage-danger", reviewing(risky(), 30), {
		rejection: null,
		msLeft: null,
		marks: [...times(2, "over"), ...times(3, "later"), ...times(1, "approved"), ...times(30, "waiting")],
		next: { ...next, worst },
	}),
	triage("triage-word", reviewing(risky(), 30), {}, async (page) => {
		await page.locator("[data-blocker=word]").waitFor();
		await page.keyboard.press("Space");
		await page.locator("[data-typed-word]:focus").waitFor();
	}),
	triage("triage-revised", reviewing(revised(), 30)),
	triage("triage-loading", { screen: "loading", headline: "Swap 1.5 ETH for at least 4,388.20 USDC" }),
	triage("triage-device", { screen: "progress", progress: progress(), waiting: 30 }, { rejection: null }),
	triage("triage-ledger", reviewing(ledgerReview(), 30), { rejection: null }),
	triage("triage-last", reviewing(review(), 1), {
		at: 36,
		marks: [...times(20, "rejected"), ...times(15, "approved"), ...times(1, "waiting")],
		next: null,
		rejection: null,
		msLeft: 4_000,
	}),
	triage("triage-done", null, {
		at: 0,
		marks: [...times(20, "rejected"), ...times(14, "approved"), ...times(2, "later")],
		next: null,
		msLeft: null,
		groups: GROUPS.map((each) => ({
			...each,
			decided: each.of,
			isCurrent: false,
			isDanger: false,
			firstWaiting: null,
		})),
	}),
	triage("triage-more", null, { at: 0, rejection: null, msLeft: null }),
	triage("triage-300", reviewing(review(), 300), {
		at: 120,
		marks: [...times(80, "rejected"), ...times(39, "approved"), ...times(181, "waiting")],
		msLeft: 55 * MINUTE,
		groups: Array.from({ length: 40 }, (_, index) =>
			group(`Session ${index + 1}`, "Payroll", { cents: "100" }),
		),
	}),
	triage("triage-without-keys", reviewing(review(), 30), {}, undefined, false),
	triage("triage-keys", reviewing(review(), 30), {}, async (page) => {
		await page.keyboard.press("?");
		await page.getByRole("dialog", { name: t("desk.shell.keyboard-shortcuts") }).waitFor();
	}),
	triage("triage-reason", reviewing(review(), 30), {}, async (page) => {
		await page
			.getByRole("button", { name: t("rejection.reason.add") })
			.filter({ visible: true })
			.click();
		await page.getByRole("dialog").waitFor();
	}),
];
