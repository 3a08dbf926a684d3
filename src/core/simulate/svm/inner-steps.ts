import { hexToBytes } from "viem/utils";
import { decodeInnerSvm, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmAccount } from "../../match/svm/resolve.ts";
import type { InnerCall, OwnSimulation } from "../../subject/opinion.ts";
import type { SvmSubject } from "../../subject/svm/svm-subject.ts";

/** Inner instructions of a Solana transaction, as our simulation ran them. */

/** Decodes inner instructions from the user's own RPC like any others. */

/** Maximum inner instructions decoded from a possibly hostile RPC. */
export const MAX_INNER = 256;

export interface SvmInnerStep {
	/** Top-level instruction index from 0. */
	readonly under: number;
	/** 1 for direct callees of that instruction. */
	readonly depth: number;
	readonly step: SvmStep;
}

/** Returns accounts with the transaction's rights; accounts it does not name were derived by a program. */
function accountsOf(call: InnerCall, rights: ReadonlyMap<string, SvmAccount>): readonly SvmAccount[] {
	return call.accounts.map(
		(pubkey) => rights.get(pubkey) ?? { pubkey, signer: false, writable: false, from: "static" },
	);
}

function bytesOf(data: string): Uint8Array | null {
	return /^0x(?:[0-9a-f]{2})*$/.test(data) ? hexToBytes(`0x${data.slice(2)}`) : null;
}

/** Returns inner instructions in execution order; empty if not simulated. Skips unreadable ones. */
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

/** Returns them without positions, for rules; `at` is the top-level index from 1. */
export function innerStepsOf(subject: Pick<SvmSubject, "steps">, own: OwnSimulation): readonly SvmStep[] {
	return innerOf(subject, own).map(({ step }) => step);
}
