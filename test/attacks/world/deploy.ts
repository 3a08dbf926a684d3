import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import {
	type Abi,
	type Address,
	concatHex,
	encodeAbiParameters,
	encodeFunctionData,
	getAddress,
	type Hex,
} from "viem";
import { parseAccount } from "viem/accounts";
import { z } from "zod";
import { type Artifact, compileFile } from "../../chains/compile.ts";
import { type Anvil, devAccount } from "../../chains/evm.ts";
import { receiptOf } from "../../chains/receipt.ts";
import { USER } from "../case.ts";

/** Deploys contracts at their mainnet addresses by running their constructors there. */

export { USER };

/** Local chain that represents Ethereum. */
export type WorldChain = Anvil;

/** Another account of the user. */
export const OWN_OTHER: Address = devAccount(1).address;
/** Account that deploys contracts, mints tokens and holds reserves. No request involves it. */
export const DEPLOYER: Address = devAccount(9).address;

/** Error for a setup transaction that reverted. */
class WorldError extends Error {
	override readonly name = "WorldError";
}

/** Sends a transaction from any account, including contracts, and waits until it is mined. */
export async function sendAs(
	chain: WorldChain,
	from: Address,
	to: Address,
	data: Hex,
	value = 0n,
): Promise<void> {
	const { testClient, publicClient } = chain;
	const lacksFunds = (await publicClient.getBalance({ address: from })) < value + 10n ** 18n;
	if (lacksFunds) await testClient.setBalance({ address: from, value: value + 10n ** 20n });
	await testClient.impersonateAccount({ address: from });
	const hash = await chain
		.walletClient(parseAccount(from))
		.sendTransaction({ to, data, value, gas: 30_000_000n });
	await testClient.stopImpersonatingAccount({ address: from });
	const receipt = await receiptOf(publicClient, hash);
	if (receipt.status !== "success") throw new WorldError(`a call of ${to} (${data.slice(0, 10)}) reverted`);
}

/** Sends a function call from any account and waits until it is mined. */
export async function callAs(
	chain: WorldChain,
	from: Address,
	to: Address,
	abi: Abi,
	functionName: string,
	args: readonly unknown[] = [],
	value = 0n,
): Promise<void> {
	await sendAs(chain, from, to, encodeFunctionData({ abi, functionName, args: [...args] }), value);
}

/**
 * Deploys a contract at `address` as if it had been created there. The creation code runs at that address, so
 * that storage and immutables such as its own address and the chain id are correct.
 * @param from creator; `DEPLOYER` by default
 */
export async function deployAt(
	chain: WorldChain,
	address: Address,
	artifact: Artifact,
	args: readonly unknown[] = [],
	from: Address = DEPLOYER,
): Promise<void> {
	const abi = artifact.abi as Abi;
	const ctor = abi.find((entry) => entry.type === "constructor");
	const inputs = ctor?.type === "constructor" ? ctor.inputs : [];
	const creation = concatHex([artifact.bytecode, encodeAbiParameters(inputs, [...args])]);
	await chain.testClient.setCode({ address, bytecode: creation });
	await chain.testClient.setNonce({ address, nonce: 1 });
	const { data } = await chain.publicClient.call({ account: from, to: address });
	if (data === undefined) throw new WorldError(`the constructor at ${address} gave no code`);
	await sendAs(chain, from, address, "0x");
	await chain.testClient.setCode({ address, bytecode: data });
}

/** Compiles a file of `test/attacks/contracts` and returns its contracts by name. */
export async function contractsOf(file: string): Promise<(name: string) => Artifact> {
	const path = fileURLToPath(new URL(`../contracts/${file}`, import.meta.url));
	const found = await compileFile(path);
	return (name) => {
		const artifact = found[name];
		if (artifact === undefined) throw new WorldError(`${file} has no contract ${name}`);
		return artifact;
	};
}

const require = createRequire(import.meta.url);
const artifactSchema = z.object({
	abi: z.array(z.unknown()),
	bytecode: z.templateLiteral(["0x", z.string()]),
});

/** Reads the ABI and creation code of a contract from a JSON file of a package. */
export function packageArtifact(path: string): Artifact {
	return artifactSchema.parse(JSON.parse(readFileSync(require.resolve(path), "utf8")));
}

/** Reads creation code from a constant in a JavaScript file of a package, without running the file. */
export function bytecodeIn(path: string, constant: string): Hex {
	const at = fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
	const found = new RegExp(`\\b${constant} = ["'](0x[0-9a-f]+)["']`).exec(readFileSync(at, "utf8"))?.[1];
	if (found === undefined) throw new WorldError(`${path} has no ${constant}`);
	return found as Hex;
}

/** Returns an address with its checksum. */
export const at = (address: string): Address => getAddress(address.toLowerCase());
