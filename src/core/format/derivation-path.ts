import type { ChainFamily } from "../../service-api/action.ts";

/**
 * Path for the account that the Solana command line derives if no path is given. Its key is the first 32
 * bytes of the seed.
 */
export const RAW_SEED = "seed";

export const PATH_EXAMPLE: Readonly<Record<ChainFamily, string>> = {
	evm: "m/44'/60'/0'/0/0",
	svm: "m/44'/501'/0'/0'",
};

const HARDENED = 0x8000_0000;
const MAX_DEPTH = 10;
const STEP = /^(0|[1-9][0-9]{0,9})('?)$/;

/**
 * Returns the child numbers, with the highest bit set if hardened. Returns `null` if the path is invalid or
 * has a non-hardened Solana step, which ed25519 can't derive (SLIP-0010).
 */
export function readPath(family: ChainFamily, path: string): readonly number[] | null {
	const [root, ...steps] = path.split("/");
	if (root !== "m" || steps.length === 0 || steps.length > MAX_DEPTH) return null;
	const numbers: number[] = [];
	for (const step of steps) {
		const [, digits, mark] = STEP.exec(step) ?? [];
		const index = Number(digits);
		if (digits === undefined || index >= HARDENED) return null;
		if (family === "svm" && mark === "") return null;
		numbers.push(mark === "" ? index : index + HARDENED);
	}
	return numbers;
}

export function isPath(family: ChainFamily, path: string): boolean {
	return (family === "svm" && path === RAW_SEED) || readPath(family, path) !== null;
}
