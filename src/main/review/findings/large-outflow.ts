import { known } from "../../chains/chain-error.ts";
import { readUint } from "../../match/numeral.ts";
import { sameAddress } from "../../policy/labels.ts";
import { type Amount, amountWords } from "../amount.ts";
import type { OwnSimulation } from "../opinion.ts";
import { decodedOutflows } from "../outflow.ts";
import { isNative, nativeAmount, type Subject, tokenAmount, tokenOf } from "../subject.ts";
import type { Evidence, Finding, Rule } from "./finding.ts";

/** Base units of one asset that leave the accounts in question by our own simulation; 0n where none do. */
export function simulatedOut(
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
		.filter(({ direction, amount }) => (direction ?? (amount.startsWith("-") ? "out" : "in")) === "out")
		.reduce((sum, { amount }) => sum + (readUint(amount.replace(/^-/, "")) ?? 0n), 0n);
}

/** More than half of what the account holds; null for less. */
export function largeFinding(leaves: Amount, held: Amount): Finding | null {
	if (held.raw === 0n || leaves.raw * 2n <= held.raw) return null;
	const words =
		leaves.raw >= held.raw
			? `This takes all ${amountWords(held)} that this account holds.`
			: `This takes ${amountWords(leaves)} of the ${amountWords(held)} that this account holds, more than half.`;
	return { id: "large-outflow", severity: "caution", words, needsWord: false };
}

const isSigner = (signer: string) => (account: string) => sameAddress(account, signer);
const larger = (left: bigint, right: bigint) => (left > right ? left : right);

/** What our own decoding takes of one asset out of the signer's account. */
function decodedOut(subject: Subject, isAsset: (asset: string) => boolean): bigint {
	return decodedOutflows(subject)
		.filter(({ asset, from }) => isAsset(asset) && sameAddress(from, subject.signer))
		.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
}

function native({ subject, opinion }: Evidence): Finding | null {
	const { signer, chainRef, facts } = subject;
	const held = known(facts?.balance);
	if (held === null) return null;
	const leaves = larger(decodedOut(subject, isNative), simulatedOut(opinion.own, isSigner(signer), isNative));
	return largeFinding(nativeAmount(chainRef, leaves), nativeAmount(chainRef, held));
}

function ofToken({ subject, opinion }: Evidence, address: string): Finding | null {
	const { facts, signer } = subject;
	const held = known(tokenOf(facts, address)?.balance);
	if (held === null || known(tokenOf(facts, address)?.decimals) === null) return null;
	const isToken = (asset: string) => sameAddress(asset, address);
	const shown = simulatedOut(opinion.own, isSigner(signer), isToken);
	const leaves = larger(decodedOut(subject, isToken), shown);
	return largeFinding(tokenAmount(facts, address, leaves), tokenAmount(facts, address, held));
}

/** More than half of what the account holds of something leaves, by the larger of our decoding and our simulation. */
export const largeOutflow: Rule = (evidence) => {
	const tokens = [...(evidence.subject.facts?.tokens.keys() ?? [])];
	const found = [native(evidence), ...tokens.map((address) => ofToken(evidence, address))];
	return found.find((finding) => finding !== null) ?? null;
};
