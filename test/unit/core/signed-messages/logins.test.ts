import { describe, expect, it } from "vitest";
import { kindOf } from "../../../../src/core/match/typed-data/kinds.ts";
import { OTHER, SIGNER } from "../match/honest.ts";
import { END, type Json, members, readTypedData, type Typed } from "../match/typed-samples.ts";
import { analyzeTyped, ids, typedFindings } from "./scene.ts";

const LOGIN = "string account,string statement,string nonce,uint64 issuedAt";

function login(patch: Readonly<Record<string, Json>> = {}, text = LOGIN, primaryType = "Login"): Typed {
	return {
		types: { [primaryType]: members(text) },
		primaryType,
		domain: { name: "Forum login", version: "1" },
		message: {
			account: "ana.example",
			statement: "I log in to the forum.",
			nonce: "u3Jw8Kq1",
			issuedAt: "1790000000",
			...patch,
		},
	};
}

describe("a typed data sign-in", () => {
	it("requires no typed word if only a server reads it and its text is a sign-in", () => {
		const insight = analyzeTyped(login());
		expect(insight).toMatchObject({ needsWord: false, headline: { known: true } });
		expect(ids(insight)).toEqual(["text-plain", "held-signature"]);
		expect(analyzeTyped(login({ account: SIGNER })).needsWord).toBe(false);
	});

	it.each([
		["gives up control", { statement: "I give all my tokens to the forum." }],
		["logs in another account", { account: OTHER }],
		["hides a hash among its members", { nonce: `0x${"9c".repeat(32)}` }],
		["hides a text that grants rights among its members", { nonce: "transfer-all" }],
		["makes keys", { statement: "Sign in to generate your trading keys." }],
	])("requires a typed word if it %s", (_, patch) => {
		expect(analyzeTyped(login(patch)).needsWord).toBe(true);
	});

	it("has an unknown kind if a chain, a contract or another member could have a reader", () => {
		const own = login();
		for (const other of [
			{ ...own, domain: { ...own.domain, chainId: 8453 } },
			{ ...own, domain: { ...own.domain, verifyingContract: OTHER } },
			{ ...own, domain: { ...own.domain, salt: `0x${"11".repeat(32)}` } },
			login({ amount: "5" }, `${LOGIN},uint256 amount`),
			login({ nonce: `0x${"11".repeat(32)}` }, LOGIN.replace("string nonce", "bytes32 nonce")),
			login({}, LOGIN, "Withdraw"),
		])
			expect(kindOf(readTypedData(other)), JSON.stringify(other)).toBeNull();
	});
});

const clob = (
	patch: Readonly<Record<string, Json>> = {},
	domain: Readonly<Record<string, Json>> = {},
): Typed => ({
	types: { ClobAuth: members("address address,string timestamp,uint256 nonce,string message") },
	primaryType: "ClobAuth",
	domain: { name: "ClobAuthDomain", version: "1", chainId: 8453, ...domain },
	message: {
		address: SIGNER,
		timestamp: "1790000000",
		nonce: 0,
		message: "This message attests that I control the given wallet",
		...patch,
	},
});

describe("Polymarket's sign-in", () => {
	it("requires no typed word: it moves nothing, and an order needs a signature of its own", () => {
		expect(analyzeTyped(clob())).toMatchObject({
			needsWord: false,
			findings: [{ id: "interface-login", severity: "caution" }, { id: "held-signature" }],
		});
	});

	it("has an unknown kind in other words or for another reader", () => {
		expect(kindOf(readTypedData(clob({ message: "I sell everything" })))).toBeNull();
		expect(kindOf(readTypedData(clob({}, { name: "Clob" })))).toBeNull();
		expect(kindOf(readTypedData(clob({}, { verifyingContract: OTHER })))).toBeNull();
	});
});

const VALIDATOR = "0x00000000FC700472606ED4fA22623Acf62c60553";
const GATEWAY = "0x00000000fC56947c7E7183f8Ca4B62398CaAdf0B";
const KEY = `0x${"7b".repeat(32)}`;

const request = (verifyingContract = VALIDATOR): Typed => ({
	types: { SignedKeyRequest: members("uint256 requestFid,bytes key,uint256 deadline") },
	primaryType: "SignedKeyRequest",
	domain: { name: "Farcaster SignedKeyRequestValidator", version: "1", chainId: 8453, verifyingContract },
	message: { requestFid: 1234, key: KEY, deadline: END },
});

describe("a key at Farcaster", () => {
	it("requires no typed word if it is only requested", () => {
		expect(analyzeTyped(request())).toMatchObject({
			needsWord: false,
			findings: [{ id: "key-request", severity: "caution" }, { id: "held-signature" }],
		});
	});

	it("requires one if another contract reads it", () => {
		expect(ids(analyzeTyped(request(OTHER)))).toContain("domain-contract");
		expect(analyzeTyped(request(OTHER)).needsWord).toBe(true);
	});

	it("requires one if it is added: it can post as the user", () => {
		const added: Typed = {
			types: {
				Add: members(
					"address owner,uint32 keyType,bytes key,uint8 metadataType,bytes metadata,uint256 nonce,uint256 deadline",
				),
			},
			primaryType: "Add",
			domain: { name: "Farcaster KeyGateway", version: "1", chainId: 8453, verifyingContract: GATEWAY },
			message: {
				owner: SIGNER,
				keyType: 1,
				key: KEY,
				metadataType: 1,
				metadata: "0x",
				nonce: 0,
				deadline: END,
			},
		};
		expect(typedFindings(added)[0]).toMatchObject({ id: "control", severity: "danger", needsWord: true });
	});
});
