import { holderOfPart } from "../../../explain/svm/describe-app.ts";
import { type Imitated, lookAlikeKey } from "../../../explain/svm/look-alike.ts";
import { type Message, message } from "../../../message.ts";
import type { SvmSubject } from "../../../subject/svm/svm-subject.ts";
import { holderOf } from "../../../subject/svm/svm-subject.ts";
import { imitationFinding } from "../../address-poisoning.ts";
import { isFamiliar } from "../../evm/calls.ts";
import type { SvmRule } from "../finding.ts";

function partiesOf(subject: SvmSubject): string[] {
	return subject.steps.flatMap(({ meaning }) => {
		switch (meaning.kind) {
			case "lamports":
			case "withdraw":
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
			case "control":
			case "nonce":
				return meaning.to === null ? [] : [meaning.to];
			case "lockup":
				return meaning.custodian === null ? [] : [meaning.custodian];
			case "rule":
				return [meaning.withdrawer, meaning.staker];
			case "app":
				return [
					...meaning.gets.map((part) => holderOfPart(subject, part) ?? part.account),
					...meaning.rulers,
				];
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
	const { accounts, labels, counterparties: history } = subject.user;
	const met = namedByService(subject);
	const parties = partiesOf(subject);
	for (const address of parties) {
		if (isFamiliar(subject.user, address)) continue;
		const others = met.includes(address) ? [] : [...met, ...parties].filter((each) => each !== address);
		const imitated =
			lookAlikeKey(address, accounts, labels) ??
			lookAlikeKey(address, [...history.keys()], {}) ??
			lookAlikeKey(address, others, {});
		if (imitated === null) continue;
		return imitationFinding(address, imitated.address, whomOf(subject, imitated));
	}
	return null;
};

function whomOf({ user }: SvmSubject, { address, label }: Imitated): Message {
	if (label !== null) return message("finding.look-alike.named", { name: label });
	if (user.accounts.includes(address)) return message("finding.look-alike.own");
	return user.counterparties.has(address)
		? message("finding.look-alike.dealt")
		: message("finding.look-alike.beside");
}
