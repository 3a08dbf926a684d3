import { type Address, parseAbi } from "viem";
import { call, contractsOf, KEEPER, place, USER, type WorldChain } from "../place.ts";
import { COINS, mint } from "./coins.ts";
import { placeOf } from "./people.ts";
import { DAI, give, tokenAbi, whole } from "./tokens.ts";

/** An unknown vault of EIP-7540, over DAI for honest requests and over LDO for attacks. */

export const ASYNC_VAULT: Address = placeOf("patient vault");
/** User's shares, equal claimable shares, and the vault's equal allowance of the asset. */
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
	await place(chain, ASYNC_VAULT, contract("AsyncVault"), [asset]);
	await call(chain, KEEPER, asset, tokenAbi, "approve", [ASYNC_VAULT, 3n * REQUESTED]);
	await call(chain, KEEPER, ASYNC_VAULT, asyncAbi, "requestDeposit", [3n * REQUESTED, KEEPER, KEEPER]);
	await call(chain, KEEPER, ASYNC_VAULT, asyncAbi, "deposit", [3n * REQUESTED, USER, KEEPER]);
	await call(chain, USER, ASYNC_VAULT, asyncAbi, "requestRedeem", [REQUESTED, USER, USER]);
	await call(chain, USER, asset, tokenAbi, "approve", [ASYNC_VAULT, 2n * REQUESTED]);
	await call(chain, USER, ASYNC_VAULT, asyncAbi, "requestDeposit", [REQUESTED, USER, USER]);
}

export async function install(chain: WorldChain): Promise<void> {
	await give(chain, DAI, KEEPER, 3n * REQUESTED);
	await fill(chain, DAI);
	// The user's own balance is unchanged.
	await give(chain, DAI, USER, REQUESTED);
}

export async function installHostile(chain: WorldChain): Promise<void> {
	await mint(chain, COINS.LDO, KEEPER, 3n * REQUESTED);
	await fill(chain, COINS.LDO);
	await mint(chain, COINS.LDO, USER, REQUESTED);
}
