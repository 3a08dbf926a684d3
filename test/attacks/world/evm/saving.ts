import {
	type Address,
	encodeAbiParameters,
	type Hex,
	keccak256,
	parseAbi,
	parseAbiParameters,
	stringToHex,
} from "viem";
import { at, call, contractsOf, KEEPER, OWN_OTHER, place, USER, type WorldChain } from "../place.ts";
import { DAI, give, tokenAbi, UNI, USDC, usd, whole } from "./tokens.ts";

/** Vaults of EIP-4626 and a governor, both OpenZeppelin's own code. */

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
const GRANT: [Address[], bigint[], Hex[]] = [[KEEPER], [0n], ["0x"]];

/** The proposal that can be voted on, by OpenZeppelin's `hashProposal`. */
export const PROPOSAL_ID: bigint = BigInt(
	keccak256(
		encodeAbiParameters(parseAbiParameters("address[], uint256[], bytes[], bytes32"), [
			...GRANT,
			keccak256(stringToHex(PROPOSAL)),
		]),
	),
);

/** Puts them at their addresses; the user has 2 000 DAI and 1 000 USDC in the vaults. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Saving.sol");
	await place(chain, SDAI, contract("Vault"), [DAI, "Savings Dai", "sDAI"]);
	await place(chain, STEAKHOUSE_USDC, contract("Vault"), [USDC, "Steakhouse USDC", "steakUSDC"]);
	for (const [vault, asset, own, others] of [
		[SDAI, DAI, whole(2_000), whole(900_000)],
		[STEAKHOUSE_USDC, USDC, usd(1_000), usd(900_000)],
	] as const) {
		await give(chain, asset, KEEPER, own + others);
		await call(chain, KEEPER, asset, tokenAbi, "approve", [vault, own + others]);
		await call(chain, KEEPER, vault, vaultAbi, "deposit", [others, KEEPER]);
		await call(chain, KEEPER, vault, vaultAbi, "deposit", [own, USER]);
		// Earnings of the vault: a share is worth more than one unit of its asset.
		await give(chain, asset, vault, others / 10n);
	}
	await place(chain, GOVERNOR, contract("Assembly"), [UNI]);
	await call(chain, OWN_OTHER, UNI, tokenAbi, "delegate", [OWN_OTHER]);
	await call(chain, KEEPER, GOVERNOR, governorAbi, "propose", [...GRANT, PROPOSAL]);
	await chain.mine(3);
}
