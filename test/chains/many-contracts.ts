import {
	type Abi,
	type Address,
	createPublicClient,
	createWalletClient,
	encodeFunctionData,
	getAddress,
	type Hash,
	type Hex,
	http,
	parseEther,
} from "viem";
import { compileContracts } from "./compile.ts";
import { devAccount, localChain } from "./evm.ts";
import { receiptOf } from "./receipt.ts";

/** Deploys honest and lying contracts for tests of second opinions, and gives a user some of each token. */

/** Recipient of stolen funds; its private key is unknown. */
export const ROBBER: Address = getAddress("0x0bad0bad0bad0bad0bad0bad0bad0bad0bad0bad");
/** Recipient of a FeeToken's fee; its private key is unknown. */
export const COLLECTOR: Address = getAddress("0x0fee0fee0fee0fee0fee0fee0fee0fee0fee0fee");

const NAMES = {
	dollar: "PlainToken",
	euro: "PlainToken",
	fee: "FeeToken",
	loudTrap: "TrapToken",
	quietTrap: "TrapToken",
	codedTrap: "CodedTrapToken",
	lying: "LyingToken",
	drain: "Drain",
	hook: "HookToken",
	market: "Market",
	permitTwo: "PermitTwo",
	strongbox: "Strongbox",
	safe: "SmallSafe",
	takeOver: "TakeOver",
	gallery: "Gallery",
	pantry: "Pantry",
} as const;
export type ContractName = keyof typeof NAMES;

export interface ManyContracts {
	readonly at: Readonly<Record<ContractName, Address>>;
	/** Encodes calldata for one of the contracts. */
	data(name: ContractName, functionName: string, args?: readonly unknown[]): Hex;
	/** Sends a call from the deployer and waits until it is mined. */
	send(name: ContractName, functionName: string, args?: readonly unknown[]): Promise<void>;
}

/** Base units of one whole token, with 6 or 18 decimals. */
export const WHOLE = { six: 10n ** 6n, eighteen: 10n ** 18n } as const;

export async function deployMany(
	chain: { readonly url: string; readonly chainId: number },
	person: Address,
): Promise<ManyContracts> {
	const definition = localChain(chain.chainId, chain.url);
	const transport = http(chain.url);
	const reader = createPublicClient({ chain: definition, transport, pollingInterval: 10, cacheTime: 0 });
	const wallet = createWalletClient({ chain: definition, transport, account: devAccount(0) });
	const contracts = await compileContracts();
	const artifactOf = (name: ContractName) => {
		const found = contracts[NAMES[name]];
		if (found === undefined) throw new Error(`the compiler gave no ${NAMES[name]}`);
		return { abi: found.abi as Abi, bytecode: found.bytecode };
	};
	const settled = async (hash: Hash) => {
		const receipt = await receiptOf(reader, hash);
		if (receipt.status !== "success") throw new Error(`transaction ${hash} reverted`);
		return receipt;
	};
	const make = async (name: ContractName, args: readonly unknown[], value = 0n): Promise<Address> => {
		const { contractAddress } = await settled(
			await wallet.deployContract({ ...artifactOf(name), args: [...args], value }),
		);
		if (contractAddress === null || contractAddress === undefined) throw new Error(`${name} was not made`);
		return getAddress(contractAddress);
	};

	const dollar = await make("dollar", ["Plain Dollar", "PLN", 6]);
	const euro = await make("euro", ["Plain Euro", "PLE", 18]);
	const drain = await make("drain", [ROBBER, euro]);
	const at: ManyContracts["at"] = {
		dollar,
		euro,
		drain,
		fee: await make("fee", [COLLECTOR]),
		loudTrap: await make("loudTrap", [ROBBER, true]),
		quietTrap: await make("quietTrap", [ROBBER, false]),
		codedTrap: await make("codedTrap", [ROBBER]),
		lying: await make("lying", []),
		hook: await make("hook", [drain]),
		market: await make("market", [dollar, euro]),
		permitTwo: await make("permitTwo", []),
		strongbox: await make("strongbox", [person, ROBBER]),
		safe: await make("safe", [[person]], parseEther("2")),
		takeOver: await make("takeOver", []),
		gallery: await make("gallery", []),
		pantry: await make("pantry", []),
	};
	const data: ManyContracts["data"] = (name, functionName, args = []) =>
		encodeFunctionData({ abi: artifactOf(name).abi, functionName, args: [...args] });
	const send: ManyContracts["send"] = async (name, functionName, args = []) => {
		await settled(await wallet.sendTransaction({ to: at[name], data: data(name, functionName, args) }));
	};

	const eighteen = 1_000n * WHOLE.eighteen;
	await send("dollar", "mint", [person, 1_000n * WHOLE.six]);
	for (const name of ["euro", "fee", "loudTrap", "quietTrap", "codedTrap", "lying", "hook"] as const)
		await send(name, "mint", [person, eighteen]);
	await send("euro", "mint", [at.market, 1_000n * eighteen]);
	await send("gallery", "mint", [person, 7n]);
	await send("gallery", "mint", [person, 8n]);
	await send("pantry", "mint", [person, 3n, 50n]);
	return { at, data, send };
}
