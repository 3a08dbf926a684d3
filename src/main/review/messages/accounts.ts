import { type Hex, readBytes } from "../../match/numeral.ts";
import type { TypedData } from "../../match/typed-data.ts";
import { amountWords } from "../amount.ts";
import type { Decoded } from "../decode-evm.ts";
import { decodeEvm } from "../decode-evm.ts";
import { callsIn, grantedBy, type MadeCall, payeesOf } from "../findings/calls.ts";
import { controlFinding } from "../findings/control-change.ts";
import { delegatecallFinding } from "../findings/delegatecall.ts";
import type { Finding } from "../findings/finding.ts";
import { headlineOf } from "../headline.ts";
import { isMultiSend } from "../nested/accounts.ts";
import { isUnlimited, nameOf, nativeAmount, shortAddress, unitOf } from "../subject.ts";
import type { ExplainedRow } from "./content.ts";
import { payeeFindings, spenderFindings } from "./people.ts";
import {
	addressAt,
	addressWords,
	amountText,
	danger,
	type Explanation,
	finding,
	type MessageTelling,
	row,
	structsAt,
	textAt,
	untilRow,
	wholeAt,
	ZERO,
} from "./telling.ts";

/** Signatures that act for an account or give it away: Safe transactions, delegations, EIP-7702. */

/** What one call gives away that the Safe makes, or that Countersign can't tell. */
function callFinding({ decoded, how }: MadeCall): Finding | null {
	const { meaning } = decoded;
	if (meaning.kind === "operator" && meaning.approved)
		return danger("operator-approval", "This lets another account take every item of a collection.");
	const raws =
		meaning.kind === "approve"
			? [meaning.amountOrId]
			: meaning.kind === "allowance" && meaning.up
				? [meaning.by]
				: meaning.kind === "permits"
					? meaning.rows.map(({ amount }) => amount)
					: [];
	if (raws.some(isUnlimited))
		return danger("unlimited-permission", "This lets another account take any amount of a token.");
	const unread = meaning.kind === "unknown" || (meaning.kind === "calls" && meaning.left > 0);
	return unread && how === "call"
		? danger("unknown-call", "Countersign can't read the call that this makes for the Safe.")
		: null;
}

/** All that the Safe's calls give away: rights, control, the Safe itself. */
function safeFindings(telling: MessageTelling, calls: readonly MadeCall[]): Finding[] {
	const { person } = telling;
	const each = calls.flatMap((call) => {
		const control = controlFinding(person, call);
		return control ?? callFinding(call) ?? [];
	});
	const spenders = calls.flatMap(grantedBy).map(({ spender }) => spender);
	return [
		...each,
		...[delegatecallFinding(person, calls)].filter((found) => found !== null),
		...spenderFindings(telling, spenders),
		...payeeFindings(telling, calls.flatMap(payeesOf)),
	];
}

const DELEGATECALL = 1n;

interface Refund {
	readonly words: string;
	readonly to: string;
}

/**
 * What the Safe pays beside its call: (gas used + baseGas) × gasPrice of any token, to anybody (Safe: handlePayment).
 * Signed with the rest, so that a harmless call can carry a payment of all that the Safe holds. Null where it pays none.
 */
function refundOf(telling: MessageTelling, message: TypedData["message"]): Refund | null {
	const price = wholeAt(message, "gasPrice");
	if (price === 0n) return null;
	const token = addressAt(message, "gasToken");
	const receiver = addressAt(message, "refundReceiver");
	const raw = wholeAt(message, "baseGas") * price;
	const least =
		token === ZERO ? amountWords(nativeAmount(telling.chainRef ?? "", raw)) : amountText(telling, token, raw);
	const to = receiver === ZERO ? "whoever carries this out" : nameOf(telling.person, receiver);
	return { words: `at least ${least}, and more with the gas that it takes`, to };
}

const operationWords = (operation: bigint) =>
	operation === 0n ? "call" : operation === DELEGATECALL ? "delegatecall" : `unknown (${operation})`;

/** One line for each call that a bundle makes, so that none hides behind the first. */
function callRows(telling: MessageTelling, safe: string, inner: readonly Decoded[]): ExplainedRow[] {
	const { person, facts, chainRef } = telling;
	return inner.map((decoded, at) => {
		const told = headlineOf({ decoded, facts, person, signer: safe, chainRef: chainRef ?? "" });
		return row(`Call ${at + 1}`, told.text, told.known ? "plain" : "danger");
	});
}

/** A Safe's transaction: the signer is one of its owners, and the Safe's funds move. */
export function safeTransaction(telling: MessageTelling, { domain, message }: TypedData): Explanation {
	const { person, facts, signer, chainRef } = telling;
	const safe = domain.verifyingContract ?? ZERO;
	const to = addressAt(message, "to");
	const value = wholeAt(message, "value");
	const data: Hex = readBytes(textAt(message, "data")) ?? "0x";
	const operation = wholeAt(message, "operation");
	const decoded: Decoded = decodeEvm({ to, value, data });
	const bundle = operation === DELEGATECALL && isMultiSend(to) && decoded.meaning.kind === "calls";
	const inner = headlineOf({ decoded, facts, person, signer, chainRef: chainRef ?? "" });
	const isCall = operation === 0n || bundle;
	const about = `the Safe ${shortAddress(safe)}`;
	const text = isCall
		? `For ${about}: ${inner.text}`
		: `Lets the contract ${nameOf(person, to)} act as ${about}`;
	const refund = refundOf(telling, message);
	const words =
		operation === DELEGATECALL
			? `This is a delegatecall: the code at ${nameOf(person, to)} gets full control of ${about} and all it holds.`
			: "This names a kind of operation that a Safe does not have.";
	const calls = callsIn(safe, decoded, data);
	return {
		headline: { text, known: isCall && inner.known, amount: isCall ? inner.amount : null },
		rows: [
			row("Safe", addressWords(person, safe)),
			row(
				"Operation",
				bundle ? "several calls, bundled by Safe's own MultiSend" : operationWords(operation),
				isCall ? "plain" : "danger",
			),
			row("To", addressWords(person, to)),
			row("Sends", amountWords(nativeAmount(chainRef ?? "", value))),
			row("Call", decoded.call === null ? "none" : (decoded.call.signature ?? data.slice(0, 138))),
			...(decoded.meaning.kind === "calls"
				? callRows(
						telling,
						safe,
						decoded.meaning.calls.map((call) => call.decoded),
					)
				: []),
			...(refund === null ? [] : [row("Also pays", `${refund.words}, to ${refund.to}`, "danger")]),
			row("Place in the Safe's order", String(wholeAt(message, "nonce"))),
		],
		allows: [],
		findings: [
			...(isCall ? safeFindings(telling, calls) : [danger("delegatecall", words)]),
			...(refund === null
				? []
				: [danger("safe-refund", `The Safe also pays ${refund.to} for gas: ${refund.words}.`)]),
		],
	};
}

/** MetaMask's Delegation Framework (ERC-7710): the delegate may act as the account, within the caveats. */
export function delegation(telling: MessageTelling, { message }: TypedData): Explanation {
	const { person } = telling;
	const delegate = addressAt(message, "delegate");
	const caveats = structsAt(message, "caveats");
	const who = nameOf(person, delegate);
	const bounds =
		caveats.length === 0
			? "There is no limit on what it may do."
			: `Its limits are kept by ${caveats.length} other contracts, which Countersign can't judge.`;
	return {
		headline: { text: `Lets ${who} act as your account`, known: true, amount: null },
		rows: [
			row("Who may act", addressWords(person, delegate), "danger"),
			row("As", addressWords(person, addressAt(message, "delegator"))),
			...(caveats.length === 0 ? [row("Limits", "none", "danger")] : []),
			...caveats.map((caveat) =>
				row(
					"Limit kept by",
					`${addressWords(person, addressAt(caveat, "enforcer"))}: ${textAt(caveat, "terms").slice(0, 138)}`,
				),
			),
		],
		allows: [],
		findings: [danger("delegation", `${who} could act as your account and move what it holds. ${bounds}`)],
	};
}

/** An EIP-7702 authorisation written as typed data. Chain 0 means every chain. */
export function codeAuthorization(telling: MessageTelling, { message }: TypedData): Explanation {
	const contract = addressAt(message, "address");
	const chainId = wholeAt(message, "chainId");
	const who = nameOf(telling.person, contract);
	const everywhere = chainId === 0n;
	const where = everywhere ? "every chain" : `chain ${chainId}`;
	return {
		headline: { text: `Lets the contract ${who} act as your account on ${where}`, known: true, amount: null },
		rows: [
			row("Contract", addressWords(telling.person, contract), "danger"),
			row("Chain", where, everywhere ? "danger" : "plain"),
			row("Nonce", String(wholeAt(message, "nonce"))),
		],
		allows: [],
		findings: [
			danger(
				"code-authorization",
				`This lets a contract act as your account: the code at ${who} could move all that it holds on ${where}.`,
			),
		],
	};
}

/** OpenZeppelin's and Compound's Votes: lends the votes of a token to somebody; the tokens stay where they are. */
export function votes(telling: MessageTelling, { domain, message }: TypedData): Explanation {
	const { person, facts } = telling;
	const token = domain.verifyingContract ?? ZERO;
	const delegatee = addressAt(message, "delegatee");
	const { symbol } = unitOf(facts, token);
	const who = nameOf(person, delegatee);
	return {
		headline: { text: `Lets ${who} vote with all your ${symbol}`, known: true, amount: null },
		rows: [
			row("Token", addressWords(person, token)),
			row("Who votes", addressWords(person, delegatee)),
			untilRow(telling, "Signature can be used until", wholeAt(message, "expiry")),
		],
		allows: [],
		findings: [
			finding("votes", "info", `${who} votes with your ${symbol} until you say otherwise; nothing is moved.`),
		],
	};
}
