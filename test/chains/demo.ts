import {
	type Account,
	type Address,
	createPublicClient,
	createTestClient,
	createWalletClient,
	encodeAbiParameters,
	getAddress,
	type Hash,
	type Hex,
	http,
	keccak256,
	parseAbiParameters,
	parseEther,
	publicActions,
	stringToHex,
	toHex,
} from "viem";
import { compileContracts } from "./compile.ts";
import { routerAbi, tokenAbi } from "./demo-abi.ts";
import { devAccount, localChain } from "./evm.ts";
import { receiptOf } from "./receipt.ts";

/** Deploys the demo's token and router on a local chain, and funds accounts. */

export interface DemoOptions {
	/** Recipients of ETH and DEMO. */
	readonly people?: readonly Address[];
	/** Wei for each recipient. Default: 10 ETH. */
	readonly eth?: bigint;
	/** Base units of DEMO for each recipient. Default: 10,000 DEMO. */
	readonly demo?: bigint;
	/** Listed token with 18 decimals that the token imitates: its address, and its symbol of four letters. */
	readonly as?: { readonly address: Address; readonly symbol: string };
	/** Deployer, who also pays; defaults to the first development account. */
	readonly deployer?: Account;
}

export interface Demo {
	readonly token: Address;
	readonly router: Address;
	readonly deployer: Account;
	/** Sends ETH and DEMO to one more recipient, and waits until both transfers are mined. */
	fund(person: Address, amounts?: { readonly eth?: bigint; readonly demo?: bigint }): Promise<void>;
}

const SUPPLY = parseEther("1000000000");
/** ETH reserve of the router. */
const ROUTER_ETH = parseEther("100");

/** Thrown if a deployment or a funding transfer reverts. */
class DemoError extends Error {
	override readonly name = "DemoError";
}

/**
 * Copies the token's code to another address with another symbol. The deployer owns the whole supply there
 * too.
 */
async function imitateToken(
	url: string,
	deployed: Address,
	{ address, symbol }: NonNullable<DemoOptions["as"]>,
	{ address: deployer }: Account,
): Promise<Address> {
	const anvil = createTestClient({ mode: "anvil", transport: http(url) }).extend(publicActions);
	const code = await anvil.getCode({ address: deployed });
	const [own, other] = [stringToHex("DEMO").slice(2), stringToHex(symbol).slice(2)];
	if (code === undefined || !code.includes(own) || other.length !== own.length)
		throw new DemoError(`the token can't be called ${symbol}`);
	await anvil.setCode({ address, bytecode: `0x${code.slice(2).replaceAll(own, other)}` });
	// `balanceOf` is the first storage variable.
	const index = keccak256(encodeAbiParameters(parseAbiParameters("address, uint256"), [deployer, 0n]));
	await anvil.setStorageAt({ address, index, value: toHex(SUPPLY, { size: 32 }) });
	return getAddress(address);
}

export async function deployDemo(
	chain: { readonly url: string; readonly chainId: number },
	options: DemoOptions = {},
): Promise<Demo> {
	const { people = [], eth = parseEther("10"), demo = parseEther("10000") } = options;
	const deployer = options.deployer ?? devAccount(0);
	const definition = localChain(chain.chainId, chain.url);
	const transport = http(chain.url);
	const reader = createPublicClient({ chain: definition, transport, pollingInterval: 25, cacheTime: 0 });
	const wallet = createWalletClient({ chain: definition, transport, account: deployer });
	const contracts = await compileContracts();

	const bytecode = (name: string): Hex => {
		const found = contracts[name];
		if (found === undefined) throw new DemoError(`the compiler gave no ${name}`);
		return found.bytecode;
	};
	const settled = async (hash: Hash) => {
		const receipt = await receiptOf(reader, hash);
		if (receipt.status !== "success") throw new DemoError(`transaction ${hash} reverted`);
		return receipt;
	};
	const created = async (hash: Hash): Promise<Address> => {
		const { contractAddress } = await settled(hash);
		if (contractAddress === null || contractAddress === undefined) {
			throw new DemoError(`transaction ${hash} made no contract`);
		}
		return getAddress(contractAddress);
	};

	const deployed = await created(
		await wallet.deployContract({ abi: tokenAbi, bytecode: bytecode("DemoToken"), args: [SUPPLY] }),
	);
	const token =
		options.as === undefined ? deployed : await imitateToken(chain.url, deployed, options.as, deployer);
	const router = await created(
		await wallet.deployContract({
			abi: routerAbi,
			bytecode: bytecode("Router"),
			args: [token],
			value: ROUTER_ETH,
		}),
	);
	const pay: Demo["fund"] = async (person, amounts = {}) => {
		const ether = await wallet.sendTransaction({ to: person, value: amounts.eth ?? eth });
		await settled(ether);
		const units = await wallet.writeContract({
			address: token,
			abi: tokenAbi,
			functionName: "transfer",
			args: [person, amounts.demo ?? demo],
		});
		await settled(units);
	};
	// Two concurrent payments would use the same nonce.
	let last: Promise<void> = Promise.resolve();
	const fund: Demo["fund"] = (person, amounts) => {
		const paid = last.then(() => pay(person, amounts));
		last = paid.catch(() => {});
		return paid;
	};
	for (const person of people) await fund(person);
	return { token, router, deployer, fund };
}
