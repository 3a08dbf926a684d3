import { expect, it } from "vitest";
import { type Message, message, sentences } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

/** Sentences of the vault, of signers and of devices that have a choice or a part of their own. */

const device = message("device.subject.model", { model: "Ledger Nano X" });
const end = "Nothing in the vault changed; put that right and try again.";

const TOLD: readonly (readonly [Message, string])[] = [
	[message("vault.disk", { code: "ENOSPC" }), `The disk is full (ENOSPC). ${end}`],
	[message("vault.disk", { code: "EDQUOT" }), `The disk quota is used up (EDQUOT). ${end}`],
	[message("vault.disk", { code: "EROFS" }), `The disk can only be read (EROFS). ${end}`],
	[message("vault.disk", { code: "EACCES" }), `The vault’s folder may not be written (EACCES). ${end}`],
	[message("vault.disk", { code: "EPERM" }), `The vault’s folder may not be written (EPERM). ${end}`],
	[message("vault.disk", { code: "EIO" }), `The disk reports an error (EIO). ${end}`],
	[message("vault.disk", { code: "EXDEV" }), `The vault’s file could not be written (EXDEV). ${end}`],
	[message("vault.disk", { code: "none" }), `The vault’s file could not be written. ${end}`],
	[
		message("vault.damaged", { detail: message("vault.damage.member", { member: "kdf.N" }) }),
		"The vault file is damaged (its “kdf.N” is not right). Your accounts can be restored with the recovery phrase or the imported keys; the damaged file is kept beside the new one.",
	],
	[
		sentences(message("vault.signature.not-of-account"), message("vault.signature-thrown-away")),
		"The signature is not of the account. The signature was thrown away.",
	],
	[message("device.locked", { device }), "The Ledger Nano X is locked. Enter its PIN."],
	[
		message("device.gone", { device: message("device.subject.any") }),
		"The device is not plugged in. Plug it in and unlock it.",
	],
	[
		message("device.dashboard", { app: message("device.right-app") }),
		"No app is open on the device. Open the right app.",
	],
	[
		sentences(
			message("device.status.chain-number", { app: "Ethereum" }),
			message("device.answered", { status: "0x6a80" }),
		),
		"The Ethereum app can’t show this chain’s number. Update the app in Ledger Wallet and try again. (The device answered 0x6a80.)",
	],
	[
		message("device.condition.dashboard", {
			model: "Ledger Flex",
			apps: message("device.apps.one", { app: "Solana" }),
		}),
		"The Ledger Flex is unlocked, and no app is open. Open the Solana app.",
	],
	[
		message("device.condition.wrong-app", {
			open: "Bitcoin",
			model: "Ledger Flex",
			apps: message("device.apps.either"),
		}),
		"The Bitcoin app is open on the Ledger Flex. Open the Ethereum or the Solana app instead.",
	],
	[
		sentences(
			message("device.condition.ready", { app: "Ethereum", model: "Ledger Flex" }),
			message("device.condition.blind-signing-off"),
		),
		"The Ethereum app is open on the Ledger Flex. Its blind signing is off, so that it signs only what it can show.",
	],
];

it.each(TOLD)("%j", (told, text) => {
	expect(textOf(told)).toBe(text);
});
