import { decodeAbiParameters } from "viem/utils";
import type { SimulatedStep } from "../../chains/evm-simulate.ts";
import { plain } from "../plain.ts";

/** Why a call failed, by what it failed with. Sources: Solidity's Error(string) and Panic(uint256). */

const ERROR = "0x08c379a0";
const PANIC = "0x4e487b71";
const LONGEST = 200;

const PANICS: ReadonlyMap<bigint, string> = new Map([
	[0x01n, "a check that must never fail did"],
	[0x11n, "a number ran over or below its limits"],
	[0x12n, "a division by zero"],
	[0x31n, "something was taken from an empty list"],
	[0x32n, "a place past the end of a list"],
	[0x41n, "it asked for too much memory"],
]);

/** In words without a full stop; null where the step passed. */
export function revertOf({ passed, returned, fault }: SimulatedStep): string | null {
	if (passed) return null;
	const selector = returned.slice(0, 10);
	const rest: `0x${string}` = `0x${returned.slice(10)}`;
	try {
		if (selector === ERROR) {
			const [text] = decodeAbiParameters([{ type: "string" }], rest);
			return plain(text, LONGEST);
		}
		if (selector === PANIC) {
			const [code] = decodeAbiParameters([{ type: "uint256" }], rest);
			return PANICS.get(code) ?? `panic 0x${code.toString(16)}`;
		}
	} catch {
		return "an error that can't be read";
	}
	if (selector.length === 10) return `custom error ${selector}`;
	return plain(fault ?? "it gave no reason", LONGEST);
}
