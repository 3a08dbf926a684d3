import { type Address, parseAbi } from "viem";
import { at, callAs, contractsOf, DEPLOYER, deployAt, sendAs, USER, type WorldChain } from "../deploy.ts";
import { DAI, give, tokenAbi, UNI, whole } from "./tokens.ts";

/** Staking: Lido, Rocket Pool, reward pools, EigenLayer. */

export const STETH: Address = at("0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84");
export const WSTETH: Address = at("0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0");
export const LIDO_QUEUE: Address = at("0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1");
export const RETH: Address = at("0xae78736Cd615f374D3085123A210448E74Fc6393");
export const ROCKET_DEPOSITS: Address = at("0xCE15294273CFb9D9b628F4D61636623decDF4fdC");
/** Reward pool with the interface of Synthetix' pools. It pays UNI for staking DAI. */
export const STAKING_POOL: Address = at("0xa1484C3aa22a66C62b77E0AE78E15258bd0cB711");
/** The same pool at an unlisted address. */
export const OTHER_POOL: Address = at("0x5c3B0dB7E2f1A94c8A6d5e07f3C29b1dA86E4F13");
export const EIGEN_STRATEGIES: Address = at("0x858646372CC42E1A627fcE94aa7A7033e7CF075A");
export const EIGEN_DELEGATION: Address = at("0x39053D51B77DC0d36036Fc1fCc8Cb819df8Ef37A");
export const EIGEN_STETH: Address = at("0x93c4b944D05dfe6df7645A86cd2206016c51564D");
/** Operator of EigenLayer. */
export const EIGEN_OPERATOR: Address = at("0x71C6F7Ed8C2d4925d0bAf16f6A85BB1736D412eb");

export const stethAbi = parseAbi(["function submit(address referral) payable returns (uint256)"]);
export const wstethAbi = parseAbi([
	"function wrap(uint256 stETHAmount) returns (uint256)",
	"function unwrap(uint256 wstETHAmount) returns (uint256)",
]);
export const queueAbi = parseAbi([
	"function requestWithdrawals(uint256[] amounts, address owner) returns (uint256[] requestIds)",
	"function claimWithdrawals(uint256[] requestIds, uint256[] hints)",
	"function claimWithdrawal(uint256 requestId)",
]);
export const rocketAbi = parseAbi(["function deposit() payable", "function burn(uint256 rethAmount)"]);
export const stakingAbi = parseAbi([
	"function stake(uint256 amount)",
	"function withdraw(uint256 amount)",
	"function getReward()",
	"function exit()",
]);
export const eigenAbi = parseAbi([
	"function depositIntoStrategy(address strategy, address token, uint256 amount) returns (uint256 shares)",
	"function delegateTo(address operator, (bytes signature, uint256 expiry) approverSignatureAndExpiry, bytes32 approverSalt)",
	"function undelegate(address staker)",
]);
const setUpAbi = parseAbi([
	"function accrue(address account, uint256 reward)",
	"function finalize(uint256 id) payable",
	"function registerAsOperator(address approver, uint32 delay, string uri)",
]);

/** Withdrawal request for 1 ether that can be claimed. */
export const LIDO_REQUEST = 50_001n;

/**
 * Deploys the contracts at their addresses. The user has 8 stETH, 3 wstETH, 2 rETH, and 1,500 DAI with due
 * rewards in each pool.
 */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Stakes.sol");
	await deployAt(chain, STETH, contract("StakedEther"));
	await deployAt(chain, WSTETH, contract("WrappedStakedEther"), [STETH]);
	await deployAt(chain, LIDO_QUEUE, contract("WithdrawalQueue"), [STETH]);
	const nobody = "0x0000000000000000000000000000000000000000";
	await callAs(chain, USER, STETH, stethAbi, "submit", [nobody], whole(9));
	await sendAs(chain, USER, WSTETH, "0x", whole(4));
	await callAs(chain, USER, STETH, tokenAbi, "approve", [LIDO_QUEUE, whole(1)]);
	await callAs(chain, USER, LIDO_QUEUE, queueAbi, "requestWithdrawals", [[whole(1)], USER]);
	await callAs(chain, DEPLOYER, LIDO_QUEUE, setUpAbi, "finalize", [LIDO_REQUEST], whole(1));
	await deployAt(chain, RETH, contract("RocketEther"), [ROCKET_DEPOSITS]);
	await deployAt(chain, ROCKET_DEPOSITS, contract("RocketDeposits"), [RETH]);
	await sendAs(chain, DEPLOYER, RETH, "0x", whole(500));
	await callAs(chain, USER, ROCKET_DEPOSITS, rocketAbi, "deposit", [], whole(2));
	for (const pool of [STAKING_POOL, OTHER_POOL]) {
		await deployAt(chain, pool, contract("StakingPool"), [DAI, UNI]);
		await give(chain, UNI, pool, whole(10_000));
		await give(chain, DAI, USER, whole(1_500));
		await callAs(chain, USER, DAI, tokenAbi, "approve", [pool, whole(1_500)]);
		await callAs(chain, USER, pool, stakingAbi, "stake", [whole(1_500)]);
		await callAs(chain, DEPLOYER, pool, setUpAbi, "accrue", [USER, whole(6)]);
	}
	await deployAt(chain, EIGEN_STRATEGIES, contract("StrategyManager"));
	await deployAt(chain, EIGEN_STETH, contract("Strategy"), [STETH]);
	await deployAt(chain, EIGEN_DELEGATION, contract("DelegationManager"));
	await callAs(chain, EIGEN_OPERATOR, EIGEN_DELEGATION, setUpAbi, "registerAsOperator", [nobody, 0, ""]);
}
