import type { Fact } from "../../chains/chain-error.ts";
import { known } from "../../chains/chain-error.ts";
import { type Hex, readBytes } from "../../match/numeral.ts";
import { labelOf, sameAddress } from "../../policy/labels.ts";
import { allowsOf } from "../allows.ts";
import type { Decoded } from "../decode-evm.ts";
import type { CodeFacts, LegOpinion } from "../opinion.ts";
import type { Person, Subject } from "../subject.ts";
import type { Evidence } from "./finding.ts";

/** What a payload calls, whom it pays and whom it allows something: the ground of several rules. */

export interface MadeCall {
	/** Who makes it: the signer, a Safe that it speaks through, a contract that it calls. */
	readonly as: string;
	readonly how: "call" | "delegatecall";
	readonly decoded: Decoded;
	/** Of the payload's own call alone. */
	readonly data: Hex | null;
}

function within(as: string, { meaning }: Decoded): MadeCall[] {
	if (meaning.kind !== "calls") return [];
	return meaning.calls.flatMap(({ decoded, how, by }) => {
		const maker = by === "caller" ? as : by;
		return [{ as: maker, how, decoded, data: null }, ...within(maker, decoded)];
	});
}

/** A call, and all calls inside of it. */
export const callsIn = (as: string, decoded: Decoded, data: Hex | null): readonly MadeCall[] => [
	{ as, how: "call", decoded, data },
	...within(as, decoded),
];

/** The payload's call, and all calls inside of it. */
export const callsOf = ({ signer, decoded, payload }: Subject): readonly MadeCall[] =>
	callsIn(signer.toLowerCase(), decoded, readBytes(payload.transaction.data));

/** Whom a call pays by its own bytes, other than its maker. */
export function payeesOf({ as, decoded }: MadeCall): readonly Hex[] {
	const { meaning, target, value } = decoded;
	const paid = (): readonly (Hex | string)[] => {
		switch (meaning.kind) {
			case "native":
				return value === 0n ? [] : [target];
			case "transfer":
			case "transferFrom":
			case "items":
				return [meaning.to];
			case "moves":
				return meaning.rows.map(({ to }) => to);
			case "payment":
				return [meaning.to];
			default:
				return [];
		}
	};
	return paid().filter((to): to is Hex => to.startsWith("0x") && !sameAddress(to, as));
}

export interface Grant {
	/** In lower case. */
	readonly spender: string;
	readonly token: string;
}

/** Whom a call allows something by its own bytes. */
export function grantedBy({ decoded }: MadeCall): Grant[] {
	const { meaning, target: token } = decoded;
	if (meaning.kind === "permits") return meaning.rows.filter(({ amount }) => amount > 0n);
	if (meaning.kind === "operator") return meaning.approved ? [{ spender: meaning.operator, token }] : [];
	if (meaning.kind === "allowance")
		return meaning.up && meaning.by > 0n ? [{ spender: meaning.spender, token }] : [];
	return meaning.kind === "approve" && meaning.amountOrId > 0n ? [{ spender: meaning.spender, token }] : [];
}

/** What our own simulation shows of the person's accounts. */
function simulated({ subject, opinion }: Evidence): Grant[] {
	if (opinion.own.state !== "done") return [];
	const { accounts } = subject.person;
	return opinion.own.simulation.approvals
		.filter(({ account, approved, amount, unlimited }) => {
			const mine = [...accounts, subject.signer].some((each) => sameAddress(each, account));
			return mine && approved !== false && (unlimited === true || amount !== "0");
		})
		.map(({ spender, asset }) => ({ spender: spender.toLowerCase(), token: asset.toLowerCase() }));
}

const ZERO = `0x${"0".repeat(40)}`;

/**
 * Everybody who would be allowed something: by our own decoding, by the service's simulation, by ours. Without the
 * person's own accounts, and each pair once.
 */
export function grantsOf(evidence: Evidence): readonly Grant[] {
	const { subject } = evidence;
	const told = allowsOf(subject)
		.filter(({ grants }) => grants)
		.map(({ spender, token }) => ({ spender: spender.toLowerCase(), token: token.toLowerCase() }));
	const [top, ...inner] = callsOf(subject);
	// An item of a collection has a number where a token has an amount: only allowsOf tells them apart.
	const permits = top?.decoded.meaning.kind === "permits" ? grantedBy(top) : [];
	const all = [...told, ...permits, ...inner.flatMap(grantedBy), ...simulated(evidence)];
	const others = all.filter(({ spender }) => spender !== ZERO && !isOwn(subject.person, spender));
	return others.filter(
		(grant, at) =>
			others.findIndex(({ spender, token }) => spender === grant.spender && token === grant.token) === at,
	);
}

export const isOwn = (person: Person, address: string): boolean =>
	person.accounts.some((account) => sameAddress(account, address));

/** The person has named it, has it, or has paid it or allowed it something before. */
export function isFamiliar(person: Person, address: string): boolean {
	const dealing = person.dealings.get(address) ?? person.dealings.get(address.toLowerCase());
	const dealt = dealing !== undefined && dealing.paid + dealing.allowed > 0;
	return dealt || isOwn(person, address) || labelOf(person.labels, address) !== null;
}

/** What an address is, as far as it was asked and said. */
export function codeOf(opinion: Pick<LegOpinion, "enquiry">, address: string): CodeFacts | null {
	const codes: ReadonlyMap<string, Fact<CodeFacts>> | undefined = opinion.enquiry?.codes;
	return known(codes?.get(address.toLowerCase()) ?? codes?.get(address));
}

/** An account of somebody, lending its code or not, and no contract. */
export const isAccount = (code: CodeFacts): boolean => code.size === 0 || code.delegatedTo !== null;
