import { type Address, parseAbi } from "viem";
import { at, call, contractsOf, KEEPER, place, USER, type WorldChain } from "../place.ts";
import { COINS, mint } from "./coins.ts";
import { placeOf } from "./people.ts";
import { DAI, whole } from "./tokens.ts";

/** Contracts that keep many tokens by number (EIP-6909). */

/** Uniswap v4's pool manager: the user has `CLAIMED` of the claims numbered `CLAIM_ID`. */
export const MANAGER: Address = at("0x000000000004444c5dc75cB358380D2e3dE08A90");
export const CLAIM_ID = BigInt(DAI);
const CLAIMED = whole(300);
/** Unknown contract; it pays 5 AAVE to everybody who gives it a right. */
export const GENEROUS: Address = placeOf("generous book");

export const claimsAbi = parseAbi([
	"function transfer(address receiver, uint256 id, uint256 amount) returns (bool)",
	"function transferFrom(address sender, address receiver, uint256 id, uint256 amount) returns (bool)",
	"function approve(address spender, uint256 id, uint256 amount) returns (bool)",
	"function setOperator(address operator, bool approved) returns (bool)",
]);
const mintAbi = parseAbi(["function mint(address to, uint256 id, uint256 amount)"]);

/** For honest requests: the attacks' own world has the pool manager already. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Coins.sol");
	await place(chain, MANAGER, contract("ClaimBook"));
	await call(chain, KEEPER, MANAGER, mintAbi, "mint", [USER, CLAIM_ID, CLAIMED]);
}

export async function installGenerous(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Claims.sol");
	await place(chain, GENEROUS, contract("GenerousBook"), [COINS.AAVE]);
	await mint(chain, COINS.AAVE, GENEROUS, whole(100));
}
