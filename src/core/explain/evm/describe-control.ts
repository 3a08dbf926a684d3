import type { Meaning } from "../../decode/evm/meaning.ts";
import { type Message, message } from "../../message.ts";
import { nameParam, shortAddress } from "../../subject/subject.ts";
import { type CallSentence, type DescribeContext, none } from "./call-text.ts";

/** OpenZeppelin's DEFAULT_ADMIN_ROLE: who has it gives out every other. */
const ADMIN_ROLE = `0x${"0".repeat(64)}`;

function roleName(role: string | null): Message {
	return role === ADMIN_ROLE
		? message("control.admin-role")
		: message("control.role", { role: role?.slice(0, 10) ?? "" });
}

/** Sentences about who rules a contract. */
export function describeControl(
	context: DescribeContext,
	meaning: Extract<Meaning, { kind: "control" }>,
): CallSentence {
	const { user, decoded } = context;
	const where = nameParam(user, decoded.target);
	const who = meaning.to === null ? "" : nameParam(user, meaning.to);
	const threshold = String(meaning.threshold);
	switch (meaning.what) {
		case "owner":
			return none(message("control.owner", { who, where }));
		case "renounce":
			return none(message("control.renounce", { where }));
		case "accept":
			return none(message("control.accept", { where }));
		case "grant":
			return none(message("control.grant", { who, role: roleName(meaning.role), where }));
		case "revoke":
			return none(message("control.revoke", { role: roleName(meaning.role), where, who }));
		case "upgrade":
			return none(message(meaning.bytes > 0 ? "control.upgrade.and-run" : "control.upgrade", { where, who }));
		case "admin":
			return none(message("control.admin", { who, where }));
		case "safe-owner-added":
			return none(message("control.safe-owner-added", { who, where, threshold }));
		case "safe-owner-removed":
			return none(message("control.safe-owner-removed", { who, where, threshold }));
		case "safe-owner-swapped": {
			const before = nameParam(user, meaning.from ?? "");
			return none(message("control.safe-owner-swapped", { who, where, before }));
		}
		case "safe-threshold":
			return none(message("control.safe-threshold", { where, threshold }));
		case "safe-module":
			return none(message("control.safe-module", { who, where }));
		case "safe-module-removed":
			return none(message("control.safe-module-removed", { who, where }));
		case "safe-guard":
			return none(
				/^0x0{40}$/.test(meaning.to ?? "")
					? message("control.safe-guard-removed", { where })
					: message("control.safe-guard", { who, where: shortAddress(decoded.target) }),
			);
		case "safe-handler":
			return none(message("control.safe-handler", { who, where }));
	}
}
