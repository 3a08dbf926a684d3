import type { StatementLine, StatementSums, StatementWeek } from "../../core/activity/statement.ts";
import { wellKnownAt } from "../../core/chain/tokens/known.ts";
import { fullText } from "../../core/format/amount.ts";
import { plain } from "../../core/format/plain.ts";
import { shortAddress } from "../../core/subject/subject.ts";
import { dollars } from "../../core/worth/price.ts";
import type { StatementLineView, StatementSumsView, StatementWeekView } from "../../ipc/activity.ts";
import { titled } from "../inbox/entries/titles.ts";
import type { ActivitySource } from "./activity-row.ts";

/** The statement, as the desk draws it. */

type Names = Pick<ActivitySource, "networks" | "signedIn">;

const worthText = (cents: bigint): string => (cents < 0n ? `−${dollars(-cents)}` : dollars(cents));

/** Nothing of it has a price. */
const isBare = ({ cents, unpriced }: StatementLine): boolean => unpriced > 0 && cents === 0n;

function differenceOf({ kind, seen: { difference }, decimals }: StatementLine): string | null {
	// What was foretold of a fee is a bound: less is none.
	if (difference === 0n || (kind === "fee" && difference < 0n)) return null;
	return difference > 0n ? `+${fullText(difference, decimals)}` : fullText(difference, decimals);
}

function lineView(names: Names, line: StatementLine): StatementLineView {
	const { kind, chainRef, asset, symbol, decimals, seen, open, cents } = line;
	return {
		kind,
		chain: names.networks.chainNameOf(chainRef),
		symbol: plain(symbol),
		unlisted: asset === "native" || wellKnownAt(chainRef, asset) !== null ? null : shortAddress(asset),
		predicted: fullText(seen.predicted, decimals),
		happened: fullText(seen.happened, decimals),
		difference: differenceOf(line),
		open,
		worth: isBare(line) ? null : worthText(cents),
	};
}

function sumsView(names: Names, { counts, lines, worth }: StatementSums): StatementSumsView {
	const of = (kind: StatementLine["kind"]) => {
		const own = lines.filter((line) => line.kind === kind);
		return own.every(isBare) ? null : worthText(worth[kind]);
	};
	return {
		counts,
		lines: lines.map((line) => lineView(names, line)),
		worth: { out: of("out"), in: of("in"), fee: of("fee") },
		unpriced: worth.unpriced,
	};
}

export const statementView = (names: Names, weeks: readonly StatementWeek[]): readonly StatementWeekView[] =>
	weeks.map(({ from, total, groups }) => ({
		from,
		total: sumsView(names, total),
		groups: groups.map((group) => ({
			app: group.app,
			session: titled(names.signedIn.current(), group.sessionId),
			sessionId: group.sessionId,
			...sumsView(names, group),
		})),
	}));
