import { type Address, getAddress } from "viem";
import type { WorldChain } from "../deploy.ts";

/**
 * Contracts that verify signatures. No case calls them; they only have to exist. Each is installed only if
 * its address is empty.
 */

const at = (address: string): Address => getAddress(address.toLowerCase());

const SEAPORT_1_5: Address = at("0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC");
export const SEAPORT_1_6: Address = at("0x0000000000000068F116a894984e2DB1123eB395");
const ZERO_EX: Address = at("0xDef1C0ded9bec7F1a1670819833240f027b25EfF");
export const ONE_INCH_ROUTER: Address = at("0x111111125421cA6dc452d289314280a0f8842A65");
const COW_SWAP: Address = at("0x9008D19f58AAbD9eD0D60971565AA8510560ab41");
export const UNISWAP_ROUTER: Address = at("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af");
export const DUTCH_REACTOR: Address = at("0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4");
export const APES: Address = at("0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D");
export const BLUR_EXCHANGE: Address = at("0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5");
export const FARCASTER_KEYS: Address = at("0x00000000FC700472606ED4fA22623Acf62c60553");
/** The user's Safe. The user is its only owner. */
export const SAFE: Address = at("0x5aFE3855358E112B5647B952709E6165e1c1eEEe");
/** Contract of the thief that was deployed some time ago. It spends everything it is allowed to. */
export const DRAINER: Address = at("0x7c3fA1b2d98e6540C1a7B5E9d20f86cB34A9e1D5");

/** Code that reverts every call. */
const STUB = "0x5f5ffd";

export async function install(chain: WorldChain): Promise<void> {
	const all = [
		...[SEAPORT_1_5, SEAPORT_1_6, ZERO_EX, ONE_INCH_ROUTER, COW_SWAP, UNISWAP_ROUTER, DUTCH_REACTOR],
		...[APES, BLUR_EXCHANGE, FARCASTER_KEYS, SAFE, DRAINER],
	];
	for (const address of all) {
		const code = await chain.publicClient.getCode({ address });
		if (code === undefined || code === "0x") await chain.testClient.setCode({ address, bytecode: STUB });
	}
}
