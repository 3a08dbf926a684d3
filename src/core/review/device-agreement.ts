import { known } from "../chain/chain-error.ts";
import { tokenOf } from "../decoded-transaction/decoded-transaction.ts";
import type { DeviceClaim, DevicePlan } from "../decoded-transaction/device-plan.ts";
import { message } from "../localized-text.ts";
import type { Finding } from "../risk/finding.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** Compares a Ledger's token texts, which come from descriptions bundled with the app, with our decoding. */

interface LocalReading {
	readonly party: string;
	readonly amount: bigint | null;
}

function ofTransaction(analysis: ItemAnalysis, token: string): LocalReading | null {
	if (analysis.content.kind !== "evm_transaction") return null;
	const { target, meaning } = analysis.content.subject.decoded;
	if (target !== token) return null;
	if (meaning.kind === "transfer") return { party: meaning.to, amount: meaning.amount };
	return meaning.kind === "approve" ? { party: meaning.spender, amount: meaning.amountOrId } : null;
}

function ofMessage({ approvals, content }: ItemAnalysis, token: string): LocalReading | null {
	if (content.kind !== "typed_data") return null;
	const allowed = approvals.find((each) => each.token.toLowerCase() === token);
	if (allowed === undefined || (allowed.amount === null && !allowed.unlimited)) return null;
	return { party: allowed.spender, amount: allowed.unlimited ? null : (allowed.amount?.raw ?? null) };
}

function agrees(claim: DeviceClaim, analysis: ItemAnalysis): boolean {
	const decimals = known(tokenOf(analysis.facts, claim.token)?.decimals);
	if (decimals !== null && decimals !== claim.decimals) return false;
	const own = ofTransaction(analysis, claim.token) ?? ofMessage(analysis, claim.token);
	// A zero amount appears in no list of allowances.
	if (own === null) return analysis.content.kind === "typed_data" && claim.amount === 0n;
	const same = own.amount === null || own.amount === claim.amount;
	return same && own.party.toLowerCase() === claim.party;
}

export function deviceDiffers(
	plans: readonly DevicePlan[],
	analyses: readonly ItemAnalysis[],
): Finding | null {
	const isOdd = plans.some(({ claims }, place) => {
		const analysis = analyses[place];
		return analysis !== undefined && claims.some((claim) => !agrees(claim, analysis));
	});
	if (!isOdd) return null;
	return {
		id: "device-differs",
		severity: "danger",
		text: message("finding.device-differs"),
		needsWord: true,
	};
}
