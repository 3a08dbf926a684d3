import { toFunctionSelector } from "viem/utils";
import type { Hex } from "../match/numeral.ts";
import { readValues, shownArgs } from "./nested/abi.ts";
import { ACCOUNTS, isMultiSend } from "./nested/accounts.ts";
import { CONTROL } from "./nested/control.ts";
import type { Call, KnownFunction, Place } from "./nested/function.ts";
import type { Decoded, Inner } from "./nested/meaning.ts";
import { MULTICALL } from "./nested/multicall.ts";
import { PERMIT2_FUNCTIONS } from "./nested/permit2.ts";
import { ROUTER } from "./nested/router.ts";
import { TOKENS } from "./nested/tokens.ts";

/** Our own reading of a call, and of the calls inside of it, from its bytes alone. */

export type {
	ControlWhat,
	Decoded,
	DecodedArg,
	DecodedCall,
	Inner,
	Meaning,
	Moved,
	Party,
	Permitted,
	Way,
} from "./nested/meaning.ts";

/** Calls inside of calls inside of calls: more of them are not read. */
export const MOST_DEPTH = 6;
/** All calls inside of one, at any depth. */
export const MOST_CALLS = 64;

type Reading = Pick<Decoded, "meaning" | "call">;

const KNOWN: ReadonlyMap<string, KnownFunction> = new Map(
	[...TOKENS, ...CONTROL, ...PERMIT2_FUNCTIONS, ...MULTICALL, ...ACCOUNTS, ...ROUTER].map((each) => [
		toFunctionSelector(each.item),
		each,
	]),
);

type Reason = "short" | "selector" | "extra" | "delegate" | "deep";

function unknown(data: Hex, reason: Reason): Reading {
	const selector = data.length < 10 ? null : data.slice(0, 10);
	return {
		meaning: { kind: "unknown", reason, bytes: (data.length - 2) / 2 },
		call: { signature: null, selector, args: [] },
	};
}

/** Reads one tree of calls; `left` counts down over all of it. */
class Reader {
	#left = MOST_CALLS;

	read(call: Pick<Call, "to" | "value" | "data">, self: Hex, depth: number): Decoded {
		return { target: call.to, value: call.value, ...this.#reading(call, self, depth) };
	}

	#reading({ to, value, data }: Pick<Call, "to" | "value" | "data">, self: Hex, depth: number): Reading {
		if (data === "0x") return { meaning: { kind: "native" }, call: null };
		if (data.length < 10) return unknown(data, "short");
		const found = KNOWN.get(data.slice(0, 10));
		if (found === undefined) return unknown(data, "selector");
		const values = readValues(found.item.inputs, `0x${data.slice(10)}`);
		if (values === null) return unknown(data, "extra");
		const meaning = found.mean(values, this.#place(to, value, self, depth));
		if (meaning === null) return unknown(data, "extra");
		const types = found.item.inputs.map(typeOf).join(",");
		return {
			meaning,
			call: {
				signature: `${found.item.name}(${types})`,
				selector: data.slice(0, 10),
				args: shownArgs(found.item.inputs, values),
			},
		};
	}

	#place(target: Hex, value: bigint, self: Hex, depth: number): Place {
		return {
			target,
			value,
			self,
			nest: (calls) => {
				if (depth >= MOST_DEPTH) return { calls: [], left: calls.length };
				const taken = this.#take(calls.length);
				const inner = calls.slice(0, taken).map((call) => this.#inner(call, depth + 1));
				return { calls: inner, left: calls.length - taken };
			},
			steps: (count, read) => {
				if (depth >= MOST_DEPTH) return { calls: [], left: count };
				const taken = this.#take(count);
				const inside = this.#place(target, 0n, self, depth + 1);
				const calls = Array.from({ length: taken }, (_, at): Inner => {
					return { ...read(at, inside), how: "call", by: "caller" };
				});
				return { calls, left: count - taken };
			},
		};
	}

	#take(wanted: number): number {
		const taken = Math.min(wanted, this.#left);
		this.#left -= taken;
		return taken;
	}

	#inner({ to, value, data, how, by, optional = false }: Call, depth: number): Inner {
		const self = how === "delegatecall" && by !== "caller" ? by : to;
		// Code in another's name can do anything at all; only of MultiSend is it known what.
		const blind = how === "delegatecall" && !isMultiSend(to);
		const decoded = blind
			? { target: to, value, ...unknown(data, "delegate") }
			: this.read({ to, value, data }, self, depth);
		return { decoded, how, by, optional };
	}
}

function typeOf(parameter: KnownFunction["item"]["inputs"][number]): string {
	if (!("components" in parameter) || !parameter.type.startsWith("tuple")) return parameter.type;
	return `(${parameter.components.map(typeOf).join(",")})${parameter.type.slice("tuple".length)}`;
}

/**
 * What a call does, by its bytes. Inputs are in lower case, as match/numeral.ts reads them. A known function counts only
 * where writing it back gives the same bytes.
 */
export function decodeEvm(call: { readonly to: Hex; readonly value: bigint; readonly data: Hex }): Decoded {
	return new Reader().read(call, call.to, 0);
}
