import { nativeOf } from "../../chain/names.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import type { Hex } from "../../format/numeral.ts";
import { lower } from "./abi.ts";
import type { DecodedToken } from "./function.ts";
import type { ContractFamily } from "./protocols/act.ts";
import { ACROSS, STARGATE } from "./protocols/bridges.ts";
import { ENS_CONTROLLER, ENS_REGISTRAR, ENS_REGISTRY, ENS_RESOLVER, ENS_REVERSE } from "./protocols/ens.ts";
import {
	AUGUSTUS,
	COW_ETH_FLOW,
	COW_SETTLEMENT,
	CURVE_POOL,
	ONE_INCH,
	ZERO_EX_HOLDER,
	ZERO_EX_SETTLER,
} from "./protocols/exchanges.ts";
import { GOVERNOR } from "./protocols/governance.ts";
import {
	AAVE_DEBT,
	AAVE_GATEWAY,
	AAVE_POOL,
	AAVE_REWARDS,
	COMET,
	COMET_REWARDS,
	COMPTROLLER,
	CTOKEN,
	MAKER_CDPS,
	MAKER_VAT,
	MERKL,
	MORPHO,
} from "./protocols/lending.ts";
import { MULTI_TOKEN } from "./protocols/multitoken.ts";
import { DISPERSE } from "./protocols/payouts.ts";
import { CONDUIT, SEADROP, SEAPORT } from "./protocols/seaport.ts";
import {
	EIGEN_DELEGATION,
	EIGEN_STRATEGIES,
	LIDO,
	LIDO_QUEUE,
	ROCKET_DEPOSIT,
	ROCKET_RETH,
	STAKING_POOL,
	WSTETH_WRAPPER,
} from "./protocols/staking.ts";
import {
	UNISWAP_POSITIONS,
	UNISWAP_POSITIONS_V4,
	UNISWAP_ROUTER_02,
	UNISWAP_V2,
	UNISWAP_V3,
} from "./protocols/uniswap.ts";
import { type RouterVersion, routerAt } from "./routers.ts";

/** A known contract. Two public lists confirm each one (docs/known-contracts.md). */
export interface Contract {
	readonly app: string;
	readonly family: ContractFamily;
	/** The pool's assets in index order. Empty if they aren't known. */
	readonly coins: readonly string[];
	readonly since: number | null;
	readonly names: readonly string[];
}

interface ContractMore {
	readonly coins?: readonly string[];
	readonly since?: number;
	readonly symbol?: string;
}
type ContractRow = readonly [address: string, family: ContractFamily, app?: string, more?: ContractMore];

const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const USDT = "0xdac17f958d2ee523a2206206994597c13d831ec7";
const DAI = "0x6b175474e89094c44da98b954eedeac495271d0f";
const STETH = "0xae7ab96520de3a18e5e111b5eaab095312d7fe84";

/** Collections have no custom functions. The entry only shows that the collection isn't an imitation. */
const COLLECTION: ContractFamily = { app: "a collection", functions: [], keepsItems: true };

const OPENSEA: readonly ContractRow[] = [["0x1e0049783f008a0085193e00003d00cd54003c71", CONDUIT]];

const MAINNET: readonly ContractRow[] = [
	["0xed5af388653567af2f388e6224dc7c4b3241c544", COLLECTION, "Azuki", { symbol: "AZUKI", since: 2022 }],
	[
		"0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d",
		COLLECTION,
		"Bored Ape Yacht Club",
		{ symbol: "BAYC", since: 2021 },
	],
	[
		"0x60e4d786628fea6478f785a6d7e704777c86a7c6",
		COLLECTION,
		"Mutant Ape Yacht Club",
		{ symbol: "MAYC", since: 2021 },
	],
	[
		"0xbd3531da5cf5857e7cfaa92426877b022e612cf8",
		COLLECTION,
		"Pudgy Penguins",
		{ symbol: "PPG", since: 2021 },
	],
	["0x8a90cab2b38dba80c64b7734e58ee1db38b8992e", COLLECTION, "Doodles", { symbol: "DOODLE", since: 2021 }],
	["0x8821bee2ba0df28761afff119d66390d594cd280", COLLECTION, "DeGods", { since: 2023 }],
	["0x524cab2ec69124574082676e6f654a18df49a048", COLLECTION, "Lil Pudgys", { since: 2021 }],
	["0x49cf6f5d44e70224e2e23fdcdd2c053f30ada28b", COLLECTION, "CloneX", { since: 2021 }],
	["0x23581767a106ae21c074b2276d25e5c3e136a68b", COLLECTION, "Moonbirds", { since: 2022 }],
	["0x7a250d5630b4cf539739df2c5dacb4c659f2488d", UNISWAP_V2, undefined, { since: 2020 }],
	["0xd9e1ce17f2641f24ae83637ab66a2cca9c378b9f", UNISWAP_V2, "Sushi", { since: 2020 }],
	["0xeff92a263d31888d860bd50809a8d171709b7b1c", UNISWAP_V2, "PancakeSwap"],
	["0xe592427a0aece92de3edee1f18e0157c05861564", UNISWAP_V3, undefined, { since: 2021 }],
	["0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45", UNISWAP_ROUTER_02],
	["0x13f4ea83d0bd40e75c8222255bc855a974568dd4", UNISWAP_ROUTER_02, "PancakeSwap"],
	["0xc36442b4a4522e871399cd717abdd847ab11fe88", UNISWAP_POSITIONS, undefined, { since: 2021 }],
	["0x46a15b0b27311cedf172ab29e4f4766fbe7f4364", UNISWAP_POSITIONS, "PancakeSwap", { since: 2023 }],
	["0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e", UNISWAP_POSITIONS_V4, undefined, { since: 2025 }],
	["0x000000000004444c5dc75cb358380d2e3de08a90", MULTI_TOKEN, "Uniswap", { since: 2025 }],
	["0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2", AAVE_POOL],
	["0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9", AAVE_POOL, undefined, { since: 2020 }],
	["0xc13e21b648a5ee794902342038ff3adab66be987", AAVE_POOL, "Spark", { since: 2023 }],
	["0xd01607c3c5ecaba394d8be377a08590149325722", AAVE_GATEWAY],
	["0x8164cc65827dcfe994ab23944cbc90e0aa80bfcb", AAVE_REWARDS],
	["0x72e95b8931767c79ba4eee721354d6e99a61d004", AAVE_DEBT],
	["0xea51d7853eefb32b6ee06b1c12e6dcca88be0ffe", AAVE_DEBT],
	["0xc3d688b66703497daa19211eedff47f25384cdc3", COMET, undefined, { since: 2022 }],
	["0xa17581a9e3356d9a858b789d68b4d866e593ae94", COMET],
	["0x3afdc9bca9213a35503b077a6072f3d0d5ab0840", COMET],
	["0x1b0e765f6224c21223aea2af16c1c46e38885a40", COMET_REWARDS],
	["0x4ddc2d193948926d02f9b1fe9e1daa0718270ed5", CTOKEN, undefined, { since: 2019 }],
	["0x39aa39c021dfbae8fac545936693ac917d5e7563", CTOKEN, undefined, { since: 2019 }],
	["0x5d3a536e4d6dbd6114cc1ead35777bab948e3643", CTOKEN, undefined, { since: 2019 }],
	["0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b", COMPTROLLER, undefined, { since: 2019 }],
	["0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb", MORPHO],
	["0x35d1b3f3d7966a1dfe207aa4514c12a259a0492b", MAKER_VAT, undefined, { since: 2019 }],
	["0x5ef30b9986345249bc32d8928b7ee64de9435e39", MAKER_CDPS, undefined, { since: 2019 }],
	["0x3ef3d8ba38ebe18db133cec108f4d14ce00dd9ae", MERKL],
	["0xae7ab96520de3a18e5e111b5eaab095312d7fe84", LIDO, undefined, { since: 2020 }],
	["0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0", WSTETH_WRAPPER, undefined, { since: 2021 }],
	["0x889edc2edab5f40e902b864ad4d7ade8e412f9b1", LIDO_QUEUE, undefined, { since: 2023 }],
	["0xce15294273cfb9d9b628f4d61636623decdf4fdc", ROCKET_DEPOSIT],
	["0xdd3f50f8a6cafbe9b31a427582963f465e745af8", ROCKET_DEPOSIT],
	["0xae78736cd615f374d3085123a210448e74fc6393", ROCKET_RETH, undefined, { since: 2021 }],
	["0x858646372cc42e1a627fce94aa7a7033e7cf075a", EIGEN_STRATEGIES, undefined, { since: 2023 }],
	["0x39053d51b77dc0d36036fc1fcc8cb819df8ef37a", EIGEN_DELEGATION],
	["0xa1484c3aa22a66c62b77e0ae78e15258bd0cb711", STAKING_POOL, "Uniswap"],
	["0x111111125421ca6dc452d289314280a0f8842a65", ONE_INCH, undefined, { since: 2024 }],
	["0x6a000f20005980200259b80c5102003040001068", AUGUSTUS, undefined, { since: 2024 }],
	["0x0000000000001ff3684f28c67538d4d072c22734", ZERO_EX_HOLDER, undefined, { since: 2024 }],
	["0x70bf6634ee8cb27d04478f184b9b8bb13e5f4710", ZERO_EX_SETTLER],
	["0x9008d19f58aabd9ed0d60971565aa8510560ab41", COW_SETTLEMENT, undefined, { since: 2021 }],
	["0xba3cb449bd2b4adddbc894d8697f5170800eadec", COW_ETH_FLOW],
	[
		"0xbebc44782c7db0a1a60cb6fe97d0b483032ff1c7",
		CURVE_POOL,
		"Curve",
		{ coins: [DAI, USDC, USDT], since: 2020 },
	],
	[
		"0xdc24316b9ae028f1497c275eb9192a3ea0f67022",
		CURVE_POOL,
		"Curve",
		{ coins: ["native", STETH], since: 2021 },
	],
	["0x0000000000000068f116a894984e2db1123eb395", SEAPORT, undefined, { since: 2024 }],
	["0x00000000000000adc04c56bf30ac9d3c0aaf14dc", SEAPORT, undefined, { since: 2023 }],
	...OPENSEA,
	["0x00005ea00ac477b1030ce78506496e8c2de24bf5", SEADROP, undefined, { since: 2022 }],
	["0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5", ACROSS],
	["0xc026395860db2d07ee33e05fe50ed7bd583189c7", STARGATE, "Stargate", { coins: [USDC], since: 2024 }],
	["0x77b2043768d28e9c9ab44e1abfc95944bce57931", STARGATE, "Stargate", { coins: ["native"], since: 2024 }],
	["0xd152f549545093347a162dce210e7293f1452150", DISPERSE, undefined, { since: 2018 }],
	["0x408ed6354d4973f66138c91495f2f2fcbd8724c3", GOVERNOR, "Uniswap", { since: 2021 }],
	["0xc0da02939e1441f497fd74f78ce7decb17b66529", GOVERNOR, "Compound", { since: 2021 }],
	["0x323a76393544d5ecca80cd6ef2a560c6a395b7e3", GOVERNOR, "ENS", { since: 2021 }],
	["0x253553366da8546fc250f225fe3d25d0c782303b", ENS_CONTROLLER, undefined, { since: 2023 }],
	["0x59e16fccd424cc24e280be16e11bcd56fb0ce547", ENS_CONTROLLER],
	["0x283af0b28c62c092c9727f1ee09c02ca627eb7f5", ENS_CONTROLLER, undefined, { since: 2020 }],
	["0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e", ENS_REGISTRY, undefined, { since: 2020 }],
	["0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85", ENS_REGISTRAR, undefined, { since: 2020 }],
	["0x231b0ee14048e9dccd1d247744d114a4eb5e8e63", ENS_RESOLVER],
	["0x4976fb03c32e5b8cfe2b6ccb31c09ba78ebaba41", ENS_RESOLVER],
	["0xa58e81fe9b61b5c3fe2afd33cf304c454abfc7cb", ENS_REVERSE],
];

/** Deployed at the same addresses on mainnet and the chains below. */
const EXCHANGES: readonly ContractRow[] = [
	["0x111111125421ca6dc452d289314280a0f8842a65", ONE_INCH],
	["0x6a000f20005980200259b80c5102003040001068", AUGUSTUS],
];

/** Deployed at the same addresses on the chains below, according to Uniswap and Morpho. */
const OPTIMISM: readonly ContractRow[] = [
	["0xe592427a0aece92de3edee1f18e0157c05861564", UNISWAP_V3],
	["0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45", UNISWAP_ROUTER_02],
	["0xc36442b4a4522e871399cd717abdd847ab11fe88", UNISWAP_POSITIONS],
	["0x794a61358d6845594f94dc1db02a252b5b4814ad", AAVE_POOL],
];

const BY_CHAIN: Readonly<Record<string, readonly ContractRow[]>> = {
	"1": MAINNET,
	"56": OPENSEA,
	"100": OPENSEA,
	"43114": OPENSEA,
	"10": [
		...OPTIMISM,
		...EXCHANGES,
		...OPENSEA,
		["0x6f26bf09b1c792e3228e5467807a900a503c0281", ACROSS],
		["0x9a13f98cb987694c9f086b1f5eb990eea8264ec3", MULTI_TOKEN, "Uniswap"],
		["0x3c3ea4b57a46241e54610e5f022e5c45859a1017", UNISWAP_POSITIONS_V4],
	],
	"137": [
		...OPTIMISM,
		...EXCHANGES,
		...OPENSEA,
		["0x9295ee1d8c5b022be115a2ad3c30c72e34e7f096", ACROSS],
		["0x9008d19f58aabd9ed0d60971565aa8510560ab41", COW_SETTLEMENT],
		["0x67366782805870060151383f4bbff9dab53e5cd6", MULTI_TOKEN, "Uniswap"],
		["0x1ec2ebf4f37e7363fdfe3551602425af0b3ceef9", UNISWAP_POSITIONS_V4],
	],
	"42161": [
		...OPTIMISM,
		...EXCHANGES,
		...OPENSEA,
		["0xe35e9842fceaca96570b734083f4a58e8f7c5f2a", ACROSS],
		["0x9008d19f58aabd9ed0d60971565aa8510560ab41", COW_SETTLEMENT],
		["0x360e68faccca8ca495c1b759fd9eee466db9fb32", MULTI_TOKEN, "Uniswap"],
		["0xd88f38f930b7952f2db2432cb002e7abbf3dd869", UNISWAP_POSITIONS_V4],
	],
	"8453": [
		...EXCHANGES,
		...OPENSEA,
		["0x09aea4b2242abc8bb4bb78d537a67a245a7bec64", ACROSS],
		["0x9008d19f58aabd9ed0d60971565aa8510560ab41", COW_SETTLEMENT],
		["0x498581ff718922c3f8e6a244956af099b2652b2b", MULTI_TOKEN, "Uniswap"],
		["0x7c5f5a4bbd8fd63184577525326123b519429bdc", UNISWAP_POSITIONS_V4],
		["0x2626664c2603336e57b271c5c0b26f421741e481", UNISWAP_ROUTER_02],
		["0x03a520b32c04bf3beef7beb72e919cf822ed34f1", UNISWAP_POSITIONS],
		["0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24", UNISWAP_V2],
		["0xa238dd80c259a72e81d7e4664a9801593f98d1c5", AAVE_POOL],
		["0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb", MORPHO],
		["0xb125e6687d4313864e53df431d5425969c15eb2f", COMET],
	],
};

const TABLE: ReadonlyMap<string, Contract> = new Map(
	Object.entries(BY_CHAIN).flatMap(([chain, rows]) =>
		rows.map(([address, family, app = family.app, { coins = [], since = null, symbol } = {}]) => {
			const names = family === COLLECTION ? [app, ...(symbol === undefined ? [] : [symbol])] : [];
			return [`${chain} ${address}`, { app, family, coins, since, names }] as const;
		}),
	),
);

export const CONTRACTS: readonly (readonly [chainRef: string, address: Hex, contract: Contract])[] = [
	...TABLE,
].map(([key, contract]) => {
	const [chain = "", address = ""] = key.split(" ");
	return [chain, `0x${address.slice(2)}`, contract];
});

export interface Contracts {
	at(address: Hex): Contract | null;
	router(address: Hex): RouterVersion | null;
	listed(address: string, chainRef?: string): DecodedToken | null;
	isWrapped(address: string): boolean;
}

export const NO_CONTRACTS: Contracts = {
	at: () => null,
	router: () => null,
	listed: () => null,
	isWrapped: () => false,
};

export function contractsOf(chainRef: string): Contracts {
	const coin = nativeOf(chainRef).symbol;
	return {
		at: (address) => TABLE.get(`${chainRef} ${address}`) ?? null,
		router: (address) => routerAt(chainRef, address),
		listed: (address, chain = chainRef) => wellKnownAt(chain, lower(address)),
		isWrapped: (address) => wellKnownAt(chainRef, address)?.symbol === `W${coin}`,
	};
}
