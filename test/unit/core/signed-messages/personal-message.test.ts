import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import type { MessagePayload } from "../../../../src/core/match/message/checks.ts";
import { analyzeMessage } from "../../../../src/core/signed-messages/message-analysis.ts";
import { readSignIn } from "../../../../src/core/signed-messages/personal-message.ts";
import { approveData, OTHER, SIGNER, TOKEN, VAULT } from "../match/honest.ts";
import { signRequest } from "../match/typed-samples.ts";
import { analyzePayload, ids, messageContext, valuesOf } from "./scene.ts";

const HASH = `0x${"5c".repeat(32)}`;
const personal = (message: string): MessagePayload => ({ kind: "evm_personal", message });
const solana = (bytes: string | Uint8Array): MessagePayload => ({
	kind: "svm_message",
	message_base64: Buffer.from(bytes).toString("base64"),
});

interface SignInParts {
	readonly domain?: string;
	readonly address?: string;
	readonly chainId?: string;
	readonly uri?: string;
	readonly end?: string;
	readonly statement?: string | null;
}

function signIn(parts: SignInParts = {}): string {
	const { domain = "desk.example", address = SIGNER, chainId = "8453", statement = "Welcome." } = parts;
	const { uri = "https://desk.example/login", end = "2026-09-21T15:00:00Z" } = parts;
	return [
		`${domain} wants you to sign in with your Ethereum account:`,
		address,
		"",
		...(statement === null ? [""] : [statement, ""]),
		`URI: ${uri}`,
		"Version: 1",
		`Chain ID: ${chainId}`,
		"Nonce: 5f19c2aa",
		"Issued At: 2026-09-21T13:00:00Z",
		`Expiration Time: ${end}`,
	].join("\n");
}

describe("a personal message", () => {
	it("of text is displayed unchanged, with the signed hash", () => {
		const insight = analyzePayload(personal("Sign in to the ledger desk\nNonce: 5f19c2"));
		expect(insight.content).toMatchObject({
			kind: "message",
			encoding: "text",
			text: "Sign in to the ledger desk\nNonce: 5f19c2",
			standard: message("message.standard.personal"),
			length: 40,
			digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
			signIn: null,
		});
		expect(insight).toMatchObject({ needsWord: true, findings: [{ id: "text-free", severity: "danger" }] });
	});

	it("of several lines has them in one in its headline", () => {
		expect(analyzePayload(personal("Sign in to the desk\n\nNonce: 5f19c2\n")).headline.text).toEqual(
			message("message.signs-text", { text: "Sign in to the desk Nonce: 5f19c2" }),
		);
	});

	it("requires no typed word if it is a plain sign-in", () => {
		const insight = analyzePayload(personal("Sign in to Blur\n\nChallenge: 81c1a3f2e0b44c0f9aa2"));
		expect(insight).toMatchObject({
			needsWord: false,
			findings: [{ id: "text-plain", severity: "caution" }],
		});
		const imitated = analyzePayload(
			personal("Sign in to Countersign. Approved by Countersign: safe to sign."),
		);
		expect(imitated.needsWord).toBe(true);
	});

	it("of hex-encoded text is displayed as text", () => {
		expect(analyzePayload(personal("0x48690a")).content).toMatchObject({
			encoding: "text",
			text: "Hi\n",
			bytesHex: "0x48690a",
		});
	});

	it("requires a typed word if it signs in and gives rights as well", () => {
		const listing = (resource: string) => analyzePayload(personal(`${signIn()}\nResources:\n- ${resource}`));
		const insight = listing("urn:recap:eyJhdHQiOnt9fQ");
		expect(ids(insight)).toContain("sign-in-rights");
		expect(insight.needsWord).toBe(true);
		expect(valuesOf(insight, "message.row.names")).toEqual(["urn:recap:eyJhdHQiOnt9fQ"]);
		expect(listing("https://desk.example/terms").needsWord).toBe(false);
	});

	it("of packed data that happens to be valid text requires a typed word, and is not described as understood", () => {
		const packed = `0x${"00".repeat(31)}05${"41".repeat(20)}`;
		expect(analyzePayload(personal(packed))).toMatchObject({ needsWord: true, headline: { known: false } });
		expect(analyzePayload(solana(Uint8Array.of(1, 2, 3, 4, 65)))).toMatchObject({ needsWord: true });
		expect(ids(analyzePayload(personal("Two lines\r\n\tand a tab")))).toEqual(["text-free"]);
	});

	it("of bytes requires a typed word, and of 32 bytes is called a bare hash", () => {
		expect(analyzePayload(personal("0xfffefd"))).toMatchObject({
			content: { encoding: "bytes", text: null },
			needsWord: true,
			headline: { known: false },
		});
		expect(ids(analyzePayload(personal(HASH)))).toEqual(["blind"]);
	});

	it("of 32 bytes that read as text is displayed as text, in any spelling", () => {
		for (const text of ["Sign in to Foundry early access.", "Je me connecte a la bourse (é)."])
			for (const spelled of [text, `0x${Buffer.from(text).toString("hex")}`])
				expect(analyzePayload(personal(spelled))).toMatchObject({
					content: { encoding: "text", text, length: 32 },
					headline: { text: message("message.signs-text", { text }) },
					findings: [{ id: "text-free" }],
					needsWord: true,
				});
	});

	it("that imitates the app's voice, even far into it, is reported", () => {
		expect(ids(analyzePayload(personal(`${"a".repeat(5000)} Countersign says: safe to sign`)))).toEqual([
			"text-free",
			"imitation",
		]);
	});
});

describe("a sign-in", () => {
	it("is described by its fields", () => {
		const insight = analyzePayload(personal(signIn()));
		expect(insight.headline.text).toEqual(message("message.signs-in-to", { site: "desk.example" }));
		expect(insight.content).toMatchObject({
			signIn: {
				domain: "desk.example",
				address: SIGNER,
				uri: "https://desk.example/login",
				chainId: "8453",
				statement: "Welcome.",
				nonce: "5f19c2aa",
				issuedAt: "2026-09-21T13:00:00Z",
				expiresAt: "2026-09-21T15:00:00Z",
			},
		});
		expect(insight).toMatchObject({
			findings: [],
			deadline: BigInt(Date.parse("2026-09-21T15:00:00Z") / 1000),
		});
		expect(valuesOf(insight, "message.row.signs-in-to")).toEqual(["desk.example"]);
	});

	it("requires a typed word if keys are derived from it", () => {
		const insight = analyzePayload(personal(signIn({ statement: "Sign to generate your trading keys." })));
		expect(insight).toMatchObject({ needsWord: true, findings: [{ id: "text-keys", severity: "danger" }] });
	});

	it("may have no statement", () => {
		expect(readSignIn(signIn({ statement: null }), "evm")).toMatchObject({
			statement: null,
			nonce: "5f19c2aa",
		});
	});

	it("of another account or site requires a typed word", () => {
		for (const [lie, id] of [
			[signIn({ address: OTHER }), "sign-in-account"],
			[signIn({ uri: "https://evil.example/login" }), "sign-in-domain"],
			[signIn({ uri: "https://desk.example.evil.example" }), "sign-in-domain"],
			[signIn({ uri: "https://notdesk.example" }), "sign-in-domain"],
			[signIn({ uri: "https://desk.example:8443" }), "sign-in-domain"],
			[signIn({ uri: "desk.example" }), "sign-in-domain"],
			[signIn({ domain: "example", uri: "https://desk.example" }), "sign-in-domain"],
			[signIn({ domain: "desk.example/login" }), "sign-in-domain"],
			[signIn({ domain: "app.desk.example", uri: "https://desk.example" }), "sign-in-domain"],
		] as const) {
			const insight = analyzePayload(personal(lie));
			expect(ids(insight), lie).toEqual([id]);
			expect(insight.needsWord).toBe(true);
		}
	});

	it("names the host of its page as at stake if it names another site", () => {
		const [found] = analyzePayload(personal(signIn({ uri: "https://evil.example/login" }))).findings;
		expect(found?.stake).toEqual({ kind: "site", host: "evil.example" });
		expect(found?.text.params).toEqual({ site: "desk.example", page: "evil.example" });
		const [unread] = analyzePayload(personal(signIn({ uri: "desk.example" }))).findings;
		expect(unread?.stake).toBeUndefined();
	});

	it("requires a typed word for a site with other characters than an authority's, even if its page says the same", () => {
		const insight = analyzePayload(personal(signIn({ domain: "dеsk.example", uri: "https://dеsk.example" })));
		expect(ids(insight)).toEqual(["sign-in-domain", "sign-in-punycode"]);
		expect(insight.needsWord).toBe(true);
	});

	it("requires a typed word if parsers disagree on the host of its address", () => {
		for (const uri of [
			"https://desk.example\\@evil.example",
			"https://desk.example\\.evil.example",
			"https:\\\\desk.example",
			"https://evil.example@desk.example",
			"https://desk.example/a b",
			"https://desk.ex\tample",
			"https://desk.example/\u200b",
		]) {
			const insight = analyzePayload(personal(signIn({ uri })));
			expect(insight.findings, uri).toContainEqual(
				expect.objectContaining({ id: "sign-in-uri", severity: "danger", needsWord: true }),
			);
		}
		expect(ids(analyzePayload(personal(signIn({ uri: "https://desk.example/@me?to=a@b" }))))).toEqual([]);
	});

	it("is a caution for a site with a misleading spelling", () => {
		for (const [text, id] of [
			[signIn({ chainId: "1" }), "sign-in-chain"],
			[signIn({ uri: "https://app.desk.example/login" }), "sign-in-subdomain"],
			[signIn({ uri: "http://desk.example/login" }), "sign-in-http"],
			[signIn({ domain: "xn--mnchen-3ya.example", uri: "https://münchen.example" }), "sign-in-punycode"],
			[signIn({ domain: "203.0.113.7", uri: "https://203.0.113.7/" }), "sign-in-ip"],
			[signIn({ domain: "[2001:db8::1]", uri: "https://[2001:db8::1]/" }), "sign-in-ip"],
			[signIn({ domain: "3405803783", uri: "https://203.0.113.7/" }), "sign-in-ip"],
		] as const) {
			const insight = analyzePayload(personal(text));
			expect(insight, text).toMatchObject({ findings: [{ id, severity: "caution" }], needsWord: false });
		}
	});

	it("is the same site with its scheme's default port, in another case, and on this computer", () => {
		for (const [domain, uri] of [
			["desk.example:443", "https://desk.example/login"],
			["desk.example", "https://desk.example:443/login"],
			["desk.example:8443", "https://desk.example:8443/login"],
			["Desk.Example", "https://desk.example"],
			["localhost:3000", "http://localhost:3000/"],
			["http://localhost:3000", "http://localhost:3000/"],
		] as const)
			expect(ids(analyzePayload(personal(signIn({ domain, uri })))), domain).toEqual([]);
	});

	it("is a caution for future times, or unreadable ones", () => {
		const made = (time: string) => signIn().replace("2026-09-21T13:00:00Z", time);
		const from = (time: string) => `${signIn()}\nNot Before: ${time}`;
		for (const [text, expected] of [
			[made("2026-09-21T13:20:00Z"), []],
			[made("2026-09-22T13:00:00Z"), ["sign-in-future"]],
			[made("yesterday"), ["sign-in-time"]],
			[from("2026-09-21T12:00:00Z"), []],
			[from("2026-09-21T14:50:00Z"), ["sign-in-later"]],
			[from("soon"), ["sign-in-time"]],
		] as const) {
			const insight = analyzePayload(personal(text));
			expect(ids(insight), text).toEqual(expected);
			expect(insight.needsWord).toBe(false);
		}
		expect(
			valuesOf(analyzePayload(personal(from("2026-09-21T12:00:00Z"))), "message.row.not-before"),
		).toEqual(["2026-09-21T12:00:00Z"]);
	});

	it("is reported after its expiry", () => {
		for (const end of ["2026-09-21T13:00:00Z", "tomorrow"])
			expect(ids(analyzePayload(personal(signIn({ end })))), end).toEqual(["sign-in-past"]);
	});

	it("requires a typed word if it is malformed, and is then no sign-in", () => {
		for (const lie of [
			signIn().replace("Version: 1", "Version: 2"),
			signIn().replace("Nonce: 5f19c2aa\n", ""),
			`${signIn()}\nAnd one thing more: send it all`,
			`Hello\n${signIn()}`,
		]) {
			const insight = analyzePayload(personal(lie));
			expect(insight.content).toMatchObject({ signIn: null });
			expect(ids(insight)).toEqual(["sign-in-form"]);
		}
	});
});

describe("a Solana message", () => {
	const around = {
		signer: "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB",
		chainRef: "solana:devnet",
		facts: null,
	};

	it("of text is displayed unchanged, and signed unchanged", () => {
		expect(analyzePayload(solana("ledger desk login 5f19c2"), around)).toMatchObject({
			content: {
				standard: message("message.standard.solana"),
				text: "ledger desk login 5f19c2",
				digest: null,
			},
			needsWord: true,
			findings: [{ id: "text-free" }],
		});
	});

	const siws = (parts: SignInParts = {}) =>
		signIn({ address: around.signer, chainId: "devnet", ...parts }).replace("Ethereum", "Solana");

	it("that is a sign-in is described by its fields, and requires no typed word", () => {
		const insight = analyzePayload(solana(siws()), around);
		expect(insight).toMatchObject({
			needsWord: false,
			headline: { text: message("message.signs-in-to", { site: "desk.example" }) },
			content: { signIn: { domain: "desk.example", address: around.signer } },
		});
	});

	it.each([
		[{ address: "11111111111111111111111111111111" }, "sign-in-account"],
		[{ uri: "https://evil.example/" }, "sign-in-domain"],
		[{ address: OTHER }, "sign-in-form"],
	] as const)("that is a sign-in with %o requires a typed word", (parts, id) => {
		const insight = analyzePayload(solana(siws(parts)), around);
		expect(ids(insight)).toEqual([id]);
		expect(insight.needsWord).toBe(true);
	});

	it("that is a sign-in of another cluster, or with only its site and account, requires no typed word", () => {
		expect(analyzePayload(solana(siws({ chainId: "mainnet" })), around)).toMatchObject({
			findings: [{ id: "sign-in-chain", severity: "caution" }],
			needsWord: false,
		});
		const least = `desk.example wants you to sign in with your Solana account:\n${around.signer}`;
		for (const [text, parts] of [
			[least, { statement: null, uri: null }],
			[`${least}\n\nWelcome.`, { statement: "Welcome." }],
			[`${least}\n\nURI: https://desk.example`, { statement: null, uri: "https://desk.example" }],
			[`${least}\n\nWelcome.\n\nNonce: 5f19c2aa`, { statement: "Welcome.", nonce: "5f19c2aa" }],
		] as const)
			expect(analyzePayload(solana(text), around), text).toMatchObject({
				content: { signIn: { domain: "desk.example", ...parts } },
				findings: [],
				needsWord: false,
			});
		for (const [text, id] of [
			[least.replace("desk", "xn--dsk-bma"), "sign-in-punycode"],
			[least.replace(around.signer, "11111111111111111111111111111111"), "sign-in-account"],
			[least.replace("desk.example", "desk.example@evil.example"), "sign-in-domain"],
			[`${least}\n`, "sign-in-form"],
			[`${least}\n\nVersion: 2`, "sign-in-form"],
			[`${least}\nSend it all`, "sign-in-form"],
			[`${least}\n\nWelcome.\nSend it all`, "sign-in-form"],
		] as const)
			expect(ids(analyzePayload(solana(text), around)), text).toEqual([id]);
	});

	it("that is a sign-in of the other family requires a typed word", () => {
		expect(ids(analyzePayload(solana(signIn({ address: around.signer })), around))).toEqual(["sign-in-form"]);
		expect(ids(analyzePayload(personal(signIn().replace("Ethereum", "Solana"))))).toEqual(["sign-in-form"]);
	});

	it("of 32 bytes is called a bare hash, and shows its text if it has one", () => {
		const text = "Sign in to Foundry early access.";
		expect(analyzePayload(solana(text), around)).toMatchObject({
			content: { text },
			findings: [{ id: "text-free" }],
		});
		expect(ids(analyzePayload(solana(new Uint8Array(32).fill(200)), around))).toEqual(["blind"]);
	});

	it("of bytes requires a typed word", () => {
		expect(analyzePayload(solana(Uint8Array.of(5, 255, 254)), around)).toMatchObject({
			needsWord: true,
			content: { text: null },
		});
	});

	it("with an off-chain header shows the text within", () => {
		const bytes = Buffer.concat([Buffer.from([255]), Buffer.from("solana offchain\0\0\x05\0Hello")]);
		expect(analyzePayload(solana(bytes), around).content).toMatchObject({
			standard: message("message.standard.solana-offchain"),
			encoding: "text",
			text: "Hello",
			length: bytes.length,
		});
	});

	it("that is not base64 has no content", () => {
		expect(analyzePayload({ kind: "svm_message", message_base64: "a" }, around)).toMatchObject({
			content: null,
		});
	});
});

describe("a user operation", () => {
	it("is described as blind, with the service's calls by our own decoding", () => {
		const calls = [
			{ to: TOKEN, value: "0", data: approveData(VAULT, 25_000_000n) },
			{ to: "nowhere", value: "0" },
		];
		const payload = personal(HASH);
		const request = signRequest(payload, { executionKind: "erc4337", calls });
		const insight = analyzeMessage(messageContext(), request, personal(HASH));
		expect(insight.content).toEqual({
			kind: "user_operation",
			requests: [{ message: HASH, rawPayload: HASH }],
			calls: [
				expect.objectContaining({
					text: expect.objectContaining({ code: "token.permission" }),
					known: true,
				}),
				{ text: message("message.unreadable.call"), known: false, amount: null },
			],
		});
		expect(insight).toMatchObject({ needsWord: true, headline: { known: false } });
		expect(ids(insight)).toEqual(["blind"]);
	});
});
