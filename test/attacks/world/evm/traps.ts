import { type Address, concatHex, getCreate2Address, type Hex, parseAbi } from "viem";
import { THIEF } from "../../case.ts";
import { contractsOf, deployAt, USER, type WorldChain } from "../deploy.ts";
import { BASKET, COIN_BALANCE, COINS, grant, mint } from "./coins.ts";
import { COLLECTION } from "./drops.ts";
import { corpusAddress } from "./people.ts";
import { USDC } from "./tokens.ts";

/**
 * The thief's contracts. The user approved some of them earlier, as one approves a trader or a distributor.
 */

/** Unlisted token. The user holds `COIN_BALANCE` of it. */
export const UNLISTED: Address = BASKET[39] ?? corpusAddress("unlisted");

/** Spends its whole allowance. The user never used or approved it. */
export const SPENDER: Address = corpusAddress("spender");
/** Has the interface of a wrapper, but keeps the coin sent to it. */
export const KEEPS_ALL: Address = corpusAddress("keeps all");
/** Executes the calls, but pays out only a hundredth. */
export const MAX_KEPT: Address = corpusAddress("keeps most");
/** The user approved it for all of their YFI. */
export const OLD_FRIEND: Address = corpusAddress("old friend");
/** The user approved it for all of their GRT. */
export const LOUD_CLAIMS: Address = corpusAddress("loud claims");
/** The user approved it for all of their SUSHI; it pays RPL if it detects a simulation. */
export const CHAMELEON: Address = corpusAddress("chameleon");
/** The user gave it an unlimited allowance for their SNX. */
export const SWAP_PROXY: Address = corpusAddress("swap proxy");
export const SALE: Address = corpusAddress("sale");
/**
 * These spend the user's allowance of USDC or of an unlisted token. `POLITE` sends it to an account, the
 * others to a contract.
 */
export const POLITE: Address = corpusAddress("polite");
export const POLITE_TO_CONTRACT: Address = corpusAddress("polite to a contract");
export const POLITE_OF_UNLISTED: Address = corpusAddress("polite of unlisted");
/** Takes the user's item 2 of Azuki. */
export const COLLECTOR: Address = corpusAddress("collector");
/** Approves the thief's contract for 100 ZRX of the caller. */
export const GENEROUS: Address = corpusAddress("generous");
/** Deploys copies of contracts at predictable addresses. */
export const MAKER: Address = corpusAddress("maker");
export const MADE_SALT: Hex = `0x${"07".repeat(32)}`;
/** Address where `MAKER` deploys its copy of `SPENDER`. */
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

/** Deploys the contracts at their addresses, with the user's earlier approvals. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Traps.sol");
	const deploy = (address: Address, name: string, args: readonly unknown[] = []) =>
		deployAt(chain, address, contract(name), args);
	await deploy(SPENDER, "OldFriend", [COINS.AAVE, THIEF]);
	await deploy(KEEPS_ALL, "KeepsAll");
	await deploy(MAX_KEPT, "KeepsMost");
	await deploy(OLD_FRIEND, "OldFriend", [COINS.YFI, THIEF]);
	await deploy(LOUD_CLAIMS, "LoudClaims", [COINS.GRT, THIEF]);
	await deploy(CHAMELEON, "Chameleon", [COINS.SUSHI, THIEF, COINS.RPL]);
	await deploy(SWAP_PROXY, "SwapProxy");
	await deploy(SALE, "Sale");
	await deploy(POLITE, "OldFriend", [USDC, THIEF]);
	await deploy(POLITE_TO_CONTRACT, "OldFriend", [USDC, SPENDER]);
	await deploy(POLITE_OF_UNLISTED, "OldFriend", [UNLISTED, SPENDER]);
	await deploy(COLLECTOR, "OldCollector", [COLLECTION, 2n, THIEF]);
	await deploy(GENEROUS, "Generous", [COINS.ZRX, SPENDER, COIN_BALANCE / 10n]);
	await mint(chain, UNLISTED, USER, COIN_BALANCE);
	await deploy(MAKER, "Maker");
	await grant(chain, COINS.YFI, USER, OLD_FRIEND, COIN_BALANCE);
	await grant(chain, COINS.GRT, USER, LOUD_CLAIMS, COIN_BALANCE);
	await grant(chain, COINS.SUSHI, USER, CHAMELEON, COIN_BALANCE);
	await grant(chain, COINS.SNX, USER, SWAP_PROXY, 2n ** 256n - 1n);
}
