import { lookAlikeKey } from "../../svm/look-alike.ts";
import type { SvmSubject } from "../../svm-subject.ts";
import { holderOf } from "../../svm-subject.ts";
import { danger, type SvmRule } from "./finding.ts";

function partiesOf(subject: SvmSubject): string[] {
	return subject.steps.flatMap(({ meaning }) => {
		switch (meaning.kind) {
			case "lamports":
			case "stake_withdraw":
			case "token_close":
			case "token_unwrap":
				return [meaning.to];
			case "token_transfer": {
				const holder = holderOf(subject, meaning.destination);
				return holder === null ? [meaning.destination] : [meaning.destination, holder];
			}
			case "token_approve":
				return [meaning.delegate];
			case "token_open":
				return [meaning.owner];
			case "token_authority":
			case "nonce":
				return meaning.to === null ? [] : [meaning.to];
			default:
				return [];
		}
	});
}

/** An address that looks like a known one at both ends and is another: address poisoning. */
export const svmLookAlike: SvmRule = ({ subject }) => {
	const { accounts, labels } = subject.person;
	for (const address of partiesOf(subject)) {
		const imitated = lookAlikeKey(address, accounts, labels);
		if (imitated === null) continue;
		const whom = imitated.label === null ? "one of your own accounts" : `“${imitated.label}”`;
		return danger(
			"look-alike",
			`${address} looks like ${whom} (${imitated.address}) at both ends, but it is another address.`,
		);
	}
	return null;
};
