import { TransactionInstruction } from "@solana/web3.js";
import { encodeFunctionData, keccak256, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import {
	addressesNamed,
	MAX_NAMED,
} from "../../../../../src/core/decoded-transaction/inspected-addresses.ts";
import { type SignedItem, signedItemsOf } from "../../../../../src/core/decoded-transaction/signed-item.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import type { EvmChain } from "../../../../../src/main/chains/evm/chain.ts";
import type { SvmChain } from "../../../../../src/main/chains/svm/chain.ts";
import { designatorOf, inspectAddresses } from "../../../../../src/main/reviewing/facts/address-facts.ts";
import {
	CHAIN,
	commit,
	commitOf,
	frozenOf,
	hex,
	OTHER,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../../../core/match/honest.ts";
import { permit, safeTransaction, signRequest, type Typed } from "../../../core/match/typed-samples.ts";
import { built, CLUSTER, ME, PROGRAM, sending, text, YOU } from "../../../core/review/svm-scene.ts";

const low = (address: string) => address.toLowerCase();
/** Code of Solady's LibClone.deployERC1967. */
const PROXY: `0x${string}` =
	"0x363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3";
const refused = new ChainError("refused", verbatim("missing trie node"));

function legOf(view = commit()): SignedItem {
	const [leg] = signedItemsOf(frozenOf(view));
	if (leg === undefined) throw new Error("no leg");
	return leg;
}

const typedLeg = (typed: Typed): SignedItem => {
	const intent = { kind: "evm_typed_data" as const, typed_data: { ...typed } };
	return { kind: "message", signer: SIGNER, chainRef: String(CHAIN), intent, request: signRequest(intent) };
};

interface Chain {
	readonly latest?: bigint | ChainError;
	/** Code by address in lower case, then by block number; `latest` for the current code. */
	readonly codes?: Readonly<Record<string, Readonly<Record<string, `0x${string}` | ChainError>>>>;
	/** Storage by slot. */
	readonly storage?: Readonly<Record<string, `0x${string}`>>;
}

/** Returns an RPC with this data, and counts the queries. */
function chainOf({ latest = 10_000n, codes = {}, storage = {} }: Chain) {
	const asked = { heights: 0, codes: [] as string[] };
	const never = (): never => {
		throw new Error("not to be asked");
	};
	const chain: EvmChain = {
		chainId: CHAIN,
		facts: never,
		sendRaw: never,
		lookup: never,
		nonces: never,
		balance: never,
		gasOfSequence: never,
		fees: never,
		call: never,
		many: never,
		simulate: never,
		showsPrice: never,
		storage: async (_address, slot) => {
			await Promise.resolve();
			const word = storage[slot];
			if (word === undefined) throw refused;
			return word;
		},
		prove: never,
		relay: never,
		heights: never,
		blockTime: never,
		approvalLogs: never,
		height: async () => {
			asked.heights += 1;
			await Promise.resolve();
			if (latest instanceof ChainError) throw latest;
			return latest;
		},
		code: never,
		codeRead: async (address, blockNumber) => {
			const at = blockNumber === undefined ? "latest" : String(blockNumber);
			asked.codes.push(`${address}@${at}`);
			await Promise.resolve();
			const said = codes[address]?.[at] ?? (at === "latest" ? "0x" : refused);
			if (said instanceof ChainError) throw said;
			const size = (said.length - 2) / 2;
			return { size, hash: keccak256(said), head: `0x${said.slice(2, 66).padEnd(64, "0")}` };
		},
	};
	return { chain, asked };
}

const CODE = "0x6001600255" as const;

async function factsOf(address: string, chain: Chain, leg = legOf()) {
	const { codes } = await inspectAddresses({ evm: chainOf(chain).chain }, leg);
	return codes.get(low(address));
}

describe("an address' facts", () => {
	it("are a contract with its age, or an account", async () => {
		const codes = { [low(VAULT)]: { latest: CODE, "2800": CODE } };
		expect(await factsOf(VAULT, { codes })).toEqual({
			ok: true,
			value: {
				size: 5,
				delegatedTo: null,
				codeHash: keccak256(CODE),
				implementation: null,
				fresh: { withinBlocks: 7_200, isFresh: false },
			},
		});
		expect(await factsOf(VAULT, {})).toEqual({
			ok: true,
			value: { size: 0, delegatedTo: null, codeHash: null, implementation: null, fresh: null },
		});
	});

	it("report a fresh contract if it had no code some blocks ago, and query nearer blocks if the RPC forgot", async () => {
		const fresh = { [low(VAULT)]: { latest: CODE, "2800": "0x" as const } };
		expect(await factsOf(VAULT, { codes: fresh })).toMatchObject({
			value: { fresh: { withinBlocks: 7_200, isFresh: true } },
		});
		const pruned = { [low(VAULT)]: { latest: CODE, "2800": refused, "9900": "0x" as const } };
		expect(await factsOf(VAULT, { codes: pruned })).toMatchObject({
			value: { fresh: { withinBlocks: 100, isFresh: true } },
		});
		const forgetful = { [low(VAULT)]: { latest: CODE } };
		expect(await factsOf(VAULT, { codes: forgetful })).toMatchObject({ value: { size: 5, fresh: null } });
	});

	it("have no age on a chain that is young itself, or without a height", async () => {
		const codes = { [low(VAULT)]: { latest: CODE, "7099": "0x" as const } };
		for (const latest of [7_199n, refused])
			expect(await factsOf(VAULT, { codes, latest })).toMatchObject({ value: { size: 5, fresh: null } });
	});

	it("of an account with delegated code name the delegate (EIP-7702)", async () => {
		const codes = { [low(VAULT)]: { latest: `0xEF0100${low(OTHER).slice(2)}` as const } };
		expect(await factsOf(VAULT, { codes })).toMatchObject({
			ok: true,
			value: { size: 23, delegatedTo: low(OTHER), implementation: null, fresh: null },
		});
		expect(designatorOf(`0xef0100${"ab".repeat(21)}`)).toBeNull();
		expect(designatorOf("0x")).toBeNull();
	});

	it("of a proxy of known code name its implementation by its own storage, and of any other code nothing", async () => {
		const slot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
		const storage = { [slot]: `0x${"00".repeat(12)}${OTHER.slice(2)}` as const };
		const codes = { [low(VAULT)]: { latest: PROXY } };
		expect(await factsOf(VAULT, { codes, storage })).toMatchObject({ value: { implementation: low(OTHER) } });
		// A contract with other code may store this value and still run something else.
		const other = { [low(VAULT)]: { latest: `${PROXY}00` as const } };
		expect(await factsOf(VAULT, { codes: other, storage })).toMatchObject({
			value: { implementation: null },
		});
		// An unreadable implementation is unknown.
		expect(await factsOf(VAULT, { codes })).toMatchObject({ value: { implementation: null } });
	});

	it("have the reason if the RPC fails, next to the others", async () => {
		const codes: NonNullable<Chain["codes"]> = {
			[low(TOKEN)]: { latest: refused },
			[low(VAULT)]: { latest: CODE, "2800": CODE },
		};
		const { chain, asked } = chainOf({ codes });
		const found = (await inspectAddresses({ evm: chain }, legOf())).codes;
		expect(found.get(low(TOKEN))).toEqual({ ok: false, reason: verbatim("missing trie node") });
		expect(found.get(low(VAULT))?.ok).toBe(true);
		expect(asked.heights).toBe(1);
	});

	it("never reject, whatever the chain throws", async () => {
		const { chain } = chainOf({});
		const broken: EvmChain = { ...chain, codeRead: () => Promise.reject(new TypeError("boom")) };
		expect((await inspectAddresses({ evm: broken }, legOf())).codes.get(low(VAULT))).toMatchObject({
			ok: false,
		});
	});

	it("are not queried if nothing is named", async () => {
		const intent = { kind: "evm_personal" as const, message: "Hello" };
		const { chain, asked } = chainOf({});
		const leg: SignedItem = {
			kind: "message",
			signer: SIGNER,
			chainRef: "1",
			intent,
			request: signRequest(intent),
		};
		expect((await inspectAddresses({ evm: chain }, leg)).codes.size).toBe(0);
		expect(asked).toEqual({ heights: 0, codes: [] });
	});
});

const ABI = parseAbi(["function strange(address a, uint256 n, bytes inner)"]);

describe("the addresses named by a payload", () => {
	it("are the called one, the parties, and the service's spenders", () => {
		expect(addressesNamed(legOf())).toEqual([low(TOKEN), low(VAULT)]);
		const told = simulation({
			approvals: simulation().approvals.map((each) => ({ ...each, spender: OTHER })),
		});
		expect(addressesNamed(legOf(commitOf({ to: VAULT, data: "0x12345678" }, told)))).toEqual([
			low(VAULT),
			low(OTHER),
		]);
	});

	it("of an unreadable call are its words that look like addresses, including inner calls", () => {
		const data = encodeFunctionData({
			abi: ABI,
			args: [hex(OTHER), 25_000_000n, transferData(SIGNER, 10n ** 24n)],
		});
		const unread = hex(`0x12345678${data.slice(10)}`);
		expect(addressesNamed(legOf(commitOf({ to: VAULT, data: unread })))).toEqual([
			low(VAULT),
			low(OTHER),
			low(SIGNER),
		]);
	});

	it("exclude masks, amounts and the zero address", () => {
		const words = [2n ** 160n - 1n, 2n ** 128n - 1n, 10n ** 30n, 0n, 1n].map((each) =>
			each.toString(16).padStart(64, "0"),
		);
		expect(addressesNamed(legOf(commitOf({ to: VAULT, data: `0x12345678${words.join("")}` })))).toEqual([
			low(VAULT),
		]);
	});

	it("are bounded", () => {
		const many = Array.from(
			{ length: 500 },
			(_, at) => `${"0".repeat(24)}ab${"cd".repeat(17)}${at.toString(16).padStart(4, "0")}`,
		);
		const named = addressesNamed(legOf(commitOf({ to: VAULT, data: `0x12345678${many.join("")}` })));
		expect(named).toHaveLength(MAX_NAMED);
	});

	it("of typed data are its contract, every address in it, and those of a call that it contains", () => {
		expect(addressesNamed(typedLeg(permit()))).toEqual([low(TOKEN), low(SIGNER), low(VAULT)]);
		const safe = safeTransaction({ data: transferData(OTHER, 1n) });
		expect(addressesNamed(typedLeg(safe))).toEqual([low(VAULT), low(TOKEN), low(OTHER)]);
	});

	it("on Solana are programs, recipients and delegates; a program is recognised as executable", async () => {
		const strange = new TransactionInstruction({ programId: PROGRAM, keys: [], data: Buffer.from([1]) });
		const leg: SignedItem = {
			kind: "svm",
			signer: text(ME),
			chainRef: CLUSTER,
			broadcaster: "wallet",
			payload: { signer: text(ME), transaction_base64: built([sending(1n), strange]) },
			lookups: [],
			transaction: null,
			simulation: null,
		};
		const raw = { owner: text(ME), lamports: 1n, size: 0, data: new Uint8Array() };
		const accounts: SvmChain["accounts"] = (keys) =>
			Promise.resolve(
				keys.map((each) => (each === text(YOU) ? null : { ...raw, executable: each === text(PROGRAM) })),
			);
		const never = (): never => {
			throw new Error("not to be asked");
		};
		const chain: SvmChain = {
			cluster: "devnet",
			facts: never,
			tables: never,
			latestBlockhash: never,
			blockHeight: never,
			blockhashValid: never,
			send: never,
			lookup: never,
			receipt: never,
			balance: never,
			walletTokens: never,
			tokenAccounts: never,
			simulate: never,
			prove: never,
			accounts,
		};
		const { codes } = await inspectAddresses({ svm: chain }, leg);
		const sizes = [PROGRAM, YOU].map((each) => codes.get(text(each)));
		expect(sizes).toMatchObject([{ value: { size: 1 } }, { value: { size: 0 } }]);
		const down: SvmChain = { ...chain, accounts: () => Promise.reject(refused) };
		expect((await inspectAddresses({ svm: down }, leg)).codes.get(text(PROGRAM))).toMatchObject({
			ok: false,
		});
	});
});
