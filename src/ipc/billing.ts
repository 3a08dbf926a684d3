import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type Claim, desk, nothing, trusted } from "./primitives.ts";

/** The account with the service: prepaid credit and installed apps. Not to be taken for the user's wallets. */

/** Micro-USD shown for a user: 10,000 are one credit. */
export interface CreditAmount {
	/** "12.34 USD". */
	readonly usd: Text;
	/** "1,234 credits". */
	readonly credits: Text;
	/** Whole micro-USD as decimal digits. */
	readonly micro: string;
}

export interface CreditEntryView {
	readonly id: string;
	readonly kind: "purchase" | "usage_debit" | "unknown";
	readonly stated: Claim;
	readonly amount: CreditAmount;
	readonly application: Text | null;
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
	readonly text: Text;
}

export interface SecretSlotView {
	readonly name: Claim;
	readonly description: Claim | null;
	readonly required: boolean;
	/** `own`: yours. `app`: given by the app. `missing`: nothing is there. `unknown`: not stated. Never a value. */
	readonly presence: "own" | "app" | "present" | "missing" | "unknown";
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
	readonly fault: Text | null;
}

export interface ServiceAccountView {
	/** False: no grant for the account; the words say what to do. */
	readonly offered: boolean;
	readonly text: Text | null;
	readonly credits: CreditsView | null;
	readonly creditsFault: Text | null;
	readonly topUp: TopUpView | null;
	/** Installed apps as the service lists them, and those looked up by id; null until read. */
	readonly apps: readonly AppView[] | null;
	/** Apps that the list names beside them, of which there is nothing to remove. */
	readonly otherApps: readonly {
		readonly app: Claim;
		/** null of one that is part of the service. */
		readonly applicationId: number | null;
		readonly why: "built_in" | "not_installed";
	}[];
	readonly appsFault: Text | null;
	readonly loading: boolean;
}

const applicationId = z.number().int().min(1);

/** Reading the account with the service. */
export const accountProcedures = {
	/** Reads credit position and apps. */
	readAccount: desk.command(nothing, { needsInput: false }),
	moreCredits: desk.command(nothing, { needsInput: false }),
	/** Declarations and presence, never values. Also for an app that the list does not name. */
	readSecrets: desk.command(z.strictObject({ applicationId }), { needsInput: false }),
	/** Opens the trusted window, where it can be done. */
	askTopUp: desk.command(nothing, { needsInput: false }),
	askRemoveApp: desk.command(z.strictObject({ applicationId }), { needsInput: false }),
};

/** What costs something or is lost: for the trusted window alone. */
export const accountTrustedProcedures = {
	/** Decimal digits of micro-USD: 10000 to 1000000000. */
	topUp: trusted.command(z.strictObject({ amountMicrousd: z.string().regex(/^[1-9][0-9]{0,12}$/) })),
	/** The same top-up again, with the same key. */
	retryTopUp: trusted.command(nothing),
	/** `name` is what the user typed; it must equal the app's name. */
	removeApp: trusted.command(z.strictObject({ applicationId, name: z.string().min(1).max(400) })),
};
