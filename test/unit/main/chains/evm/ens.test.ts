import { namehash } from "viem/ens";
import { decodeFunctionData, encodeAbiParameters, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../../src/core/chain/chain-error.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { ensAddressOf, ensNameOf, normalName } from "../../../../../src/main/chains/evm/ens.ts";
import { OTHER, SIGNER } from "../../../core/match/honest.ts";

const ABI = parseAbi([
	"function resolver(bytes32 node) view returns (address)",
	"function name(bytes32 node) view returns (string)",
	"function addr(bytes32 node) view returns (address)",
]);
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const RESOLVER = "0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63";
const ZERO = `0x${"0".repeat(40)}`;

const reverse = (address: string) => namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);

interface World {
	/** Names that addresses claim. */
	readonly names: Readonly<Record<string, string>>;
	/** Addresses that names resolve to. */
	readonly addresses: Readonly<Record<string, string>>;
	readonly fault?: Error;
}

/** Returns a chain with ENS contracts, and records the queries. */
function ens({ names, addresses, fault }: World) {
	const asked: string[] = [];
	const stated = new Map(Object.entries(names).map(([address, name]) => [reverse(address), name]));
	const led = new Map(Object.entries(addresses).map(([name, address]) => [namehash(name), address]));
	return {
		asked,
		async call(to: string, data: `0x${string}`): Promise<`0x${string}`> {
			if (fault !== undefined) throw fault;
			const { functionName, args } = decodeFunctionData({ abi: ABI, data });
			const [node] = args;
			asked.push(`${to} ${functionName}`);
			const known = stated.has(node) || led.has(node);
			if (functionName === "resolver")
				return encodeAbiParameters([{ type: "address" }], [(known ? RESOLVER : ZERO) as `0x${string}`]);
			if (functionName === "name") return encodeAbiParameters([{ type: "string" }], [stated.get(node) ?? ""]);
			return encodeAbiParameters([{ type: "address" }], [(led.get(node) ?? ZERO) as `0x${string}`]);
		},
	};
}

describe("an address' ENS name", () => {
	it("is its own claim, if that resolves back to it", async () => {
		const chain = ens({ names: { [SIGNER]: "ana.eth" }, addresses: { "ana.eth": SIGNER } });
		expect(await ensNameOf(chain, SIGNER.toLowerCase())).toBe("ana.eth");
		expect(chain.asked).toEqual([
			`${REGISTRY} resolver`,
			`${RESOLVER} name`,
			`${REGISTRY} resolver`,
			`${RESOLVER} addr`,
		]);
	});

	it("is absent if the name resolves to another address, or to none", async () => {
		const names = { [SIGNER]: "vitalik.eth" };
		expect(await ensNameOf(ens({ names, addresses: { "vitalik.eth": OTHER } }), SIGNER)).toBeNull();
		expect(await ensNameOf(ens({ names, addresses: {} }), SIGNER)).toBeNull();
	});

	it("is absent if the address claims none, and is not searched among other names", async () => {
		const chain = ens({ names: {}, addresses: { "ana.eth": SIGNER } });
		expect(await ensNameOf(chain, SIGNER)).toBeNull();
		expect(chain.asked.length).toBe(1);
	});

	it.each([
		"Ana.eth",
		"ana\u202e.eth",
		"an\u200ba.eth",
		"аna.eth",
		"eth",
		"ana..eth",
		".eth",
		"",
		`${"a".repeat(100)}.eth`,
		"ana.eth\u0000",
	])("is absent if it is not in normal form: %j", async (name) => {
		const chain = ens({ names: { [SIGNER]: name }, addresses: {} });
		expect(await ensNameOf(chain, SIGNER)).toBeNull();
		// The invalid name itself isn't queried.
		expect(chain.asked.length).toBe(2);
		expect(normalName(name)).toBeNull();
	});

	it("is absent if a resolver reverts, and a fault if the RPC can't be reached", async () => {
		const names = {};
		const fault = (kind: "refused" | "unreachable") => new ChainError(kind, verbatim("No."));
		expect(await ensNameOf(ens({ names, addresses: {}, fault: fault("refused") }), SIGNER)).toBeNull();
		await expect(
			ensNameOf(ens({ names, addresses: {}, fault: fault("unreachable") }), SIGNER),
		).rejects.toMatchObject({ kind: "unreachable" });
	});

	it("is absent if the RPC answers with meaningless bytes", async () => {
		for (const answer of ["0x", "0x12", `0x${"f".repeat(64)}`] as const)
			expect(await ensNameOf({ call: async () => answer }, SIGNER)).toBeNull();
	});
});

describe("the address of an ENS name", () => {
	const addresses = { "ana.eth": SIGNER };

	it("is where the name resolves to, whatever the address claims", async () => {
		const chain = ens({ names: { [SIGNER]: "bob.eth" }, addresses });
		expect(await ensAddressOf(chain, "ana.eth")).toBe(SIGNER);
		expect(chain.asked).toEqual([`${REGISTRY} resolver`, `${RESOLVER} addr`]);
	});

	it("is unknown if the name isn't registered or isn't in normal form, which is not looked up", async () => {
		expect(await ensAddressOf(ens({ names: {}, addresses }), "bob.eth")).toBeNull();
		for (const name of ["Ana.eth", "an\u200ba.eth", "аna.eth", "ana", ""]) {
			const chain = ens({ names: {}, addresses });
			expect(await ensAddressOf(chain, name)).toBeNull();
			expect(chain.asked).toEqual([]);
		}
	});

	it("is unknown if the resolver reverts, and a fault if the RPC can't be reached", async () => {
		const refused = new ChainError("refused", verbatim("execution reverted"));
		expect(await ensAddressOf(ens({ names: {}, addresses, fault: refused }), "ana.eth")).toBeNull();
		const silent = new ChainError("unreachable", verbatim("Your RPC does not answer."));
		await expect(ensAddressOf(ens({ names: {}, addresses, fault: silent }), "ana.eth")).rejects.toBe(silent);
	});
});
