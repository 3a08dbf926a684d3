import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import type { ShownBy } from "../effects.ts";
import { movementsBy } from "./movements.ts";
import type { SvmReader } from "./reader.ts";

/** Instructions whose bytes alone say what they take from the signer, and that give nobody a right but a permission. */
function isPlain(meaning: SvmMeaning, signer: string): boolean {
	switch (meaning.kind) {
		case "budget":
		case "memo":
		case "lamports":
		case "create":
		case "token_transfer":
		case "token_burn":
		case "token_approve":
		case "token_revoke":
		case "token_mint":
		case "token_open":
			return true;
		case "token_close":
		case "token_unwrap":
		case "withdraw":
			return meaning.to === signer;
		case "nonce":
			return meaning.what === "withdraw" && meaning.to === signer;
		case "rule":
			// The stake is the signer's as the SOL was.
			return meaning.withdrawer === signer && meaning.staker === signer && meaning.lockup === null;
		case "other":
			return !meaning.control && meaning.rent !== true;
		default:
			return false;
	}
}

/** Tokens of a mint that nobody names have no amount that counts. */
export function shownBy(reader: SvmReader): ShownBy {
	const { steps, signer } = reader.subject;
	const isNamed = steps.every((step) =>
		movementsBy(reader, step).every(({ asset }) => asset.kind !== "unknown"),
	);
	if (isNamed && steps.every(({ meaning }) => isPlain(meaning, signer))) return "bytes";
	return steps.some(({ meaning }) => meaning.kind === "unknown" || meaning.kind === "app")
		? "nothing"
		: "simulation";
}
