import type { SvmMeaning } from "../../decode/svm/meaning.ts";

export function empoweredBy(meaning: SvmMeaning): readonly (string | null)[] {
	switch (meaning.kind) {
		case "token_approve":
			return [meaning.delegate];
		case "token_authority":
		case "control":
			return [meaning.to];
		case "lockup":
			return [meaning.custodian];
		case "rule":
			return [meaning.withdrawer, meaning.staker];
		case "assign":
			return [meaning.owner];
		default:
			return [];
	}
}
