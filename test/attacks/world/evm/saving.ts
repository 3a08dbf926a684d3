import {
	type Address,
	encodeAbiParameters,
	type Hex,
	keccak256,
	parseAbi,
	parseAbiParameters,
	stringToHex,
} from "viem";
import { at, callAs, contractsOf, DEPLOYER, deployAt, OWN_OTHER, USER, type WorldChain } from "../deploy.ts";
import { DAI, give, tokenAbi, UNI, USDC, usd, whole } from "./tokens.ts";

/** EIP-4626 vaults and a governor, both with OpenZeppelin's code. */

export const SDAI: Address = at("0x83F20F44975D03b1b09e64809B757c47f942BEeA");
export const STEAKHOUSE_USDC: Address = at("0xBEEF01735c132Ada46AA9aA4c54623cAA92A64CB");
export const GOVERNOR: Address = at("0x408ED6354d4973f66138C91495F2f2FCbd8724C3");

export const vaultAbi = parseAbi([
	"function deposit(uint256 assets, address receiver) returns (uint256 shares)",
	"function mint(uint256 shares, address receiver) returns (uint256 assets)",
	"function withdraw(uint256 assets, address receiver, address owner) returns (uint256 shares)",
	"function redeem(uint256 shares, address receiver, address owner) returns (uint256 assets)",
]);
export const governorAbi = parseAbi([
	"function propose(address[] targets, uint256[] values, bytes[] calldatas, string description) returns (uint256 proposalId)",
	"function castVote(uint256 proposalId, uint8 support) returns (uint256 balance)",
	"function castVoteWithReason(uint256 proposalId, uint8 support, string reason) returns (uint256 balance)",
]);

const PROPOSAL = "Fund the grants of the next season";
const GRANT: [Address[], bigint[], Hex[]] = [[DEPLOYER], [0n], ["0x"]];

/** Id of the proposal that can be voted on, computed like OpenZeppelin's `hashProposal`. */
export const PROPOSAL_ID: bigint = BigInt(
	keccak256(
		encodeAbiParameters(parseAbiParameters("address[], uint256[], bytes[], bytes32"), [
			...GRANT,
			keccak256(stringToHex(PROPOSAL)),
		]),
	),
);

/** Deploys the contracts at their addresses. The user has 2,000 DAI and 1,000 USDC in the vaults. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Saving.sol");
	await deployAt(chain, SDAI, contract("Vault"), [DAI, "Savings Dai", "sDAI"]);
	await deployAt(chain, STEAKHOUSE_USDC, contract("Vault"), [USDC, "Steakhouse USDC", "steakUSDC"]);
	for (const [vault, asset, own, others] of [
		[SDAI, DAI, whole(2_000), whole(900_000)],
		[STEAKHOUSE_USDC, USDC, usd(1_000), usd(900_000)],
	] as const) {
		await give(chain, asset, DEPLOYER, own + others);
		await callAs(chain, DEPLOYER, asset, tokenAbi, "approve", [vault, own + others]);
		await callAs(chain, DEPLOYER, vault, vaultAbi, "deposit", [others, DEPLOYER]);
		await callAs(chain, DEPLOYER, vault, vaultAbi, "deposit", [own, USER]);
		// Earnings, so that a share is worth more than one unit of its asset.
		await give(chain, asset, vault, others / 10n);
	}
	await deployAt(chain, GOVERNOR, contract("Assembly"), [UNI]);
	await callAs(chain, OWN_OTHER, UNI, tokenAbi, "delegate", [OWN_OTHER]);
	await callAs(chain, DEPLOYER, GOVERNOR, governorAbi, "propose", [...GRANT, PROPOSAL]);
	await chain.mine(3);
}
