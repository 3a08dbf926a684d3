import { type Message, message, type Text } from "../../../core/localized-text.ts";
import { type Exposure, exposureOf, type NoValue, type Taking } from "../../../core/powers/exposure.ts";
import { exposureText } from "../../../core/powers/exposure-text.ts";
import type { PowerHolder, PowerKind, PowerRow } from "../../../ipc/powers.ts";
import { t, textOf } from "../../../text/index.ts";

export const FILTERS = ["allowance", "permit2", "operator", "code", "solana"] as const;
export type PowerFilter = (typeof FILTERS)[number];

const FILTER_OF: Readonly<Record<PowerKind, PowerFilter>> = {
	allowance: "allowance",
	permit2: "permit2",
	operator: "operator",
	token: "operator",
	code: "code",
	delegate: "solana",
	permanent: "solana",
	close: "solana",
	freeze: "solana",
	mint: "solana",
};

export const filterOf = ({ kind }: Pick<PowerRow, "kind">): PowerFilter => FILTER_OF[kind];

export const FILTER_NAMES: Readonly<Record<PowerFilter, Message>> = {
	allowance: message("ui.allowances"),
	permit2: message("desk.powers.filter.permit2"),
	operator: message("desk.powers.filter.operator"),
	code: message("desk.powers.filter.code"),
	solana: message("ui.solana"),
};

/** Explains how to end a permission that can't be revoked here. */
export const ENDS: Readonly<Partial<Record<PowerKind, Message>>> = {
	code: message("desk.powers.ends.code"),
	permanent: message("desk.powers.ends.permanent"),
	close: message("desk.powers.ends.close"),
	freeze: message("desk.powers.ends.freeze"),
	mint: message("desk.powers.ends.mint"),
};

const DANGEROUS: ReadonlySet<PowerKind> = new Set(["code", "permanent"]);
const WIDE: ReadonlySet<PowerKind> = new Set(["operator", "close"]);

export function toneOf({ fault, kind, unlimited }: PowerRow): "danger" | "caution" | null {
	if (unlimited || DANGEROUS.has(kind)) return "danger";
	return WIDE.has(kind) || fault !== null ? "caution" : null;
}

/** Says "unknown" for anything that happened outside this app. */
export function ageText({ kind, approvedAt, usedAt }: PowerRow): string {
	const approved = approvedAt === null ? null : ({ at: approvedAt, style: "day" } as const);
	const used = usedAt === null ? null : ({ at: usedAt, style: "day" } as const);
	if (approved === null)
		return used === null ? t("desk.powers.age.unknown") : t("desk.powers.age.used", { used });
	// "Never used" would be wrong for a Solana delegate, which can spend without a call from this app.
	if (used === null)
		return t(kind === "delegate" ? "desk.powers.age.approved" : "desk.powers.age.unused", { approved });
	return t("desk.powers.age.approved-used", { approved, used });
}

/** Names a row for screen readers, e.g. "DEMO for Router 0xAbC123…456789". */
export function rowName({ symbol, token, spender }: PowerRow): string {
	const who = spender.label === null ? spender.short : `${spender.label} ${spender.short}`;
	return t("desk.powers.for", { symbol: symbol ?? token.label ?? token.short, who });
}

export const holderName = ({ address, known }: PowerHolder): string =>
	address.label ?? (known === null ? t("desk.powers.holder.unknown") : textOf(known));

const centsOf = (cents: string | NoValue): Taking["cents"] =>
	cents === "no-price" || cents === "unread" ? cents : BigInt(cents);

const exposureOfRows = (rows: readonly PowerRow[]): Exposure =>
	exposureOf(
		rows.flatMap(({ takes }) =>
			takes.map(({ cents, most, units, ...taking }) => ({
				...taking,
				cents: centsOf(cents),
				most: centsOf(most),
				...(units === undefined
					? {}
					: { units: { ...units, taken: BigInt(units.taken), most: BigInt(units.most) } }),
			})),
		),
	);

export const exposedText = (rows: readonly PowerRow[]): Text => exposureText(exposureOfRows(rows));
