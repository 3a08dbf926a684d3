import type { ControlChange } from "../../decoded-transaction/opinion.ts";
import { type Amount, fullText, grouped } from "../../format/amount.ts";
import { displayedAmount, type Message, message, type Text } from "../../localized-text.ts";
import type { FamilyOperations } from "../family.ts";

/** Shows all digits, because rounding could hide the difference. */
function exactAmount(amount: Amount): Message {
	const { raw, decimals, symbol, checked } = displayedAmount(amount);
	const magnitude = raw < 0n ? -raw : raw;
	if (checked) return message("amount.exact", { amount: fullText(magnitude, decimals), symbol });
	const units = grouped(magnitude);
	return decimals === 0
		? message("amount.exact", { amount: units, symbol })
		: message("amount.base-units", { amount: units, symbol });
}

const leaves = (amount: Amount): boolean => amount.raw < 0n;

export type Likeness = "same" | "drift" | "other" | "rent";

interface EffectParties {
	readonly account: string;
	readonly other: string | null;
	readonly theirs: Amount | null;
	readonly ours: Amount | null;
}

function partiesOf({ signer, nameOf }: FamilyOperations, { account, other }: EffectParties) {
	return {
		isSigner: account === signer,
		account: nameOf(account),
		isNamed: other !== null,
		other: other === null ? "" : nameOf(other),
	};
}

export function balanceText(
	family: FamilyOperations,
	parties: EffectParties,
	status: Likeness,
): Message | null {
	const { theirs, ours } = parties;
	const { isSigner, account, isNamed, other } = partiesOf(family, parties);
	const ofOurs = (amount: Amount) =>
		message("comparison.balance.told", {
			amount: exactAmount(amount),
			isSigner,
			account,
			isOut: leaves(amount),
			isNamed,
			other,
		});
	if (ours === null)
		return theirs === null
			? null
			: message("comparison.balance.only-theirs", {
					amount: exactAmount(theirs),
					isSigner,
					account,
					isOut: leaves(theirs),
				});
	if (status === "same") return message("sentence", { told: ofOurs(ours) });
	if (theirs === null) return message("comparison.undeclared", { told: ofOurs(ours) });
	if (status === "rent")
		return message("comparison.balance.rent", {
			amount: exactAmount(ours),
			isSigner,
			account,
			isOut: leaves(ours),
		});
	const counts = message("comparison.balance.counts", {
		stated: exactAmount(theirs),
		isSigner,
		account,
		isStatedOut: leaves(theirs),
		isTurned: leaves(theirs) !== leaves(ours),
		found: exactAmount(ours),
		isOut: leaves(ours),
		isNamed,
		other,
	});
	return message(status === "drift" ? "comparison.balance.drifts" : "comparison.balance.differs", { counts });
}

export function redirectText(
	{ nameOf }: FamilyOperations,
	ours: Amount,
	stated: string,
	found: string | null,
): Message {
	const [amount, named] = [exactAmount(ours), nameOf(stated)];
	return found === null
		? message("comparison.redirected.elsewhere", { amount, stated: named })
		: message("comparison.redirected", { amount, to: nameOf(found), stated: named });
}

export function shortText({ nameOf }: FamilyOperations, to: string, stated: Amount, found: Amount): Message {
	return message("comparison.short", {
		who: nameOf(to),
		stated: exactAmount(stated),
		found: exactAmount(found),
	});
}

export interface ApprovedAmount {
	readonly spender: string;
	readonly symbol: Text;
	readonly kind: "allowance" | "token" | "operator";
	readonly amount: Amount | null;
	readonly unlimited: boolean;
}

function may(
	{ nameOf }: FamilyOperations,
	{ spender, symbol, kind, amount, unlimited }: ApprovedAmount,
): Message {
	const who = nameOf(spender);
	if (kind === "operator") return message("comparison.may.every-item", { who, symbol });
	if (kind === "token") return message("comparison.may.item", { who, symbol });
	if (unlimited || amount === null) return message("comparison.may.any", { who, symbol });
	return message("comparison.may.up-to", { who, amount: exactAmount(amount) });
}

/**
 * Our simulation only reports allowances that increase. If it reports none, the spender may already have this
 * allowance.
 */
export function approvalText(
	family: FamilyOperations,
	theirs: ApprovedAmount | null,
	ours: ApprovedAmount | null,
	same: boolean,
): Message | null {
	if (ours === null)
		return theirs === null ? null : message("comparison.may.not-raised", { told: may(family, theirs) });
	const text = may(family, ours);
	if (same) return message("sentence", { told: text });
	if (theirs === null) return message("comparison.undeclared", { told: text });
	const { unlimited, amount } = theirs;
	return message("comparison.may.differs", {
		told: text,
		limit: unlimited ? "none" : amount === null ? "unstated" : "stated",
		amount: amount === null ? "" : exactAmount(amount),
	});
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const first = (name: Text): Text =>
	typeof name === "string"
		? capital(name)
		: message("account.yours.first", { address: name.params?.address ?? "" });

function changed({ nameOf }: FamilyOperations, { account, what, after }: ControlChange): Message {
	const whose = nameOf(account);
	if (what === "code")
		return after === null
			? message("comparison.control.code.none", { account: first(whose) })
			: message("comparison.control.code", { account: first(whose), lender: nameOf(after) });
	if (what === "program")
		return after === null
			? message("comparison.control.program.none", { account: first(whose) })
			: message("comparison.control.program", { account: first(whose), program: nameOf(after) });
	return message("comparison.control", {
		right: what,
		what: whose,
		isGivenUp: after === null,
		to: after === null ? "" : nameOf(after),
	});
}

export function controlText(
	family: FamilyOperations,
	control: ControlChange,
	says: "payload" | "nobody" | "not asked",
): Message {
	const text = changed(family, control);
	if (says === "nobody") return message("comparison.undeclared", { told: text });
	return says === "payload"
		? message("comparison.control.payload", { told: text })
		: message("sentence", { told: text });
}
