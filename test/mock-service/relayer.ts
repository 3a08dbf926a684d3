import {
	type Address,
	createWalletClient,
	getAddress,
	type Hash,
	type Hex,
	http,
	type LocalAccount,
	parseSignature,
} from "viem";
import { tokenAbi } from "../chains/demo-abi.ts";
import { localChain } from "../chains/evm.ts";
import { receiptOf } from "../chains/receipt.ts";
import type { ChainAccess } from "./chain-access.ts";

/** The service's own account on an EVM chain, which pays for permits and operations that users signed. */

export class Relayer {
	readonly access: ChainAccess;
	readonly #account: LocalAccount;
	/** Last transaction; transactions run one at a time, so that no two use the same nonce. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(access: ChainAccess, account: LocalAccount) {
		this.access = access;
		this.#account = account;
	}

	#inTurn<T>(work: () => Promise<T>): Promise<T> {
		const run = this.#last.catch(() => undefined).then(work);
		this.#last = run;
		return run;
	}

	#wallet() {
		const { chainId, rpcUrl } = this.access.chain;
		return createWalletClient({
			account: this.#account,
			chain: localChain(chainId, rpcUrl),
			transport: http(rpcUrl),
		});
	}

	send(to: Address, data: Hex): Promise<Hash> {
		return this.#inTurn(() => this.#wallet().sendTransaction({ to, data, value: 0n }));
	}

	/** Submits an EIP-2612 permit of the demo token. Returns the hash and the resulting allowance. */
	async permit(
		permit: {
			readonly owner: string;
			readonly spender: string;
			readonly value: bigint;
			readonly deadline: bigint;
		},
		signature: Hex,
	): Promise<{ readonly hash: Hash; readonly allowance: bigint }> {
		const { client, chain } = this.access;
		const [owner, spender] = [getAddress(permit.owner), getAddress(permit.spender)];
		const { r, s, yParity } = parseSignature(signature);
		const hash = await this.#inTurn(() =>
			this.#wallet().writeContract({
				address: chain.token,
				abi: tokenAbi,
				functionName: "permit",
				args: [owner, spender, permit.value, permit.deadline, yParity + 27, r, s],
			}),
		);
		const receipt = await receiptOf(client, hash);
		if (receipt.status !== "success") throw new Error(`the permit reverted in ${hash}`);
		const read = { address: chain.token, abi: tokenAbi } as const;
		const allowance = await client.readContract({
			...read,
			functionName: "allowance",
			args: [owner, spender],
		});
		return { hash, allowance };
	}
}
