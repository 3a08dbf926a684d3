import { namehash, normalize } from "viem/ens";
import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import { ChainError } from "../../../core/chain/chain-error.ts";
import { isZeroAddress } from "../../../core/chain/well-known.ts";
import type { EvmChain } from "./chain.ts";

const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const MAX_NAME_LENGTH = 100;

const ABI = parseAbi([
	"function resolver(bytes32 node) view returns (address)",
	"function name(bytes32 node) view returns (string)",
	"function addr(bytes32 node) view returns (address)",
]);

type Hex = `0x${string}`;
type CallChain = Pick<EvmChain, "call">;

async function ask(
	chain: CallChain,
	to: string,
	what: "resolver" | "name" | "addr",
	node: Hex,
): Promise<string | null> {
	const data = encodeFunctionData({ abi: ABI, functionName: what, args: [node] });
	const answer = await chain.call(to, data);
	if (answer === "0x") return null;
	try {
		return decodeFunctionResult({ abi: ABI, functionName: what, data: answer });
	} catch {
		return null;
	}
}

async function resolverOf(chain: CallChain, node: Hex): Promise<string | null> {
	const resolver = await ask(chain, REGISTRY, "resolver", node);
	return resolver === null || isZeroAddress(resolver) ? null : resolver;
}

export function normalName(name: string): string | null {
	if (name.length > MAX_NAME_LENGTH || !/^[^.]+(\.[^.]+)+$/u.test(name)) return null;
	try {
		return normalize(name) === name ? name : null;
	} catch {
		return null;
	}
}

async function statedName(chain: CallChain, address: string): Promise<string | null> {
	const node = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);
	const resolver = await resolverOf(chain, node);
	if (resolver === null) return null;
	const name = await ask(chain, resolver, "name", node);
	return name === null ? null : normalName(name);
}

/**
 * Returns the address that a name resolves to. `null` if the name has no address or isn't normalized. Throws
 * a ChainError. Doesn't follow CCIP Read.
 */
export async function ensAddressOf(chain: CallChain, name: string): Promise<string | null> {
	if (normalName(name) === null) return null;
	try {
		const node = namehash(name);
		const resolver = await resolverOf(chain, node);
		const address = resolver === null ? null : await ask(chain, resolver, "addr", node);
		return address === null || isZeroAddress(address) ? null : address;
	} catch (error) {
		if (error instanceof ChainError && error.kind === "refused") return null;
		throw error;
	}
}

/**
 * Returns the name that the address claims, if that name also resolves to the address. Otherwise `null`.
 * Throws a ChainError. Doesn't follow CCIP Read (EIP-3668), which would contact a server. Sources: EIP-137,
 * EIP-181, ENSIP-3, ENSIP-15.
 */
export async function ensNameOf(chain: CallChain, address: string): Promise<string | null> {
	try {
		const name = await statedName(chain, address);
		if (name === null) return null;
		const node = namehash(name);
		const resolver = await resolverOf(chain, node);
		const back = resolver === null ? null : await ask(chain, resolver, "addr", node);
		return back?.toLowerCase() === address.toLowerCase() ? name : null;
	} catch (error) {
		if (error instanceof ChainError && error.kind === "refused") return null;
		throw error;
	}
}
