import { message, type Text } from "../../../core/message.ts";
import { reasonOf, riskOf } from "../../../core/risk/glance.ts";
import { centsWorth } from "../../../core/worth/price.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { NotificationAct } from "../../ports.ts";
import { together } from "./together.ts";

/** An end that comes within this time is told, in ms. */
const NEAR_MS = 60 * 60_000;

export interface NoticeContent {
	readonly body: Text;
	/** In their order: the system makes most of the first. */
	readonly acts: readonly NotificationAct[];
}

type Told = Pick<
	InboxEntryView,
	"match" | "worst" | "blocked" | "headline" | "cents" | "unlimited" | "chain" | "expiresAt"
>;

/**
 * What a notification tells of a request that waits: the reason to look first, so that no long text of others pushes it
 * out of sight, then what it does, for how much, where and until when. Of what is calm nothing is said: silence is no
 * promise, and words would be one.
 * @param now Unix ms
 */
export function contentOf(told: Told, now: number): NoticeContent {
	const { cents, chain, expiresAt, headline, unlimited } = told;
	const risk = riskOf(told);
	const reason = risk === "unknown" ? message("notice.not-checked") : reasonOf(told);
	const isNear = expiresAt !== null && expiresAt > now && expiresAt - now <= NEAR_MS;
	const rest: readonly (Text | null)[] = [
		// An amount that is worth little says nothing of a permission without a limit.
		cents === null || unlimited ? null : centsWorth(BigInt(cents)),
		chain === "" ? null : chain,
		isNear ? message("notice.expires", { at: { at: expiresAt, style: "time" } }) : null,
	];
	return {
		body: reason === null ? together(headline, ...rest) : together(reason, headline, ...rest),
		acts: risk === "danger" ? ["reject", "review", "snooze"] : ["review", "reject", "snooze"],
	};
}

/** So grave that it is told at once, though it was told of before it was known. */
export const isGrave = (told: Told): boolean => riskOf(told) === "danger";
