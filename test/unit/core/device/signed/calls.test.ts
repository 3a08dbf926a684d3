import { describe, expect, it } from "vitest";
import { describedCall } from "../../../../../src/core/device/signed/calls.ts";
import { LEDGER_TOKENS } from "../../../../support/ledger-tokens.ts";
import { transferData, VAULT } from "../../match/honest.ts";

const USDC_ON_BASE = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
/** ERC-8021 suffix of "baseapp": code, length, schema and marker. */
const TAG = `${Buffer.from("baseapp").toString("hex")}0700${"8021".repeat(8)}`;
const ascii = (length: number) => "61".repeat(length);

const call = (tail: string) =>
	describedCall(LEDGER_TOKENS, {
		chainId: 8453,
		to: USDC_ON_BASE,
		value: 0n,
		data: `${transferData(VAULT, 5n)}${tail}`,
	});

describe("bytes after the arguments of a described call", () => {
	it.each([
		["are none", "", null],
		["are shown in hex", "00", "0x00"],
		["are shown as text if all of them are printable", ascii(64), "a".repeat(64)],
		["are shown in hex with an attribution", TAG, `0x${TAG}`],
		["are shown in hex to the last of 48", "00".repeat(48), `0x${"00".repeat(48)}`],
	])("%s", (_, tail, extra) => {
		expect(call(tail)).toMatchObject({ kind: "send", amount: 5n, extra });
	});

	it.each([
		["text for which the app has no room", ascii(65)],
		["hex that the app cuts off", "00".repeat(49)],
		["half a byte", "0"],
	])("keep the call blind if they are %s", (_, tail) => {
		expect(call(tail)).toBeNull();
	});
});
