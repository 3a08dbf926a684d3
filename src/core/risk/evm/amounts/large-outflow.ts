import { known } from "../../../chain/chain-error.ts";
import { decodedOutflows } from "../../../effects/evm/outflows.ts";
import type { Amount } from "../../../format/amount.ts";
import { readUint } from "../../../format/numeral.ts";
import { amountParam, message, sentences } from "../../../message.ts";
import { sameAddress } from "../../../people/labels.ts";
import type { OwnSimulation } from "../../../subject/opinion.ts";
import { isNative, nativeAmount, type Subject, tokenAmount, tokenOf } from "../../../subject/subject.ts";
import { aboutUnit, type Evidence, type Finding, type FindingRule, gravestFirst } from "../../finding.ts";
import { isOwn } from "../calls.ts";
import { comesBackText } from "./comes-back.ts";

/** Base units of one asset that go one way by our own simulation; 0n where none do. */
function simulatedFlow(
	way: "in" | "out",
	own: OwnSimulation,
	isMine: (account: string) => boolean,
	isAsset: (asset: string) => boolean,
): bigint {
	if (own.state !== "done") return 0n;
	return own.simulation.balanceChanges
		.filter(({ account, asset, tokenId }) => {
			const mine = typeof account === "string" && isMine(account);
			return mine && isAsset(asset) && (tokenId ?? null) === null;
		})
		.filter(({ direction, amount }) => (direction ?? (amount.startsWith("-") ? "out" : "in")) === way)
		.reduce((sum, { amount }) => sum + (readUint(amount.replace(/^-/, "")) ?? 0n), 0n);
}

type OutflowReader = (
	own: OwnSimulation,
	isMine: (account: string) => boolean,
	isAsset: (asset: string) => boolean,
) => bigint;

/** Base units of one asset that leave the accounts in question by our own simulation. */
export const simulatedOut: OutflowReader = (...of) => simulatedFlow("out", ...of);

/** That come to them. */
const simulatedIn: OutflowReader = (...of) => simulatedFlow("in", ...of);

/** Of a hundred: what is kept back for fees or for looks makes it no part. */
const ALL = 90n;

/** All or nearly all of what is held; never of nothing. */
export const isWhole = (raw: bigint, held: bigint): boolean => held > 0n && raw * 100n >= held * ALL;

/**
 * Half or more of what the account holds; null for less.
 * @param asset `native`, or the token's address
 */
export function largeFinding(asset: string, leaves: Amount, held: Amount): Finding | null {
	if (held.raw === 0n || leaves.raw * 2n < held.raw) return null;
	const isAll = leaves.raw >= held.raw;
	const text = isAll
		? message("finding.large-outflow.all", { held: amountParam(held) })
		: message("finding.large-outflow", { leaves: amountParam(leaves), held: amountParam(held) });
	return {
		id: "large-outflow",
		severity: "caution",
		text,
		needsWord: false,
		about: [asset, isAll, aboutUnit(leaves), aboutUnit(held)],
	};
}

const isSigner = (signer: string) => (account: string) => sameAddress(account, signer);
const larger = (left: bigint, right: bigint) => (left > right ? left : right);

/** What our own decoding takes of one asset out of the signer's account. */
function decodedOut(subject: Subject, isAsset: (asset: string) => boolean): bigint {
	return decodedOutflows(subject)
		.filter(({ asset, from, to }) => {
			const stays = to !== null && isOwn(subject.user, to);
			return isAsset(asset) && sameAddress(from, subject.signer) && !stays;
		})
		.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

/** By our own simulation out of the signer's account, less what another account of the user's gets of it. */
function leavingOut(subject: Subject, own: OwnSimulation, isAsset: (asset: string) => boolean): bigint {
	const { signer, user } = subject;
	const isOther = (account: string) => !sameAddress(account, signer) && isOwn(user, account);
	const out = simulatedOut(own, isSigner(signer), isAsset);
	const kept = simulatedIn(own, isOther, isAsset);
	return out > kept ? out - kept : 0n;
}

/** What leaves of one asset, and whether our own simulation shows all of that. */
function leavesOf({ subject, opinion }: Evidence, isAsset: (asset: string) => boolean) {
	const decoded = decodedOut(subject, isAsset);
	const shown = leavingOut(subject, opinion.own, isAsset);
	return { raw: larger(decoded, shown), isShown: shown >= decoded };
}

/** An exchange of equal worth, or a debt paid, is told and alarms nobody. */
function unlessBack(evidence: Evidence, isShown: boolean, found: Finding | null): Finding | null {
	const back = found === null || !isShown ? null : comesBackText(evidence);
	return found === null || back === null
		? found
		: { ...found, severity: "info", text: sentences(found.text, back) };
}

function native(evidence: Evidence): Finding | null {
	const { chainRef, facts } = evidence.subject;
	const held = known(facts?.balance);
	if (held === null) return null;
	const { raw, isShown } = leavesOf(evidence, isNative);
	const found = largeFinding("native", nativeAmount(chainRef, raw), nativeAmount(chainRef, held));
	return unlessBack(evidence, isShown, found);
}

function ofToken(evidence: Evidence, address: string): Finding | null {
	const { facts } = evidence.subject;
	const held = known(tokenOf(facts, address)?.balance);
	if (held === null || known(tokenOf(facts, address)?.decimals) === null) return null;
	const { raw, isShown } = leavesOf(evidence, (asset) => sameAddress(asset, address));
	const found = largeFinding(address, tokenAmount(facts, address, raw), tokenAmount(facts, address, held));
	return unlessBack(evidence, isShown, found);
}

/** Half or more of what the account holds of something leaves, by the larger of our decoding and our simulation. */
export const largeOutflow: FindingRule = (evidence) => {
	const tokens = [...(evidence.subject.facts?.tokens.keys() ?? [])];
	const found = [native(evidence), ...tokens.map((address) => ofToken(evidence, address))];
	return gravestFirst(found)[0] ?? null;
};
