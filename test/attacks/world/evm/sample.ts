import { type Abi, type Address, encodeFunctionData } from "viem";
import { compileContracts } from "../../../chains/compile.ts";
import { devAccount } from "../../../chains/evm.ts";
import { receiptOf } from "../../../chains/receipt.ts";
import { USER } from "../../case.ts";
import type { WorldChain } from "../deploy.ts";

/** Plain token that only the corpus has. The user holds 1,000 whole tokens. */

export const SAMPLE_TOKEN: Address = "0x5a3b1e0000000000000000000000000000005a3b";

export async function install(chain: WorldChain): Promise<void> {
	const { PlainToken } = await compileContracts();
	if (PlainToken === undefined) throw new Error("the compiler gave no PlainToken");
	const abi = PlainToken.abi as Abi;
	const { publicClient, testClient } = chain;
	const wallet = chain.walletClient(devAccount(9));
	const deployed = await wallet.deployContract({
		abi,
		bytecode: PlainToken.bytecode,
		args: ["Sample", "SMPL", 18],
	});
	const { contractAddress } = await receiptOf(publicClient, deployed);
	if (contractAddress == null) throw new Error("the sample token was not made");
	const code = await publicClient.getCode({ address: contractAddress });
	await testClient.setCode({ address: SAMPLE_TOKEN, bytecode: code ?? "0x" });
	for (const slot of [0n, 1n] as const) {
		const index = `0x${slot.toString(16).padStart(64, "0")}` as const;
		const value = await publicClient.getStorageAt({ address: contractAddress, slot: index });
		await testClient.setStorageAt({ address: SAMPLE_TOKEN, index, value: value ?? "0x" });
	}
	const data = encodeFunctionData({ abi, functionName: "mint", args: [USER, 1_000n * 10n ** 18n] });
	const hash = await wallet.sendTransaction({ to: SAMPLE_TOKEN, data });
	await receiptOf(publicClient, hash);
}
