import { t } from "../../../text/index.ts";
import { grouped } from "../../components/figures.ts";

const GWEI_DIGITS = 9;

/** Returns text such as "1.5 gwei", with every digit. */
export function feePerGas(wei: string): string {
	if (!/^\d+$/.test(wei)) return wei;
	const digits = wei.padStart(GWEI_DIGITS + 1, "0");
	const whole = digits.slice(0, -GWEI_DIGITS).replace(/^0+(?=\d)/, "");
	const part = digits.slice(-GWEI_DIGITS).replace(/0+$/, "");
	return t("trusted.content.gwei", { amount: part === "" ? grouped(whole) : `${grouped(whole)}.${part}` });
}

export function byteCount(hex: string): number | null {
	const digits = hex.replace(/^0x/i, "");
	return /^([0-9a-f]{2})*$/i.test(digits) ? digits.length / 2 : null;
}
