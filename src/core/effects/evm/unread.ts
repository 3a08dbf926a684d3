import { toFunctionSelector } from "viem/utils";
import { addressWordsOf } from "../../decode/evm/address-words.ts";
import { contractsOf } from "../../decode/evm/contracts.ts";
import { builderCodes, readableText } from "../../decode/evm/decode-evm.ts";
import { type Pooled, pooledIn, positionsIn } from "../../decode/evm/leaves.ts";
import { namesRight, possibleFunction } from "../../decode/evm/selectors.ts";
import type { DecodedEvmTransaction } from "../../decoded-transaction/decoded-transaction.ts";
import { acceptsValidatorRequests } from "../../decoded-transaction/known-accounts.ts";
import {
	type Comparison,
	codeOf,
	type ItemOpinion,
	isAccount,
	type PositionPool,
	positionKey,
} from "../../decoded-transaction/opinion.ts";
import type { Hex } from "../../format/numeral.ts";
import { roleOf } from "../../identities/counterparties.ts";
import { sameAddress } from "../../identities/labels.ts";
import { once } from "../../once.ts";
import type { CallTail, NamedAddress, SimulationEvidence, UnreadCall, UnreadReason } from "../effects.ts";
import { callsOf, isUnread, type MadeCall } from "./calls.ts";
import { callSignature, isUnfamiliar } from "./familiar.ts";
import { namedControlOf } from "./named-control.ts";

/**
 * Common functions that give others a right over tokens and aren't decoded any further. named-control.ts
 * lists the functions that change control. Sources: Permit2, EIP-2612, DAI, ERC-777, ERC-677, ERC-1363,
 * ds-proxy.
 */
const rights = once(
	(): ReadonlyMap<string, string> =>
		new Map(
			[
				"approve(address,address,uint160,uint48)",
				"permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)",
				"permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)",
				"permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
				"permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)",
				"increaseApproval(address,uint256)",
				"approveAndCall(address,uint256)",
				"approveAndCall(address,uint256,bytes)",
				"transferAndCall(address,uint256)",
				"transferAndCall(address,uint256,bytes)",
				"send(address,uint256,bytes)",
				"authorizeOperator(address)",
				// ds-proxy runs the code at the given address in its own context.
				"execute(address,bytes)",
				"execute(bytes,bytes)",
			].map((signature) => [toFunctionSelector(signature), signature]),
		),
);

export interface UnreadContext {
	readonly subject: DecodedEvmTransaction;
	readonly opinion: ItemOpinion;
	readonly verdict: Comparison["verdict"];
	readonly step: number;
}

function evidenceOf({ subject, opinion: { local }, verdict }: UnreadContext): SimulationEvidence {
	switch (verdict) {
		case "running":
			return "running";
		case "agrees":
		case "drifts":
			return "both";
		case "unseen":
			return "neither";
		default: {
			const [isDeclared, isSimulated] = [subject.simulation !== null, local.state === "done"];
			if (isDeclared && isSimulated) return "differ";
			return isSimulated ? "own" : isDeclared ? "declared" : "none";
		}
	}
}

function rightOf({ decoded: { call, meaning, target } }: MadeCall): UnreadReason | null {
	if (acceptsValidatorRequests(target)) return { kind: "validator" };
	const selector = call?.selector ?? "";
	const signature = rights().get(selector);
	if (signature !== undefined) return { kind: "right", signature, isCertain: true };
	const possible =
		meaning.kind === "unknown" && meaning.reason === "selector" ? possibleFunction(selector) : null;
	return possible === null || !namesRight(possible)
		? null
		: { kind: "right", signature: possible, isCertain: false };
}

function isControl({ user }: DecodedEvmTransaction, call: MadeCall): boolean {
	const named = namedControlOf(call);
	const isOwn = (address: string) => user.accounts.some((account) => sameAddress(account, address));
	return named !== null && (named.holder === null || !isOwn(named.holder));
}

function reasonOf(subject: DecodedEvmTransaction, call: MadeCall): UnreadReason | null {
	const { meaning } = call.decoded;
	if (meaning.kind === "calls") {
		if (meaning.left > 0) return { kind: "more-calls", count: meaning.left };
		return meaning.sure && meaning.verified ? null : { kind: "unverified", like: meaning.way };
	}
	if (meaning.kind !== "unknown" || isControl(subject, call)) return null;
	switch (meaning.reason) {
		// Foreign code that runs as an account has a right over that account.
		case "delegate":
			return null;
		case "cut":
		case "loose":
		case "extra":
			return { kind: "misformed", how: meaning.reason };
		default:
			return rightOf(call) ?? { kind: "unknown" };
	}
}

function isMovedAsset(
	{ subject: { user, signer }, opinion: { local } }: UnreadContext,
	address: string,
): boolean {
	if (local.state !== "done") return false;
	const accounts = [signer, ...user.accounts];
	const mine = local.simulation.balanceChanges.filter(({ account }) =>
		accounts.some((each) => sameAddress(each, account ?? signer)),
	);
	const isGot = ({ asset, direction, counterparty }: (typeof mine)[number]) =>
		direction === "out" && !sameAddress(asset, address) && sameAddress(counterparty ?? "", address);
	return mine.some(({ asset }) => sameAddress(asset, address)) && !mine.some(isGot);
}

/**
 * Returns whether our simulation calls the contract. A contract that isn't called may be named only as a
 * recipient.
 */
function isAtWork({ opinion }: UnreadContext, address: string): boolean {
	const code = codeOf(opinion, address);
	if (code === null || isAccount(code) || opinion.local.state !== "done") return false;
	return opinion.local.inner.some(({ kind, to }) => kind !== "create" && sameAddress(to, address));
}

function namedBy(context: UnreadContext, { decoded, data }: MadeCall): readonly NamedAddress[] {
	const { subject } = context;
	const { meaning, target, call } = decoded;
	// A router's step has no selector, so its command code is used instead.
	const role = roleOf("named", subject.chainRef, callSignature(target, data ?? call?.selector ?? "0x"));
	const words = data === null ? [] : addressWordsOf(data);
	// A venue counts even if it is also the bought asset, because it determines the asset's value.
	const named =
		meaning.kind === "act" ? meaning.venues : words.filter((address) => !isMovedAsset(context, address));
	return named
		.filter((address) => !sameAddress(address, target))
		.map((address) => ({
			address,
			isFamiliar: !isUnfamiliar(subject, address, role),
			isAtWork: isAtWork(context, address),
		}));
}

const keepsNothing = (
	{ chainRef }: DecodedEvmTransaction,
	{ meaning, target }: MadeCall["decoded"],
): boolean => meaning.kind === "unknown" && contractsOf(chainRef).at(target)?.family.keepsItems === true;

const mintSignature = (contract: string) => callSignature(contract, "0x02");

/**
 * Returns the unfamiliar hook and tokens of a position's pool. The tokens matter when liquidity is added,
 * because a later withdrawal can pay out any of them.
 */
function strangersIn(
	{ subject }: UnreadContext,
	{ contract, id, fills }: Pooled,
	{ hook, currencies }: PositionPool,
): readonly NamedAddress[] {
	const role = roleOf("named", subject.chainRef, mintSignature(contract));
	const named = (as: "hook" | "token", address: Hex): readonly NamedAddress[] =>
		isUnfamiliar(subject, address, role)
			? [{ address, isFamiliar: false, isAtWork: false, inPool: { as, position: String(id) } }]
			: [];
	const tokens = fills ? currencies.flatMap((each) => named("token", each)) : [];
	return [...(hook === null ? [] : named("hook", hook)), ...tokens];
}

/**
 * Returns calls whose result depends on a position's holder or pool. Deposits into a position belong to its
 * holder, and the pool's hook affects the results, but the call names neither. Checking that the user owns
 * the position isn't enough, because anyone can give the user a position in a pool of their own.
 */
function positionCalls(context: UnreadContext): readonly UnreadCall[] {
	const { subject, step, opinion } = context;
	const { decoded, signer } = subject;
	const { local } = opinion;
	const call = (target: string, part: Partial<UnreadCall>): UnreadCall => ({
		...{ target, step, isInner: true, isWhole: true, reason: null, evidence: evidenceOf(context) },
		...{ keepsNothing: false, named: [], ...part },
	});
	const openOf = (target: string, of: "holder" | "pool", id: bigint) =>
		call(target, { reason: { kind: "position", of, id: String(id) } });
	const unheld = positionsIn(decoded, signer).filter(
		({ contract, id }) => local.state !== "done" || local.holders?.has(positionKey(contract, id)) !== true,
	);
	const pools = pooledIn(decoded, signer).map((pooled) => {
		const { contract, id } = pooled;
		const pool = local.state === "done" ? local.pools?.get(positionKey(contract, id)) : undefined;
		return pool === undefined
			? openOf(contract, "pool", id)
			: call(contract, { named: strangersIn(context, pooled, pool) });
	});
	return [...unheld.map(({ contract, id }) => openOf(contract, "holder", id)), ...pools];
}

export function unreadCalls(context: UnreadContext): readonly UnreadCall[] {
	const { subject, step } = context;
	const evidence = evidenceOf(context);
	const all = callsOf(subject).flatMap((call, index): readonly UnreadCall[] => {
		const { decoded } = call;
		const isWhole = !isUnread(decoded);
		if (isWhole && decoded.meaning.kind !== "act") return [];
		return [
			{
				target: decoded.target,
				step,
				isInner: index > 0,
				isWhole,
				reason: reasonOf(subject, call),
				evidence,
				keepsNothing: keepsNothing(subject, decoded),
				named: namedBy(context, call),
			},
		];
	});
	return [...all, ...positionCalls(context)];
}

export function tailsOf(context: UnreadContext): readonly CallTail[] {
	const { tail, target } = context.subject.decoded;
	if (tail === undefined) return [];
	return [
		{
			target,
			step: context.step,
			bytes: tail,
			codes: builderCodes(tail),
			text: readableText(tail),
			evidence: evidenceOf(context),
		},
	];
}
