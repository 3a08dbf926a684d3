import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import {
	type Blockhash,
	PublicKey,
	SystemProgram,
	Transaction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { bytesToHex, hashMessage, serializeTransaction, stringToBytes, toRlp } from "viem/utils";
import { describe, expect, it } from "vitest";
import { verdictOf } from "../../../../../src/core/match/check.ts";
import {
	checkMessageSignature,
	type MessageMatchContext,
	type MessagePayload,
	messageChecks,
	personalBytes,
	personalHash,
	svmMessageBytes,
} from "../../../../../src/core/match/message/checks.ts";
import { looksLikeSvmTransaction, readOffchainMessage } from "../../../../../src/core/match/message/svm.ts";
import type { SignRequest } from "../../../../../src/service-api/action.ts";
import { CHAIN, hex, OTHER, SIGNER } from "../honest.ts";
import {
	daiPermit,
	mail,
	members,
	permit,
	permitSingle,
	seaportOrder,
	signRequest,
	uniswapOrder,
	ZERO,
} from "../typed-samples.ts";

const SEED = new Uint8Array(32).fill(7);
const SVM = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
const HASH = `0x${"5c".repeat(32)}`;

const personal = (message: string): MessagePayload => ({ kind: "evm_personal", message });
const typed = (data: object): MessagePayload => ({ kind: "evm_typed_data", typed_data: { ...data } });
const solana = (bytes: Uint8Array | string): MessagePayload => ({
	kind: "svm_message",
	message_base64: Buffer.from(bytes).toString("base64"),
});

interface Patch {
	readonly request?: Partial<SignRequest>;
	readonly context?: Partial<MessageMatchContext>;
}

function checks(payload: MessagePayload, { request = {}, context = {} }: Patch = {}) {
	const asked = signRequest(payload, request);
	const chainRef = payload.kind === "svm_message" ? "solana:devnet" : String(CHAIN);
	const all = { request: asked, signer: asked.signer, chainRef, allowBlind: false, ...context };
	return messageChecks(all, payload, 0);
}

const verdict = (payload: MessagePayload, patch: Patch = {}) => verdictOf(checks(payload, patch)).verdict;

/** Lists the fields of the failed checks. */
const faults = (payload: MessagePayload, patch: Patch = {}) =>
	checks(payload, patch)
		.filter((check) => check.status === "failed")
		.map((check) => check.field);

const notes = (payload: MessagePayload, patch: Patch = {}) =>
	checks(payload, patch)
		.filter((check) => check.status === "noted")
		.map((check) => check.field);

describe("a personal message", () => {
	it("is bytes if it is 0x and an even number of hex digits, else text", () => {
		expect([...personalBytes("0x48690a")]).toEqual([0x48, 0x69, 0x0a]);
		expect([...personalBytes("0x486")]).toEqual([...stringToBytes("0x486")]);
		expect([...personalBytes("0xzz")]).toEqual([...stringToBytes("0xzz")]);
		expect([...personalBytes("grün")]).toEqual([...stringToBytes("grün")]);
	});

	it("is hashed as in EIP-191, like viem", () => {
		expect(personalHash("hello world")).toBe(hashMessage("hello world"));
		expect(personalHash("0x48690a")).toBe(hashMessage({ raw: "0x48690a" }));
	});

	it("of plain text matches", () => {
		expect(verdict(personal("Sign in to the ledger desk\nNonce: 5f19c2"))).toBe("matched");
		expect(verdict(personal("Grüße, 世界 🌍"))).toBe("matched");
	});

	it("of non-text bytes is noted", () => {
		expect(notes(personal("0xfffefd"))).toEqual(["message"]);
		expect(verdict(personal("0xfffefd"))).toBe("matched");
	});

	it("is refused if it is empty, malformed or longer than 128 KiB", () => {
		for (const message of ["", "0x", "a\ud800", "a".repeat(128 * 1024 + 1)])
			expect(faults(personal(message)), message.slice(0, 4)).toEqual(["message"]);
		expect(verdict(personal("a".repeat(128 * 1024)))).toBe("matched");
	});

	it("of 32 bytes is blind: refused, unless the user permits it", () => {
		for (const message of [HASH, "aB3$Q9xZ7pLm2~v8RtYc5!d1Ef6G=4Jj"]) {
			expect(faults(personal(message))).toEqual(["message"]);
			expect(verdict(personal(message), { context: { allowBlind: true } })).toBe("matched");
			expect(notes(personal(message), { context: { allowBlind: true } })).toEqual(["message"]);
		}
	});

	it("is never signed together with others if it is blind", () => {
		const payloads = [personal(HASH), personal("hello")];
		const patch = { request: { payloads }, context: { allowBlind: true } };
		expect(faults(personal(HASH), patch)).toEqual(["payloads"]);
	});

	it("of a user operation must be a hash", () => {
		const request = { executionKind: "erc4337" };
		expect(faults(personal("hello"), { request })).toEqual(["message"]);
		expect(faults(personal(HASH), { request })).toEqual(["message"]);
		expect(verdict(personal(HASH), { request, context: { allowBlind: true } })).toBe("matched");
	});

	it("is refused if it is really an EVM transaction", () => {
		const common = { chainId: CHAIN, nonce: 1, gas: 21_000n, to: hex(OTHER), value: 1n } as const;
		const signature = { r: hex(HASH), s: hex(HASH), yParity: 1 } as const;
		const forms = [
			serializeTransaction({ ...common, type: "eip1559", maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }),
			serializeTransaction({ ...common, type: "eip1559", maxFeePerGas: 2n }, signature),
			serializeTransaction({ ...common, type: "eip2930", gasPrice: 2n }),
			serializeTransaction({ ...common, type: "legacy", gasPrice: 2n }),
			serializeTransaction({ ...common, type: "legacy", gasPrice: 2n }, { ...signature, v: 27n }),
			`0x05${toRlp(["0x2105", hex(OTHER), "0x01"]).slice(2)}`,
		];
		for (const form of forms) expect(faults(personal(form)), form).toEqual(["message"]);
	});

	it("is refused if it is the content of other signed data", () => {
		expect(faults(personal(`0x1901${"ab".repeat(64)}`))).toEqual(["message"]);
		expect(faults(personal("\x19Ethereum Signed Message:\n5hello"))).toEqual(["message"]);
	});

	it("is refused for another signer, chain or family", () => {
		const message = personal("hello");
		expect(faults(message, { context: { signer: OTHER } })).toEqual(["signer"]);
		expect(verdict(message, { context: { signer: SIGNER.toLowerCase() } })).toBe("matched");
		expect(faults(message, { context: { chainRef: "1" } })).toEqual(["chain_ref"]);
		expect(faults(message, { context: { chainRef: null } })).toEqual(["chain_ref"]);
		expect(faults(message, { request: { chainFamily: "svm", cluster: String(CHAIN) } })).toContain(
			"chain_family",
		);
		expect(faults(message, { request: { signer: "0x12" } })).toEqual(["signer"]);
	});

	it("is refused if the request has another kind at its position", () => {
		expect(faults(personal("hello"), { request: { payloads: [typed(permit())] } })).toContain("payload.kind");
	});
});

describe("typed data in a request", () => {
	it("of a known kind matches without a note", () => {
		expect(verdict(typed(permit()))).toBe("matched");
		expect(notes(typed(permit()))).toEqual([]);
	});

	it("of an unknown kind matches with a note", () => {
		const here = { ...mail(), domain: { ...mail().domain, chainId: CHAIN } };
		expect(verdict(typed(here))).toBe("matched");
		expect(notes(typed(here))).toEqual(["primaryType"]);
	});

	it("is refused for another chain, in any spelling", () => {
		for (const chainId of [1, "1", "0x1"])
			expect(faults(typed({ ...permit(), domain: { ...permit().domain, chainId } }))).toEqual([
				"domain.chainId",
			]);
	});

	it("is noted if an exchange uses its own chain id, and refused with that id from others", () => {
		const order = {
			types: {
				EIP712Domain: members("string name,string version,uint256 chainId,address verifyingContract"),
				Agent: members("string source,bytes32 connectionId"),
			},
			primaryType: "Agent",
			domain: { name: "Exchange", version: "1", chainId: 1337, verifyingContract: ZERO },
			message: { source: "a", connectionId: HASH },
		};
		expect(verdict(typed(order))).toBe("matched");
		expect(notes(typed(order))).toEqual(["domain.chainId"]);
		for (const patch of [{ name: "Other" }, { version: "2" }, { verifyingContract: OTHER }])
			expect(faults(typed({ ...order, domain: { ...order.domain, ...patch } }))).toEqual(["domain.chainId"]);
		expect(faults(typed({ ...permit(), domain: { ...permit().domain, chainId: 1337 } }))).toEqual([
			"domain.chainId",
		]);
	});

	it("of an exchange that accepts any chain id is refused for the id of another network than the request's", () => {
		const primaryType = "HyperliquidTransaction:ApproveAgent";
		const agent = (chainId: number) =>
			typed({
				types: {
					EIP712Domain: members("string name,string version,uint256 chainId,address verifyingContract"),
					[primaryType]: members(
						"string hyperliquidChain,address agentAddress,string agentName,uint64 nonce",
					),
				},
				primaryType,
				domain: { name: "HyperliquidSignTransaction", version: "1", chainId, verifyingContract: ZERO },
				message: { hyperliquidChain: "Mainnet", agentAddress: OTHER, agentName: "bot", nonce: 1 },
			});
		expect(notes(agent(421_614))).toEqual(["domain.chainId"]);
		expect(notes(agent(CHAIN))).toEqual([]);
		expect(faults(agent(10))).toEqual(["domain.chainId"]);
	});

	it("is noted if it names no chain, or the request does not", () => {
		const { chainId: _, ...domain } = permit().domain;
		expect(notes(typed({ ...permit(), domain }))).toEqual(["domain.chainId"]);
		const nowhere = { request: { chainId: null }, context: { chainRef: null } };
		expect(notes(typed(permit()), nowhere)).toEqual(["domain.chainId"]);
		expect(verdict(typed(permit()), nowhere)).toBe("matched");
	});

	it("is refused if it names another account than the signer's", () => {
		expect(faults(typed(permit({ owner: OTHER })))).toEqual(["message.owner"]);
		expect(faults(typed(daiPermit({ holder: OTHER })))).toEqual(["message.holder"]);
		expect(faults(typed(seaportOrder({ offerer: OTHER })))).toEqual(["message.offerer"]);
		expect(faults(typed(uniswapOrder(OTHER)))).toEqual(["message.witness.info.swapper"]);
		expect(verdict(typed(permitSingle()))).toBe("matched");
	});

	it("is refused, naming the malformed member", () => {
		expect(faults(typed(permit({ value: "2.5" })))).toEqual(["message.value"]);
		expect(faults(typed({ ...permit(), domain: { ...permit().domain, verifyingContract: "0x12" } }))).toEqual(
			["domain.verifyingContract"],
		);
	});
});

const from = new PublicKey(SVM);
const to = new PublicKey("2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1");
const blockhash: Blockhash = "3xjZxLQ8kZ2b5cbdDYbRvaa3XxGzwVDpCdsgDpvjbfFo";
const instructions = [SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 5 })];
const body = new TransactionMessage({ payerKey: from, recentBlockhash: blockhash, instructions });
const legacy = () =>
	new Transaction({ feePayer: from, blockhash, lastValidBlockHeight: 1 }).add(...instructions);

/** Transactions and their messages, encoded by web3.js. */
const DISGUISES: Readonly<Record<string, Uint8Array>> = {
	"a legacy message": body.compileToLegacyMessage().serialize(),
	"a v0 message": body.compileToV0Message().serialize(),
	"a legacy transaction": legacy().serialize({ requireAllSignatures: false }),
	"a v0 transaction": new VersionedTransaction(body.compileToV0Message()).serialize(),
	"a message of a version to come": Uint8Array.of(0x81, ...body.compileToV0Message().serialize().slice(1)),
	"of a version with a layout to come": Uint8Array.of(0x81, 1, 0, 1, 9, 9, 9),
	"a legacy message with a byte more": Uint8Array.of(...body.compileToLegacyMessage().serialize(), 0),
	"a message without instructions": new TransactionMessage({
		payerKey: from,
		recentBlockhash: blockhash,
		instructions: [],
	})
		.compileToLegacyMessage()
		.serialize(),
};

const DOMAIN = [0xff, ...stringToBytes("solana offchain")];

/**
 * Builds an off-chain message with the proposed version 0 header: application domain, format, signers, length, text.
 */
function offchain(text: string, { format = 0, signer = from.toBytes(), less = 0 } = {}): Uint8Array {
	const letters = stringToBytes(text);
	const length = letters.length - less;
	const head = [...DOMAIN, 0, ...new Uint8Array(32).fill(9), format, 1, ...signer];
	return Uint8Array.of(...head, length & 255, length >> 8, ...letters);
}

describe("a Solana message", () => {
	it("of plain text matches, long or short", () => {
		for (const text of [
			"ledger desk login 5f19c2",
			"grün 🌍",
			"A",
			"Sign in!\n".repeat(1500),
			' !"#'.repeat(9000),
		])
			expect(verdict(solana(text)), text.slice(0, 9)).toBe("matched");
	});

	it("of non-text bytes is noted", () => {
		expect(notes(solana(Uint8Array.of(5, 0xff, 0xfe, 1)))).toEqual(["message_base64"]);
	});

	it("is decoded from canonical base64 only", () => {
		expect(Buffer.from(svmMessageBytes("aGk=") ?? []).toString()).toBe("hi");
		for (const text of ["aGk", "aGl=", "aGk=\n", "aG k=", "aGk-", "%"]) {
			expect(svmMessageBytes(text), text).toBeNull();
			expect(faults({ kind: "svm_message", message_base64: text })).toEqual(["message_base64"]);
		}
	});

	it("is refused if it is empty or longer than 128 KiB", () => {
		expect(faults(solana(""))).toEqual(["message_base64"]);
		expect(faults(solana("a".repeat(128 * 1024 + 1)))).toEqual(["message_base64"]);
	});

	for (const [name, bytes] of Object.entries(DISGUISES))
		it(`is refused if it is ${name}`, () => {
			expect(looksLikeSvmTransaction(bytes)).toBe(true);
			expect(faults(solana(bytes))).toEqual(["message_base64"]);
		});

	it("with an off-chain header is parsed, and checked for its signer", () => {
		expect(readOffchainMessage(offchain("Hello"))).toEqual({
			version: 0,
			applicationDomain: "09".repeat(32),
			signers: [SVM],
			text: "Hello",
		});
		expect(verdict(solana(offchain("Hello")))).toBe("matched");
		expect(notes(solana(offchain("Hello")))).toEqual([]);
		expect(faults(solana(offchain("Hello", { signer: to.toBytes() })))).toEqual(["message_base64.signers"]);
	});

	it("with the shorter headers is parsed too", () => {
		const short = Uint8Array.of(...DOMAIN, 0, 0, 5, 0, ...stringToBytes("Hello"));
		expect(readOffchainMessage(short)).toMatchObject({ version: 0, signers: [], text: "Hello" });
		const first = Uint8Array.of(...DOMAIN, 1, 1, ...from.toBytes(), ...stringToBytes("Hello"));
		expect(readOffchainMessage(first)).toMatchObject({ version: 1, signers: [SVM], text: "Hello" });
	});

	it("with an off-chain header of another length, form or version is refused", () => {
		for (const lie of [
			offchain("Hello", { less: 1 }),
			offchain("grün"),
			offchain("Hello", { format: 3 }),
			Uint8Array.of(...DOMAIN, 2, 0, 5, 0, ...stringToBytes("Hello")),
			Uint8Array.of(...DOMAIN),
		])
			expect(faults(solana(lie))).toEqual(["message_base64"]);
	});

	it("is refused for another signer, cluster or family", () => {
		expect(faults(solana("hello"), { context: { signer: to.toBase58() } })).toEqual(["signer"]);
		expect(faults(solana("hello"), { context: { signer: SVM.toLowerCase() } })).toEqual(["signer"]);
		expect(faults(solana("hello"), { context: { chainRef: "solana:mainnet" } })).toEqual(["chain_ref"]);
		expect(faults(solana("hello"), { request: { chainFamily: "evm" } })).toContain("chain_family");
	});
});

const secret = Uint8Array.from(Buffer.from("1".padStart(64, "0"), "hex"));
const N = secp256k1.Point.Fn.ORDER;

function signed(
	hash: string,
	change: (parts: { r: string; s: bigint; v: number }) => object = () => ({}),
): string {
	const bytes = secp256k1.sign(Buffer.from(hash.slice(2), "hex"), secret, {
		prehash: false,
		format: "recovered",
	});
	const digits = Buffer.from(bytes).toString("hex");
	const parts = { r: digits.slice(2, 66), s: BigInt(`0x${digits.slice(66)}`), v: 27 + (bytes[0] ?? 0) };
	const { r, s, v } = { ...parts, ...change(parts) };
	return `0x${r}${s.toString(16).padStart(64, "0")}${v.toString(16).padStart(2, "0")}`;
}

describe("a signature of a message", () => {
	const hello = personal("hello");
	const hash = personalHash("hello");

	it("is accepted if it is the signer's, in lower case", async () => {
		expect(await checkMessageSignature(hello, signed(hash), SIGNER)).toEqual({
			ok: true,
			signature: signed(hash),
		});
		const upper = `0x${signed(hash).slice(2).toUpperCase()}`;
		expect(await checkMessageSignature(hello, upper, SIGNER)).toEqual({ ok: true, signature: signed(hash) });
	});

	it("of typed data covers its digest", async () => {
		const examples =
			"0xddbda37d5ba9d61ae9546a126f5810c43e409d36d00f586e17b3f6243b1b090e6e5a4437eaadd212de2f55741a4f78db258038f55f24bab52a1b26c710920bd61c";
		expect(await checkMessageSignature(typed(permit()), examples, SIGNER)).toMatchObject({ ok: true });
		expect(await checkMessageSignature(typed(daiPermit()), examples, SIGNER)).toMatchObject({ ok: false });
		expect(await checkMessageSignature(typed(permit({ value: "1e2" })), examples, SIGNER)).toMatchObject({
			ok: false,
			field: "message.value",
		});
	});

	it("is refused for another message or signer", async () => {
		expect(await checkMessageSignature(personal("hallo"), signed(hash), SIGNER)).toMatchObject({
			field: "signer",
		});
		expect(await checkMessageSignature(hello, signed(hash), OTHER)).toMatchObject({ field: "signer" });
	});

	it("is refused in any other form: v, high s, length, zero", async () => {
		const forms = [
			signed(hash, ({ v }) => ({ v: v - 27 })),
			signed(hash, ({ s, v }) => ({ s: N - s, v: v === 27 ? 28 : 27 })),
			signed(hash, () => ({ r: "0".repeat(64) })),
			signed(hash, () => ({ s: 0n })),
			`${signed(hash)}00`,
			signed(hash).slice(0, -2),
			signed(hash).slice(2),
			"",
		];
		for (const form of forms)
			expect(await checkMessageSignature(hello, form, SIGNER), form).toMatchObject({
				ok: false,
				field: "signature",
			});
	});

	it("of a Solana message is ed25519 over its bytes", async () => {
		const message = solana("ledger desk login 5f19c2");
		const examples =
			"mdxuapJrHuVW2i16wIMZS9/nWB/PoTrdm200DGGw7sF8Mfe/6T+NtrIYLz6COVVlqBpgBGvkIeQcYxpaoWiyAA==";
		expect(await checkMessageSignature(message, examples, SVM)).toEqual({ ok: true, signature: examples });
		const other = Buffer.from(ed25519.sign(stringToBytes("another"), SEED)).toString("base64");
		expect(await checkMessageSignature(message, other, SVM)).toMatchObject({ field: "signer" });
		expect(await checkMessageSignature(message, examples, to.toBase58())).toMatchObject({ field: "signer" });
		expect(await checkMessageSignature(message, examples.replace("==", ""), SVM)).toMatchObject({
			field: "signature",
		});
		expect(await checkMessageSignature(message, examples, SIGNER)).toMatchObject({ field: "signer" });
		expect(await checkMessageSignature(message, bytesToHex(SEED), SVM)).toMatchObject({ field: "signature" });
	});
});
