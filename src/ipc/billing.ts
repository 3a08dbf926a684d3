import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { type Claim, desk, nothing, trusted } from "./primitives.ts";

/** Amount converted from micro-USD. One credit is 10,000 micro-USD. */
export interface CreditAmount {
	readonly usd: Text;
	readonly credits: Text;
	readonly micro: string;
}

export interface CreditEntryView {
	readonly id: string;
	readonly kind: "purchase" | "usage_debit" | "unknown";
	readonly stated: Claim;
	readonly amount: CreditAmount;
	readonly application: Text | null;
	readonly reference: Claim | null;
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
	readonly readAt: number;
}

export interface TopUpView {
	readonly amount: CreditAmount;
	/** `unclear`: the service may have accepted the request, so a retry uses the same idempotency key. */
	readonly state: "sending" | "unclear" | "payment_needed" | "done" | "refused";
	readonly text: Text;
}

export interface SecretSlotView {
	readonly name: Claim;
	readonly description: Claim | null;
	readonly required: boolean;
	/** `own`: set by the user. `app`: provided by the app. `unknown`: not reported by the service. */
	readonly presence: "own" | "app" | "present" | "missing" | "unknown";
}

export interface AppView {
	readonly applicationId: number;
	readonly app: Claim;
	/** `null` until `readSecrets` has run. */
	readonly secrets: {
		readonly ready: boolean;
		readonly missing: readonly Claim[];
		readonly slots: readonly SecretSlotView[];
	} | null;
	readonly loading: boolean;
	readonly fault: Text | null;
}

export interface ServiceAccountView {
	readonly offered: boolean;
	readonly text: Text | null;
	readonly credits: CreditsView | null;
	readonly creditsFault: Text | null;
	readonly topUp: TopUpView | null;
	readonly apps: readonly AppView[] | null;
	readonly otherApps: readonly {
		readonly app: Claim;
		readonly applicationId: number | null;
		readonly why: "built_in" | "not_installed";
	}[];
	readonly appsFault: Text | null;
	readonly loading: boolean;
}

const applicationId = z.number().int().min(1);

export const accountProcedures = {
	readAccount: desk.command(nothing, { needsInput: false }),
	moreCredits: desk.command(nothing, { needsInput: false }),
	readSecrets: desk.command(z.strictObject({ applicationId }), { needsInput: false }),
	askTopUp: desk.command(nothing, { needsInput: false }),
	askRemoveApp: desk.command(z.strictObject({ applicationId }), { needsInput: false }),
};

export const accountTrustedProcedures = {
	/** From 10,000 to 1,000,000,000 micro-USD. */
	topUp: trusted.command(z.strictObject({ amountMicrousd: z.string().regex(/^[1-9][0-9]{0,12}$/) })),
	retryTopUp: trusted.command(nothing),
	/** `name` is typed by the user and must match the app's name. */
	removeApp: trusted.command(z.strictObject({ applicationId, name: z.string().min(1).max(400) })),
};
