import type { StatementSums, StatementWeek } from "../../core/activity/statement.ts";
import { dollars } from "../../core/fiat/price.ts";
import { message, type Text } from "../../core/localized-text.ts";
import type { HomeAgent, HomeWeek } from "../../ipc/home.ts";
import { statementOfThisWeek } from "../activity/statements.ts";
import { titled } from "../inbox/entries/titles.ts";
import { StorageError } from "../storage/database.ts";

type Group = StatementWeek["groups"][number];
type Counts = StatementSums["counts"];

const MAX_AGENTS = 5;

function fiatText({ worth, lines }: StatementSums, kind: "out" | "fee"): Text | null {
	const own = lines.filter((line) => line.kind === kind);
	const cents = worth[kind];
	return cents === 0n && own.some(({ unpriced }) => unpriced > 0) ? null : dollars(cents);
}

const refusedOf = ({ rejected, rule, expired }: Counts): number => rejected + rule + expired;

function agentNotes(counts: Counts): readonly Text[] {
	const { approved, lie } = counts;
	const refused = refusedOf(counts);
	return [
		...(lie > 0 ? [message("home.week.lies", { count: lie })] : []),
		...(approved > 0 ? [message("home.week.signed", { count: approved })] : []),
		...(refused > 0 ? [message("home.week.refused", { count: refused })] : []),
	];
}

function agentOf(app: Parameters<typeof weekView>[0], group: Group, most: bigint): HomeAgent {
	const { sessionId, worth, counts } = group;
	const out = worth.out < 0n ? 0n : worth.out;
	return {
		id: JSON.stringify([group.app, sessionId]),
		app: group.app,
		session: titled(app.signedIn.current(), sessionId),
		sessionId,
		spent: fiatText(group, "out"),
		part: most === 0n ? 0 : Number((out * 1000n) / most) / 1000,
		notes: agentNotes(counts),
		lied: counts.lie > 0,
	};
}

const NOTHING: HomeWeek = {
	spent: dollars(0n),
	fees: dollars(0n),
	signed: 0,
	refused: 0,
	refusedNote: null,
	lies: 0,
	unpriced: 0,
	agents: [],
	more: 0,
};

/** `null` if the records can't be read. `timeZone` is an IANA name. */
export function weekView(
	app: Omit<Parameters<typeof statementOfThisWeek>[0], "signedIn"> & {
		readonly ports: { readonly clock: { now(): number } };
		readonly signedIn: { current(): { readonly scope: string } & Parameters<typeof titled>[0] };
	},
	timeZone: string,
): HomeWeek | null {
	let week: ReturnType<typeof statementOfThisWeek>;
	try {
		week = statementOfThisWeek(app, app.ports.clock.now(), timeZone);
	} catch (cause) {
		if (cause instanceof StorageError) return null;
		throw cause;
	}
	if (week === null) return NOTHING;
	const { total, groups } = week;
	const { approved, rejected, rule, expired, lie } = total.counts;
	const refused = refusedOf(total.counts);
	const most = groups.reduce((top, { worth }) => (worth.out > top ? worth.out : top), 0n);
	return {
		spent: fiatText(total, "out"),
		fees: fiatText(total, "fee"),
		signed: approved,
		refused,
		refusedNote:
			refused === 0 ? null : message("home.week.refused.by", { you: rejected, rules: rule, expired }),
		lies: lie,
		unpriced: total.worth.unpriced,
		agents: groups.slice(0, MAX_AGENTS).map((group) => agentOf(app, group, most)),
		more: Math.max(0, groups.length - MAX_AGENTS),
	};
}
