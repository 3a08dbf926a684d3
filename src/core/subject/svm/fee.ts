import { known } from "../../chain/chain-error.ts";
import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmSubject } from "./svm-subject.ts";

/**
 * What a Solana transaction costs by its own bytes, in lamports: 5 000 for each signature, those that precompiles
 * check included, and the price of a compute unit times the limit of units. Source: solana-fee, solana-compute-budget.
 */

export const LAMPORTS_PER_SIGNATURE = 5_000n;
const BUDGET = "ComputeBudget111111111111111111111111111111";
/** Each begins with how many signatures it checks. */
const PRECOMPILES: ReadonlySet<string> = new Set([
	"Ed25519SigVerify111111111111111111111111111",
	"KeccakSecp256k11111111111111111111111111111",
	"Secp256r1SigVerify1111111111111111111111111",
]);
/** Where no limit is set: as many for each instruction, up to what one transaction may use. */
const UNITS_EACH = 200_000n;
const MAX_UNITS = 1_400_000n;
const MICRO = 1_000_000n;

const least = (left: bigint, right: bigint) => (left < right ? left : right);

function budgetValue(steps: readonly SvmStep[], name: string): bigint | null {
	const step = steps.find((each) => each.programId === BUDGET && each.name === name);
	const value = step?.args[0]?.value;
	return typeof value === "string" ? BigInt(value) : null;
}

/** By the bytes alone; never less than what the chain takes. */
export function feeByBytes({ read, steps }: Pick<SvmSubject, "read" | "steps">): bigint {
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
 * The greater of what the RPC counts and what the bytes say, so that neither can make it less than what is taken; null
 * where the RPC does not say, as for a blockhash that it does not know.
 */
export function feeOf(subject: SvmSubject): bigint | null {
	const [stated, counted] = [known(subject.facts?.fee), feeByBytes(subject)];
	if (stated === null) return null;
	return stated > counted ? stated : counted;
}
