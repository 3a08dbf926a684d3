import { t } from "../../../text/index.ts";
import { grouped } from "../../components/figures.ts";

const GWEI_DIGITS = 9;

/** A fee per unit of gas: "1.5 gwei" from decimal wei, exact. Anything else is given back as it is. */
export function feePerGas(wei: string): string {
	if (!/^\d+$/.test(wei)) return wei;
	const digits = wei.padStart(GWEI_DIGITS + 1, "0");
	const whole = digits.slice(0, -GWEI_DIGITS).replace(/^0+(?=\d)/, "");
	const part = digits.slice(-GWEI_DIGITS).replace(/0+$/, "");
	return t("trusted.content.gwei", { amount: part === "" ? grouped(whole) : `${grouped(whole)}.${part}` });
}

/** How many bytes a hex text holds, with or without 0x; null where it is no hex. */
export function byteCount(hex: string): number | null {
	const digits = hex.replace(/^0x/i, "");
	return /^([0-9a-f]{2})*$/i.test(digits) ? digits.length / 2 : null;
}
