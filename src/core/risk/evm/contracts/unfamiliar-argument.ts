import { getAddress } from "viem/utils";
import { wellKnownAt } from "../../../chain/tokens/known.ts";
import { addressWordsOf } from "../../../decode/evm/address-words.ts";
import { contractsOf } from "../../../decode/evm/contracts.ts";
import { callsOf, isUnread, type MadeCall } from "../../../effects/evm/calls.ts";
import type { Hex } from "../../../format/numeral.ts";
import { message } from "../../../message.ts";
import { roleOf } from "../../../people/counterparties.ts";
import { sameAddress } from "../../../people/labels.ts";
import { codeOf, isAccount } from "../../../subject/codes.ts";
import { isNative, nameParam, type Subject } from "../../../subject/subject.ts";
import type { Evidence, Finding, FindingRule } from "../../finding.ts";
import { isMine } from "../amounts/whole-request.ts";
import { isUsedBefore, placeOf } from "../calls.ts";

/** More of them are counted, not told. */
const MAX_LISTED = 2;

/** Neither the user's nor a contact, no token or contract that is known, and not used before in this role. */
export const isUnfamiliar = ({ user, signer, chainRef }: Subject, address: Hex, role: string): boolean =>
	!sameAddress(address, signer) &&
	!isNative(address) &&
	wellKnownAt(chainRef, address) === null &&
	contractsOf(chainRef).at(address) === null &&
	!isUsedBefore(user, address, role);

/**
 * By our own simulation an asset that the user's accounts give or get, and nobody who gets another one: it is named as
 * what moves.
 */
function isMovedAsset({ subject: { user, signer }, opinion: { own } }: Evidence, address: Hex): boolean {
	if (own.state !== "done") return false;
	const mine = own.simulation.balanceChanges.filter(({ account }) => isMine(user, signer, account ?? signer));
	const isGot = ({ asset, direction, counterparty }: (typeof mine)[number]) =>
		direction === "out" && !sameAddress(asset, address) && sameAddress(counterparty ?? "", address);
	return mine.some(({ asset }) => sameAddress(asset, address)) && !mine.some(isGot);
}

/** Addresses in a call's arguments that may get something, or a right, and that the user never used there. */
function strangersIn(evidence: Evidence, { decoded, data }: MadeCall): readonly Hex[] {
	const { subject } = evidence;
	const { meaning } = decoded;
	// A step is no call of its own, and its code stands for the function.
	const bytes = data ?? decoded.call?.selector ?? "0x";
	const role = roleOf("named", subject.chainRef, placeOf(decoded.target, bytes));
	const words = data === null ? [] : addressWordsOf(data);
	// What is put into a pool or bought is worth what the pool or the collection is, so that a venue stays one.
	const named =
		meaning.kind === "act" ? meaning.venues : words.filter((address) => !isMovedAsset(evidence, address));
	return named.filter(
		(address) => !sameAddress(address, decoded.target) && isUnfamiliar(subject, address, role),
	);
}

/** A contract that our own simulation saw called takes part in the work; anybody else may only be there to get something. */
function takesPart({ opinion }: Evidence, address: Hex): boolean {
	const code = codeOf(opinion, address);
	if (code === null || isAccount(code) || opinion.own.state !== "done") return false;
	return opinion.own.inner.some(({ kind, to }) => kind !== "create" && sameAddress(to, address));
}

/**
 * The arguments of a call that can't be read name somebody who is neither the user's, nor a contact, nor used before
 * in the same place. Whatever the simulations show: neither looks at what the called contract keeps.
 */
export const unfamiliarArgument: FindingRule = (evidence): Finding | null => {
	const { subject } = evidence;
	// Pools, oracles and strategies that a call names decide what comes of it, however well the call itself is read.
	const unread = callsOf(subject).filter(
		({ decoded }) => isUnread(decoded) || decoded.meaning.kind === "act",
	);
	const found = [...new Set(unread.flatMap((call) => strangersIn(evidence, call)))];
	const [first] = [...found].toSorted(
		(left, right) => Number(takesPart(evidence, left)) - Number(takesPart(evidence, right)),
	);
	const where = unread[0];
	if (first === undefined || where === undefined) return null;
	const isDanger = !takesPart(evidence, first);
	const others = found.filter((address) => address !== first);
	const listed = [first, ...others].slice(0, MAX_LISTED).map((address) => getAddress(address));
	return {
		id: "unfamiliar-argument",
		isDoubt: true,
		severity: isDanger ? "danger" : "caution",
		text: message(
			isUnread(where.decoded) ? "finding.unfamiliar-argument.unread" : "finding.unfamiliar-argument",
			{
				addresses: listed,
				more: found.length - listed.length,
				count: found.length,
				contract: nameParam(subject.user, where.decoded.target),
			},
		),
		needsWord: isDanger,
		stake: { kind: "address", address: first },
	};
};
