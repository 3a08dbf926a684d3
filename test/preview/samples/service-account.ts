import type {
	AppView,
	CreditAmount,
	CreditEntryView,
	CreditsView,
	SecretSlotView,
	ServiceAccountView,
	TopUpView,
} from "../../../src/ipc/billing.ts";
import { creditsText, usdText } from "../../../src/renderer/trusted/account/usd.ts";
import { MINUTE, NOW } from "./common.ts";

/** Prepaid credit and installed apps. */
export function serviceAccount(change: Partial<ServiceAccountView> = {}): ServiceAccountView {
	return {
		offered: true,
		text: null,
		credits: null,
		creditsFault: null,
		topUp: null,
		apps: null,
		otherApps: [],
		appsFault: null,
		loading: false,
		...change,
	};
}

/** Micro-USD as a user reads them. */
export function credit(micro: bigint): CreditAmount {
	return { usd: usdText(micro), credits: creditsText(micro), micro: micro.toString() };
}

function creditEntry(id: string, change: Partial<CreditEntryView> = {}): CreditEntryView {
	return {
		id,
		kind: "usage_debit",
		stated: "usage_debit",
		amount: credit(1_240_000n),
		application: "uniswap",
		reference: null,
		at: NOW - 90 * MINUTE,
		...change,
	};
}

export function credits(change: Partial<CreditsView> = {}): CreditsView {
	return {
		month: "2026-11",
		included: { limit: credit(20_000_000n), used: credit(13_470_000n), remaining: credit(6_530_000n) },
		balance: credit(42_500_000n),
		debt: credit(0n),
		entries: [
			creditEntry("9"),
			creditEntry("8", {
				kind: "purchase",
				stated: "purchase",
				amount: credit(50_000_000n),
				application: null,
				reference: "pay_7Qm2\u202Ex4",
				at: NOW - 26 * 60 * MINUTE,
			}),
			creditEntry("7", { amount: credit(5_300n), application: "payroll", at: NOW - 50 * 60 * MINUTE }),
			creditEntry("6", {
				kind: "unknown",
				stated: "goodwill_grant",
				amount: credit(2_000_000n),
				application: null,
				at: null,
			}),
		],
		more: true,
		readAt: NOW - 12_000,
		...change,
	};
}

export function topUp(state: TopUpView["state"], text: string): TopUpView {
	return { amount: credit(20_000_000n), state, text };
}

export const unclear = topUp(
	"unclear",
	"Countersign didn’t get a readable response. The top-up may or may not have gone through.",
);
export const paymentNeeded = topUp(
	"payment_needed",
	"The service answered 402: it wants this top-up to be paid in its own way first. Nothing was added yet.",
);
export const toppedUp = topUp("done", "The service added it. The balance below is the new one.");
export const refusedTopUp = topUp(
	"refused",
	"The service refused the top-up: the payment method on file was declined. Nothing was added.",
);

function slot(name: string, change: Partial<SecretSlotView> = {}): SecretSlotView {
	return { name, description: null, required: true, presence: "own", ...change };
}

export function app(change: Partial<AppView> = {}): AppView {
	return {
		applicationId: 17,
		app: "uniswap",
		secrets: {
			ready: true,
			missing: [],
			slots: [
				slot("UNISWAP_API_KEY", { description: "Key of the routing API" }),
				slot("QUOTE_TOKEN", { presence: "app", required: false }),
			],
		},
		loading: false,
		fault: null,
		...change,
	};
}

export const apps: readonly AppView[] = [
	app(),
	app({
		applicationId: 23,
		app: "payroll",
		secrets: {
			ready: false,
			missing: ["BANK_TOKEN"],
			slots: [
				slot("BANK_TOKEN", { description: "Reads the list of salaries\u200B", presence: "missing" }),
				slot("SLACK_HOOK", { required: false, presence: "missing" }),
				slot("SIGNING_CERT", { presence: "present" }),
			],
		},
	}),
	app({ applicationId: 31, app: "yield-scout", secrets: null }),
	app({
		applicationId: 404,
		app: "404",
		secrets: null,
		fault: "The service knows no app 404, or it is not yours. Nothing was changed.",
	}),
];

/** An account that was read. */
export const readAccount = serviceAccount({ credits: credits(), apps });
