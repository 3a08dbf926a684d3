import { encodeFunctionData, parseAbi, toFunctionSelector, toRlp } from "viem/utils";
import { describe, expect, it } from "vitest";
import { NO_HISTORY, NO_USES } from "../../../../src/core/identities/counterparties.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { ownerOf } from "../../../../src/core/match/typed-data/kinds.ts";
import { saying } from "../../../support/saying.ts";
import { approveData, CHAIN, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../match/honest.ts";
import * as samples from "../match/typed-samples.ts";
import { END, members, permit, type Typed, ZERO } from "../match/typed-samples.ts";
import { fine, missing, user } from "../review/scene.ts";
import {
	ACCOUNT,
	addressFactsOf,
	CONTRACT,
	type Codes,
	DELEGATING,
	NEW_CONTRACT,
} from "../risk/evm/scene.ts";
import { analyzePayload, analyzeTyped, ids, NOW, typedFindings, valuesOf } from "./scene.ts";

const DAY = 86_400;
const MAX = String(2n ** 256n - 1n);
const IN = (days: number) => NOW / 1000 + days * DAY;

const knowing = (codes: Codes) => ({ addressFacts: addressFactsOf(codes) });
const grave = (id: string) => expect.objectContaining({ id, severity: "danger", needsWord: true });
const mild = (id: string) => expect.objectContaining({ id, severity: "caution", needsWord: false });
const light = (id: string) => expect.objectContaining({ id, severity: "info" });

describe("a permission by signature", () => {
	it("for an account without code, or with delegated code, requires a typed word", () => {
		for (const typed of [permit(), samples.permitSingle(), samples.permitTransfer(), samples.daiPermit()])
			for (const code of [ACCOUNT, DELEGATING])
				expect(typedFindings(typed, knowing({ [VAULT]: code }))).toContainEqual(grave("rights"));
	});

	it("for a contract deployed yesterday requires a typed word", () => {
		expect(typedFindings(permit(), knowing({ [VAULT]: NEW_CONTRACT }))).toContainEqual(
			grave("fresh-contract"),
		);
	});

	it("for a contract, an own account, or as a revocation requires none; and nothing is reported before it is known", () => {
		const known = [
			typedFindings(permit(), knowing({ [VAULT]: CONTRACT })),
			typedFindings(permit(), {
				...knowing({ [VAULT]: ACCOUNT }),
				user: user({ accounts: [SIGNER, VAULT] }),
			}),
			typedFindings(permit({ value: 0 }), knowing({ [VAULT]: ACCOUNT })),
			typedFindings(permit(), { addressFacts: null }),
		];
		for (const found of known) expect(found).toEqual([]);
	});

	it("for the first time is only reported", () => {
		const stranger = { user: user({ counterparties: NO_HISTORY }) };
		expect(typedFindings(permit(), stranger)).toContainEqual(light("first-time"));
		expect(typedFindings(samples.authorization("TransferWithAuthorization"), stranger)).toContainEqual(
			light("first-time"),
		);
		expect(typedFindings(permit())).not.toContainEqual(light("first-time"));
	});

	it("for an address that looks like a known one requires a typed word", () => {
		const alike = `${VAULT.slice(0, 6)}${"7".repeat(32)}${VAULT.slice(-4)}`.toLowerCase();
		expect(typedFindings(permit({ spender: alike }))).toContainEqual(grave("look-alike"));
	});
});

describe("an expiry", () => {
	it("beyond 30 days is a caution, a nearer one is not", () => {
		expect(typedFindings(permit({ deadline: IN(31) }))).toContainEqual(mild("deadline-far"));
		expect(typedFindings(permit({ deadline: IN(30) }))).not.toContainEqual(mild("deadline-far"));
		expect(typedFindings(samples.permitSingle({ expiration: IN(31) }))).toContainEqual(mild("far-end"));
		expect(typedFindings(samples.permitSingle({ expiration: IN(30) }))).not.toContainEqual(mild("far-end"));
	});

	it("that never comes requires a typed word for a permission, and is a caution otherwise", () => {
		for (const typed of [permit({ deadline: MAX }), samples.daiPermit({ expiry: 0 })])
			expect(typedFindings(typed), typed.domain["name"]?.toString()).toContainEqual(grave("deadline-far"));
		const forever = String(2n ** 48n - 1n);
		expect(typedFindings(samples.permitSingle({ expiration: forever }))).toContainEqual(grave("far-end"));
		expect(typedFindings(samples.seaportOrder({ endTime: MAX }))).toContainEqual(mild("deadline-far"));
		for (const back of [
			permit({ value: 0, deadline: MAX }),
			samples.daiPermit({ expiry: 0, allowed: false }),
		])
			expect(typedFindings(back)).not.toContainEqual(grave("deadline-far"));
		const none = samples.permitSingle({ expiration: forever, amount: 0 });
		expect(typedFindings(none)).not.toContainEqual(expect.objectContaining({ id: "far-end" }));
	});
});

describe("the verifier of a signature", () => {
	it("requires a typed word if it is an own account", () => {
		const typed = { ...permit(), domain: { ...permit().domain, verifyingContract: SIGNER } };
		expect(analyzeTyped(typed).findings).toContainEqual(grave("domain-own-account"));
	});

	it("requires a typed word without code, or with delegated code; one deployed yesterday is a caution", () => {
		for (const code of [ACCOUNT, DELEGATING])
			expect(analyzeTyped(permit(), { facts: null, ...knowing({ [TOKEN]: code }) }).findings).toContainEqual(
				grave("domain-no-code"),
			);
		expect(typedFindings(permit(), knowing({ [TOKEN]: NEW_CONTRACT }))).toContainEqual(
			mild("fresh-contract"),
		);
		expect(ids(analyzeTyped(permit(), knowing({ [TOKEN]: CONTRACT, [VAULT]: CONTRACT })))).toEqual([
			"held-signature",
		]);
		expect(ids(analyzeTyped(permit(), knowing({ [TOKEN]: missing() })))).toEqual(["held-signature"]);
	});
});

it("a transfer by signature of half or more of the holding is reported", () => {
	const all = samples.authorization("TransferWithAuthorization", { value: "41000000" });
	expect(typedFindings(all)).toContainEqual(mild("loss"));
	const some = samples.authorization("TransferWithAuthorization", { value: "20499999" });
	expect(typedFindings(some).map(({ id }) => id)).not.toContain("loss");
});

it("a transfer by signature of a tenth or more to a stranger requires a typed word that names them", () => {
	const part = (value: string, patch: Parameters<typeof user>[0]) =>
		typedFindings(samples.authorization("TransferWithAuthorization", { value }), { user: user(patch) });
	const nobody = { counterparties: NO_HISTORY, uses: NO_USES };
	expect(part("4100000", nobody)).toContainEqual(
		expect.objectContaining({
			id: "loss",
			severity: "danger",
			needsWord: true,
			stake: { kind: "address", address: VAULT.toLowerCase() },
		}),
	);
	const knowing = { ...nobody, labels: { [VAULT.toLowerCase()]: "Mira" } };
	for (const found of [part("4099999", nobody), part("4100000", knowing)])
		expect(found.some(({ needsWord }) => needsWord)).toBe(false);
});

const MULTISEND = "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D";
const SEND = parseAbi(["function multiSend(bytes transactions)"]);

function bundled(...calls: readonly (readonly [operation: number, to: string, data: string])[]) {
	const packed = calls.map(([operation, to, data]) => {
		const length = ((data.length - 2) / 2).toString(16).padStart(64, "0");
		return `0${operation}${to.slice(2)}${"0".repeat(64)}${length}${data.slice(2)}`;
	});
	return encodeFunctionData({ abi: SEND, args: [`0x${packed.join("")}`] });
}

describe("a Safe's transaction", () => {
	const give = `${toFunctionSelector("transferOwnership(address)")}${OTHER.slice(2).toLowerCase().padStart(64, "0")}`;

	it("bundled by Safe's own MultiSend is described call by call", () => {
		const data = bundled([0, TOKEN, transferData(OTHER, 1_000_000n)], [0, TOKEN, approveData(VAULT, 25n)]);
		const insight = analyzeTyped(samples.safeTransaction({ to: MULTISEND, operation: 1, data }));
		expect(valuesOf(insight, "message.row.call-at")).toEqual([
			"token.send(amount: 1 TUSD, to: 0x2B5AD5…cCD6cF)",
			expect.any(String),
		]);
		expect(insight.needsWord).toBe(false);
	});

	it("bundled with a delegatecall, a change of control or an unlimited permission requires a typed word", () => {
		const around = [0, TOKEN, transferData(OTHER, 1n)] as const;
		for (const [id, call] of [
			["control", [1, VAULT, "0x12345678"]],
			["control", [0, TOKEN, give]],
			["rights", [0, TOKEN, approveData(OTHER, BigInt(MAX))]],
			["unknown-call", [0, TOKEN, "0x12345678"]],
		] as const) {
			const data = bundled(around, call);
			const typed = samples.safeTransaction({ to: MULTISEND, operation: 1, data });
			const all = [
				...analyzeTyped(typed).findings,
				...typedFindings(typed, { user: user({ uses: new Map() }) }),
			];
			expect(all, id).toContainEqual(grave(id));
		}
	});

	it("requires a typed word if it changes the Safe's owners, or approves an account", () => {
		const module = `${toFunctionSelector("enableModule(address)")}${VAULT.slice(2).toLowerCase().padStart(64, "0")}`;
		expect(typedFindings(samples.safeTransaction({ to: VAULT, data: module }))).toContainEqual(
			grave("control"),
		);
		const approve = samples.safeTransaction({ data: approveData(OTHER, 5n) });
		expect(typedFindings(approve, knowing({ [OTHER]: ACCOUNT }))).toContainEqual(grave("rights"));
		expect(ids(analyzeTyped(approve, knowing({ [OTHER]: CONTRACT })))).toEqual(["held-signature"]);
	});
});

function limitOrder(patch: Typed["message"] = {}): Typed {
	return {
		types: {
			LimitOrder: members(
				"address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt",
			),
		},
		primaryType: "LimitOrder",
		domain: {
			name: "ZeroEx",
			version: "1.0.0",
			chainId: CHAIN,
			verifyingContract: "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
		},
		message: {
			makerToken: TOKEN,
			takerToken: OTHER,
			makerAmount: "25000000",
			takerAmount: "9",
			takerTokenFeeAmount: "0",
			maker: SIGNER,
			taker: ZERO,
			sender: ZERO,
			feeRecipient: ZERO,
			pool: `0x${"0".repeat(64)}`,
			expiry: END,
			salt: "1",
			...patch,
		},
	};
}

function oneInchOrder(patch: Typed["message"] = {}): Typed {
	return {
		types: {
			Order: members(
				"uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits",
			),
		},
		primaryType: "Order",
		domain: {
			name: "1inch Aggregation Router",
			version: "6",
			chainId: CHAIN,
			verifyingContract: "0x111111125421cA6dc452d289314280a0f8842A65",
		},
		message: {
			salt: "1",
			maker: SIGNER,
			receiver: ZERO,
			makerAsset: TOKEN,
			takerAsset: OTHER,
			makingAmount: "25000000",
			takingAmount: "9",
			makerTraits: String(BigInt(END) << 80n),
			...patch,
		},
	};
}

describe("an order with a price", () => {
	it("of 0x and of 1inch shows both sides and its expiry", () => {
		for (const typed of [limitOrder(), oneInchOrder()]) {
			const insight = analyzeTyped(typed);
			expect(insight.headline.text).toMatchObject({
				code: "message.offers",
				params: {
					given: { amount: { raw: "25000000", symbol: "TUSD" } },
					gained: { amount: { raw: "9", checked: false } },
				},
			});
			expect(valuesOf(insight, "message.row.gets")).toHaveLength(1);
			expect(valuesOf(insight, "message.row.taken-until")).toEqual([
				"message.until(time: message.time(time: 2026-09-21 15:13), unit: minute, count: 60)",
			]);
			expect(insight.findings).not.toContainEqual(grave("order-elsewhere"));
			expect(insight.deadline).toBe(BigInt(END));
		}
	});

	it("requires a typed word if its proceeds go elsewhere, or it has an extension", () => {
		const elsewhere = analyzeTyped(oneInchOrder({ receiver: OTHER }));
		expect(typedFindings(oneInchOrder({ receiver: OTHER }))).toContainEqual(grave("exchange"));
		expect(elsewhere.headline.text).toMatchObject({ params: { gained: { code: "message.sent-to" } } });
		expect(typedFindings(limitOrder({ takerAmount: "0" }))).toContainEqual(grave("exchange"));
		const extended = oneInchOrder({ makerTraits: String((BigInt(END) << 80n) | (1n << 249n)) });
		expect(analyzeTyped(extended).findings).toContainEqual(grave("terms-elsewhere"));
	});

	it("is a caution without an expiry, and blocked after it", () => {
		expect(typedFindings(oneInchOrder({ makerTraits: "0" }))).toContainEqual(mild("deadline-far"));
		expect(analyzeTyped(limitOrder({ expiry: 1 })).findings[0]).toMatchObject({ severity: "block" });
	});

	it("names its maker, whom the match compares with the signer", () => {
		for (const typed of [limitOrder(), oneInchOrder()])
			expect(ownerOf(samples.readTypedData(typed))).toEqual({
				field: "message.maker",
				address: SIGNER.toLowerCase(),
			});
	});

	it("at another contract than its own requires a typed word", () => {
		for (const typed of [limitOrder(), oneInchOrder()]) {
			const other = { ...typed, domain: { ...typed.domain, verifyingContract: VAULT } };
			expect(analyzeTyped(other).findings).toContainEqual(grave("domain-contract"));
		}
	});
});

it("a delegation of votes says that nothing is moved, and is a caution for a stranger only", () => {
	const typed: Typed = {
		types: { Delegation: members("address delegatee,uint256 nonce,uint256 expiry") },
		primaryType: "Delegation",
		domain: { name: "Test Dollar", chainId: CHAIN, verifyingContract: TOKEN },
		message: { delegatee: VAULT, nonce: 0, expiry: END },
	};
	const insight = analyzeTyped(typed);
	expect(insight.headline.text).toEqual(
		message("message.votes-with", { who: "0xb2b2b2…b2b2b2", symbol: "TUSD" }),
	);
	expect(insight).toMatchObject({ needsWord: false, deadline: BigInt(END) });
	expect(typedFindings(typed)).toContainEqual(mild("control"));
	for (const patch of [{ accounts: [SIGNER, VAULT] }, { labels: { [VAULT.toLowerCase()]: "Mira" } }])
		expect(typedFindings(typed, { user: user(patch) })).toEqual([]);
});

describe("a vote at Snapshot", () => {
	it("names the space and the choice, moves nothing and requires no typed word", () => {
		const insight = analyzeTyped(samples.snapshotVote());
		expect(insight.headline).toMatchObject({
			text: message("message.votes-at-snapshot", { space: "governance.eth", choice: "1" }),
			known: true,
		});
		expect(insight.needsWord).toBe(false);
		expect(insight.findings).toContainEqual(
			expect.objectContaining({ id: "snapshot-vote", severity: "caution", needsWord: false }),
		);
		expect(ids(insight)).toEqual(["snapshot-vote", "held-signature"]);
		expect(
			valuesOf(
				analyzeTyped(samples.snapshotVote({ choice: [2, 1] }, { type: "uint32[]" })),
				"message.row.choice",
			),
		).toEqual(["2, 1"]);
	});

	it("of another account's votes requires a typed word", () => {
		expect(analyzeTyped(samples.snapshotVote({ from: OTHER })).findings).toContainEqual(
			grave("snapshot-vote"),
		);
	});

	it("has an unknown kind if a contract could read it", () => {
		const read = {
			...samples.snapshotVote(),
			domain: { ...samples.snapshotVote().domain, verifyingContract: VAULT },
		};
		expect(analyzeTyped(read).findings).toContainEqual(grave("unknown-typed-data"));
	});
});

it("an EIP-7702 authorisation written as a message is named as such", () => {
	const rlp = toRlp(["0x2105", VAULT.toLowerCase() as `0x${string}`, "0x"]);
	const insight = analyzePayload({ kind: "evm_personal", message: `0x05${rlp.slice(2)}` });
	const named = saying("finding.code-authorization.bytes");
	expect(insight.findings.map(({ text }) => text)).toContainEqual(named);
	const other = analyzePayload({ kind: "evm_personal", message: `0x06${rlp.slice(2)}` });
	expect(other.findings.map(({ text }) => text)).not.toContainEqual(named);
});

it("a permit on a silent chain is described without guesses", () => {
	expect(ids(analyzeTyped(permit(), { facts: { codeAtTo: fine(true) }, addressFacts: null }))).toEqual([
		"held-signature",
	]);
});
