import { message } from "../../core/localized-text.ts";
import type {
	AppView,
	CreditAmount,
	CreditEntryView,
	CreditsView,
	SecretSlotView,
} from "../../ipc/billing.ts";
import {
	type CreditEntry,
	type CreditPosition,
	MICRO_PER_CREDIT,
	type PresenceOfSecrets,
	type SecretSlot,
} from "../../service-api/account.ts";

/** View of the service account. Amounts are never floating-point numbers. */

const MICRO_PER_USD = 1_000_000n;
const MAX_LENGTH = 400;

const clip = (text: string) => text.slice(0, MAX_LENGTH);

function decimal(magnitude: bigint, scale: bigint, least: number): string {
	const places = scale.toString().length - 1;
	const whole = (magnitude / scale).toString().replace(/\B(?=(?:\d{3})+$)/g, ",");
	const digits = (magnitude % scale).toString().padStart(places, "0").replace(/0+$/, "");
	const fraction = digits.padEnd(least, "0");
	return fraction === "" ? whole : `${whole}.${fraction}`;
}

export function creditAmount(micro: bigint): CreditAmount {
	const sign = micro < 0n ? "−" : "";
	const magnitude = micro < 0n ? -micro : micro;
	const credits = `${sign}${decimal(magnitude, MICRO_PER_CREDIT, 0)}`;
	return {
		usd: message("credits.usd", { amount: `${sign}${decimal(magnitude, MICRO_PER_USD, 2)}` }),
		credits: message(magnitude === MICRO_PER_CREDIT ? "credits.one" : "credits.many", { amount: credits }),
		micro: micro.toString(),
	};
}

/** Times of this size or larger are in milliseconds (docs/service-api/records.md#times). */
const MILLISECONDS_FROM = 1e11;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Returns Unix ms. The service doesn't specify the unit of its timestamps. */
export function momentOf(raw: unknown): number | null {
	const text = typeof raw === "string" ? raw : "";
	if (ISO.test(text)) {
		const at = Date.parse(text);
		return Number.isNaN(at) ? null : at;
	}
	const value = /^\d{1,15}$/.test(text) ? Number(text) : raw;
	if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return null;
	const at = value >= MILLISECONDS_FROM ? value : value * 1000;
	return at <= 8.64e15 ? at : null;
}

function entryView(entry: CreditEntry): CreditEntryView {
	const known = entry.kind === "purchase" || entry.kind === "usage_debit" ? entry.kind : "unknown";
	const reference = [entry.method, entry.provider, entry.reference].filter(
		(part) => part !== null && part !== "",
	);
	return {
		id: clip(entry.id),
		kind: known,
		stated: clip(entry.kind),
		amount: creditAmount(entry.amount),
		application:
			entry.applicationId === null
				? null
				: message("credits.application", { id: String(entry.applicationId) }),
		reference: reference.length === 0 ? null : clip(reference.join(" · ")),
		at: momentOf(entry.createdAt),
	};
}

/**
 * @param more whether older entries can be requested
 * @param readAt Unix ms
 */
export function creditsView(position: CreditPosition, more: boolean, readAt: number): CreditsView {
	const { included } = position;
	return {
		month: clip(position.month),
		included: {
			limit: creditAmount(included.limit),
			used: creditAmount(included.used),
			remaining: creditAmount(included.remaining),
		},
		balance: creditAmount(position.balance),
		debt: creditAmount(position.debt),
		entries: position.entries.map(entryView),
		more,
		readAt,
	};
}

function presenceOf({ configured, userOwn, appProvided }: SecretSlot): SecretSlotView["presence"] {
	if (configured === true && userOwn) return "own";
	if (appProvided) return "app";
	if (configured === null) return "unknown";
	return configured ? "present" : "missing";
}

export function secretsView(secrets: PresenceOfSecrets): NonNullable<AppView["secrets"]> {
	return {
		ready: secrets.ready,
		missing: secrets.missing.map(clip),
		slots: secrets.slots.map((slot) => ({
			name: clip(slot.name),
			description: slot.description === null ? null : clip(slot.description),
			required: slot.required,
			presence: presenceOf(slot),
		})),
	};
}
