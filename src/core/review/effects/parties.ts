import type { Effects } from "../../effects/effects.ts";
import { holdersIn, receiversIn } from "../../effects/gainers.ts";
import { readAddress, readBytes } from "../../format/numeral.ts";
import { readKey } from "../../format/svm-wire.ts";
import { type Message, message, type Text } from "../../message.ts";
import type { TypedDataContent } from "../../messages/content.ts";
import type { Counterparty } from "../../people/counterparties.ts";
import { labelOf, sameAddress } from "../../people/labels.ts";
import type { Finding } from "../../risk/finding.ts";
import { knownNameAt } from "../../subject/known-contracts.ts";
import type { User } from "../../subject/subject.ts";
import type { SvmSubject } from "../../subject/svm/svm-subject.ts";
import type { Insight } from "../insight.ts";

/** Whom money or power goes to, by what is signed itself, and what the user knows of them. */

/** The contract or program that is called, or that verifies a signature; `null` where none is. */
export type Called = { readonly address: string; readonly of: "contract" | "program" | "verifier" } | null;

export const isAddress = (text: string): boolean => readAddress(text) !== null || readKey(text) !== null;

function programOf({ steps }: SvmSubject): Called {
	const program =
		steps.find(({ meaning }) => meaning.kind === "unknown") ??
		steps.find(({ meaning }) => meaning.kind !== "budget");
	return program === undefined ? null : { address: program.programId, of: "program" };
}

/** The contract that verifies the signature, by the domain (EIP-712); signing calls nothing. */
function verifyingContract({ domain }: TypedDataContent): Called {
	const found = domain.find(({ name, type }) => name === "verifyingContract" && type === "address")?.value;
	return typeof found === "string" && BigInt(found) !== 0n ? { address: found, of: "verifier" } : null;
}

export function calledBy({ content }: Pick<Insight, "content">): Called {
	switch (content.kind) {
		case "evm_transaction":
			return { address: content.subject.decoded.target, of: "contract" };
		case "svm_transaction":
			return programOf(content.subject);
		case "typed_data":
			return verifyingContract(content);
		case "message":
		case "user_operation":
			return null;
	}
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
	readonly insights: readonly Insight[];
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
function isCalled({ content }: Insight, address: string): boolean {
	if (content.kind !== "evm_transaction") return false;
	const { to, data } = content.subject.payload.transaction;
	return to != null && sameAddress(to, address) && (readBytes(data) ?? "0x") !== "0x";
}

export interface StepGainer {
	readonly address: string;
	readonly of: "recipient" | "spender";
}

/** Who is paid by one step, and who may take something of the user's later. */
export function gainersOf(
	effects: Effects | null,
	step: number,
	insight: Insight | undefined,
): readonly StepGainer[] {
	const granted = (insight?.approvals ?? []).filter(({ grants }) => grants).map(({ spender }) => spender);
	const ruling = effects === null ? [] : holdersIn(effects, step, "control");
	const spenders = [...granted, ...ruling].filter(isAddress);
	const paid = (effects === null ? [] : receiversIn(effects, step))
		.filter((address) => !spenders.some((each) => sameAddress(each, address)))
		.filter((address) => isAddress(address) && (insight === undefined || !isCalled(insight, address)));
	return [
		...paid.map((address) => ({ address, of: "recipient" }) as const),
		...spenders.map((address) => ({ address, of: "spender" }) as const),
	];
}

/** Parties of one step: the gainers; where nobody gains, who loses a permission and what is called. */
function partiesIn(
	{ effects, user, signer }: PartiesOwner,
	step: number,
	insight: Insight | undefined,
): readonly Roled[] {
	const others = gainersOf(effects, step, insight).map(({ of, address }): Roled => [of, address]);
	const isOwn = ([, address]: Roled) => [signer, ...user.accounts].some((own) => sameAddress(own, address));
	const strangers = others.filter((each) => !isOwn(each));
	if (strangers.length > 0) return strangers;
	const owned = others.filter(([role, address]) => role === "recipient" && !sameAddress(address, signer));
	if (owned.length > 0 || insight === undefined) return owned;
	const called = calledBy(insight);
	const former = insight.approvals.filter(({ spender }) => isAddress(spender));
	return [
		...former.map(({ spender }) => ["former", spender] as const),
		...(called === null ? [] : [[called.of, called.address] as const]),
	];
}

/**
 * Who is paid, who may take something later, and, where neither is, who may no longer and what is called: each once,
 * whoever the typed word names first, then those that imitate another, then strangers. The user's own accounts are left out, unless
 * nobody else is paid or the word names one.
 */
export function reviewParties(owner: PartiesOwner): readonly ReviewParty[] {
	const { insights, effects, findings, user, chainRef, named } = owner;
	const alike = imitations(user, findings);
	const partyOf = (role: ReviewParty["role"], address: string): ReviewParty => ({
		role,
		address,
		...standingOf(user, chainRef, address),
		usage: usageOf(user, role, address),
		imitates: alike.get(address.toLowerCase()) ?? null,
	});
	const steps = Math.max(insights.length, effects?.shownBy.length ?? 0);
	const found = Array.from({ length: steps }, (_, step) => partiesIn(owner, step, insights[step])).flat();
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
