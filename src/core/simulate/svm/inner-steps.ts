import { hexToBytes } from "viem/utils";
import { decodeInnerSvm, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmAccount } from "../../match/svm/resolve.ts";
import type { InnerCall, OwnSimulation } from "../../subject/opinion.ts";
import type { SvmSubject } from "../../subject/svm/svm-subject.ts";

/** Calls inside of a Solana transaction's instructions, as our simulation ran them. */

/** What the instructions of a Solana transaction call in turn, as the user's own RPC ran them, read like any other. */

/** A hostile RPC may tell of more: the rest is not read. */
export const MAX_INNER = 256;

export interface SvmInnerStep {
	/** The instruction of the transaction under which it ran, counted from 0. */
	readonly under: number;
	/** 1 for what that instruction called. */
	readonly depth: number;
	readonly step: SvmStep;
}

/** An account's rights are those that the transaction gives it: what it does not name was made up by a program. */
function accountsOf(call: InnerCall, rights: ReadonlyMap<string, SvmAccount>): readonly SvmAccount[] {
	return call.accounts.map(
		(pubkey) => rights.get(pubkey) ?? { pubkey, signer: false, writable: false, from: "static" },
	);
}

function bytesOf(data: string): Uint8Array | null {
	return /^0x(?:[0-9a-f]{2})*$/.test(data) ? hexToBytes(`0x${data.slice(2)}`) : null;
}

/** In the order in which they ran; empty where it was not simulated. What has no readable bytes is left out. */
export function innerOf({ steps }: Pick<SvmSubject, "steps">, own: OwnSimulation): readonly SvmInnerStep[] {
	if (own.state !== "done") return [];
	const rights = new Map<string, SvmAccount>();
	for (const { accounts } of steps) for (const account of accounts) rights.set(account.pubkey, account);
	return own.inner.slice(0, MAX_INNER).flatMap((call) => {
		const data = bytesOf(call.data);
		if (call.kind !== "instruction" || data === null) return [];
		const accounts = accountsOf(call, rights);
		const steps = decodeInnerSvm({ programId: call.to, accounts, data }, call.under);
		return steps.map((step) => ({ under: call.under, depth: call.depth, step }));
	});
}

/** The same without their places, for rules; `at` is of the instruction under which each ran, counted from 1. */
export function innerStepsOf(subject: Pick<SvmSubject, "steps">, own: OwnSimulation): readonly SvmStep[] {
	return innerOf(subject, own).map(({ step }) => step);
}
