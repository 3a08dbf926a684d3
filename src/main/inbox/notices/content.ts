import { type Message, message, type Text } from "../../../core/message.ts";
import { reasonOf, riskOf } from "../../../core/risk/glance.ts";
import { centsWorth } from "../../../core/worth/price.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { NotificationAct } from "../../ports.ts";
import { REMIND_MS } from "./expiry-watch.ts";
import { joinTexts } from "./join-texts.ts";

/** An end that comes within this time is told, in ms. */
const NEAR_MS = 60 * 60_000;

export interface NoticeContent {
	readonly title: Text;
	readonly body: Text;
	/** In their order: the system makes most of the first. */
	readonly acts: readonly NotificationAct[];
}

type Told = Pick<
	InboxEntryView,
	| "match"
	| "worst"
	| "blocked"
	| "headline"
	| "cents"
	| "unlimited"
	| "chain"
	| "expiresAt"
	| "app"
	| "session"
>;

/** Why it is told of now: it is new, another than before, or about to end. */
export type Occasion = "waits" | "revised" | "last";
const OCCASIONS: Readonly<Record<Occasion, Message | null>> = {
	waits: null,
	revised: message("notice.revised"),
	last: message("notice.last", { minutes: REMIND_MS / 60_000 }),
};

/**
 * What a notification tells of a request that waits. Its title is what would be done. The body begins with the reason
 * to look, and ends with who asks: no long text of others pushes out of sight what this computer found, for how much,
 * where and until when. Of what is calm nothing is said: silence is no promise, and words would be one.
 * @param now Unix ms
 */
export function contentOf(told: Told, occasion: Occasion, now: number): NoticeContent {
	const { app, cents, chain, expiresAt, headline, session, unlimited } = told;
	const risk = riskOf(told);
	const reason = risk === "unknown" ? message("notice.not-checked") : reasonOf(told);
	const isNear = expiresAt !== null && expiresAt > now && expiresAt - now <= NEAR_MS;
	const parts = [
		reason,
		OCCASIONS[occasion],
		// An amount that is worth little says nothing of a permission without a limit.
		cents === null || unlimited ? null : centsWorth(BigInt(cents)),
		chain === "" ? null : chain,
		isNear ? message("notice.expires", { at: { at: expiresAt, style: "time" } }) : null,
	];
	return {
		title: headline,
		body: joinTexts(...parts, app ?? session),
		acts: risk === "danger" ? ["reject", "review", "snooze"] : ["review", "reject", "snooze"],
	};
}

/** So grave that it is told at once, though it was told of before it was known. */
export const isGrave = (told: Told): boolean => riskOf(told) === "danger";
