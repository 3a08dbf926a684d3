import { hexToBytes } from "viem/utils";
import { decodeInnerSvm, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { InnerCall, LocalSimulation } from "../../decoded-transaction/opinion.ts";
import type { DecodedSvmTransaction } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import type { SvmAccount } from "../../match/svm/resolve.ts";

export const MAX_INNER = 256;

export interface SvmInnerStep {
	readonly under: number;
	readonly depth: number;
	readonly step: SvmStep;
}

/** Uses the transaction's signer and writable flags. Any other account gets neither flag. */
function accountsOf(call: InnerCall, rights: ReadonlyMap<string, SvmAccount>): readonly SvmAccount[] {
	return call.accounts.map(
		(pubkey) => rights.get(pubkey) ?? { pubkey, signer: false, writable: false, from: "static" },
	);
}

function bytesOf(data: string): Uint8Array | null {
	return /^0x(?:[0-9a-f]{2})*$/.test(data) ? hexToBytes(`0x${data.slice(2)}`) : null;
}

export function innerOf(
	{ steps }: Pick<DecodedSvmTransaction, "steps">,
	own: LocalSimulation,
): readonly SvmInnerStep[] {
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

/**
 * Returns inner instructions for the rules. `at` is the index of the top-level instruction, starting at 1.
 */
export function innerStepsOf(
	subject: Pick<DecodedSvmTransaction, "steps">,
	own: LocalSimulation,
): readonly SvmStep[] {
	return innerOf(subject, own).map(({ step }) => step);
}
