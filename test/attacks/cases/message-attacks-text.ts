import { base58, base64 } from "@scure/base";
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { type Hex, serializeTransaction, toHex, toRlp } from "viem";
import { type Case, SVM_THIEF, SVM_USER, THIEF } from "../case.ts";
import {
	ethereumSignIn,
	isoIn,
	messageAttack,
	offchain,
	personal,
	solanaBytes,
	solanaSignIn,
	solanaText,
} from "./message-tools.ts";

/**
 * Texts and bytes that contain more than they appear to: keys, hashes, broken sign-ins, disguised
 * transactions.
 */

const NO_SIGN_IN =
	"A text that is neither a well-formed sign-in nor plain login words takes a word, as docs/security.md promises";
const KEYS = `${NO_SIGN_IN}; whoever gets this signature derives the user's keys of that service from it`;

const derived: readonly Case[] = (
	[
		[
			"zksync",
			"zkSync Lite's own text",
			"Access zkSync account.\n\nOnly sign this message for a trusted client!",
		],
		[
			"loopring",
			"Loopring's own text",
			"Sign this message to access Loopring Exchange: 0x0BABA1Ad5bE3a5C0a66E7ac838a129Bf948f1eA4 with key nonce: 0",
		],
		[
			"stark",
			"a StarkEx application's text",
			"Only sign this request if you've initiated an action with the exchange. It generates your Stark key.",
		],
		[
			"umbra",
			"a stealth-address application's text",
			"Sign this message to access your Umbra account.\n\nOnly sign this message for a trusted client!",
		],
		[
			"encryption-key",
			"a text for an encryption key",
			"Sign to generate your encryption key. This will not cost any gas and moves no funds.",
		],
		[
			"xmtp",
			"XMTP's text for a new identity",
			"XMTP : Create Identity\n08b7a1c0f9322a420a40d9a6c3f1e27b\n\nFor more info: https://xmtp.org/signatures/",
		],
		[
			"session-key",
			"a trading application's text for a session key",
			"dYdX Chain: derive your trading key. Action: Enable trading. Anyone with this signature controls your subaccounts.",
		],
	] as const
).map(([name, what, text]) =>
	messageAttack({
		id: `keys/${name}`,
		label: "danger",
		title: `Another site asks to sign ${what}.`,
		why: KEYS,
		world: null,
		ask: personal(text),
	}),
);

const HASH = "57c33777248e86b84732f59c1e4a8e0a7d3c5b9f02641adf7781b3c9de50f412";
const HASH_BYTES = Buffer.from(HASH, "hex");
const hashes: readonly Case[] = [
	messageAttack({
		id: "hash/bytes",
		label: "block",
		title: "A bare hash as bytes, with blind signing off.",
		why: "docs/security.md: a hash that shows nothing is signed only where blind signing is allowed.",
		world: null,
		ask: personal(`0x${HASH}`),
	}),
	messageAttack({
		id: "hash/bytes-allowed",
		label: "danger",
		title: "A bare hash as bytes, with blind signing on.",
		why: "eth_sign phishing: it can stand for a user operation, or for what a contract takes as the account's word.",
		world: null,
		ask: personal(`0x${HASH}`),
		context: { blindAllowed: true },
	}),
	...(
		[
			["without-0x", "without its 0x", HASH],
			["upper-case", "in capitals", HASH.toUpperCase()],
			["capital-prefix", "with 0X", `0X${HASH.toUpperCase()}`],
			["spaced", "with a space after each byte", HASH.replace(/../g, "$& ").trim()],
			["inside-text", "inside of a sentence", `Please confirm your request 0x${HASH} to go on.`],
			["two-lines", "on two lines", `0x${HASH.slice(0, 32)}\n${HASH.slice(32)}`],
			["base64", "as base64", base64.encode(HASH_BYTES)],
			["base58", "as base58", base58.encode(HASH_BYTES)],
			["decimal", "as a decimal number", BigInt(`0x${HASH}`).toString()],
			["zero-width", "with unseen characters between its letters", [...HASH].join("\u200b")],
		] as const
	).map(([name, what, text]) =>
		messageAttack({
			id: `hash/${name}`,
			label: "danger",
			title: `A hash ${what}.`,
			why: `${NO_SIGN_IN}; hashes in any spelling are as blind as bare ones: some verifiers sign over the hex text.`,
			world: null,
			ask: personal(text),
		}),
	),
	messageAttack({
		id: "hash/searched-for",
		label: "block",
		title: "A hash that was searched for until all of its 32 bytes were letters and digits.",
		why: "Whoever chooses what is hashed can try payloads until the hash looks like a text; all printable letters take 2^46 tries.",
		world: null,
		ask: personal("aB3kQ9xZ7pLm2Nv8RtYc5Wd1Ef6Gh4Jj"),
	}),
	messageAttack({
		id: "hash/two-at-once",
		label: "danger",
		title: "64 bytes: two hashes, one behind the other.",
		why: "Bytes that nobody can read are no safer for being longer than a hash.",
		world: null,
		ask: personal(`0x${HASH}${HASH.split("").toReversed().join("")}`),
	}),
	messageAttack({
		id: "hash/solana-text",
		label: "danger",
		title: "A hash as a message of Solana.",
		why: NO_SIGN_IN,
		world: null,
		ask: solanaText(base58.encode(HASH_BYTES)),
	}),
	messageAttack({
		id: "hash/solana-bytes",
		label: "danger",
		title: "32 bytes as a message of Solana.",
		why: "ed25519 signs bytes as they are: a program may take these for the account's word.",
		world: null,
		ask: solanaBytes(HASH_BYTES),
	}),
];

const signIns: readonly Case[] = [
	messageAttack({
		id: "sign-in/other-site",
		label: "danger",
		title: "A sign-in to an exchange whose page is another site.",
		why: "EIP-4361: domain and URI name one site; a phisher relays the exchange's own sign-in.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "app.uniswap.org", uri: "https://app-uniswap.claims" })),
	}),
	messageAttack({
		id: "sign-in/user-info",
		label: "danger",
		title: "A sign-in whose URI begins with the site's name and leads elsewhere.",
		why: "RFC 3986 user information: https://app.uniswap.org@evil.example is at evil.example.",
		world: null,
		ask: personal(
			ethereumSignIn({ domain: "app.uniswap.org", uri: "https://app.uniswap.org@claims.example/login" }),
		),
	}),
	...(
		[
			["backslash", "danger", "app.uniswap.org", "https://app.uniswap.org\\@claims.example"],
			["backslash-path", "danger", "app.uniswap.org", "https://app.uniswap.org\\.claims.example/"],
			["hidden-name", "danger", "app.uniswap.org", "https://claims.example@app.uniswap.org/"],
			["tab-in-name", "danger", "app.uniswap.org", "https://app.uni\tswap.org/"],
			["below-a-suffix", "danger", "org", "https://app.uniswap.org"],
			["above", "danger", "claims.uniswap.org", "https://uniswap.org"],
			["other-port", "danger", "app.uniswap.org", "https://app.uniswap.org:8443"],
			["punycode", "caution", "xn--aave-0of.com", "https://xn--aave-0of.com"],
			["bare-address", "caution", "203.0.113.7", "https://203.0.113.7/"],
			["plain-http", "caution", "app.uniswap.org", "http://app.uniswap.org/"],
		] as const
	).map(([name, label, domain, uri]) =>
		messageAttack({
			id: `sign-in/${name}`,
			label,
			title: `A sign-in to ${domain} on a page at ${uri.replace("\t", " ")}.`,
			why: "EIP-4361: domain and URI name one site; readers of URLs (RFC 3986, WHATWG) and of letters disagree here.",
			world: null,
			ask: personal(ethereumSignIn({ domain, uri })),
		}),
	),
	messageAttack({
		id: "sign-in/dated-ahead",
		label: "caution",
		title: "A sign-in that says it was made tomorrow.",
		why: "EIP-4361: Issued At is when it was made; kept for later, nobody looks when it is used.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "opensea.io", issuedAt: isoIn(86_400) })),
	}),
	messageAttack({
		id: "sign-in/counts-later",
		label: "caution",
		title: "A sign-in that counts from tomorrow on.",
		why: "EIP-4361, Not Before: a signature that is used when nobody looks any more.",
		world: null,
		ask: personal(`${ethereumSignIn({ domain: "opensea.io" })}\nNot Before: ${isoIn(86_400)}`),
	}),
	messageAttack({
		id: "sign-in/solana-least-other-account",
		label: "danger",
		title: "A sign-in with Solana of nothing but site and account, as another account.",
		why: "Sign In With Solana: the address is the signer's.",
		world: null,
		ask: solanaText(`magiceden.io wants you to sign in with your Solana account:\n${SVM_THIEF}`),
	}),
	messageAttack({
		id: "sign-in/no-nonce",
		label: "danger",
		title: "A sign-in without a nonce.",
		why: "EIP-4361 requires one: without it, the signature can be used again.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "opensea.io", nonce: null })),
	}),
	messageAttack({
		id: "sign-in/other-account",
		label: "danger",
		title: "A sign-in as another account than the signer's.",
		why: "EIP-4361: the address is the signer's.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "opensea.io", address: THIEF })),
	}),
	messageAttack({
		id: "sign-in/other-chain",
		label: "caution",
		title: "A sign-in for another chain than the request's.",
		why: "EIP-4361: the chain is the session's. The signature of an account with a key counts the same on each.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "opensea.io", chain: "8453" })),
	}),
	messageAttack({
		id: "sign-in/capabilities",
		label: "danger",
		title: "A sign-in that gives rights of the account away in its resources.",
		why: "ERC-5573 (ReCap): whoever holds the signature may act for the account.",
		world: null,
		ask: personal(
			ethereumSignIn({
				domain: "notes.example",
				resources: [
					"urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbSI6eyJjcnVkL2RlbGV0ZSI6W3t9XX19LCJwcmYiOltdfQ",
				],
			}),
		),
	}),
	messageAttack({
		id: "sign-in/turned-around",
		label: "danger",
		title: "A sign-in whose statement turns its letters around with unseen characters.",
		why: "Trojan Source (CVE-2021-42574): what is shown is not what is signed; EIP-4361 allows only plain letters.",
		world: null,
		ask: personal(
			ethereumSignIn({
				domain: "opensea.io",
				statement: "Sign in to \u202egro.kcah-aesnepo\u202c and accept the terms.",
			}),
		),
	}),
	messageAttack({
		id: "sign-in/look-alike-letters",
		label: "danger",
		title: "A sign-in to a site whose name has a Cyrillic letter.",
		why: "Homograph phishing: EIP-4361 wants an RFC 3986 authority, which is plain ASCII.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "аpp.uniswap.org" })),
	}),
	messageAttack({
		id: "sign-in/more-behind",
		label: "danger",
		title: "A sign-in with a line more at the end, by which a vault is handed over.",
		why: "A form that is nearly EIP-4361 is not it: its reader need not be a sign-in's.",
		world: null,
		ask: personal(`${ethereumSignIn({ domain: "opensea.io" })}\nTransfer-Vault-To: ${THIEF}`),
	}),
	messageAttack({
		id: "sign-in/windows-lines",
		label: "danger",
		title: "A sign-in written with carriage returns, behind which other words stand.",
		why: "EIP-4361 ends lines with a line feed alone; a carriage return can overwrite what was shown.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "opensea.io" }).replaceAll("\n", "\r\n")),
	}),
	messageAttack({
		id: "sign-in/solana-other-account",
		label: "danger",
		title: "A sign-in with Solana as another account than the signer's.",
		why: "Sign In With Solana: the address is the signer's.",
		world: null,
		ask: solanaText(solanaSignIn({ domain: "magiceden.io", address: SVM_THIEF })),
	}),
	messageAttack({
		id: "sign-in/solana-other-site",
		label: "danger",
		title: "A sign-in with Solana whose page is another site.",
		why: "Sign In With Solana: domain and URI name one site.",
		world: null,
		ask: solanaText(solanaSignIn({ domain: "magiceden.io", uri: "https://magic-eden.claims" })),
	}),
	messageAttack({
		id: "sign-in/ended",
		label: "caution",
		title: "A sign-in that ended an hour ago.",
		why: "EIP-4361: of no use to whoever asks honestly.",
		world: null,
		ask: personal(ethereumSignIn({ domain: "opensea.io", issuedAt: isoIn(-7_200), expires: isoIn(-3_600) })),
	}),
];

const legacy = serializeTransaction({
	to: THIEF,
	value: 9_000n * 10n ** 18n,
	nonce: 0,
	gas: 21_000n,
	gasPrice: 10n ** 10n,
	chainId: 1,
	type: "legacy",
});
const typed = serializeTransaction({
	to: THIEF,
	value: 9_000n * 10n ** 18n,
	nonce: 0,
	gas: 21_000n,
	maxFeePerGas: 10n ** 10n,
	maxPriorityFeePerGas: 10n ** 9n,
	chainId: 1,
	type: "eip1559",
});
const codeAuthorization: Hex = `0x05${toRlp(["0x01", THIEF, "0x"]).slice(2)}`;

const drain = new TransactionMessage({
	payerKey: new PublicKey(SVM_USER),
	recentBlockhash: base58.encode(Buffer.alloc(32, 3)),
	instructions: [
		SystemProgram.transfer({
			fromPubkey: new PublicKey(SVM_USER),
			toPubkey: new PublicKey(SVM_THIEF),
			lamports: 99_000_000_000n,
		}),
	],
});

const disguised: readonly Case[] = [
	...(
		[
			["legacy", "a legacy transaction", legacy],
			["eip-1559", "a transaction of EIP-1559", typed],
			["eip-7702", "an authorisation that lends the account a thief's code", codeAuthorization],
			["eip-712", "the inside of typed data", toHex(Buffer.from(`1901${HASH}${HASH}`, "hex"))],
		] as const
	).map(([name, what, bytes]) =>
		messageAttack({
			id: `disguise/${name}`,
			label: "block",
			title: `A message that is really ${what}.`,
			why: "docs/security.md and the match: no message is signed that reads as something else that is signed.",
			world: null,
			ask: personal(bytes),
		}),
	),
	messageAttack({
		id: "disguise/packed",
		label: "danger",
		title: "Packed numbers and an address that are valid UTF-8.",
		why: "abi.encodePacked vouchers: data for a contract that only looks like a text.",
		world: null,
		ask: personal(`withdraw\u0000\u0000\u0001${THIEF}\u0000\u0005`),
	}),
	messageAttack({
		id: "disguise/solana-legacy",
		label: "block",
		title: "A message of Solana that is really a transaction's message.",
		why: "ed25519 signs both alike: the signature would send 99 SOL.",
		world: null,
		ask: solanaBytes(drain.compileToLegacyMessage().serialize()),
	}),
	messageAttack({
		id: "disguise/solana-versioned",
		label: "block",
		title: "A message of Solana that is really a versioned transaction's message.",
		why: "As above.",
		world: null,
		ask: solanaBytes(drain.compileToV0Message().serialize()),
	}),
	messageAttack({
		id: "disguise/solana-with-slots",
		label: "block",
		title: "A message of Solana that is really a whole transaction, with empty signatures.",
		why: "As above; the bytes may be cut where they are used.",
		world: null,
		ask: solanaBytes(new VersionedTransaction(drain.compileToLegacyMessage()).serialize()),
	}),
	messageAttack({
		id: "offchain/other-signers",
		label: "block",
		title: "An off-chain message of Solana that is for other signers.",
		why: "Solana off-chain message signing: the header's signers are who signs.",
		world: null,
		ask: solanaBytes(offchain("Sign in", { signers: [SVM_THIEF] })),
	}),
	messageAttack({
		id: "offchain/wrong-length",
		label: "block",
		title: "An off-chain message of Solana whose stated length is not its text's.",
		why: "Two readers would read two texts.",
		world: null,
		ask: solanaBytes(offchain("I agree to nothing at all", { length: 7 })),
	}),
	messageAttack({
		id: "offchain/keys",
		label: "danger",
		title: "An off-chain message of Solana from which keys are derived.",
		why: KEYS,
		world: null,
		ask: solanaBytes(
			offchain("Sign this message to generate your private viewing key for the shielded pool."),
		),
	}),
	messageAttack({
		id: "offchain/hash",
		label: "danger",
		title: "An off-chain message of Solana whose text is a hash.",
		why: NO_SIGN_IN,
		world: null,
		ask: solanaBytes(offchain(HASH)),
	}),
	messageAttack({
		id: "text/speaks-as-the-app",
		label: "danger",
		title: "A text that says Countersign has found it safe.",
		why: `${NO_SIGN_IN}; a text of others never speaks as the app.`,
		world: null,
		ask: personal("Countersign: this request matches the review and is safe to sign.\nReference 5511"),
	}),
	messageAttack({
		id: "text/order-in-words",
		label: "danger",
		title: "An order in plain words that an exchange settles: all ether for one cent.",
		why: `${NO_SIGN_IN}; off-chain venues settle by texts.`,
		world: null,
		ask: personal(`I sell 9000 ETH for 0.01 USDC to ${THIEF}. Valid until cancelled. Ref 77120`),
	}),
	messageAttack({
		id: "text/solana-order-in-words",
		label: "danger",
		title: "The same as a message of Solana.",
		why: `${NO_SIGN_IN}; the same on both families.`,
		world: null,
		ask: solanaText(`I hand over my name and all that it holds to ${SVM_THIEF}. Ref 77121`),
	}),
	...(
		[
			[
				"hands-over",
				"hand the account over",
				`I accept the terms of service and transfer my account to ${THIEF}.`,
			],
			["sells", "sell all ether", "I accept the Terms of Service. I sell 9000 ETH for 0.01 USDC."],
			[
				"own-account-yours",
				"give the account",
				"I accept the terms of service. I agree that you own my account.",
			],
			["named-as-transfer", "are a transfer", "I accept the Transfer Ownership Terms."],
			[
				"promise-with-deed",
				"deny one thing and do another",
				"Sign in. This will not cost any gas and sends your tokens.",
			],
			["nonce-as-order", "hold an order as nonce", "Sign in to OpenSea\nNonce: withdraw-all-9000-eth"],
		] as const
	).map(([name, what, text]) =>
		messageAttack({
			id: `text/terms-${name}`,
			label: "danger",
			title: `Plain words of a login or terms that ${what}.`,
			why: NO_SIGN_IN,
			world: null,
			ask: personal(text),
		}),
	),
	...(
		[
			[
				"other-account",
				"of another account",
				`Welcome to OpenSea! Click to sign in.\nWallet address: ${THIEF}`,
			],
			[
				"two-sites",
				"with links of two sites",
				"Sign in to opensea.io and accept the terms (https://opensea.claims/tos).",
			],
			["look-alike-site", "of a site with a Cyrillic letter", "Sign in to \u043epensea.io"],
			["hidden-letters", "with unseen characters", "Sign in to Open\u200bSea"],
		] as const
	).map(([name, what, text]) =>
		messageAttack({
			id: `text/login-${name}`,
			label: "danger",
			title: `A plain login ${what}.`,
			why: NO_SIGN_IN,
			world: null,
			ask: personal(text),
		}),
	),
];

export const cases: readonly Case[] = [...derived, ...hashes, ...signIns, ...disguised];
