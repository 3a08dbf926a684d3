import { type Address, getAddress, parseAbi } from "viem";
import { callAs, contractsOf, DEPLOYER, deployAt, USER, type WorldChain } from "../deploy.ts";
import { COINS, grant, mint, STAKED, STETH } from "./coins.ts";
import { corpusAddress } from "./people.ts";

/** Contracts with rights and deposits other than the user's tokens, at their mainnet addresses. */

const at = (address: string): Address => getAddress(address.toLowerCase());
const e18 = 10n ** 18n;

/** Balancer v2's vault. The user has an internal balance of `INTERNAL_BALANCE` BAL. */
export const POOL_VAULT: Address = at("0xBA12222222228d8Ba445958a75a0704d566BF2C8");
export const INTERNAL_BALANCE = 350n * e18;
/** DelegateApprovals of Synthetix. */
export const POWERS: Address = at("0x15fd6e554874B9e70F832Ed37f231Ac5E142362f");
/** The Ethereum Vault Connector. */
export const CONNECTOR: Address = at("0x0C9a3dd6b8F28529d72d7f9cE918D493519EE383");
/** delegate.xyz, version 2. */
export const DELEGATES: Address = at("0x00000000000000447e69651d841bD8D104Bed493");
/** Snapshot's delegate registry. */
export const VOTES: Address = at("0x469788fE6E9E9681C6ebF3bF78e7Fd26Fc015446");
/** EigenLayer's rewards. */
export const REWARDS: Address = at("0x7750d328b314EfFa365A0402CcfD489B80B0adda");
/** Rocket Pool's storage. */
export const NODES: Address = at("0x1d8f8f00cfa6758d7bE78336684788Fb0ee0Fa46");
/** Curve gauge. The user staked 200 CVX and earned 10 CRV. */
export const GAUGE: Address = at("0xbFcF63294aD7105dEa65aA58F8AE5BE2D9d0952A");
/** Strategy that the user manages. It holds 600 AAVE. */
export const STRATEGY: Address = corpusAddress("strategy");
/** ERC-4337 entry point, version 0.7. The user has a deposit of `DEPOSITED` wei. */
export const ENTRY_DEPOSITS: Address = at("0x0000000071727De22E5E9d8BAf0edAc6f37da032");
export const DEPOSITED = 12n * e18;
export const VALIDATORS: Address = at("0x00000000219ab540356cBB839Cbe05303d7705Fa");
/** System contract of EIP-7251. */
export const CONSOLIDATIONS: Address = at("0x0000BBdDc7CE488642fb579F8B00f3a590007251");
/** Sablier. The user's stream 88 holds 400 LDO. */
export const STREAMS: Address = at("0x7C01AA3783577E15fD7e272443D44B92d5b21056");
export const STREAM = 88n;
/** Lido's withdrawal queue. The user has approved it for all STETH. */
export const QUEUE: Address = at("0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1");
/** dYdX Solo. */
export const MARGIN: Address = at("0x1E0447b19BB6EcFdAe1e4AE1694b0C3659614e4e");
/** CoW Protocol's settlement. */
export const SETTLEMENT: Address = at("0x9008D19f58AAbD9eD0D60971565AA8510560ab41");
/** Vote escrow. The user has lock 5 with 450 BAL, and the thief has lock 6. */
export const ESCROW: Address = corpusAddress("vote escrow");

export const poolVaultAbi = parseAbi([
	"function setRelayerApproval(address sender, address relayer, bool approved)",
	"function manageUserBalance((uint8 kind, address asset, uint256 amount, address sender, address recipient)[] ops) payable",
]);
export const powersAbi = parseAbi(["function approveAllDelegatePowers(address delegate)"]);
export const connectorAbi = parseAbi([
	"function setAccountOperator(address account, address operator, bool authorized) payable",
	"function batch((address targetContract, address onBehalfOfAccount, uint256 value, bytes data)[] items) payable",
]);
export const delegatesAbi = parseAbi([
	"function delegateAll(address to, bytes32 rights, bool enable) payable returns (bytes32)",
	"function delegateContract(address to, address contract_, bytes32 rights, bool enable) payable returns (bytes32)",
	"function multicall(bytes[] data) payable returns (bytes[])",
]);
export const votesAbi = parseAbi(["function setDelegate(bytes32 id, address delegate)"]);
export const rewardsAbi = parseAbi(["function setClaimerFor(address claimer)"]);
export const nodesAbi = parseAbi([
	"function setWithdrawalAddress(address nodeAddress, address newWithdrawalAddress, bool confirm)",
]);
export const gaugeAbi = parseAbi([
	"function deposit(uint256 value, address addr)",
	"function set_rewards_receiver(address receiver)",
	"function claim_rewards(address addr, address receiver)",
]);
export const strategyAbi = parseAbi([
	"function init(address management)",
	"function setPendingManagement(address to)",
	"function setKeeper(address to)",
	"function setRewardsRecipient(address to)",
	"function setExecutor(address executor, bool allowed)",
	"function rescueTokens(address token, address to, uint256 amount)",
	"function execute(address target, bytes data) returns (bytes)",
]);
export const entryAbi = parseAbi([
	"function depositTo(address account) payable",
	"function withdrawTo(address withdrawAddress, uint256 withdrawAmount)",
]);
export const validatorsAbi = parseAbi([
	"function deposit(bytes pubkey, bytes withdrawal_credentials, bytes signature, bytes32 deposit_data_root) payable",
]);
export const streamsAbi = parseAbi([
	"function open(uint256 streamId, address recipient, address token, uint128 amount)",
	"function withdrawMax(uint256 streamId, address to) payable returns (uint128)",
]);
export const queueAbi = parseAbi([
	"function requestWithdrawals(uint256[] _amounts, address _owner) returns (uint256[])",
]);
export const marginAbi = parseAbi(["function setOperators((address operator, bool trusted)[] args)"]);
export const settlementAbi = parseAbi(["function setPreSignature(bytes orderUid, bool signed)"]);
export const escrowAbi = parseAbi([
	"function open(uint256 id, address owner, address token, uint256 amount, uint256 end)",
	"function merge(uint256 from, uint256 to)",
]);

/** Deploys the contracts at their addresses, with the user's positions. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Rights.sol");
	const put = (address: Address, name: string, args: readonly unknown[] = []) =>
		deployAt(chain, address, contract(name), args);
	for (const [address, name] of [
		[POOL_VAULT, "PoolVault"],
		[POWERS, "PowerBook"],
		[CONNECTOR, "VaultConnector"],
		[DELEGATES, "DelegateBook"],
		[VOTES, "VoteDelegates"],
		[REWARDS, "RewardClaims"],
		[NODES, "NodeBook"],
		[ENTRY_DEPOSITS, "DepositBook"],
		[VALIDATORS, "ValidatorDeposits"],
		[CONSOLIDATIONS, "Consolidations"],
		[STREAMS, "StreamBook"],
		[MARGIN, "MarginBook"],
		[SETTLEMENT, "OrderSettlement"],
		[ESCROW, "VoteEscrow"],
	] as const)
		await put(address, name);

	await mint(chain, COINS.BAL, DEPLOYER, INTERNAL_BALANCE);
	await grant(chain, COINS.BAL, DEPLOYER, POOL_VAULT, INTERNAL_BALANCE);
	const deposit = { kind: 0, asset: COINS.BAL, amount: INTERNAL_BALANCE, sender: DEPLOYER, recipient: USER };
	await callAs(chain, DEPLOYER, POOL_VAULT, poolVaultAbi, "manageUserBalance", [[deposit]]);

	await put(GAUGE, "RewardGauge", [COINS.CVX, COINS.CRV]);
	await mint(chain, COINS.CVX, DEPLOYER, 200n * e18);
	await mint(chain, COINS.CRV, GAUGE, 100n * e18);
	await grant(chain, COINS.CVX, DEPLOYER, GAUGE, 200n * e18);
	await callAs(chain, DEPLOYER, GAUGE, gaugeAbi, "deposit", [200n * e18, USER]);

	await put(STRATEGY, "OwnedStrategy", [COINS.AAVE]);
	await callAs(chain, DEPLOYER, STRATEGY, strategyAbi, "init", [USER]);
	await mint(chain, COINS.AAVE, STRATEGY, 600n * e18);

	await callAs(chain, DEPLOYER, ENTRY_DEPOSITS, entryAbi, "depositTo", [USER], DEPOSITED);
	await mint(chain, COINS.LDO, STREAMS, 400n * e18);
	await callAs(chain, DEPLOYER, STREAMS, streamsAbi, "open", [STREAM, USER, COINS.LDO, 400n * e18]);
	await put(QUEUE, "WithdrawalQueue", [STETH]);
	await grant(chain, STETH, USER, QUEUE, STAKED);
	const end = 1_900_000_000n;
	await callAs(chain, DEPLOYER, ESCROW, escrowAbi, "open", [5n, USER, COINS.BAL, 450n * e18, end]);
	await callAs(chain, DEPLOYER, ESCROW, escrowAbi, "open", [6n, DEPLOYER, COINS.BAL, e18, end]);
}
