import { formatUnits } from "viem/utils";
import type { AmountParam, Param, Text } from "../../src/core/localized-text.ts";

/** Formats the exact amount, with a mark if the decimals are unknown. */
function amount({ amount: { raw, decimals, symbol, checked } }: AmountParam): string {
	const figure = checked && decimals !== null ? formatUnits(BigInt(raw), decimals) : `${raw} units of`;
	return `${figure} ${outline(symbol)}`;
}

function value(param: Param): string {
	if (typeof param !== "object") return String(param);
	if (Array.isArray(param)) return `[${param.map((each: Param) => value(each)).join(", ")}]`;
	if ("amount" in param) return amount(param);
	if ("style" in param) return new Date(param.at).toISOString();
	if ("inner" in param) return outline(param.inner);
	return "code" in param ? outline(param) : "";
}

/**
 * Formats a message's full content on one line and without catalogue texts: its codes with their values,
 * including nested ones. `token.send(amount: 25 TUSD, to: Alice)`.
 */
export function outline(text: Text): string {
	if (typeof text === "string") return text;
	const values = Object.entries(text.params ?? {}).map(([name, param]) => `${name}: ${value(param)}`);
	return values.length === 0 ? text.code : `${text.code}(${values.join(", ")})`;
}
