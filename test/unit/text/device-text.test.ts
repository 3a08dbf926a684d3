import { describe, expect, it } from "vitest";
import { type DeviceRefusal, deviceFault } from "../../../src/ledger-process/protocol.ts";
import {
	type DeviceContext,
	deviceCondition,
	deviceText,
} from "../../../src/main/wallet/signers/ledger/text.ts";
import { textOf } from "../../../src/text/index.ts";
import { DOCUMENTED } from "../main/wallet/signers/ledger/device-status.ts";

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
function expectSentences(text: string): void {
	expect(text).toMatch(/^[A-Z].*[.)]$/s);
	expect(text).not.toMatch(/NAME|undefined|null|NaN| {2}/);
}

describe("what is told of a device", () => {
	it.each(deviceFault.options)("of %s says once, in sentences, what it means for funds", (fault) => {
		const text = textOf(deviceText(refusal({ fault }), SIGNING));
		expectSentences(text);
		expect(text.match(/nothing was/gi)).toHaveLength(1);
	});

	it("has a sentence for every status word, with its code", () => {
		for (const status of DOCUMENTED) {
			const text = textOf(deviceText(refusal({ status }), SIGNING));
			expectSentences(text);
			expect(text).toContain(`0x${status.toString(16)}`);
		}
	});

	it("is a sentence however it stands", () => {
		for (const fault of deviceFault.options)
			expectSentences(
				textOf(
					deviceCondition(
						{ id: "one", model: "Ledger Nano X", standing: { kind: "fault", fault, status: null } },
						"evm",
					).text,
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
					).text,
				),
			);
	});
});
