import { describe, expect, it } from "vitest";
import { type DeviceRefusal, deviceFault } from "../../../src/ledger-process/protocol.ts";
import {
	type DeviceContext,
	deviceCondition,
	deviceWords,
} from "../../../src/main/wallet/signers/ledger-words.ts";
import { textOf } from "../../../src/text/index.ts";
import { DOCUMENTED } from "../main/wallet/signers/device-status.ts";

const SIGNING: DeviceContext = { doing: "signing", family: "evm", model: "Ledger Nano X" };
const refusal = (more: Partial<DeviceRefusal>): DeviceRefusal => ({
	ok: false,
	fault: "status",
	status: null,
	app: null,
	prompt: "notAsked",
	...more,
});

/** Sentences: capital first, full stop last, nothing left to fill in. */
function expectSentences(words: string): void {
	expect(words).toMatch(/^[A-Z].*[.)]$/s);
	expect(words).not.toMatch(/NAME|undefined|null|NaN| {2}/);
}

describe("what is told of a device", () => {
	it.each(deviceFault.options)("of %s says once, in sentences, what it means for funds", (fault) => {
		const words = textOf(deviceWords(refusal({ fault }), SIGNING));
		expectSentences(words);
		expect(words.match(/nothing was/gi)).toHaveLength(1);
	});

	it("has a sentence for every status word, with its code", () => {
		for (const status of DOCUMENTED) {
			const words = textOf(deviceWords(refusal({ status }), SIGNING));
			expectSentences(words);
			expect(words).toContain(`0x${status.toString(16)}`);
		}
	});

	it("is a sentence however it stands", () => {
		for (const fault of deviceFault.options)
			expectSentences(
				textOf(
					deviceCondition(
						{ id: "one", model: "Ledger Nano X", standing: { kind: "fault", fault, status: null } },
						"evm",
					).words,
				),
			);
		for (const app of ["Ethereum", "Solana", "Bitcoin", "BOLOS"])
			expectSentences(
				textOf(
					deviceCondition(
						{
							id: "one",
							model: "Ledger Nano X",
							standing: { kind: "open", look: { app, version: "1.9.20", blindSigning: null } },
						},
						"evm",
					).words,
				),
			);
	});
});
