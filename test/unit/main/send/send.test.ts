import { namehash } from "viem/ens";
import { decodeFunctionData, encodeAbiParameters, getAddress, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { TransferRequest } from "../../../../src/core/review/approval-request.ts";
import type { EvmChain } from "../../../../src/main/chains/evm/chain.ts";
import type { HomeState } from "../../../../src/main/home/home.ts";
import { Send } from "../../../../src/main/send/send.ts";
import type { WindowRoute } from "../../../../src/main/window-route.ts";
import { stub } from "../../../fixtures/stub.ts";
import { codesOf } from "../../../support/saying.ts";
import { OTHER, SIGNER } from "../../core/match/honest.ts";
import { SVM_OTHER } from "../../core/match/honest-svm.ts";

/**
 * The form of the user's own payment: the assets that it lists, the recipients that it finds, and the request that it
 * plans.
 */

const ABI = parseAbi([
	"function resolver(bytes32 node) view returns (address)",
	"function addr(bytes32 node) view returns (address)",
]);
const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const STRANGE = "0x00000000000000000000000000000000000000a1";

const holding = (asset: string, raw: bigint, change: object = {}) => ({
	account: SIGNER,
	asset,
	raw,
	symbol: "GIFT",
	decimals: 6,
	...change,
});

function scene() {
	const planned: TransferRequest[] = [];
	const routes: WindowRoute[] = [];
	const state = { code: "0x" as `0x${string}`, isPinned: false };
	const home: HomeState = {
		chains: [
			{
				chainRef: "8453",
				accounts: [SIGNER],
				holdings: [
					holding("native", 5n * 10n ** 17n, { decimals: 18, symbol: "ETH" }),
					holding(USDC, 2_500_000n),
					holding(STRANGE, 7n),
					holding("0x00000000000000000000000000000000000000a2", 0n),
					holding("0x00000000000000000000000000000000000000a3", 9n, { decimals: null }),
					holding("0x00000000000000000000000000000000000000a4", 9n, { scaling: { now: null, next: null } }),
				],
				readAt: 1,
				witness: "none",
				differs: [],
				unread: [],
				whole: true,
				fault: null,
			},
		],
		prices: new Map([[`8453 ${USDC}`, { answer: 100_000_000n, decimals: 8, feed: "USDC", at: 1 }]]),
		reading: false,
	};
	const ens = stub<EvmChain>({
		code: async () => state.code,
		call: async (_: string, data: `0x${string}`) => {
			const { functionName, args } = decodeFunctionData({ abi: ABI, data });
			const known = args[0] === namehash("ana.eth");
			const answer = functionName === "resolver" ? STRANGE : OTHER;
			return encodeAbiParameters([{ type: "address" }], [getAddress(known ? answer : `0x${"0".repeat(40)}`)]);
		},
	});
	const send = new Send({
		window: {
			go: (route) => routes.push(route),
			leadTo: (route) => {
				routes.push(route);
				return { ok: true };
			},
			isPinned: () => state.isPinned,
		},
		stores: {
			contacts: { list: () => [{ family: "evm", address: OTHER.toLowerCase(), label: "Ana", addedAt: 1 }] },
		},
		networks: {
			chains: { of: () => ens },
			svmChains: { of: () => stub({}) },
			chainNameOf: (chainRef) => chainRef,
		},
		wallet: {
			accounts: stub({
				list: () => [{ address: SIGNER, family: "evm", path: null }],
				owns: (address: string) => address === SIGNER,
				isHidden: () => false,
			}),
		},
		fiat: { showsFiat: () => true },
		rules: { labels: () => ({}) },
		requests: {
			transfers: {
				plan: async (request) => {
					planned.push(request);
					return { ok: true, planned: { id: "t1", sessionId: "own-wishes", request, plannedAt: 1 } };
				},
			},
		},
		reviewing: { reviews: { load: async () => null } },
		home: { state: () => home, refresh: () => {} },
	});
	const pay = (change: object = {}) =>
		send.send({
			account: SIGNER,
			chainRef: "8453",
			asset: "native",
			recipient: OTHER,
			amount: "0.25",
			...change,
		});
	return { send, pay, planned, routes, state };
}

describe("the form of a payment", () => {
	it("lists what can be sent: listed assets by value first, and none without decimals or with a scale", () => {
		const [account] = scene().send.screen(null).accounts;
		expect(account?.assets.map(({ asset, isListed }) => [asset, isListed])).toEqual([
			[USDC, true],
			["native", true],
			[STRANGE, false],
		]);
		expect(account?.assets[0]).toMatchObject({
			decimals: 6,
			balance: { raw: "2500000", full: "2.5" },
			price: { answer: "100000000", decimals: 8 },
		});
	});

	it("lists contacts and own accounts as recipients", () => {
		const { recipients } = scene().send.screen(SIGNER);
		expect(recipients.map(({ address, isOwn }) => [address.label, isOwn])).toEqual([
			["Ana", false],
			[null, true],
		]);
	});
});

describe("a recipient", () => {
	const resolve = (text: string, chainRef = "1", one = scene()) =>
		one.send.resolveRecipient({ chainRef, text });

	it("is an address as typed, unless its checksum is wrong or it is for another kind of network", async () => {
		expect(await resolve(OTHER.toLowerCase())).toMatchObject({ ok: true, system: null });
		for (const text of [OTHER.replace("5AD5", "5aD5"), SVM_OTHER, "0x12", "ana"])
			expect(await resolve(text)).toMatchObject({ ok: false });
		expect(await resolve(SVM_OTHER, "mainnet-beta")).toMatchObject({ ok: true });
	});

	it("is found by its ENS name, on other networks only if it is no contract", async () => {
		expect(await resolve("ana.eth")).toMatchObject({ ok: true, address: { address: OTHER }, system: "ENS" });
		const one = scene();
		expect(await resolve("ana.eth", "8453", one)).toMatchObject({ ok: true });
		one.state.code = "0x60";
		const outcome = await resolve("ana.eth", "8453", one);
		expect(outcome.ok ? [] : codesOf(outcome.text)).toEqual(["app.send.name-unknown"]);
		expect(await resolve("ana.eth", "1", one)).toMatchObject({ ok: true });
		expect(await resolve("bob.eth")).toMatchObject({ ok: false });
	});

	it("has no .sol name on a test cluster", async () => {
		expect(await resolve("ana.sol", "devnet")).toMatchObject({ ok: false });
	});
});

describe("a payment from the form", () => {
	it("is planned in base units of the asset that main lists", async () => {
		const { pay, planned, routes } = scene();
		expect(await pay()).toEqual({ ok: true });
		expect(await pay({ asset: USDC, amount: "1.5" })).toEqual({ ok: true });
		expect(await pay({ amount: null })).toEqual({ ok: true });
		expect(planned.map(({ sends, isAll }) => [sends.token, sends.amount, isAll])).toEqual([
			[null, (25n * 10n ** 16n).toString(), false],
			[USDC, "1500000", false],
			[null, "0", true],
		]);
		expect(routes.at(-1)).toEqual({ kind: "entry", entryId: "transfer:t1", mode: "review" });
	});

	it.each<[string, object, string]>([
		["of an asset that isn't listed", { asset: OTHER.toLowerCase() }, "app.send.asset-gone"],
		["on another network", { chainRef: "1" }, "app.send.asset-gone"],
		["from an account of somebody else", { account: OTHER }, "app.send.asset-gone"],
		["to no address", { recipient: "x".repeat(40) }, "app.send.recipient-unknown"],
		["to itself", { recipient: SIGNER.toLowerCase() }, "app.send.to-itself"],
		["of nothing", { amount: "0.000" }, "app.send.exceeds"],
		["of more digits than the asset has", { asset: USDC, amount: "0.0000001" }, "app.send.exceeds"],
	])("%s is refused before it is planned", async (_, change, code) => {
		const { pay, planned } = scene();
		const outcome = await pay(change);
		expect(outcome.ok ? [] : codesOf(outcome.text)).toEqual([code]);
		expect(planned).toEqual([]);
	});

	it("does not replace a new recovery phrase on the screen", async () => {
		const one = scene();
		one.state.isPinned = true;
		expect(await one.pay()).toMatchObject({ ok: false });
		expect(one.routes).toEqual([]);
	});

	it("is opened only for an own account", async () => {
		const { send, routes } = scene();
		expect(await send.openSend({ address: OTHER })).toMatchObject({ ok: false });
		expect(await send.openSend({ address: SIGNER })).toEqual({ ok: true });
		expect(routes).toEqual([{ kind: "send", address: SIGNER }]);
	});
});
