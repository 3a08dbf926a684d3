import { base58, base64, base64url, hex } from "@scure/base";
import { describe, expect, it } from "vitest";
import { isHashText, textFinding } from "../../../../src/core/signed-messages/texts.ts";
import { SIGNER } from "../match/honest.ts";

const BYTES = Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256);
const HEX = hex.encode(BYTES);

describe("a hash in text form", () => {
	const spelt: readonly string[] = [
		HEX,
		`0x${HEX}`,
		`0X${HEX.toUpperCase()}`,
		`  0x${HEX}\n`,
		`"${HEX}"`,
		HEX.replace(/(..)/g, "$1 ").trim(),
		HEX.replace(/(..)(?!$)/g, "$1:"),
		HEX.replace(/(.{8})(?!$)/g, "$1-"),
		HEX.replace(/(..)/g, "0x$1, "),
		`\u200B${HEX.slice(0, 20)}\u200B${HEX.slice(20)}`,
		`Hash: 0x${HEX}`,
		`Sign ${HEX}`,
		`${HEX}\n${HEX}`,
		base64.encode(BYTES),
		base64.encode(BYTES).replace("=", ""),
		base64url.encode(BYTES),
		base58.encode(BYTES),
		BigInt(`0x${HEX}`).toString(),
		`Please confirm your request 0x${HEX} to go on.`,
		`digest: ${base58.encode(BYTES)}`,
		`Message hash = ${base64.encode(BYTES)}`,
	];

	it.each(spelt)("%j", (text) => {
		expect(textFinding(text, SIGNER)).toMatchObject({ id: "text-hash", severity: "danger", needsWord: true });
	});

	it.each([
		"",
		HEX.slice(2),
		"1".repeat(79),
		`${HEX}00`,
		`I agree to the terms of service of desk.example, version 0x${HEX}, as published in March`,
		"Welcome back to the desk",
		`0x${HEX.slice(0, 40)}`,
		"a".repeat(100_000),
	])("is not %j", (text) => {
		expect(isHashText(text)).toBe(false);
	});
});

describe("a text that keys are derived from", () => {
	it.each([
		"Access zkSync account.\n\nOnly sign this message for a trusted client!",
		"Sign this message to access your Umbra account.\n\nOnly sign this message for a trusted client!",
		"Register Lighter Account\n\npubkey: 0xab\nnonce: 0x00",
		"Sign this message to access Loopring Exchange: 0x0BABA1Ad5bE3a5C0a66E7ac838a129Bf948f1eA4 with key nonce: 0",
		"Only sign this request if you’ve initiated an action with Immutable X.",
		"This signature will be used to generate your StarkEx trading key.",
		"Your private keys are derived from this signature",
		"Please sign to derive  your\nencryption key",
		"Create viewing key",
		"Sign to decrypt your notes",
		"XMTP : Create Identity\nabcdef",
		"G\u200Benerate your se\u200Bcret key",
		"Never sign this message on any other website",
	])("%j", (text) => {
		expect(textFinding(text, SIGNER)).toMatchObject({ id: "text-keys", severity: "danger", needsWord: true });
	});
});

describe("any other text", () => {
	it.each([
		"Sign in to the ledger desk\nNonce: 5f19c2",
		"Vote: yes on proposal 12",
		"The keynote starts at nine",
	])("requires a typed word: %j", (text) => {
		expect(textFinding(text, SIGNER)).toMatchObject({ id: "text-free", severity: "danger", needsWord: true });
	});
});
