import { fullText } from "../format/amount.ts";
import type { Scale, Scaling } from "../format/scale.ts";
import { type Message, message } from "../message.ts";
import { type Finding, gravestFirst } from "./finding.ts";

/** A token that shows people other amounts than the chain counts. */
export interface ScaledToken {
	readonly address: string;
	readonly symbol: string | Message;
	readonly scaling: Scaling;
}

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

function findingOf({ address, symbol, scaling }: ScaledToken, nowSeconds: bigint): Finding {
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
		at: { at: Number(next.atSeconds) * 1_000, style: "minute" },
	});
	const soon = next.atSeconds <= nowSeconds + LANDS_WITHIN_SECONDS;
	if (!soon || !changesMuch(now, next.scale)) return mild("caution", text);
	return {
		id: "scaled-amount",
		severity: "danger",
		text,
		needsWord: true,
		stake: { kind: "address", address },
	};
}

/** Reports tokens whose amounts are scaled, whose factor can't be read, or is about to change. */
export const scaledAmount = (tokens: readonly ScaledToken[], nowMs: number): Finding | null =>
	gravestFirst(tokens.map((token) => findingOf(token, BigInt(Math.floor(nowMs / 1_000)))))[0] ?? null;
