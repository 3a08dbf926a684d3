import { wellKnownAt } from "../chain/tokens/known.ts";
import { WRAPPED_SOL } from "../chain/well-known.ts";

/**
 * Pyth's US dollar price accounts on Solana, by mint. Each feed ID appears in two public lists: Pyth's list
 * of sponsored feeds (github.com/pyth-network/documentation, commit 3637349, which also lists the account),
 * and Drift's markets (github.com/drift-labs/protocol-v2, commit 0ae3e3b) or, for ORCA and MNDE,
 * github.com/runefi/easy-agent (commit a15812b). Each account is the shard 0 address for that ID in Pyth's
 * price feed program, pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT. Heartbeats come from Pyth's list. Bridged
 * coins have no feed, because a feed has the coin's price and not what the bridge still owes.
 */

export interface PythFeed {
	readonly kind: "pyth";
	readonly chainRef: typeof CLUSTER;
	readonly address: string;
	readonly description: string;
	readonly id: string;
	/** In seconds. */
	readonly heartbeat: number;
}

type ListedFeed = readonly [name: string, mint: string, id: string, address: string];

const CLUSTER = "mainnet-beta";
const HEARTBEAT = 60;

const FEEDS: readonly ListedFeed[] = [
	[
		"SOL",
		WRAPPED_SOL,
		"ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d",
		"7UVimffxr9ow1uXYxsr4LHAcV58mLzhmwaeKvJ1pjLiE",
	],
	[
		"USDC",
		"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
		"eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a",
		"Dpw1EAVrSB1ibxiDQyTAW6Zip3J4Btk2x4SgApQCeFbX",
	],
	[
		"USDT",
		"Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
		"2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b",
		"HT2PLQBcG5EiCcNSaMHAjSgd9F98ecpATbk4Sk5oYuM",
	],
	[
		"MSOL",
		"mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So",
		"c2289a6a43d2ce91c6f55caec370f4acc38a2ed477f58813334c6d03749ff2a4",
		"5CKzb9j4ChgLUt8Gfm5CNGLN6khXKiqMbnGAW4cgXgxK",
	],
	[
		"JITOSOL",
		"J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn",
		"67be9f519b95cf24338801051f9a808eff0a578ccb388db73b7f6fe1de019ffb",
		"AxaxyeDT8JnWERSaTKvFXvPKkEdxnamKSqpWbsSjYg1g",
	],
	[
		"BSOL",
		"bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1",
		"89875379e70f8fbadc17aef315adf3a8d5d160b811435537e03c97e8aac97d9c",
		"5cN76Xm2Dtx9MnrQqBDeZZRsWruTTcw37UruznAdSvvE",
	],
	[
		"INF",
		"5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm",
		"f51570985c642c49c2d6e50156390fdba80bb6d5f7fa389d2f012ced4f7d208f",
		"Ceg5oePJv1a6RR541qKeQaTepvERA3i8SvyueX9tT8Sq",
	],
	[
		"BONK",
		"DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
		"72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419",
		"DBE3N8uNjhKPRHfANdwGvCZghWXyLPdqdSbEW2XFwBiX",
	],
	[
		"JUP",
		"JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN",
		"0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996",
		"7dbob1psH1iZBS7qPsm3Kwbf5DzSXK8Jyg31CTgTnxH5",
	],
	[
		"PYTH",
		"HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3",
		"0bbf28e9a841a1cc788f6a361b17ca072d0ea3098a1e5df1c3922d06719579ff",
		"8vjchtMuJNY4oFQdTi8yCe6mhCaNBFaUbktT482TpLPS",
	],
	[
		"JTO",
		"jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL",
		"b43660a5f790c69354b0729a5ef9d50d68f1df92107540210b9cccba1f947cc2",
		"7ajR2zA4MGMMTqRAVjghTKqPPn4kbrj3pYkAVRVwTGzP",
	],
	[
		"HNT",
		"hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux",
		"649fdd7ec08e8e2a20f425729854e90293dcbe2376abc47197a14da6ff339756",
		"4DdmDswskDxXGpwHrXUfn2CNUm9rt21ac79GHNTN3J33",
	],
	[
		"ORCA",
		"orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE",
		"37505261e557e251290b8c8899453064e8d760ed5c65a779726f2490980da74c",
		"4CBshVeNBEXz24GZpoj8SrqP5L7VGG3qjGd6tCST1pND",
	],
	[
		"WIF",
		"EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm",
		"4ca4beeca86f0d164160323817a4e42b10010a724c2217c6ee41b54cd4cc61fc",
		"6B23K3tkb51vLZA14jcEQVCA1pfHptzEHFA93V5dYwbT",
	],
	[
		"MEW",
		"MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5",
		"514aed52ca5294177f20187ae883cec4a018619772ddce41efcc36a6448f5d5d",
		"EF6U755BdHMXim8RBw6XSC6Yk6XaouTKpwcBZ7QkcanB",
	],
	[
		"MNDE",
		"MNDEFzGvMt87ueuHvVU9VcTqsAP5b3fTGPsHuuPA5ey",
		"3607bf4d7b78666bd3736c7aacaf2fd2bc56caa8667d3224971ebe3c0623292a",
		"GHKcxocPyzSjy7tWApQjKRkDNuVXd4Kk624zhuaR7xhC",
	],
	[
		"JLP",
		"27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4",
		"c811abc82b4bad1f9bd711a2773ccaa935b03ecef974236942cec5e0eb845a3a",
		"2TTGSRSezqFzeLUH8JwRUbtN66XLLaymfYsWRTMjfiMw",
	],
];

/** @param asset `native` or a mint */
export function pythFeedFor(asset: string): PythFeed | null {
	const wanted = asset === "native" ? WRAPPED_SOL : asset;
	const listed = FEEDS.find(([, mint]) => mint === wanted);
	if (listed === undefined || wellKnownAt(CLUSTER, wanted) === null) return null;
	const [name, , id, address] = listed;
	return {
		kind: "pyth",
		chainRef: CLUSTER,
		address,
		description: `${name} / USD`,
		id,
		heartbeat: HEARTBEAT,
	};
}
