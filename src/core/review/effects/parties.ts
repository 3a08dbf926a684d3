import { isZeroAddress } from "../../chain/well-known.ts";
import type { User } from "../../decoded-transaction/decoded-transaction.ts";
import { knownNameAt } from "../../decoded-transaction/known-contracts.ts";
import type { CalledContract, Effects } from "../../effects/effects.ts";
import { formerHolders, receiversIn, spendersIn } from "../../effects/gainers.ts";
import { readAddress } from "../../format/numeral.ts";
import { readKey } from "../../format/svm-wire.ts";
import type { Counterparty } from "../../identities/counterparties.ts";
import { labelOf, sameAddress } from "../../identities/labels.ts";
import { type Message, message, type Text } from "../../localized-text.ts";
import type { Finding } from "../../risk/finding.ts";

export const isAddress = (text: string): boolean => readAddress(text) !== null || readKey(text) !== null;

export function calledBy(effects: Effects | null, step: number): CalledContract | null {
	const its = (effects?.called ?? []).filter(
		(each) => each.step === step && each.isOuter && !isZeroAddress(each.address),
	);
	return its.find(({ isRead }) => !isRead) ?? its[0] ?? null;
}

export interface ReviewParty {
	/** `former` loses an allowance. `warned` appears in a finding and has no other role. */
	readonly role: "recipient" | "spender" | "former" | "contract" | "program" | "verifier" | "warned";
	readonly address: string;
	/** The app's own name for a known contract. Names chosen by the user are in their labels. */
	readonly name: Text | null;
	readonly description: Message | null;
	readonly usage: Message | null;
	readonly imitates: {
		readonly address: string;
		readonly knownAs: Text;
		readonly usage: Message | null;
	} | null;
}

function describeParty(
	user: User,
	chainRef: string,
	address: string,
): Pick<ReviewParty, "name" | "description"> {
	if (user.accounts.some((own) => sameAddress(own, address)))
		return { name: null, description: message("party.own") };
	if (labelOf(user.labels, address) !== null) return { name: null, description: message("party.contact") };
	const name = knownNameAt(chainRef, address.toLowerCase());
	return { name, description: name === null ? null : message("party.known") };
}

const dealtWith = ({ counterparties }: User, address: string): Counterparty | null =>
	counterparties.get(address) ?? counterparties.get(address.toLowerCase()) ?? null;

const monthOf = (at: number) => ({ at, style: "month" }) as const;

/**
 * Counts payments and allowances from the journal. It can't detect a first call, because plain calls aren't
 * counted.
 */
function usageOf(user: User, role: ReviewParty["role"], address: string): Message | null {
	const dealt = dealtWith(user, address);
	const since = dealt?.firstAt;
	const when = since === undefined ? { since: false, at: "" } : { since: true, at: monthOf(since) };
	const spends = role === "spender" || role === "former";
	if (dealt !== null && dealt.paid > 0 && (!spends || dealt.allowed === 0))
		return message("party.paid", { count: dealt.paid, since: when.since, at: when.at });
	if (dealt !== null && dealt.allowed > 0)
		return message("party.allowed", { count: dealt.allowed, since: when.since, at: when.at });
	if (role === "recipient") return message("party.first-payment");
	return role === "spender" ? message("party.first-allowance") : null;
}

/**
 * A contract without payments or allowances may have been called before, because plain calls aren't recorded.
 */
export function partyUsage(user: User, address: string): Message {
	return usageOf(user, "contract", address) ?? message("party.no-dealings");
}

function imitations(user: User, findings: readonly Finding[]): ReadonlyMap<string, ReviewParty["imitates"]> {
	const found = findings.flatMap(({ stake }) => {
		if (stake?.kind !== "imitation") return [];
		const { address, imitated, knownAs } = stake;
		const usage = dealtWith(user, imitated) === null ? null : usageOf(user, "recipient", imitated);
		return [[address.toLowerCase(), { address: imitated, knownAs, usage }] as const];
	});
	return new Map(found);
}

export interface PartiesOwner {
	readonly effects: Effects | null;
	readonly findings: readonly Finding[];
	readonly user: User;
	readonly signer: string;
	readonly chainRef: string;
	readonly named: string | null;
}

type Roled = readonly [ReviewParty["role"], string];

const isCalled = ({ called }: Effects, step: number, address: string): boolean =>
	called.some(
		(each) =>
			each.step === step &&
			each.of === "contract" &&
			each.isOuter &&
			!each.isPayment &&
			each.address === address,
	);

export interface StepGainer {
	readonly address: string;
	readonly of: "recipient" | "spender";
}

export function gainersOf(effects: Effects | null, step: number): readonly StepGainer[] {
	if (effects === null) return [];
	const spenders = spendersIn(effects, step).filter(isAddress);
	const paid = receiversIn(effects, step).filter(
		(address) => isAddress(address) && !spenders.includes(address) && !isCalled(effects, step, address),
	);
	return [
		...paid.map((address) => ({ address, of: "recipient" }) as const),
		...spenders.map((address) => ({ address, of: "spender" }) as const),
	];
}

function partiesIn({ effects, user, signer }: PartiesOwner, step: number): readonly Roled[] {
	if (effects === null) return [];
	const others = gainersOf(effects, step).map(({ of, address }): Roled => [of, address]);
	const isOwn = ([, address]: Roled) => [signer, ...user.accounts].some((own) => sameAddress(own, address));
	const strangers = others.filter((each) => !isOwn(each));
	if (strangers.length > 0) return strangers;
	const owned = others.filter(([role, address]) => role === "recipient" && !sameAddress(address, signer));
	if (owned.length > 0) return owned;
	const called = calledBy(effects, step);
	return [
		...formerHolders(effects, step).map((address) => ["former", address] as const),
		...(called === null ? [] : [[called.of, called.address] as const]),
	];
}

/**
 * Returns payees and spenders or, if there are none, former spenders and called contracts. Starts with the
 * address that the typed word names, followed by imitations and strangers. Omits the user's accounts unless
 * no one else is paid or the word names one of them.
 */
export function reviewParties(owner: PartiesOwner): readonly ReviewParty[] {
	const { effects, findings, user, chainRef, named } = owner;
	const alike = imitations(user, findings);
	const partyOf = (role: ReviewParty["role"], address: string): ReviewParty => ({
		role,
		address,
		...describeParty(user, chainRef, address),
		usage: usageOf(user, role, address),
		imitates: alike.get(address.toLowerCase()) ?? null,
	});
	const found = (effects?.shownBy ?? []).flatMap((_, step) => partiesIn(owner, step));
	const roles = named === null ? found : [...found, ["warned", named] as const];
	const each = roles.filter(
		([, address], at) => roles.findIndex(([, other]) => sameAddress(other, address)) === at,
	);
	const isNamed = ({ address }: ReviewParty) => named !== null && sameAddress(address, named);
	const rankOf = (party: ReviewParty): number => {
		if (isNamed(party)) return 0;
		if (party.imitates !== null) return 1;
		return party.description === null ? 2 : 3;
	};
	return each
		.map(([role, address]) => partyOf(role, address))
		.toSorted((left, right) => rankOf(left) - rankOf(right));
}
