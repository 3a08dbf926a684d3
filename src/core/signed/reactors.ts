/** Contracts that take tokens by a Permit2 signature only against what its order brings. */

/**
 * The order reactors of UniswapX, in lower case. Source: docs.uniswap.org/contracts/uniswapx/deployment and the
 * SDK's REACTOR_ADDRESS_MAPPING. Permit2 lets its spender take the tokens whatever the witness says: only the code of
 * these makes the order's gain come true.
 */
const REACTORS: ReadonlySet<string> = new Set([
	"0x6000da47483062a0d734ba3dc7576ce6a0b645c4",
	"0x00000011f84b9aa48e5f8aa8b9897600006289be",
	"0x1bd1aadc9e230626c44a139d7e70d842749351eb",
	"0xb274d5f4b833b61b340b654d600a864fb604a87c",
	"0x000000001ec5656dcdb24d90dfa42742738de729",
	"0x00000006021a6bce796be7ba509bbba71e956e37",
]);

/** @param address in lower case */
export const isReactor = (address: string): boolean => REACTORS.has(address.toLowerCase());
