import { type Address, parseAbi } from "viem";
import { callAs, contractsOf, DEPLOYER, deployAt, USER, type WorldChain } from "../deploy.ts";
import { COINS, mint } from "./coins.ts";
import { corpusAddress } from "./people.ts";
import { DAI, give, tokenAbi, whole } from "./tokens.ts";

/** An unknown EIP-7540 vault, over DAI for honest requests and over LDO for attacks. */

export const ASYNC_VAULT: Address = corpusAddress("patient vault");
/** Amount of shares, of claimable shares, and of the vault's allowance for the asset. All three are equal. */
export const REQUESTED = whole(90);

export const asyncAbi = parseAbi([
	"function requestDeposit(uint256 assets, address controller, address owner) returns (uint256)",
	"function requestRedeem(uint256 shares, address controller, address owner) returns (uint256)",
	"function deposit(uint256 assets, address receiver, address controller) returns (uint256)",
	"function redeem(uint256 shares, address receiver, address controller) returns (uint256)",
	"function cancelDepositRequest(uint256 requestId, address controller)",
	"function claimCancelDepositRequest(uint256 requestId, address receiver, address controller) returns (uint256)",
	"function setOperator(address operator, bool approved) returns (bool)",
]);

async function fill(chain: WorldChain, asset: Address): Promise<void> {
	const contract = await contractsOf("Requests.sol");
	await deployAt(chain, ASYNC_VAULT, contract("AsyncVault"), [asset]);
	await callAs(chain, DEPLOYER, asset, tokenAbi, "approve", [ASYNC_VAULT, 3n * REQUESTED]);
	await callAs(chain, DEPLOYER, ASYNC_VAULT, asyncAbi, "requestDeposit", [
		3n * REQUESTED,
		DEPLOYER,
		DEPLOYER,
	]);
	await callAs(chain, DEPLOYER, ASYNC_VAULT, asyncAbi, "deposit", [3n * REQUESTED, USER, DEPLOYER]);
	await callAs(chain, USER, ASYNC_VAULT, asyncAbi, "requestRedeem", [REQUESTED, USER, USER]);
	await callAs(chain, USER, asset, tokenAbi, "approve", [ASYNC_VAULT, 2n * REQUESTED]);
	await callAs(chain, USER, ASYNC_VAULT, asyncAbi, "requestDeposit", [REQUESTED, USER, USER]);
}

export async function install(chain: WorldChain): Promise<void> {
	await give(chain, DAI, DEPLOYER, 3n * REQUESTED);
	await fill(chain, DAI);
	// Keeps the user's balance unchanged.
	await give(chain, DAI, USER, REQUESTED);
}

export async function installHostile(chain: WorldChain): Promise<void> {
	await mint(chain, COINS.LDO, DEPLOYER, 3n * REQUESTED);
	await fill(chain, COINS.LDO);
	await mint(chain, COINS.LDO, USER, REQUESTED);
}
