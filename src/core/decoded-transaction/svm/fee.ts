import { factValue } from "../../chain/chain-error.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import type { DecodedSvmTransaction } from "./svm-decoded-transaction.ts";

/**
 * Computes the fee in lamports: 5,000 per signature, including signatures that precompiles verify, plus the
 * compute unit price times the unit limit. Sources: solana-fee, solana-compute-budget.
 */

export const LAMPORTS_PER_SIGNATURE = 5_000n;
const BUDGET = "ComputeBudget111111111111111111111111111111";
/** Precompiles whose instruction data starts with the number of signatures to verify. */
const PRECOMPILES: ReadonlySet<string> = new Set([
	"Ed25519SigVerify111111111111111111111111111",
	"KeccakSecp256k11111111111111111111111111111",
	"Secp256r1SigVerify1111111111111111111111111",
]);
/** Default number of compute units per instruction if the transaction doesn't set a limit. */
const UNITS_EACH = 200_000n;
const MAX_UNITS = 1_400_000n;
const MICRO = 1_000_000n;

const least = (left: bigint, right: bigint) => (left < right ? left : right);

function budgetValue(steps: readonly SvmStep[], name: string): bigint | null {
	const step = steps.find((each) => each.programId === BUDGET && each.name === name);
	const value = step?.args[0]?.value;
	return typeof value === "string" ? BigInt(value) : null;
}

/** Returns a fee that the chain never exceeds. */
export function feeByBytes({ read, steps }: Pick<DecodedSvmTransaction, "read" | "steps">): bigint {
	const checked = steps.reduce(
		(sum, { programId, data }) => sum + (PRECOMPILES.has(programId) ? BigInt(data[0] ?? 0) : 0n),
		0n,
	);
	const signatures = BigInt(read.header.requiredSignatures) + checked;
	const price = budgetValue(steps, "setComputeUnitPrice") ?? 0n;
	const others = BigInt(steps.filter(({ programId }) => programId !== BUDGET).length);
	const units = least(budgetValue(steps, "setComputeUnitLimit") ?? others * UNITS_EACH, MAX_UNITS);
	return signatures * LAMPORTS_PER_SIGNATURE + (price * units + MICRO - 1n) / MICRO;
}

/**
 * Returns the RPC's fee or the fee computed from the bytes, whichever is higher, so neither can understate
 * it. Returns `null` if the RPC doesn't state a fee, e.g. for an unknown blockhash.
 */
export function feeOf(subject: DecodedSvmTransaction): bigint | null {
	const [stated, counted] = [factValue(subject.facts?.fee), feeByBytes(subject)];
	if (stated === null) return null;
	return stated > counted ? stated : counted;
}
