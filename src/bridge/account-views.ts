import type { Claim } from "./views.ts";

/** The account with the service: prepaid credit and installed apps. Not to be taken for the person's wallets. */

/** Micro-USD shown for a person: 10,000 are one credit. */
export interface CreditAmount {
	/** "12.34 USD". */
	readonly usd: string;
	/** "1,234 credits". */
	readonly credits: string;
	/** Whole micro-USD as decimal digits. */
	readonly micro: string;
}

export interface CreditEntryView {
	readonly id: string;
	readonly kind: "purchase" | "usage_debit" | "unknown";
	readonly stated: Claim;
	readonly amount: CreditAmount;
	readonly application: string | null;
	readonly reference: Claim | null;
	/** Unix ms; null where it can't be read. */
	readonly at: number | null;
}

export interface CreditsView {
	readonly month: Claim;
	readonly included: {
		readonly limit: CreditAmount;
		readonly used: CreditAmount;
		readonly remaining: CreditAmount;
	};
	readonly balance: CreditAmount;
	readonly debt: CreditAmount;
	readonly entries: readonly CreditEntryView[];
	readonly more: boolean;
	/** When it was read, Unix ms. */
	readonly readAt: number;
}

/** A top-up on its way or over. */
export interface TopUpView {
	readonly amount: CreditAmount;
	/** `unclear`: whether the service took it is not known; trying again uses the same key. */
	readonly state: "sending" | "unclear" | "payment_needed" | "done" | "refused";
	readonly words: string;
}

export interface SecretSlotView {
	readonly name: Claim;
	readonly description: Claim | null;
	readonly required: boolean;
	/** `own`: yours. `app`: given by the app. `missing`: nothing is there. Never a value. */
	readonly presence: "own" | "app" | "present" | "missing";
}

export interface AppView {
	readonly applicationId: number;
	readonly app: Claim;
	/** null until they were asked for. */
	readonly secrets: {
		readonly ready: boolean;
		readonly missing: readonly Claim[];
		readonly slots: readonly SecretSlotView[];
	} | null;
	readonly loading: boolean;
	readonly fault: string | null;
}

export interface ServiceAccountView {
	/** False: no grant for the account; the words say what to do. */
	readonly offered: boolean;
	readonly words: string | null;
	readonly credits: CreditsView | null;
	readonly creditsFault: string | null;
	readonly topUp: TopUpView | null;
	/** Installed apps as the service lists them, and those looked up by id; null until read. */
	readonly apps: readonly AppView[] | null;
	readonly appsFault: string | null;
	readonly loading: boolean;
}
