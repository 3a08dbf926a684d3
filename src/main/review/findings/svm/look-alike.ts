import { type Imitated, lookAlikeKey } from "../../svm/look-alike.ts";
import type { SvmSubject } from "../../svm-subject.ts";
import { holderOf } from "../../svm-subject.ts";
import { isFamiliar } from "../calls.ts";
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

/** Whom the service's simulation names: what it shows may be the address that the payload only imitates. */
function namedByService({ simulation }: SvmSubject): readonly string[] {
	if (simulation === null) return [];
	const named = [
		...simulation.balanceChanges.flatMap(({ account, counterparty }) => [account, counterparty]),
		...simulation.approvals.flatMap(({ account, spender }) => [account, spender]),
	];
	return named.filter((each) => typeof each === "string");
}

/** An address that looks like a known one at both ends and is another: address poisoning. */
export const svmLookAlike: SvmRule = ({ subject }) => {
	const { accounts, labels, dealings } = subject.person;
	const met = namedByService(subject);
	const parties = partiesOf(subject);
	for (const address of parties) {
		if (isFamiliar(subject.person, address)) continue;
		const others = met.includes(address) ? [] : [...met, ...parties].filter((each) => each !== address);
		const imitated =
			lookAlikeKey(address, accounts, labels) ??
			lookAlikeKey(address, [...dealings.keys()], {}) ??
			lookAlikeKey(address, others, {});
		if (imitated === null) continue;
		return danger("look-alike", words(address, whomOf(subject, imitated), imitated.address));
	}
	return null;
};

function whomOf({ person }: SvmSubject, { address, label }: Imitated): string {
	if (label !== null) return `“${label}”`;
	if (person.accounts.includes(address)) return "one of your own accounts";
	return person.dealings.has(address)
		? "an address that you have dealt with before"
		: "another address of this request";
}

const words = (address: string, whom: string, imitated: string) =>
	`${address} looks like ${whom} (${imitated}) at both ends, but it is another address. Compare every character.`;
