import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type Claim, desk, nothing, trusted } from "./primitives.ts";

/** Account with the service: prepaid credit and installed apps. Unrelated to the user's wallets. */

/** Display amount of micro-USD: 10,000 are one credit. */
export interface CreditAmount {
	/** "12.34 USD". */
	readonly usd: Text;
	/** "1,234 credits". */
	readonly credits: Text;
	/** Integer micro-USD in decimal digits. */
	readonly micro: string;
}

export interface CreditEntryView {
	readonly id: string;
	readonly kind: "purchase" | "usage_debit" | "unknown";
	readonly stated: Claim;
	readonly amount: CreditAmount;
	readonly application: Text | null;
	readonly reference: Claim | null;
	/** Unix ms; `null` if unreadable. */
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
	/** Time of the read, Unix ms. */
	readonly readAt: number;
}

/** A pending or finished top-up. */
export interface TopUpView {
	readonly amount: CreditAmount;
	/** `unclear`: it is unknown whether the service accepted it; a retry uses the same key. */
	readonly state: "sending" | "unclear" | "payment_needed" | "done" | "refused";
	readonly text: Text;
}

export interface SecretSlotView {
	readonly name: Claim;
	readonly description: Claim | null;
	readonly required: boolean;
	/**
	 * `own`: the user's. `app`: provided by the app. `missing`: absent. `unknown`: not stated. Never a value.
	 */
	readonly presence: "own" | "app" | "present" | "missing" | "unknown";
}

export interface AppView {
	readonly applicationId: number;
	readonly app: Claim;
	/** `null` until requested. */
	readonly secrets: {
		readonly ready: boolean;
		readonly missing: readonly Claim[];
		readonly slots: readonly SecretSlotView[];
	} | null;
	readonly loading: boolean;
	readonly fault: Text | null;
}

export interface ServiceAccountView {
	/** `false` without a grant for the account; the text says what to do. */
	readonly offered: boolean;
	readonly text: Text | null;
	readonly credits: CreditsView | null;
	readonly creditsFault: Text | null;
	readonly topUp: TopUpView | null;
	/** Installed apps from the service's list, and those looked up by id; `null` until read. */
	readonly apps: readonly AppView[] | null;
	/** Further apps in the list, which can't be removed. */
	readonly otherApps: readonly {
		readonly app: Claim;
		/** `null` for a part of the service. */
		readonly applicationId: number | null;
		readonly why: "built_in" | "not_installed";
	}[];
	readonly appsFault: Text | null;
	readonly loading: boolean;
}

const applicationId = z.number().int().min(1);

/** Commands that read the service account. */
export const accountProcedures = {
	/** Reads credit and apps. */
	readAccount: desk.command(nothing, { needsInput: false }),
	moreCredits: desk.command(nothing, { needsInput: false }),
	/** Reads declarations and presence, never values. Also works for unlisted apps. */
	readSecrets: desk.command(z.strictObject({ applicationId }), { needsInput: false }),
	/** Opens the trusted window for a top-up. */
	askTopUp: desk.command(nothing, { needsInput: false }),
	askRemoveApp: desk.command(z.strictObject({ applicationId }), { needsInput: false }),
};

/** Commands that cost or delete something, trusted window only. */
export const accountTrustedProcedures = {
	/** Micro-USD in decimal digits: 10000 to 1000000000. */
	topUp: trusted.command(z.strictObject({ amountMicrousd: z.string().regex(/^[1-9][0-9]{0,12}$/) })),
	/** Retries the same top-up with the same key. */
	retryTopUp: trusted.command(nothing),
	/** `name`: typed by the user; must equal the app's name. */
	removeApp: trusted.command(z.strictObject({ applicationId, name: z.string().min(1).max(400) })),
};
