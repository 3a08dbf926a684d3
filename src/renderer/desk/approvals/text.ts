import { type Message, message } from "../../../core/localized-text.ts";
import type { AllowanceRow } from "../../../ipc/allowances.ts";
import { t, textOf } from "../../../text/index.ts";

const KINDS: Readonly<Record<AllowanceRow["kind"], Message>> = {
	allowance: message("desk.approvals.kinds.allowance"),
	permit2: message("desk.approvals.kinds.permit2"),
	operator: message("desk.approvals.kinds.operator"),
	token: message("desk.approvals.kinds.token"),
	delegate: message("desk.approvals.kinds.delegate"),
};

export const kindText = ({ kind }: Pick<AllowanceRow, "kind">): string => textOf(KINDS[kind]);

/** Says "unknown" for what the app has not seen itself. */
export function ageText({ kind, approvedAt, usedAt }: AllowanceRow): string {
	const approved = approvedAt === null ? null : ({ at: approvedAt, style: "day" } as const);
	const used = usedAt === null ? null : ({ at: usedAt, style: "day" } as const);
	if (approved === null)
		return used === null ? t("desk.approvals.age.unknown") : t("desk.approvals.age.used", { used });
	// A Solana delegate can spend without a call from this app.
	if (used === null)
		return t(kind === "delegate" ? "desk.approvals.age.approved" : "desk.approvals.age.unused", { approved });
	return t("desk.approvals.age.approved-used", { approved, used });
}

/** Names the row for screen readers, such as "DEMO for Router 0xAbC123…456789". */
export function rowName({ symbol, token, spender }: AllowanceRow): string {
	const who = spender.label === null ? spender.short : `${spender.label} ${spender.short}`;
	return t("desk.approvals.for", { symbol: symbol ?? token.label ?? token.short, who });
}
