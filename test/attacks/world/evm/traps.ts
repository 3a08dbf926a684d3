import { type Address, concatHex, getCreate2Address, type Hex, parseAbi } from "viem";
import { THIEF } from "../../case.ts";
import { contractsOf, place, USER, type WorldChain } from "../place.ts";
import { BASKET, COINS, grant, HOLDING, mint } from "./coins.ts";
import { COLLECTION } from "./drops.ts";
import { placeOf } from "./people.ts";
import { USDC } from "./tokens.ts";

/** The thief's own contracts. Some of them the user once allowed something, as one does to a trader or a distributor. */

/** On no list; the user holds `HOLDING` of it. */
export const UNLISTED: Address = BASKET[39] ?? placeOf("unlisted");

/** Contract that spends its whole allowance; the user never used or approved it. */
export const SPENDER: Address = placeOf("spender");
/** Has a wrapper's interface and keeps the coin sent to it. */
export const KEEPS_ALL: Address = placeOf("keeps all");
/** Executes its calls, but pays a hundredth. */
export const MAX_KEPT: Address = placeOf("keeps most");
/** The user allowed it all of their YFI. */
export const OLD_FRIEND: Address = placeOf("old friend");
/** The user allowed it all of their GRT. */
export const LOUD_CLAIMS: Address = placeOf("loud claims");
/** The user approved it for all of their SUSHI; it pays RPL if it detects a simulation. */
export const CHAMELEON: Address = placeOf("chameleon");
/** The user allowed it all of their SNX without an end. */
export const SWAP_PROXY: Address = placeOf("swap proxy");
export const SALE: Address = placeOf("sale");
/** Makes copies of contracts at addresses that are known before. */
/** Spend the user's allowance of USDC, and of an unlisted token; the first passes it to an account. */
export const POLITE: Address = placeOf("polite");
export const POLITE_TO_CONTRACT: Address = placeOf("polite to a contract");
export const POLITE_OF_UNLISTED: Address = placeOf("polite of unlisted");
/** Takes the user's item 2 of Azuki. */
export const COLLECTOR: Address = placeOf("collector");
/** Lets the thief's contract spend 100 ZRX of the caller's. */
export const GENEROUS: Address = placeOf("generous");
export const MAKER: Address = placeOf("maker");
export const MADE_SALT: Hex = `0x${"07".repeat(32)}`;
/** Address where it deploys its copy of `SPENDER`. */
export const MADE: Address = getCreate2Address({
	from: MAKER,
	salt: MADE_SALT,
	bytecode: concatHex([
		"0x3d602d80600a3d3981f3363d3d373d3d3d363d73",
		SPENDER,
		"0x5af43d82803e903d91602b57fd5bf3",
	]),
});

export const loudAbi = parseAbi([
	"function claim(uint256 epoch, bytes proof)",
	"function claimMany(uint256 first, uint256 last)",
	"function claimAndReport(uint256 size) returns (bytes)",
	"function claimWithProofOfWork(uint256 left)",
	"function claimDeep(uint256 depth)",
	"function claimBasket(address[] tokens)",
]);
export const chameleonAbi = parseAbi([
	"function claimByRandom()",
	"function claimByCoinbase()",
	"function claimByPrice()",
	"function claimByGas()",
	"function claimByTime(uint256 until)",
	"function claimByBlock(uint256 until)",
	"function claimByHash()",
]);
export const makerAbi = parseAbi([
	"function prepare(bytes32 salt, address model) returns (address)",
	"function ping()",
	"function work(uint256 rounds)",
	"function workForPay(uint256 rounds)",
]);
export const saleAbi = parseAbi([
	"function buy(address payWith, uint256 amount, address out, uint256 given) payable",
]);
export const swapProxyAbi = parseAbi([
	"function swap(bytes packed) payable",
	"function swapTo(address token, uint256 amount, address to, uint256 id)",
	"function multicall(bytes[] data) payable",
]);

/** Installs them at their addresses, with the user's earlier approvals. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Traps.sol");
	const put = (address: Address, name: string, args: readonly unknown[] = []) =>
		place(chain, address, contract(name), args);
	await put(SPENDER, "OldFriend", [COINS.AAVE, THIEF]);
	await put(KEEPS_ALL, "KeepsAll");
	await put(MAX_KEPT, "KeepsMost");
	await put(OLD_FRIEND, "OldFriend", [COINS.YFI, THIEF]);
	await put(LOUD_CLAIMS, "LoudClaims", [COINS.GRT, THIEF]);
	await put(CHAMELEON, "Chameleon", [COINS.SUSHI, THIEF, COINS.RPL]);
	await put(SWAP_PROXY, "SwapProxy");
	await put(SALE, "Sale");
	await put(POLITE, "OldFriend", [USDC, THIEF]);
	await put(POLITE_TO_CONTRACT, "OldFriend", [USDC, SPENDER]);
	await put(POLITE_OF_UNLISTED, "OldFriend", [UNLISTED, SPENDER]);
	await put(COLLECTOR, "OldCollector", [COLLECTION, 2n, THIEF]);
	await put(GENEROUS, "Generous", [COINS.ZRX, SPENDER, HOLDING / 10n]);
	await mint(chain, UNLISTED, USER, HOLDING);
	await put(MAKER, "Maker");
	await grant(chain, COINS.YFI, USER, OLD_FRIEND, HOLDING);
	await grant(chain, COINS.GRT, USER, LOUD_CLAIMS, HOLDING);
	await grant(chain, COINS.SUSHI, USER, CHAMELEON, HOLDING);
	await grant(chain, COINS.SNX, USER, SWAP_PROXY, 2n ** 256n - 1n);
}
