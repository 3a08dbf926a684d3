import { type Message, message } from "../../../core/message.ts";
import type { AllowanceRow } from "../../../ipc/allowances.ts";
import { t, textOf } from "../../../text/index.ts";

/** What a permission is called, in few words. */

const KINDS: Readonly<Record<AllowanceRow["kind"], Message>> = {
	allowance: message("desk.approvals.kinds.allowance"),
	permit2: message("desk.approvals.kinds.permit2"),
	operator: message("desk.approvals.kinds.operator"),
	token: message("desk.approvals.kinds.token"),
	delegate: message("desk.approvals.kinds.delegate"),
};

export const kindText = ({ kind }: Pick<AllowanceRow, "kind">): string => textOf(KINDS[kind]);

/** Names a row for those who hear it: "DEMO for Router 0xAbC123…456789". */
export function rowName({ symbol, token, spender }: AllowanceRow): string {
	const who = spender.label === null ? spender.short : `${spender.label} ${spender.short}`;
	return t("desk.approvals.for", { symbol: symbol ?? token.label ?? token.short, who });
}
