/** Unreachable chain, for a service whose sentences need none. */
export const UNREACHABLE_CHAIN = {
	chainId: 31_337,
	rpcUrl: "http://127.0.0.1:1",
	token: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
	router: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
} as const;
