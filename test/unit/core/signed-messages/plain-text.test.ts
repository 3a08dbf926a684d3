import { describe, expect, it } from "vitest";
import { textFinding } from "../../../../src/core/signed-messages/texts.ts";
import { OTHER, SIGNER } from "../match/honest.ts";

const SVM_SIGNER = "2E7GiRLkbbuR5U8iBzFSmAHPHuu6tF5R1gYQZYauzMQS";
const WELCOME = "Welcome to OpenSea!\n\nClick to sign in and accept the OpenSea Terms of Service";
const FREE = "This request will not trigger a blockchain transaction or cost any gas fees.";

describe("a plain sign-in or terms text", () => {
	it.each([
		`${WELCOME} (https://opensea.io/tos) and Privacy Policy (https://opensea.io/privacy).\n\n${FREE}\n\nWallet address:\n${SIGNER.toLowerCase()}\n\nNonce:\n4b6c2a17-7d3e-4f0a-9f5b-0b1d2a6b8c11`,
		`${WELCOME}: https://opensea.io/tos\n\n${FREE}\n\nYour authentication status will reset after 24 hours.\n\nWallet address:\n${SIGNER}\n\nNonce:\n123`,
		"I accept the terms of service.",
		"I accept the Uniswap Terms of Service and Privacy Policy.",
		"By signing this message, you agree to the Terms of Service of app.blur.io.",
		"Sign in to Blur\n\nChallenge: 81c1a3f2e0b44c0f9aa2",
		"Please sign this message to verify that you own this wallet.\n\nThis will not cost any gas fees.\nTimestamp: 1800000000",
		"Sign in to app.galxe.com\nURI: https://app.galxe.com/login\nIssued At: 2027-01-15T08:00:00Z\nNonce: 77aa12bc",
		"Welcome back to Magic Eden! Please sign in with your wallet. Signing is free and will not send a transaction.",
		"LOGIN TO Rarible. No gas fees.",
		"By signing this request, I confirm that I own this wallet and agree to the Terms & Conditions and Privacy Policy.",
		"Sign in to galxe.com and accept the terms (https://app.galxe.com/terms).",
		"Please sign this message to connect to Foundation.",
		"Connect your wallet to app.galxe.com",
		"Realms wants you to sign in.\nThis request will not trigger a transaction or cost any fees.\n\nNonce: 61af2290",
		`Please sign this message\n\nDomain: guild.xyz\nMethod: 1\nAddress: ${SIGNER}\nNonce: 81c2a9b7e0\nTimestamp: 1799999990000`,
		"I, the undersigned, confirm that I control this Ethereum address and use it to receive withdrawals from Bitvavo. Reference 2027-01-15/8812.",
		"I declare that I am the owner of this wallet. Case 8812.",
		`I am the owner of ${SIGNER} and join the members' channel of Basel Makers.\n\nThis is not a transaction and costs nothing.\nCode: 88213`,
		"Basel Makers check-in 301. This is not a transaction.",
		"Check in to guild.xyz.",
	])("requires no typed word: %j", (text) => {
		expect(textFinding(text, SIGNER)).toEqual(
			expect.objectContaining({ id: "text-plain", severity: "caution", needsWord: false }),
		);
	});

	it("names the signing account of Solana", () => {
		const text = (account: string) => `Sign this message to log in to the forum.\nAccount: ${account}`;
		expect(textFinding(text(SVM_SIGNER), SVM_SIGNER).id).toBe("text-plain");
		expect(textFinding(text(`3${SVM_SIGNER.slice(1)}`), SVM_SIGNER).needsWord).toBe(true);
	});
});

describe("a text with more than a sign-in", () => {
	it.each([
		[
			"terms that hand the account over",
			`I accept the terms of service and transfer my account to ${OTHER}.`,
		],
		[
			"a proof of the address that gives it away",
			"I confirm that I control this address and use it to send withdrawals to Bitvavo.",
		],
		[
			"a proof of the address that lets others use it",
			"I, the undersigned, confirm that I control this address and authorise Bitvavo to use it.",
		],
		["a proof of the address that is a debt", "I confirm that I own this wallet and owe Bitvavo 8812."],
		[
			"a proof of the address for another's account",
			"I confirm that I own this wallet and use it to receive withdrawals from your account.",
		],
		["a proof of the address with an amount", "I confirm that I own this wallet. Reference 5 ETH."],
		["terms next to a sale", "I accept the Terms of Service. I sell 9000 ETH for 0.01 USDC."],
		["terms that are a sale", "I accept the terms of service. I am bound to sell."],
		["terms named as a transfer", "I agree to the Transfer Ownership Terms."],
		["terms that give tokens", "By signing this I agree to the terms and that my tokens are yours."],
		["terms that give the account", "I agree that you own my account. I accept the terms of service."],
		["another account", `Welcome to OpenSea! Click to sign in.\nWallet address: ${OTHER}`],
		["somebody who gets something", `Sign in.\nTo: ${OTHER}`],
		["somebody who gets it all", `Sign in. I hand over my name and all that it holds to ${SVM_SIGNER}.`],
		["two sites", "Sign in to opensea.io and accept the Terms of Service (https://opensea.example/tos)."],
		["a name before the site", "Sign in to app.uniswap.org@evil.example"],
		["a backslash in its link", "Sign in to https://opensea.io\\@evil.example"],
		["an open connection", "Sign in to http://opensea.io"],
		["letters of another alphabet in its link", "Sign in to xn--pensea-0of.io"],
		["letters of another alphabet", "Sign in to \u041epenSea."],
		["hidden characters", "Sign in to OpenSea\u200b."],
		["a hash", `Sign in.\nNonce: 0x${"5c".repeat(32)}`],
		["an order as its nonce", "Sign in.\nNonce: transfer-all-eth"],
		["an amount", "Sign in.\nAmount: 100"],
		["a command", 'Sign in.\n{"action":"withdraw","amount":"100"}'],
		["a promise that ends in an action", "This will not cost any gas and sends your tokens. Sign in."],
		["a promise next to an action", "This will not cost gas, it will move your tokens. Sign in."],
		["a text without a sign-in", "Hi"],
		["a proof of another account", `I am the owner of ${OTHER} and join the channel.`],
		[
			"a proof of the address that joins a debt",
			"I am the owner of this wallet and join the loan of Basel Makers.",
		],
		["a channel joined without a proof", "I join the members' channel of Basel Makers."],
		["a check-in with an amount", "Basel Makers check-in 5 ETH."],
		["a check-in that gives something", "Transfer check-in 301. This is not a transaction."],
		["a check-in that is an action", "Basel Makers check-in 301 and send my coins."],
		["a promise that is a transaction", "Basel Makers check-in 301. This is a transaction."],
		["a connection that gives something", "Connect your wallet to Foundation and transfer it."],
		["a wish of somebody's", "Realms wants you to pay."],
		["fields of another account", `Domain: guild.xyz\nAddress: ${OTHER}\nNonce: 81c2a9b7e0`],
		["fields without a site", `Address: ${SIGNER}\nNonce: 81c2a9b7e0`],
		["a nonce alone", "Nonce: 123"],
		["32 bytes", "Sign in to Foundry early access."],
		["32 bytes that are plain", "Sign in to Foundry. Nonce: 777123"],
		["nothing", ""],
		["a very long text", `${"Sign in. ".repeat(300)}`],
	])("requires a typed word: %s", (_, text) => {
		const found = textFinding(text, SIGNER);
		expect(found).toMatchObject({ severity: "danger", needsWord: true });
		expect(["text-free", "text-hash"]).toContain(found.id);
	});
});
