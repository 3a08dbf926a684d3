import { isZeroAddress } from "../../../chain/well-known.ts";
import { lower } from "../abi.ts";
import { functionsOf } from "../function.ts";
import { act, type ContractFamily, part, recordedFor, right } from "./act.ts";

/**
 * Sources: Lido (Lido, WstETH, WithdrawalQueueERC721), Rocket Pool (RocketDepositPool, RocketTokenRETH),
 * EigenLayer (IStrategyManager, IDelegationManager), Synthetix's StakingRewards.
 */

const STETH = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";
const WSTETH = "0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0";

/** stETH is recorded in shares, so amounts can be off by two wei. */
const ABOUT = { bound: "about" } as const;

export const LIDO: ContractFamily = {
	app: "Lido",
	functions: functionsOf({
		"submit(address referral)": (_args, { value, target }) =>
			act("stake", { gives: [part("native", value)], gets: [part(target, null)] }),
	}),
};

export const WSTETH_WRAPPER: ContractFamily = {
	app: "Lido",
	spendsFromCaller: true,
	usual: true,
	functions: functionsOf({
		"wrap(uint256 stETHAmount)": ([amount], { target }) =>
			act("convert", { gives: [part(STETH, amount, ABOUT)], gets: [part(target, null)] }),
		"unwrap(uint256 wstETHAmount)": ([amount], { target }) =>
			act("convert", { gives: [part(target, amount)], gets: [part(STETH, null)] }),
	}),
};

const ownerOf = (owner: string) =>
	part(null, null, { party: isZeroAddress(owner) ? "caller" : lower(owner) });

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

export const LIDO_QUEUE: ContractFamily = {
	app: "Lido",
	spendsFromCaller: true,
	functions: functionsOf({
		"requestWithdrawals(uint256[] amounts, address owner)": ([amounts, owner]) =>
			act("request", { gives: [part(STETH, sum(amounts), ABOUT)], gets: [ownerOf(owner)] }),
		"requestWithdrawalsWstETH(uint256[] amounts, address owner)": ([amounts, owner]) =>
			act("request", { gives: [part(WSTETH, sum(amounts))], gets: [ownerOf(owner)] }),
		"claimWithdrawal(uint256 requestId)": () => act("claim", { gets: [part("native", null)] }),
		"claimWithdrawals(uint256[] requestIds, uint256[] hints)": () =>
			act("claim", { gets: [part("native", null)] }),
		"claimWithdrawalsTo(uint256[] requestIds, uint256[] hints, address recipient)": ([, , to]) =>
			act("claim", { gets: [part("native", null, { party: lower(to) })] }),
	}),
};

export const ROCKET_DEPOSIT: ContractFamily = {
	app: "Rocket Pool",
	usual: true,
	functions: functionsOf({
		"deposit()": (_args, { value }) =>
			act("stake", { gives: [part("native", value)], gets: [part(null, null)] }),
	}),
};

export const ROCKET_RETH: ContractFamily = {
	app: "Rocket Pool",
	usual: true,
	functions: functionsOf({
		"burn(uint256 rethAmount)": ([amount], { target }) =>
			act("unstake", { gives: [part(target, amount)], gets: [part("native", null)] }),
	}),
};

export const EIGEN_STRATEGIES: ContractFamily = {
	app: "EigenLayer",
	functions: functionsOf({
		"depositIntoStrategy(address strategy, address token, uint256 amount)": ([, token, amount]) =>
			act("stake", { gives: [part(token, amount, ABOUT)], gets: [part(null, null)] }),
	}),
};

export const EIGEN_DELEGATION: ContractFamily = {
	app: "EigenLayer",
	functions: functionsOf({
		"delegateTo(address operator, (bytes signature, uint256 expiry) approverSignatureAndExpiry, bytes32 approverSalt)":
			([holder]) => act("right", { rights: [right("stake", holder)] }),
		"redelegate(address newOperator, (bytes signature, uint256 expiry) newOperatorApproverSig, bytes32 approverSalt)":
			([holder]) => act("right", { rights: [right("stake", holder)] }),
		"undelegate(address staker)": ([owner]) => act("request", { owner }),
		"queueWithdrawals((address[] strategies, uint256[] shares, address withdrawer)[] params)": ([rows]) =>
			act("request", { gets: rows.map(({ withdrawer }) => recordedFor(withdrawer)) }),
		"completeQueuedWithdrawal((address staker, address delegatedTo, address withdrawer, uint256 nonce, uint32 startBlock, address[] strategies, uint256[] shares) withdrawal, address[] tokens, bool receiveAsTokens)":
			([{ staker, withdrawer }, tokens]) =>
				act("claim", {
					gets: tokens.map((token) => part(token, null, { party: lower(withdrawer) })),
					owner: staker,
				}),
	}),
};

/** Synthetix's StakingRewards and its forks. Only the pool knows which asset is staked. */
export const STAKING_POOL: ContractFamily = {
	app: "a staking pool",
	usual: true,
	functions: functionsOf({
		"stake(uint256 amount)": ([amount]) => act("stake", { gives: [part(null, amount)] }),
		"withdraw(uint256 amount)": ([amount]) => act("unstake", { gets: [part(null, amount)] }),
		"getReward()": () => act("claim"),
		"exit()": () => act("unstake"),
	}),
};
