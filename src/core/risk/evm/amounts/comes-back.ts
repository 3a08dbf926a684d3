import { contractsOf } from "../../../decode/evm/contracts.ts";
import type { Decoded } from "../../../decode/evm/decode-evm.ts";
import type { Act } from "../../../decode/evm/meaning.ts";
import { type Message, message } from "../../../message.ts";
import type { Subject } from "../../../subject/subject.ts";
import { type AssetAmount, isAsMuch, isListed } from "../../../subject/worth.ts";
import type { Evidence } from "../../finding.ts";
import { isOwn } from "../calls.ts";
import { assetKey, flowsOf, type NetFlow } from "./whole-request.ts";

/** What leaves the user's accounts and is no loss to them, by our own simulation of one transaction. */

/** In hundredths: as far apart as the interest of a moment. */
const CLOSE = 95n;

/** Of the coin of every EVM chain. */
const COIN_DECIMALS = 18;

function isClose(left: bigint, right: bigint): boolean {
	const [low, high] = left < right ? [left, right] : [right, left];
	return low * 100n >= high * CLOSE;
}

const partOf = ({ asset, net }: NetFlow): AssetAmount => ({ asset, raw: net < 0n ? -net : net });

/** By its bytes the called contract takes its own token back for the chain's coin: a wrapper, or a stake that is known. */
function takesItselfBack({ meaning, target }: Decoded): boolean {
	if (meaning.kind === "wrap") return !meaning.into;
	return (
		meaning.kind === "act" &&
		meaning.gives.length > 0 &&
		meaning.gives.every(({ asset, party }) => asset === target && party === "caller") &&
		meaning.gets.some(({ asset }) => asset === "native")
	);
}

/** It gives up its own token alone, and as many units of the chain's coin come back. */
function paysOut({ decoded }: Subject, out: readonly NetFlow[], into: readonly NetFlow[]): boolean {
	const come = into.find(({ asset }) => asset === "native")?.net ?? 0n;
	const [given, ...more] = out;
	if (given === undefined || more.length > 0 || given.asset !== decoded.target) return false;
	return takesItselfBack(decoded) && given.decimals === COIN_DECIMALS && come >= -given.net;
}

/** The debt is the signer's or another account's of the user, and each contract that has a part in it is known. */
function repaysOwnDebt(
	{ signer, user, chainRef }: Subject,
	{ what, gives, gets, owner, venues }: Act,
): boolean {
	const isUsers = (party: string) =>
		party === "caller" || party === signer.toLowerCase() || isOwn(user, party);
	return (
		what === "repay" &&
		(owner === null || isUsers(owner)) &&
		gives.every(({ party }) => party === "caller") &&
		gets.every(({ party }) => isUsers(party)) &&
		venues.every((venue) => contractsOf(chainRef).at(venue) !== null)
	);
}

/** What is paid leaves, and about as many units of one token that stands for the debt; nothing else does. */
function repays(subject: Subject, out: readonly NetFlow[]): boolean {
	const { meaning } = subject.decoded;
	if (meaning.kind !== "act" || !repaysOwnDebt(subject, meaning)) return false;
	const paid = new Set(meaning.gives.map(({ asset }) => (asset === null ? null : assetKey(asset))));
	const payment = out.filter(({ asset }) => paid.has(asset));
	const debt = out.filter(({ asset }) => !paid.has(asset));
	const [first, second] = [payment[0], debt[0]];
	if (payment.length !== 1 || debt.length !== 1 || first === undefined || second === undefined) return false;
	return !isListed(subject.chainRef, second.asset) && isClose(-first.net, -second.net);
}

/**
 * Why all that leaves is no loss, as a whole sentence; null where our own simulation does not show that. An act counts
 * as it is decoded only at a contract that is known.
 */
export function comesBackText({ subject, opinion }: Pick<Evidence, "subject" | "opinion">): Message | null {
	const { own } = opinion;
	if (own.state !== "done" || own.hangsOnBlock || own.gaps.length > 0) return null;
	const flows = [...(flowsOf({ first: subject, steps: [{ subject, opinion }] })?.values() ?? [])];
	const out = flows.filter(({ net }) => net < 0n);
	const into = flows.filter(({ net, isItem }) => net > 0n && !isItem);
	if (out.length === 0 || out.some(({ isItem }) => isItem)) return null;
	if (isAsMuch(subject.chainRef, out.map(partOf), into.map(partOf)) || paysOut(subject, out, into))
		return message("finding.large-outflow.comes-back");
	return repays(subject, out) ? message("finding.large-outflow.pays-debt") : null;
}
