import { factValue } from "../chain/chain-error.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { isMultiSend } from "../decode/evm/accounts.ts";
import type { Verify } from "../decode/evm/decode-evm.ts";
import type { Hex } from "../format/numeral.ts";
import { sameAddress } from "../identities/labels.ts";
import type { AddressFacts, CodeFacts } from "./opinion.ts";

/**
 * Contracts whose code is known, so their calls do exactly what the data says. A matching selector isn't
 * enough, because any contract can implement any function. Sources: safe-global/safe-deployments
 * (singletons), Safe's published build artifacts (proxy code hashes), Solady's LibClone, Coinbase's smart
 * wallet, MetaMask's delegation framework, Uniswap's Calibur, Alchemy's modular account, eth-infinitism's
 * Simple7702Account, mds1/multicall3.
 */

const SAFE_SLOT = `0x${"0".repeat(64)}` as const;
/** EIP-1967: keccak256("eip1967.proxy.implementation") - 1. */
const EIP1967_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc" as const;

/** Storage slot of the implementation address, by the proxy's code hash. */
const PROXIES: ReadonlyMap<string, `0x${string}`> = new Map([
	// Safe 1.1.1, 1.2.0, 1.3.0, 1.4.1 and 1.5.0.
	["0xaea7d4252f6245f301e540cfbee27d3a88de543af8e49c5c62405d5499fab7e5", SAFE_SLOT],
	["0x958a485acd4eff0908ba6c67238d33eedec70bc99115074ad38ae14d1017f9db", SAFE_SLOT],
	["0xb89c1b3bdf2cf8827818646bce9a8f6e372885f8c55e5c07acbd307cb133b000", SAFE_SLOT],
	["0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c", SAFE_SLOT],
	["0x4e381985ca68b3e5d27b4425fa581c19cf33146d3f887a3cfca96f55528ea46f", SAFE_SLOT],
	// Solady's LibClone.deployERC1967.
	["0xaaa52c8cc8a0e3fd27ce756cc6b4e70c51423e9b597b11f32d3e49f8b1fc890d", EIP1967_SLOT],
]);

/**
 * Safe 1.0.0 to 1.5.0, with and without L2 events, deployed by the canonical factory and the EIP-155 factory.
 */
const SAFES: ReadonlySet<string> = new Set([
	"0xb6029ea3b2c51d09a50b53ca8012feeb05bda35a",
	"0x34cfac646f301356faa8b21e94227e3583fe3f5f",
	"0x6851d6fdfafd08c0295c392436245e5bc78b0185",
	"0xd9db270c1b5e3bd161e8c8503c55ceabee709552",
	"0x69f4d1788e39c87893c980c06edf4b7f686e2938",
	"0x3e5c63644e683549055b9be8653de26e0b4cd36e",
	"0xfb1bffc9d739b8d520daf37df666da4c687191ea",
	"0x41675c099f32341bf84bfc5382af534df5c7461a",
	"0x29fcb43b46531bca003ddc8fcb67ffe91900c762",
	"0xff51a5898e281db6dfc7855790607438df2ca44b",
	"0xedd160febbd92e350d4d398fb636302fccd67c7e",
]);

/** Smart accounts whose `execute` and `executeBatch` make exactly the calls passed to them. */
const ACCOUNTS: ReadonlySet<string> = new Set([
	// Coinbase Smart Wallet 1 and 1.1.
	"0x000100abaad02f1cfc8bbe32bd5a564817339e72",
	"0x00000110dcdedc9581cb5ecb8467282f2926534d",
	// MetaMask's EIP7702StatelessDeleGator.
	"0x63c0c19a282a1b52b07dd5a65b58948a07dae32b",
	// Uniswap's Calibur.
	"0x000000009b1d0af20d8c6d0a44e162d11f9b8f00",
	// Alchemy's SemiModularAccount7702.
	"0x69007702764179f14f51cdce752f4f775d74e139",
	// Simple7702Account from EntryPoint 0.8 and 0.9.
	"0xe6cae83bde06e4c305530e199d7217f42808555b",
	"0xa46cc63ebf4bd77888aa327837d20b23a63a56b5",
]);

/** Multicall3's usual address. At other addresses, Multicall3 is recognized by its code. */
const MULTICALL3 = "0xca11bde05977b3631167028862be2a173976ca11";
const MULTICALL3_CODE = "0xd5c15df687b16f2ff992fc8d767b4216323184a2bbc6ee2f9c398c318e770891";

/**
 * System contracts for validator requests: EIP-7002 (withdrawals) and EIP-7251 (consolidations). They have no
 * functions.
 */
const VALIDATOR_REQUESTS: ReadonlySet<string> = new Set([
	"0x00000961ef480eb55e80d19ad83579a64c007002",
	"0x0000bbddc7ce488642fb579f8b00f3a590007251",
]);

export const implementationSlotOf = (codeHash: string): `0x${string}` | null => PROXIES.get(codeHash) ?? null;

const isSafeCode = (implementation: string): boolean => SAFES.has(implementation);

const isAccountCode = (implementation: string): boolean => ACCOUNTS.has(implementation);

export const isMulticall3 = (address: string, codeHash: string | null): boolean =>
	address === MULTICALL3 || codeHash === MULTICALL3_CODE;

export const acceptsValidatorRequests = (address: string): boolean => VALIDATOR_REQUESTS.has(address);

function isAccount(address: string, code: CodeFacts, accounts: readonly string[]): boolean {
	if (code.delegatedTo !== null) return isAccountCode(code.delegatedTo);
	const isOwn = accounts.some((own) => sameAddress(own, address));
	return isOwn || (code.implementation !== null && isAccountCode(code.implementation));
}

/**
 * Returns a function that verifies whether a contract makes exactly the calls passed to it, based on code read
 * through the user's own RPC. A matching selector isn't enough.
 */
export function verifyBy(
	chainRef: string,
	accounts: readonly string[],
	addressFacts: AddressFacts | null,
): Verify {
	const codeOf = (address: Hex): CodeFacts | null => factValue(addressFacts?.codes.get(address));
	return (address, way) => {
		// A Safe delegatecalls this contract, whose code is determined by its deployment address.
		if (way === "multisend") return isMultiSend(address);
		const code = codeOf(address);
		if (code === null || code.size === 0) return false;
		switch (way) {
			case "safe":
				return code.implementation !== null && isSafeCode(code.implementation);
			case "account":
				return isAccount(address, code, accounts);
			case "aggregate":
				return isMulticall3(address, code.codeHash);
			// A multicall runs the contract's own functions. Only the functions of well-known tokens are
			// known.
			case "multicall":
				return wellKnownAt(chainRef, address) !== null;
			// Commands are only decoded for routers at known addresses.
			case "router":
			case "positions":
			case "payout":
				return false;
		}
	};
}
