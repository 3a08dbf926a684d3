/**
 * Contracts that are known by name alone, so that a review can say whose they are and find what only looks like them.
 * Nothing is milder for it: many of them carry out whatever their caller says, with what anybody allowed them. Each is in
 * two public lists, which docs/known-contracts.md names.
 */

type Row = readonly [app: string, address: string, chains: readonly string[]];

const BIG = ["1", "10", "137", "8453", "42161"] as const;
const WIDE = [...BIG, "56", "43114"] as const;

const ROWS: readonly Row[] = [
	["CoW Protocol", "0xc92e8bdf79f0507f65a392b0ab4667716bfe0110", ["1", "42161"]],
	["Seaport", "0x00000000006c3852cbef3e08e8df289169ede581", ["1"]],
	["Seaport", "0x00000000000001ad428e4906ae43d8f9852d0dd6", ["1"]],
	["1inch", "0x1111111254eeb25477b68fb85ed929f73a960582", BIG],
	["1inch", "0x1111111254fb6c44bac0bed2854e76f90643097d", ["1"]],
	["0x", "0xdef1c0ded9bec7f1a1670819833240f027b25eff", ["1"]],
	["0x", "0xdef1abe32c034e558cdd535791643c58a13acc10", ["10"]],
	["0x", "0x0000000000001ff3684f28c67538d4d072c22734", WIDE.slice(1)],
	["LI.FI", "0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae", [...WIDE, "100"]],
	["KyberSwap", "0x6131b5fae19ea4f9d964eac0408e4408b66337b5", WIDE],
	["ParaSwap", "0xdef171fe48cf0115b1d80b88dc8eab59176fee57", ["1"]],
	["ParaSwap", "0x216b4b4ba9f3e719726886d34a177484278bfcae", ["1"]],
	["MetaMask", "0x881d40237659c251811cec9c364ef91dc08d300c", ["1"]],
	["Balancer", "0xba12222222228d8ba445958a75a0704d566bf2c8", ["1"]],
	["Pendle", "0x888888888889758f76e7103c6cbf23abbf58f946", ["1"]],
	["Uniswap", "0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca", ["1"]],
	["Uniswap", "0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7", ["8453", "130"]],
	["Uniswap", "0x8b844f885672f333bc0042cb669255f93a4c1e6b", ["10", "137", "42161", "56", "43114"]],
];

/** By chain; addresses in lower case. */
export const NAMED_CONTRACTS: readonly (readonly [chainRef: string, address: string, app: string])[] =
	ROWS.flatMap(([app, address, chains]) => chains.map((chainRef) => [chainRef, address, app] as const));

const APPS: ReadonlyMap<string, string> = new Map(
	NAMED_CONTRACTS.map(([chainRef, address, app]) => [`${chainRef} ${address}`, app]),
);

/** Whose contract stands at this address of this chain; null for any other. @param address in lower case */
export const namedAppAt = (chainRef: string, address: string): string | null =>
	APPS.get(`${chainRef} ${address}`) ?? null;
