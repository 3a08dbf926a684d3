import { nativeAmount } from "../../subject.ts";
import { isSol, type SvmFlow, svmFlows } from "../../svm/outflow.ts";
import { mintAmount, payerLamports, type SvmSubject, tokenAccountOf } from "../../svm-subject.ts";
import type { Finding } from "../finding.ts";
import { largeFinding, simulatedOut } from "../large-outflow.ts";
import type { SvmEvidence, SvmRule } from "./finding.ts";

const larger = (left: bigint, right: bigint) => (left > right ? left : right);

const summed = (flows: readonly SvmFlow[], asset: string) =>
	flows.filter((flow) => flow.asset === asset).reduce((sum, { amount }) => sum + amount, 0n);

function ofSol({ subject, opinion }: SvmEvidence, flows: readonly SvmFlow[]): Finding | null {
	const held = subject.read.staticKeys[0] === subject.signer ? payerLamports(subject) : null;
	if (held === null) return null;
	const leaves = larger(
		summed(flows, "native"),
		simulatedOut(opinion.own, (account) => account === subject.signer, isSol),
	);
	return largeFinding(nativeAmount(subject.chainRef, leaves), nativeAmount(subject.chainRef, held));
}

/** What the signer holds of each token, in the accounts that the transaction names; by mint. */
function heldTokens({ facts, signer }: SvmSubject): ReadonlyMap<string, bigint> {
	const held = new Map<string, bigint>();
	for (const key of facts?.accounts.keys() ?? []) {
		const account = tokenAccountOf(facts, key);
		if (account === null || account.owner !== signer) continue;
		held.set(account.mint, (held.get(account.mint) ?? 0n) + account.amount);
	}
	return held;
}

/** More than half of what the account holds of something leaves, by the larger of our decoding and our simulation. */
export const svmLargeOutflow: SvmRule = (evidence) => {
	const { subject, opinion } = evidence;
	const flows = svmFlows(subject);
	/** A simulation may name the wallet or its token account. */
	const isMine = (account: string) =>
		account === subject.signer || tokenAccountOf(subject.facts, account)?.owner === subject.signer;
	const tokens = [...heldTokens(subject)].map(([mint, held]) => {
		const leaves = larger(
			summed(flows, mint),
			simulatedOut(opinion.own, isMine, (asset) => asset === mint),
		);
		return largeFinding(mintAmount(subject.facts, mint, leaves), mintAmount(subject.facts, mint, held));
	});
	return [ofSol(evidence, flows), ...tokens].find((finding) => finding !== null) ?? null;
};
