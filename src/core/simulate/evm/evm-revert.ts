import { decodeAbiParameters } from "viem/utils";
import type { SimulatedStep } from "../../chain/evm-simulation.ts";
import { plain } from "../../format/plain.ts";
import { isMessage, type Message, message, verbatim } from "../../localized-text.ts";

const ERROR = "0x08c379a0";
const PANIC = "0x4e487b71";
export const MAX_REASON_LENGTH = 160;

const PANICS: ReadonlyMap<bigint, Message> = new Map([
	[0x01n, message("revert.panic.assert")],
	[0x11n, message("revert.panic.overflow")],
	[0x12n, message("revert.panic.division")],
	[0x31n, message("revert.panic.empty")],
	[0x32n, message("revert.panic.index")],
	[0x41n, message("revert.panic.memory")],
]);

export function revertOf({ passed, returned, fault }: SimulatedStep): Message | null {
	if (passed) return null;
	const selector = returned.slice(0, 10);
	const rest: `0x${string}` = `0x${returned.slice(10)}`;
	try {
		if (selector === ERROR) {
			const [text] = decodeAbiParameters([{ type: "string" }], rest);
			return verbatim(plain(text, MAX_REASON_LENGTH));
		}
		if (selector === PANIC) {
			const [code] = decodeAbiParameters([{ type: "uint256" }], rest);
			return PANICS.get(code) ?? message("revert.panic", { number: `0x${code.toString(16)}` });
		}
	} catch {
		return message("revert.unreadable");
	}
	if (selector.length === 10) return message("revert.custom", { selector });
	if (fault === null) return message("revert.no-reason");
	return isMessage(fault) ? fault : verbatim(plain(fault, MAX_REASON_LENGTH));
}
