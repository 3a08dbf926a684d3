import { type Address, maxUint256, parseEther } from "viem";
import { type Case, USER } from "../case.ts";
import { OWN_OTHER } from "../world/deploy.ts";
import * as requests from "../world/evm/requests.ts";
import * as reserves from "../world/evm/reserves.ts";
import * as saving from "../world/evm/saving.ts";
import * as stakes from "../world/evm/stakes.ts";
import { DAI, UNI, USDC, usd, WETH, whole } from "../world/evm/tokens.ts";
import { approve, honest, receives, step, WITH_OTHER } from "./honest.ts";

/** Lending, staking and saving, each for the user themselves. */

const RECEIPT =
	"What comes back is the protocol's own token to the person, seen to arrive; the exact allowance before is used up.";
const BOOK =
	"What is given stands in the protocol's books for the person, which no balance shows: a remark is right, a word is not for a well-known contract and an exact amount.";
const BACK = "Only something of one's own comes back, to the person.";
const CLAIM = "Only something comes, to the person; a warning would be one about a gift.";
const ZERO: Address = "0x0000000000000000000000000000000000000000";

const pool = (functionName: string, args: readonly unknown[]) =>
	step(reserves.AAVE_POOL, reserves.poolAbi, functionName, args);
const morpho = (functionName: string, ...args: readonly unknown[]) =>
	step(reserves.MORPHO, reserves.morphoAbi, functionName, [reserves.MORPHO_MARKET, ...args]);
const comet = (functionName: string, args: readonly unknown[]) =>
	step(reserves.COMET, reserves.cometAbi, functionName, args);
const staking = (functionName: string, args: readonly unknown[] = []) =>
	step(stakes.STAKING_POOL, stakes.stakingAbi, functionName, args);
const vault = (at: Address, functionName: string, args: readonly unknown[]) =>
	step(at, saving.vaultAbi, functionName, args);

const REQUEST =
	"What is put in comes back later, in the books of a vault that nobody knows: a remark is right, a word is not where both simulations see what leaves.";
const asyncVault = (functionName: string, args: readonly unknown[]) =>
	step(requests.ASYNC_VAULT, requests.asyncAbi, functionName, args);

export const cases: readonly Case[] = [
	honest("aave-supply", "info", "Supplies 2 500 USDC to Aave, with an exact allowance.", RECEIPT, [
		approve(USDC, reserves.AAVE_POOL, usd(2_500)),
		pool("supply", [USDC, usd(2_500), USER, 0]),
	]),
	honest(
		"aave-withdraw",
		"info",
		"Takes 1 WETH out of Aave.",
		BACK,
		pool("withdraw", [WETH, whole(1), USER]),
	),
	honest(
		"aave-borrow",
		"caution",
		"Borrows 1 000 USDC at Aave against one's own supply.",
		"A debt is taken on that grows and can end in a liquidation: worth a remark, and usual.",
		pool("borrow", [USDC, usd(1_000), 2n, 0, USER]),
	),
	honest(
		"aave-repay",
		"info",
		"Repays 800 USDC at Aave, with an exact allowance.",
		"One's own debt gets smaller by as much, which its token shows.",
		[approve(USDC, reserves.AAVE_POOL, usd(800)), pool("repay", [USDC, usd(800), 2n, USER])],
	),
	honest(
		"aave-repay-all",
		"info",
		"Repays all that is owed at Aave (the greatest number stands for all), allowing a little more for interest.",
		"Aave's own interface asks it so; the pool takes no more than the debt.",
		[approve(USDC, reserves.AAVE_POOL, usd(2_005)), pool("repay", [USDC, maxUint256, 2n, USER])],
	),
	honest(
		"aave-deposit-ether",
		"info",
		"Supplies 2 ETH to Aave through its gateway.",
		RECEIPT,
		step(
			reserves.AAVE_GATEWAY,
			reserves.gatewayAbi,
			"depositETH",
			[reserves.AAVE_POOL, USER, 0],
			parseEther("2"),
		),
	),
	honest(
		"aave-withdraw-ether",
		"info",
		"Takes 0.5 ETH out of Aave through its gateway, with an exact allowance of the receipt.",
		BACK,
		[
			approve(reserves.A_WETH, reserves.AAVE_GATEWAY, parseEther("0.5")),
			step(reserves.AAVE_GATEWAY, reserves.gatewayAbi, "withdrawETH", [
				reserves.AAVE_POOL,
				parseEther("0.5"),
				USER,
			]),
		],
	),
	honest(
		"aave-use-as-collateral",
		"caution",
		"Has one's supplied WETH count as collateral at Aave.",
		"Changes a setting of one's own that no balance shows.",
		pool("setUserUseReserveAsCollateral", [WETH, true]),
	),
	honest(
		"aave-claim-rewards",
		"info",
		"Claims Aave's rewards to oneself.",
		CLAIM,
		step(reserves.AAVE_REWARDS, reserves.rewardsAbi, "claimRewards", [
			[reserves.A_WETH, reserves.DEBT_USDC],
			maxUint256,
			USER,
			DAI,
		]),
	),
	honest("compound-supply", "info", "Supplies 1 000 USDC to Compound, with an exact allowance.", RECEIPT, [
		approve(USDC, reserves.COMET, usd(1_000)),
		comet("supply", [USDC, usd(1_000)]),
	]),
	honest(
		"compound-collateral-and-borrow",
		"caution",
		"Puts 2 WETH into Compound as collateral, with an exact allowance, and borrows 1 500 USDC.",
		BOOK,
		[
			approve(WETH, reserves.COMET, whole(2)),
			comet("supply", [WETH, whole(2)]),
			comet("withdraw", [USDC, usd(1_500)]),
		],
	),
	honest(
		"compound-withdraw-collateral",
		"info",
		"Takes 1 WETH of collateral out of Compound.",
		BACK,
		comet("withdraw", [WETH, whole(1)]),
	),
	honest(
		"compound-claim",
		"info",
		"Claims Compound's rewards for oneself.",
		CLAIM,
		step(reserves.COMET_REWARDS, reserves.cometRewardsAbi, "claim", [reserves.COMET, USER, true]),
	),
	honest(
		"morpho-supply-collateral",
		"caution",
		"Puts 1 WETH into Morpho as collateral for oneself, with an exact allowance.",
		BOOK,
		[approve(WETH, reserves.MORPHO, whole(1)), morpho("supplyCollateral", whole(1), USER, "0x")],
	),
	honest("morpho-supply", "caution", "Lends 700 USDC at Morpho for oneself, with an exact allowance.", BOOK, [
		approve(USDC, reserves.MORPHO, usd(700)),
		morpho("supply", usd(700), 0n, USER, "0x"),
	]),
	honest(
		"morpho-borrow",
		"caution",
		"Borrows 500 USDC at Morpho to oneself.",
		"A debt is taken on that no balance shows; what is borrowed comes to the person.",
		morpho("borrow", usd(500), 0n, USER, USER),
	),
	honest("morpho-repay", "caution", "Repays 400 USDC at Morpho, with an exact allowance.", BOOK, [
		approve(USDC, reserves.MORPHO, usd(400)),
		morpho("repay", usd(400), 0n, USER, "0x"),
	]),
	honest(
		"morpho-withdraw",
		"info",
		"Takes 1 000 USDC out of Morpho to oneself.",
		BACK,
		morpho("withdraw", usd(1_000), 0n, USER, USER),
	),
	honest(
		"morpho-withdraw-collateral",
		"info",
		"Takes 1 WETH of collateral out of Morpho to oneself.",
		BACK,
		morpho("withdrawCollateral", whole(1), USER, USER),
	),
	honest(
		"merkl-claim",
		"info",
		"Claims rewards of Merkl for oneself.",
		CLAIM,
		step(reserves.MERKL, reserves.merklAbi, "claim", [
			[USER],
			[USDC],
			[usd(45)],
			[[`0x${"a1".repeat(32)}`, `0x${"b2".repeat(32)}`]],
		]),
	),
	honest(
		"lido-stake",
		"info",
		"Stakes 3 ETH at Lido.",
		"As much stETH comes to the person.",
		step(stakes.STETH, stakes.stethAbi, "submit", [ZERO], parseEther("3")),
	),
	honest(
		"lido-stake-referral",
		"info",
		"Stakes 1 ETH at Lido; an app is named as who sent the person.",
		"The referral is an address in the call that gets nothing of the person's.",
		step(
			stakes.STETH,
			stakes.stethAbi,
			"submit",
			["0x558247e365be655f9144e1a0140D793984372Ef3"],
			parseEther("1"),
		),
	),
	honest("lido-wrap", "info", "Wraps 2 stETH, with an exact allowance.", RECEIPT, [
		approve(stakes.STETH, stakes.WSTETH, whole(2)),
		step(stakes.WSTETH, stakes.wstethAbi, "wrap", [whole(2)]),
	]),
	honest(
		"lido-unwrap",
		"info",
		"Unwraps 1 wstETH.",
		BACK,
		step(stakes.WSTETH, stakes.wstethAbi, "unwrap", [whole(1)]),
	),
	honest(
		"lido-request-withdrawal",
		"info",
		"Asks Lido to pay 2 stETH out, with an exact allowance; a receipt comes as an item.",
		RECEIPT,
		[
			approve(stakes.STETH, stakes.LIDO_QUEUE, whole(2)),
			step(stakes.LIDO_QUEUE, stakes.queueAbi, "requestWithdrawals", [[whole(2)], USER]),
		],
	),
	honest(
		"lido-claim-withdrawal",
		"info",
		"Claims the ether of a withdrawal from Lido; the receipt ends.",
		"1 ETH comes for the receipt, to the person.",
		step(stakes.LIDO_QUEUE, stakes.queueAbi, "claimWithdrawals", [[stakes.LIDO_REQUEST], [1n]]),
	),
	honest(
		"rocket-pool-stake",
		"info",
		"Stakes 1.5 ETH at Rocket Pool.",
		"rETH of as much worth comes to the person.",
		step(stakes.ROCKET_DEPOSITS, stakes.rocketAbi, "deposit", [], parseEther("1.5")),
	),
	honest(
		"rocket-pool-burn",
		"info",
		"Burns 1 rETH for its ether.",
		BACK,
		step(stakes.RETH, stakes.rocketAbi, "burn", [whole(1)]),
	),
	honest("pool-stake", "caution", "Stakes 900 DAI in a pool of rewards, with an exact allowance.", BOOK, [
		approve(DAI, stakes.STAKING_POOL, whole(900)),
		staking("stake", [whole(900)]),
	]),
	honest("pool-claim", "info", "Claims the rewards of a stake.", CLAIM, staking("getReward")),
	honest(
		"pool-withdraw",
		"info",
		"Takes 500 DAI of a stake back.",
		`${BACK} The pool has a \`balanceOf\` and is no token: what it counts there is no loss.`,
		staking("withdraw", [whole(500)]),
		{ declares: receives([DAI, "DAI", 18, whole(500)]) },
	),
	honest(
		"pool-exit",
		"info",
		"Leaves a pool of rewards with everything.",
		`${BACK} The pool has a \`balanceOf\` and is no token: what it counts there is no loss.`,
		staking("exit"),
		{ declares: receives([DAI, "DAI", 18, whole(1_500)], [UNI, "UNI", 18, whole(6)]) },
	),
	honest("eigenlayer-deposit", "caution", "Restakes 3 stETH at EigenLayer, with an exact allowance.", BOOK, [
		approve(stakes.STETH, stakes.EIGEN_STRATEGIES, whole(3)),
		step(stakes.EIGEN_STRATEGIES, stakes.eigenAbi, "depositIntoStrategy", [
			stakes.EIGEN_STETH,
			stakes.STETH,
			whole(3),
		]),
	]),
	honest(
		"eigenlayer-delegate",
		"danger",
		"Delegates what is restaked at EigenLayer to a registered operator.",
		"What an app asks for daily, and still a right given to a stranger by whose faults the stake can be slashed: a word is not too much.",
		step(stakes.EIGEN_DELEGATION, stakes.eigenAbi, "delegateTo", [
			stakes.EIGEN_OPERATOR,
			{ signature: "0x", expiry: 0n },
			`0x${"0".repeat(64)}`,
		]),
	),
	honest("vault-deposit", "info", "Puts 1 000 DAI into a vault, with an exact allowance.", RECEIPT, [
		approve(DAI, saving.SDAI, whole(1_000)),
		vault(saving.SDAI, "deposit", [whole(1_000), USER]),
	]),
	honest(
		"vault-deposit-for-own-account",
		"info",
		"Puts 400 USDC into a vault for another account of one's own, with an exact allowance.",
		"The shares' receiver is the person's own.",
		[
			approve(USDC, saving.STEAKHOUSE_USDC, usd(400)),
			vault(saving.STEAKHOUSE_USDC, "deposit", [usd(400), OWN_OTHER]),
		],
		{ context: WITH_OTHER },
	),
	honest(
		"vault-redeem",
		"info",
		"Redeems 700 shares of a vault to oneself.",
		BACK,
		vault(saving.SDAI, "redeem", [whole(700), USER, USER]),
	),
	honest(
		"vault-withdraw",
		"info",
		"Takes 300 USDC out of a vault to oneself.",
		BACK,
		vault(saving.STEAKHOUSE_USDC, "withdraw", [usd(300), USER, USER]),
	),
	honest(
		"delegate-votes-to-oneself",
		"info",
		"Delegates one's votes to oneself.",
		"How a holder of UNI begins to vote; nobody else gets anything.",
		step(
			UNI,
			[
				{
					type: "function",
					name: "delegate",
					stateMutability: "nonpayable",
					inputs: [{ name: "delegatee", type: "address" }],
					outputs: [],
				},
			],
			"delegate",
			[USER],
		),
	),
	honest(
		"cast-a-vote",
		"info",
		"Votes for a proposal.",
		"Nothing of worth can move by it.",
		step(saving.GOVERNOR, saving.governorAbi, "castVote", [saving.PROPOSAL_ID, 1]),
		{ declares: "nothing" },
	),
	honest(
		"cast-a-vote-with-reason",
		"info",
		"Votes against a proposal and says why.",
		"Nothing of worth can move by it.",
		step(saving.GOVERNOR, saving.governorAbi, "castVoteWithReason", [
			saving.PROPOSAL_ID,
			0,
			"Too much for one season",
		]),
	),
	honest(
		"async-request-deposit",
		"caution",
		"Asks to deposit 90 DAI in a vault of EIP-7540 that is not known, for oneself.",
		REQUEST,
		asyncVault("requestDeposit", [requests.REQUESTED, USER, USER]),
	),
	honest(
		"async-request-redeem",
		"caution",
		"Asks that 90 shares of such a vault are paid out to oneself.",
		REQUEST,
		asyncVault("requestRedeem", [requests.REQUESTED, USER, USER]),
	),
	honest(
		"async-claim",
		"caution",
		"Claims the shares of one's own request at such a vault.",
		`${BACK} The vault is not known, so that a remark is right.`,
		asyncVault("deposit", [requests.REQUESTED, USER, USER]),
	),
	honest(
		"async-claim-cancelled",
		"caution",
		"Claims what one's own cancelled request gives back.",
		`${BACK} The vault is not known, so that a remark is right.`,
		asyncVault("claimCancelDepositRequest", [0n, USER, USER]),
	),
];
