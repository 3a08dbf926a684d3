import { type Address, formatEther, parseEther } from "viem";
import { tokenAbi } from "../chains/demo-abi.ts";
import { SOMEBODY, type Stage } from "../e2e/pages/stage.ts";
import type { Facts } from "../e2e/pages/trusted.ts";
import { must } from "./tell.ts";

/** On-chain balances of a story's accounts, in base units. */
export interface Holdings {
	readonly eth: bigint;
	readonly demo: bigint;
	readonly allowance: bigint;
	readonly theirEth: bigint;
	readonly theirDemo: bigint;
}

export async function holdings({ world, person }: Stage): Promise<Holdings> {
	const { publicClient } = world.chain;
	const { token, router } = world.demo;
	const demoOf = (owner: Address) =>
		publicClient.readContract({ address: token, abi: tokenAbi, functionName: "balanceOf", args: [owner] });
	const [eth, demo, theirEth, theirDemo, allowance] = await Promise.all([
		publicClient.getBalance({ address: person }),
		demoOf(person),
		publicClient.getBalance({ address: SOMEBODY }),
		demoOf(SOMEBODY),
		publicClient.readContract({
			address: token,
			abi: tokenAbi,
			functionName: "allowance",
			args: [person, router],
		}),
	]);
	return { eth, demo, allowance, theirEth, theirDemo };
}

function outOf(facts: Facts, unit: string): bigint {
	return facts.changes
		.filter((change) => change.unit === unit)
		.reduce(
			(sum, { direction, amount }) => sum + parseEther(direction === "out" ? amount : `-${amount}`),
			0n,
		);
}

/**
 * Holds the chain to the review: what the user lost is what the review said plus the fee that was paid, and
 * what somebody got is that amount, where it went to them. `allowed`: the allowance that must stand afterwards,
 * where it changes.
 */
export async function compare(
	stage: Stage,
	facts: Facts,
	hash: string,
	before: Holdings,
	{ allowed, toSomebody }: { readonly allowed: bigint | null; readonly toSomebody: boolean },
): Promise<string> {
	const after = await holdings(stage);
	const receipt = await stage.receiptOf(hash);
	const fee = receipt.gasUsed * receipt.effectiveGasPrice;
	const eth = outOf(facts, "ETH");
	const demo = outOf(facts, "DEMO");
	must("the transaction is mined and succeeded", receipt.status === "success", receipt.status);
	must("ETH went out as reviewed, and the fee", before.eth - after.eth === eth + fee, { before, after, fee });
	must("DEMO went out as reviewed", before.demo - after.demo === demo, { before, after });
	const arrived = (amount: bigint) => (toSomebody ? amount : 0n);
	must("the ETH has arrived", after.theirEth - before.theirEth === arrived(eth), { before, after });
	must("the DEMO has arrived", after.theirDemo - before.theirDemo === arrived(demo), { before, after });
	const allowance = allowed ?? before.allowance;
	must("the allowance is as reviewed", after.allowance === allowance, { before, after });
	const moved = [
		eth === 0n ? "" : `${formatEther(eth)} ETH`,
		demo === 0n ? "" : `${formatEther(demo)} DEMO`,
		allowed === null ? "" : `allowance ${formatEther(allowed)} DEMO`,
	].filter((part) => part !== "");
	return `${moved.join(", ")} moved as reviewed; fee ${formatEther(fee)} ETH, as the receipt says`;
}
