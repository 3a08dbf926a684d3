import { type Abi, type Account, type Address, getAddress, type Hash, parseAbi } from "viem";
import { PERMIT2 } from "../../src/core/match/revocation.ts";
import { compileContracts } from "./compile.ts";
import { tokenAbi } from "./demo-abi.ts";
import type { Anvil } from "./evm.ts";
import { receiptOf } from "./receipt.ts";

/** Sets up a chain that claims to be Ethereum, so that a listed token with a price feed exists on it. */
export const LINK: Address = getAddress("0x514910771AF9Ca656af840dff83E8264EcF986CA");
const LINK_FEED: Address = "0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c";
export const AS_ETHEREUM = { chainId: 1, as: { address: LINK, symbol: "LINK" } } as const;

const permit2Abi = parseAbi([
	"function approve(address token, address spender, uint160 amount, uint48 expiration)",
	"function allowance(address, address, address) view returns (uint160, uint48, uint48)",
]);
const galleryAbi = parseAbi([
	"function mint(address to, uint256 tokenId)",
	"function setApprovalForAll(address operator, bool approved)",
	"function isApprovedForAll(address, address) view returns (bool)",
]);

const UNLIMITED = 2n ** 256n - 1n;

export interface GivenPowers {
	readonly gallery: Address;
	/** Reads the current powers from the chain. */
	read(): Promise<{ readonly allowance: bigint; readonly operator: boolean; readonly permit2: bigint }>;
}

/**
 * Deploys Permit2 and the price feed at their addresses, and lets the account approve the spender outside the
 * app.
 */
export async function givePowers(
	chain: Anvil,
	token: Address,
	owner: Account,
	spender: Address,
	amount = UNLIMITED,
): Promise<GivenPowers> {
	const contracts = await compileContracts();
	const wallet = chain.walletClient(owner);
	const { publicClient } = chain;
	const settled = async (hash: Hash) => await receiptOf(publicClient, hash);
	const deploy = async (name: string): Promise<Address> => {
		const bytecode = contracts[name]?.bytecode;
		if (bytecode === undefined) throw new Error(`the compiler gave no ${name}`);
		const { contractAddress } = await settled(await wallet.deployContract({ abi: [], bytecode }));
		if (contractAddress == null) throw new Error(`${name} was not deployed`);
		return contractAddress;
	};
	const deployAt = async (name: string, address: Address) => {
		const code = await publicClient.getCode({ address: await deploy(name) });
		await chain.testClient.setCode({ address, bytecode: code ?? "0x" });
	};
	const send = async (abi: Abi, address: Address, functionName: string, args: readonly unknown[]) =>
		await settled(await wallet.writeContract({ abi, address, functionName, args }));

	await deployAt("PermitTwo", PERMIT2);
	await deployAt("LinkFeed", LINK_FEED);
	const gallery = await deploy("Gallery");
	await send(galleryAbi, gallery, "mint", [owner.address, 7n]);
	await send(tokenAbi, token, "approve", [spender, amount]);
	await send(galleryAbi, gallery, "setApprovalForAll", [spender, true]);
	await send(tokenAbi, token, "approve", [PERMIT2, 25n * 10n ** 18n]);
	const { timestamp } = await publicClient.getBlock();
	await send(permit2Abi, PERMIT2, "approve", [token, spender, 100n * 10n ** 18n, Number(timestamp) + 86_400]);

	return {
		gallery,
		read: async () => ({
			allowance: await publicClient.readContract({
				abi: tokenAbi,
				address: token,
				functionName: "allowance",
				args: [owner.address, spender],
			}),
			operator: await publicClient.readContract({
				abi: galleryAbi,
				address: gallery,
				functionName: "isApprovedForAll",
				args: [owner.address, spender],
			}),
			permit2: (
				await publicClient.readContract({
					abi: permit2Abi,
					address: PERMIT2,
					functionName: "allowance",
					args: [owner.address, token, spender],
				})
			)[0],
		}),
	};
}
