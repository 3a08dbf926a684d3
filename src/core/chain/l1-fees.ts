/**
 * How a rollup charges for L1 data. `op` and `scroll` charge on top of gas, as reported by GasPriceOracle or
 * L1GasPriceOracle. `gas` includes the charge in gas. Sources: the superchain registry, docs.scroll.io,
 * docs.arbitrum.io, docs.zksync.io, docs.linea.build.
 */
export type L1Charge = "op" | "scroll" | "gas" | "none";

const charged = (by: L1Charge, ...chains: readonly number[]) => chains.map((chain) => [chain, by] as const);

const CHARGES: ReadonlyMap<number, L1Charge> = new Map([
	// OP Mainnet, Unichain, Fraxtal, World Chain, Lisk, Soneium, Base, Mode, Ink, BOB, Blast, Zora.
	...charged("op", 10, 130, 252, 480, 1_135, 1_868, 8_453, 34_443, 57_073, 60_808, 81_457, 7_777_777),
	// Sepolia testnets of Unichain, World Chain, Base and OP.
	...charged("op", 1_301, 4_801, 84_532, 11_155_420),
	...charged("scroll", 534_352, 534_351),
	// Arbitrum One and Nova, Arbitrum Sepolia, ZKsync Era, Linea.
	...charged("gas", 42_161, 42_170, 421_614, 324, 59_144),
	// Ethereum, BNB Smart Chain, Gnosis, Polygon, Sonic, Avalanche, Sepolia.
	...charged("none", 1, 56, 100, 137, 146, 43_114, 11_155_111),
]);

export const l1ChargeOf = (chainId: number): L1Charge | null => CHARGES.get(chainId) ?? null;
