import type { PipelineSimulation } from "../../service-api/simulation.ts";
import { ZERO_ADDRESS } from "../chain/well-known.ts";
import type { User } from "../decoded-transaction/decoded-transaction.ts";
import { knownContractLike } from "../decoded-transaction/known-contracts.ts";
import { readAddress } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { labelOf, sameAddress, visibleEndsOf } from "../identities/labels.ts";
import { type Message, message } from "../localized-text.ts";
import type { Imitated } from "./effects.ts";

/**
 * Detects address poisoning, in which an attacker's address has the same first and last characters as a known
 * one.
 */

type ByVisibleEnds = ReadonlyMap<string, readonly string[]>;

export interface Imitations {
	readonly named: ByVisibleEnds;
	readonly dealt: ByVisibleEnds;
	readonly mentioned: ByVisibleEnds;
	readonly declared: ByVisibleEnds;
	readonly knownAsOf: (own: string) => Message;
}

function byVisibleEnds(addresses: readonly string[]): ByVisibleEnds {
	const found = new Map<string, string[]>();
	for (const address of new Set(addresses.map((each) => readAddress(each) ?? each))) {
		const looks = visibleEndsOf(address);
		if (looks === null) continue;
		const group = found.get(looks);
		if (group === undefined) found.set(looks, [address]);
		else group.push(address);
	}
	return found;
}

function labelOfUser({ labels }: User, own: string): Message {
	const label = labelOf(labels, own);
	return label === null
		? message("finding.look-alike.own")
		: message("finding.look-alike.named", { name: plain(label) });
}

export function imitationsOf(
	user: User,
	mentioned: readonly string[],
	declared: readonly string[],
): Imitations {
	const isNobody = (address: string) => address === ZERO_ADDRESS;
	return {
		named: byVisibleEnds([...user.accounts, ...Object.keys(user.labels)]),
		dealt: byVisibleEnds([...user.counterparties.keys()]),
		mentioned: byVisibleEnds(mentioned.filter((each) => !isNobody(each))),
		declared: byVisibleEnds(declared.filter((each) => !isNobody(each))),
		knownAsOf: (own) => labelOfUser(user, own),
	};
}

export function namesIn(simulation: PipelineSimulation | null): readonly string[] {
	if (simulation === null) return [];
	const named = [
		...simulation.balanceChanges.flatMap(({ account, counterparty }) => [account, counterparty]),
		...simulation.approvals.flatMap(({ account, spender }) => [account, spender]),
	];
	return named.filter((each) => typeof each === "string");
}

export function imitatedBy(
	{ named, dealt, mentioned, declared, knownAsOf: whom }: Imitations,
	address: string,
): Imitated | null {
	const looks = visibleEndsOf(address);
	if (looks === null) return null;
	const isAmong = (group: ByVisibleEnds) =>
		group.get(looks)?.some((each) => sameAddress(each, address)) === true;
	if (isAmong(named) || isAmong(dealt)) return null;
	const other = (group: ByVisibleEnds) =>
		group.get(looks)?.find((each) => !sameAddress(each, address)) ?? null;
	const [own, met, contract] = [other(named), other(dealt), knownContractLike(address)];
	if (own !== null) return { address: own, knownAs: whom(own) };
	if (met !== null) return { address: met, knownAs: message("finding.look-alike.dealt") };
	if (contract !== null) return { address: contract.address, knownAs: contract.name };
	// An address that the service names isn't an imitation. If two addresses in the bytes look alike, either
	// could be one.
	const beside = isAmong(declared) || !isAmong(mentioned) ? null : (other(declared) ?? other(mentioned));
	return beside === null ? null : { address: beside, knownAs: message("finding.look-alike.beside") };
}
