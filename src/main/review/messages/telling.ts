import { getAddress } from "viem/utils";
import type { EvmFacts } from "../../chains/evm-facts.ts";
import { type Hex, readAddress } from "../../match/numeral.ts";
import type { TypedStruct, TypedValue } from "../../match/typed-data.ts";
import { memberAt } from "../../match/typed-data-kinds.ts";
import { labelOf, sameAddress } from "../../policy/labels.ts";
import type { Allow } from "../allows.ts";
import { type Amount, amountWords } from "../amount.ts";
import type { Finding, Severity } from "../findings/finding.ts";
import type { Headline } from "../headline.ts";
import type { Enquiry } from "../opinion.ts";
import { plain } from "../plain.ts";
import { isUnlimited, nameOf, type Person, tokenAmount, unitOf } from "../subject.ts";
import type { ExplainedRow } from "./content.ts";

/** What the sentences about a message need to know, and the words that they share. */

export interface MessageTelling {
	readonly signer: string;
	/** Decimal chain id or cluster; null where the request names none. */
	readonly chainRef: string | null;
	/** Asked for the tokens of `questionsOf`, with the domain's contract as the call's `to`; null where not asked. */
	readonly facts: EvmFacts | null;
	readonly person: Person;
	/** Unix milliseconds. */
	readonly now: number;
	/** Texts of the service and the agent that are shown beside the message. */
	readonly texts: readonly string[];
	/** null until it is there. */
	readonly enquiry: Enquiry | null;
}

export interface Explanation {
	readonly headline: Headline;
	readonly rows: readonly ExplainedRow[];
	readonly allows: readonly Allow[];
	readonly findings: readonly Finding[];
}

/** A recognised kind has every member of its type: anything else is a fault of ours. */
function need<T>(value: T | null, path: string): T {
	if (value === null) throw new Error(`recognised typed data without ${path}`);
	return value;
}

export function addressAt(message: TypedStruct, path: string): Hex {
	const value = memberAt(message, path);
	return need(typeof value === "string" ? readAddress(value) : null, path);
}

export function wholeAt(message: TypedStruct, path: string): bigint {
	const value = memberAt(message, path);
	return need(typeof value === "bigint" ? value : null, path);
}

export function textAt(message: TypedStruct, path: string): string {
	const value = memberAt(message, path);
	return need(typeof value === "string" ? value : null, path);
}

export function boolAt(message: TypedStruct, path: string): boolean {
	const value = memberAt(message, path);
	return need(typeof value === "boolean" ? value : null, path);
}

const isStruct = (value: TypedValue): value is TypedStruct =>
	typeof value === "object" && !Array.isArray(value);

export function structAt(message: TypedStruct, path: string): TypedStruct {
	const value = memberAt(message, path);
	return need(value !== undefined && isStruct(value) ? value : null, path);
}

export function structsAt(message: TypedStruct, path: string): readonly TypedStruct[] {
	const value = memberAt(message, path);
	return Array.isArray(value) ? value.filter(isStruct) : [];
}

export const row = (label: string, value: string, tone: ExplainedRow["tone"] = "plain"): ExplainedRow => ({
	label,
	value,
	tone,
});

export function finding(id: string, severity: Severity, words: string, needsWord = false): Finding {
	return { id, severity, words, needsWord };
}

/** A danger for which the person types a word. */
export const danger = (id: string, words: string): Finding => finding(id, "danger", words, true);

/** The whole address, in its checksummed case (EIP-55), after the person's own name for it. */
export function addressWords(person: Person, address: string): string {
	const bytes = readAddress(address);
	const whole = bytes === null ? plain(address, 64) : getAddress(bytes);
	const label = labelOf(person.labels, address);
	if (label !== null) return `${plain(label)} (${whole})`;
	return person.accounts.some((account) => sameAddress(account, address)) ? `your account (${whole})` : whole;
}

export const ZERO: Hex = `0x${"0".repeat(40)}`;

/** Seconds until 9999-12-31, the last day that a date is written for. */
const LAST_DAY = 253_402_300_799n;

/** "2026-09-21 13:50 UTC"; "without end" beyond the year 9999. Unix seconds. */
export function timeWords(seconds: bigint): string {
	if (seconds > LAST_DAY) return "without end";
	return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** What Permit2's own applications ask for at most, with an hour for clocks that differ. */
const LONG = 30n * 86_400n + 3_600n;

export const nowSeconds = (telling: MessageTelling) => BigInt(Math.floor(telling.now / 1000));

/** More than 30 days from now. */
export function isFar(telling: MessageTelling, seconds: bigint): boolean {
	return seconds > nowSeconds(telling) + LONG;
}

/** Beyond any date that is written. */
export const isEndless = (seconds: bigint): boolean => seconds > LAST_DAY;

export function untilRow(telling: MessageTelling, label: string, seconds: bigint): ExplainedRow {
	return row(label, timeWords(seconds), isFar(telling, seconds) ? "danger" : "plain");
}

/** A token's amount in its own unit, or in base units where the chain does not say it. */
export function amountText(telling: MessageTelling, token: string, raw: bigint): string {
	return amountWords(tokenAmount(telling.facts, token, raw));
}

/** Who may take what of the signer's, by this signature. */
export function allowanceOf(
	telling: MessageTelling,
	spender: string,
	token: string,
	raw: bigint,
	until: string,
): Allow {
	const { person, facts } = telling;
	const unlimited = isUnlimited(raw);
	const who = nameOf(person, spender);
	const amount: Amount = tokenAmount(facts, token, raw);
	const words = unlimited
		? `${who} may take all ${unitOf(facts, token).symbol} of this account, ${until}, without asking again.`
		: raw === 0n
			? `Takes back what ${who} may take of ${unitOf(facts, token).symbol}.`
			: `${who} may take up to ${amountWords(amount)}, ${until}.`;
	return {
		spender,
		token,
		kind: "allowance",
		amount: unlimited ? null : amount,
		unlimited,
		grants: raw > 0n,
		words,
		source: "decoded",
	};
}
