import type { SeenToken } from "../../effects/effects.ts";
import { fullText } from "../../format/amount.ts";
import type { Scale } from "../../format/scale.ts";
import { type Message, message } from "../../message.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { type GeneralEvidence, stakeAt } from "./evidence.ts";

/** Tokens that show people other amounts than the chain counts. */

const SECOND = 1_000;
/** Longest time in which a signed transaction is expected to land. */
const LANDS_WITHIN_SECONDS = 3_600n;
/** Percent by which a change of the factor alters what an amount means. */
const MUCH = 10n;

/** Digits behind the point of a factor. */
const DIGITS = 6;

const factorText = ({ numerator, denominator }: Scale): string =>
	fullText((numerator * 10n ** BigInt(DIGITS)) / denominator, DIGITS);

function changesMuch(before: Scale, after: Scale): boolean {
	const [old, fresh] = [before.numerator * after.denominator, after.numerator * before.denominator];
	const difference = fresh > old ? fresh - old : old - fresh;
	return difference * 100n >= old * MUCH;
}

/** @param nowMs `null` if nobody knows the time: then every change is near */
function findingOf({ address, scaled }: SeenToken, nowMs: number | null): Finding | null {
	if (scaled === null) return null;
	const { symbol, scaling } = scaled;
	const { now, next } = scaling;
	const mild = (severity: "info" | "caution", text: Message): Finding => ({
		id: "scaled-amount",
		severity,
		text,
		needsWord: false,
	});
	if (now === null || (next !== null && next.scale === null))
		return mild("caution", message("finding.scaled.unread", { symbol }));
	if (next === null || next.scale === null)
		return mild("info", message("finding.scaled", { symbol, factor: factorText(now) }));
	const text = message("finding.scaled.changes", {
		symbol,
		factor: factorText(now),
		next: factorText(next.scale),
		at: { at: Number(next.atSeconds) * SECOND, style: "minute" },
	});
	const isSoon =
		nowMs === null || next.atSeconds <= BigInt(Math.floor(nowMs / SECOND)) + LANDS_WITHIN_SECONDS;
	if (!isSoon || !changesMuch(now, next.scale)) return mild("caution", text);
	return {
		id: "scaled-amount",
		severity: "danger",
		text,
		needsWord: true,
		...stakeAt(address),
	};
}

/** Reports tokens whose amounts are scaled, whose factor can't be read, or is about to change. */
export const scaledAmount = ({ effects, now }: GeneralEvidence): Finding | null =>
	gravestFirst(effects.tokens.map((token) => findingOf(token, now)))[0] ?? null;
