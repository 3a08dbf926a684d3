import type { CalledContract, Effects } from "../../effects/effects.ts";
import { formerHolders, receiversIn, spendersIn } from "../../effects/gainers.ts";
import { readAddress } from "../../format/numeral.ts";
import { readKey } from "../../format/svm-wire.ts";
import { type Message, message, type Text } from "../../message.ts";
import type { Counterparty } from "../../people/counterparties.ts";
import { labelOf, sameAddress } from "../../people/labels.ts";
import type { Finding } from "../../risk/finding.ts";
import { knownNameAt } from "../../subject/known-contracts.ts";
import type { User } from "../../subject/subject.ts";

/** Whom money or power goes to, by what is signed itself, and what the user knows of them. */

export const isAddress = (text: string): boolean => readAddress(text) !== null || readKey(text) !== null;

const NOBODY = /^0x0{40}$/;

/** Returns the contract or program that a step calls, or that verifies its signature; one that can't be read goes first. */
export function calledBy(effects: Effects | null, step: number): CalledContract | null {
	const its = (effects?.called ?? []).filter(
		(each) => each.step === step && each.isOuter && !NOBODY.test(each.address),
	);
	return its.find(({ isRead }) => !isRead) ?? its[0] ?? null;
}

/** One address that money or power goes to. */
export interface ReviewParty {
	/** A former spender loses an allowance. `warned`: a finding names it, in no other role. */
	readonly role: "recipient" | "spender" | "former" | "contract" | "program" | "verifier" | "warned";
	readonly address: string;
	/** This app's name of a known contract; `null` for any other. The user's own names are in their labels. */
	readonly name: Text | null;
	/** Its kind by local data: own, contact or known contract; `null` if it is none of these. */
	readonly standing: Message | null;
	/** How it was used before, from here; null where that is not counted. */
	readonly usage: Message | null;
	/** The known address that it is made to be taken for. */
	readonly imitates: {
		readonly address: string;
		readonly whom: Text;
		readonly usage: Message | null;
	} | null;
}

function standingOf(user: User, chainRef: string, address: string): Pick<ReviewParty, "name" | "standing"> {
	if (user.accounts.some((own) => sameAddress(own, address)))
		return { name: null, standing: message("party.own") };
	if (labelOf(user.labels, address) !== null) return { name: null, standing: message("party.contact") };
	const name = knownNameAt(chainRef, address.toLowerCase());
	return { name, standing: name === null ? null : message("party.known") };
}

const dealtWith = ({ counterparties }: User, address: string): Counterparty | null =>
	counterparties.get(address) ?? counterparties.get(address.toLowerCase()) ?? null;

const monthOf = (at: number) => ({ at, style: "month" }) as const;

/** Counts payments and allowances that the journal knows. It counts no mere calls: a first call is not known as one. */
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

/** By the address that imitates, the address that it is made to look like. */
function imitations(user: User, findings: readonly Finding[]): ReadonlyMap<string, ReviewParty["imitates"]> {
	const found = findings.flatMap(({ stake }) => {
		if (stake?.kind !== "imitation") return [];
		const { address, imitated, whom } = stake;
		const usage = dealtWith(user, imitated) === null ? null : usageOf(user, "recipient", imitated);
		return [[address.toLowerCase(), { address: imitated, whom, usage }] as const];
	});
	return new Map(found);
}

export interface PartiesOwner {
	readonly effects: Effects | null;
	readonly findings: readonly Finding[];
	readonly user: User;
	readonly signer: string;
	readonly chainRef: string;
	/** Address that the typed word names; `null` if it names none. */
	readonly named: string | null;
}

type Roled = readonly [ReviewParty["role"], string];

/** A call that is more than a payment is shown as the contract that is called, whatever coin goes along. */
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

/** Who is paid by one step, and who may take something of the user's later. */
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

/** Parties of one step: the gainers; where nobody gains, who loses a permission and what is called. */
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
 * Who is paid, who may take something later, and, where neither is, who may no longer and what is called: each once,
 * whoever the typed word names first, then those that imitate another, then strangers. The user's own accounts are left out, unless
 * nobody else is paid or the word names one.
 */
export function reviewParties(owner: PartiesOwner): readonly ReviewParty[] {
	const { effects, findings, user, chainRef, named } = owner;
	const alike = imitations(user, findings);
	const partyOf = (role: ReviewParty["role"], address: string): ReviewParty => ({
		role,
		address,
		...standingOf(user, chainRef, address),
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
		return party.standing === null ? 2 : 3;
	};
	return each
		.map(([role, address]) => partyOf(role, address))
		.toSorted((left, right) => rankOf(left) - rankOf(right));
}
