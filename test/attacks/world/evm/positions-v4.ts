import { type Address, concatHex, encodeAbiParameters, type Hex, parseAbi, parseAbiParameters } from "viem";
import { at, callAs, contractsOf, DEPLOYER, deployAt, sendAs, USER, type WorldChain } from "../deploy.ts";
import { PERMIT2, permit2Abi } from "./base.ts";
import { COINS, FRXETH, grant, mint, WSTETH } from "./coins.ts";
import { DAI, give, tokenAbi, UNI, whole } from "./tokens.ts";
import { KEEPS_ALL } from "./traps.ts";

/** Uniswap's v4 position manager and its action lists. */

export const POSITIONS_V4: Address = at("0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e");
/** The user's position. It holds `POSITION_AMOUNT` of each of its two tokens. */
export const POSITION: bigint = 4_711n;
export const POSITION_AMOUNT = whole(80);
/** Position of another owner who has approved the user for it. */
export const OTHERS: bigint = 4_712n;
/**
 * Like `OTHERS`, but with a pool whose hook takes `MAY_TAKE` of each token if the position is changed without
 * liquidity or burned.
 */
export const TOLLED: bigint = 4_713n;
/** Position that somebody sent to the user. Its pool has the same hook. */
export const GIFT: bigint = 4_714n;
/** Amount of each token of a new position that the manager may spend through Permit2. */
export const MAY_TAKE = whole(20);

/** Special addresses for the caller, the manager itself and the native coin. */
export const CALLER: Address = "0x0000000000000000000000000000000000000001";
export const ITSELF: Address = "0x0000000000000000000000000000000000000002";
export const ETHER: Address = "0x0000000000000000000000000000000000000000";

export const v4Abi = parseAbi([
	"function modifyLiquidities(bytes unlockData, uint256 deadline) payable",
	"function multicall(bytes[] data) payable",
]);
const setUpAbi = parseAbi([
	"function open()",
	"function pool() view returns (address)",
	"function fill(uint256 tokenId, address token0, address token1, uint256 liquidity)",
	"function demand(uint256 tokenId, address by, uint256 toll)",
	"function give(address to, uint256 tokenId)",
	"function setApprovalForAll(address operator, bool approved)",
]);

export type Action = readonly [code: Hex, parameters: Hex];

const action = (code: Hex, types: string, values: readonly unknown[]): Action => [
	code,
	encodeAbiParameters(parseAbiParameters(types), values as never),
];
const MODIFY = "uint256, uint256, uint128, uint128, bytes";

export const increase = (id: bigint, liquidity: bigint, most = liquidity) =>
	action("0x00", MODIFY, [id, liquidity, most, most, "0x"]);
export const decrease = (id: bigint, liquidity: bigint) =>
	action("0x01", MODIFY, [id, liquidity, liquidity, liquidity, "0x"]);
export const open = (pair: readonly [Address, Address], liquidity: bigint, owner: Address, hooks = ETHER) =>
	action(
		"0x02",
		"(address, address, uint24, int24, address), int24, int24, uint256, uint128, uint128, address, bytes",
		[[...pair, 3_000, 60, hooks], -600, 600, liquidity, liquidity, liquidity, owner, "0x"],
	);
export const burn = (id: bigint) => action("0x03", "uint256, uint128, uint128, bytes", [id, 0n, 0n, "0x"]);
export const settlePair = (pair: readonly [Address, Address]) => action("0x0d", "address, address", pair);
export const take = (token: Address, to: Address) =>
	action("0x0e", "address, address, uint256", [token, to, 0n]);
export const takePair = (pair: readonly [Address, Address], to: Address) =>
	action("0x11", "address, address, address", [...pair, to]);
export const close = (token: Address) => action("0x12", "address", [token]);
export const clearOrTake = (token: Address, most: bigint) =>
	action("0x13", "address, uint256", [token, most]);
export const sweep = (token: Address, to: Address) => action("0x14", "address, address", [token, to]);

/** Encodes a list of actions as `unlockData`. */
export const listed = (...actions: readonly Action[]): Hex =>
	encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [
		concatHex(actions.map(([code]) => code)),
		actions.map(([, parameters]) => parameters),
	]);

async function fill(chain: WorldChain, id: bigint, holder: Address, pair: readonly [Address, Address]) {
	const run = (name: string, args: readonly unknown[]) =>
		callAs(chain, DEPLOYER, POSITIONS_V4, setUpAbi, name, args);
	await run("give", [holder, id]);
	await run("fill", [id, ...pair, POSITION_AMOUNT]);
}

async function build(chain: WorldChain): Promise<Address> {
	const contract = await contractsOf("PositionsV4.sol");
	await deployAt(chain, POSITIONS_V4, contract("ActionItems"));
	await callAs(chain, DEPLOYER, POSITIONS_V4, setUpAbi, "open");
	return await chain.publicClient.readContract({
		address: POSITIONS_V4,
		abi: setUpAbi,
		functionName: "pool",
	});
}

const UNTIL = 2_000_000_000;

/** Installs the manager for honest requests, with a pool of DAI and UNI. */
export async function install(chain: WorldChain): Promise<void> {
	const pool = await build(chain);
	await fill(chain, POSITION, USER, [UNI, DAI]);
	for (const token of [UNI, DAI]) {
		await give(chain, token, pool, 2n * POSITION_AMOUNT);
		await callAs(chain, USER, token, tokenAbi, "approve", [PERMIT2, 2n * MAY_TAKE]);
		await callAs(chain, USER, PERMIT2, permit2Abi, "approve", [token, POSITIONS_V4, MAY_TAKE, UNTIL]);
	}
	await sendAs(chain, DEPLOYER, pool, "0x", whole(5));
}

/** Installs the manager for attacks, with a pool of frxETH and wstETH. */
export async function installHostile(chain: WorldChain): Promise<void> {
	const pool = await build(chain);
	const pair = [FRXETH, WSTETH] as const;
	await fill(chain, POSITION, USER, pair);
	for (const id of [OTHERS, TOLLED]) await fill(chain, id, DEPLOYER, [FRXETH, COINS.AAVE]);
	await fill(chain, GIFT, USER, [FRXETH, COINS.AAVE]);
	for (const id of [TOLLED, GIFT])
		await callAs(chain, DEPLOYER, POSITIONS_V4, setUpAbi, "demand", [id, KEEPS_ALL, MAY_TAKE]);
	await callAs(chain, DEPLOYER, POSITIONS_V4, setUpAbi, "setApprovalForAll", [USER, true]);
	for (const token of [...pair, COINS.AAVE]) await mint(chain, token, pool, 2n * POSITION_AMOUNT);
	for (const token of [FRXETH, COINS.AAVE]) {
		await grant(chain, token, USER, PERMIT2, 2n ** 256n - 1n);
		await callAs(chain, USER, PERMIT2, permit2Abi, "approve", [token, POSITIONS_V4, MAY_TAKE, UNTIL]);
	}
}
