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

/** Puts contracts at the addresses that they have on the main network, by running their own constructors there. */

export { USER };

/** Local chain in the role of Ethereum. */
export type WorldChain = Anvil;

/** Another account of the same person. */
export const OWN_OTHER: Address = devAccount(1).address;
/** Deploys, mints and keeps the reserves; no request's business. */
export const KEEPER: Address = devAccount(9).address;

/** A transaction that sets up the world reverted. */
class WorldError extends Error {
	override readonly name = "WorldError";
}

/** Sends a transaction as anybody, contracts too, and waits until it is mined. */
export async function act(
	chain: WorldChain,
	from: Address,
	to: Address,
	data: Hex,
	value = 0n,
): Promise<void> {
	const { testClient, publicClient } = chain;
	const poor = (await publicClient.getBalance({ address: from })) < value + 10n ** 18n;
	if (poor) await testClient.setBalance({ address: from, value: value + 10n ** 20n });
	await testClient.impersonateAccount({ address: from });
	const hash = await chain
		.walletClient(parseAccount(from))
		.sendTransaction({ to, data, value, gas: 30_000_000n });
	await testClient.stopImpersonatingAccount({ address: from });
	const receipt = await receiptOf(publicClient, hash);
	if (receipt.status !== "success") throw new WorldError(`a call of ${to} (${data.slice(0, 10)}) reverted`);
}

/** `act`, with the call written out. */
export async function call(
	chain: WorldChain,
	from: Address,
	to: Address,
	abi: Abi,
	functionName: string,
	args: readonly unknown[] = [],
	value = 0n,
): Promise<void> {
	await act(chain, from, to, encodeFunctionData({ abi, functionName, args: [...args] }), value);
}

/**
 * Deploys the contract at `address` as if it had been created there: the creation code runs in place, so that
 * its storage and immutables (its own address, the chain's id) are right.
 * @param from creator (KEEPER)
 */
export async function place(
	chain: WorldChain,
	address: Address,
	artifact: Artifact,
	args: readonly unknown[] = [],
	from: Address = KEEPER,
): Promise<void> {
	const abi = artifact.abi as Abi;
	const made = abi.find((entry) => entry.type === "constructor");
	const inputs = made?.type === "constructor" ? made.inputs : [];
	const creation = concatHex([artifact.bytecode, encodeAbiParameters(inputs, [...args])]);
	await chain.testClient.setCode({ address, bytecode: creation });
	await chain.testClient.setNonce({ address, nonce: 1 });
	const { data } = await chain.publicClient.call({ account: from, to: address });
	if (data === undefined) throw new WorldError(`the constructor at ${address} gave no code`);
	await act(chain, from, address, "0x");
	await chain.testClient.setCode({ address, bytecode: data });
}

/** The contracts of one file under `test/attacks/contracts`, by name. */
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
const built = z.object({ abi: z.array(z.unknown()), bytecode: z.templateLiteral(["0x", z.string()]) });

/** A contract's ABI and creation code as a package carries them in JSON. */
export function packaged(path: string): Artifact {
	return built.parse(JSON.parse(readFileSync(require.resolve(path), "utf8")));
}

/** The creation code that a JavaScript file of a package keeps in a constant, read as text: the file is not run. */
export function quoted(path: string, constant: string): Hex {
	const at = fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url));
	const found = new RegExp(`\\b${constant} = ["'](0x[0-9a-f]+)["']`).exec(readFileSync(at, "utf8"))?.[1];
	if (found === undefined) throw new WorldError(`${path} has no ${constant}`);
	return found as Hex;
}

/** An address with its checksum. */
export const at = (address: string): Address => getAddress(address.toLowerCase());
