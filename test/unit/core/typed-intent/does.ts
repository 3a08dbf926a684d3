import {
	createApproveInstruction,
	createTransferCheckedInstruction,
	getAssociatedTokenAddressSync,
} from "@solana/spl-token";
import { PublicKey } from "@solana/web3.js";
import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits } from "viem";
import type { Fact } from "../../../../src/core/chain/chain-error.ts";
import type { EvmFacts, TokenFacts } from "../../../../src/core/chain/evm.ts";
import { wellKnownAt } from "../../../../src/core/chain/tokens/known.ts";
import { decodedEvmTransactionOf } from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import { evmOperationsOf } from "../../../../src/core/effects/evm/operations.ts";
import { svmOperationsOf } from "../../../../src/core/effects/svm/operations.ts";
import { transaction } from "../match/honest.ts";
import { fine, tokenFacts, user } from "../review/scene.ts";
import { ME, me, mint, sending, svmFacts, svmSubject, tokens } from "../review/svm-scene.ts";

/** Decoded transactions of all kinds, to compare with sentences. */

export const OWN = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
export const ANN = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
export const BEN = "0x6813Eb9362372EEF6200f3b1dbC3f819671cBA69";
export const CAL = "0x1efF47bc3a10a45D4B230B5d10E37751FE6AA718";
/** A stranger whom no one names. */
export const EVE = "0xe1AB8145F7E55DC933d51a18c793F901A3A0b276";
/** An address with the same start and end as ANN. */
export const FALSE_ANN = "0x2b5A00000000000000000000000000000000D6cF";

export const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
export const DAI = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
export const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
export const LINK = "0x514910771AF9Ca656af840dff83E8264EcF986CA";
export const UNI = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
export const BASE_USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
/** A token that claims to be USDC. */
export const FALSE_USDC = "0xBadC0de00000000000000000000000000000c0De";
/** An unlisted token with the symbol DEMO. */
export const DEMO = "0xDe30000000000000000000000000000000000De3";
export const ROUTER = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";

export const SUN = new PublicKey(new Uint8Array(32).fill(21));
export const MOON = new PublicKey(new Uint8Array(32).fill(22));
const SOL_USDC = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");

const abi = parseAbi([
	"function transfer(address to, uint256 amount)",
	"function approve(address spender, uint256 amount)",
	"function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)",
	"function swapExactETHForTokens(uint256, address[], address, uint256)",
	"function swapExactTokensForETH(uint256, uint256, address[], address, uint256)",
	"function safeTransferFrom(address from, address to, uint256 tokenId)",
]);

const OTHERS: Readonly<Record<string, readonly [symbol: string, decimals: number]>> = {
	[FALSE_USDC.toLowerCase()]: ["USDC", 6],
	[DEMO.toLowerCase()]: ["DEMO", 18],
};

function tokenAt(chain: number, address: string): { readonly symbol: string; readonly decimals: number } {
	const listed = wellKnownAt(String(chain), address);
	const [symbol, decimals] = OTHERS[address.toLowerCase()] ?? [
		listed?.symbol ?? "???",
		listed?.decimals ?? 18,
	];
	return { symbol, decimals };
}

/** Returns chain facts with 1,000 units of each token. */
function factsOf(chain: number, named: readonly string[]): EvmFacts {
	const all = named.map((address): TokenFacts => {
		const { symbol, decimals } = tokenAt(chain, address);
		const balance: Fact<bigint> = fine(1000n * 10n ** BigInt(decimals));
		return tokenFacts({
			address: address.toLowerCase(),
			symbol: fine(symbol),
			name: fine(symbol),
			decimals: fine(decimals),
			balance,
		});
	});
	return {
		chainId: chain,
		rightChain: true,
		pendingNonce: fine(1),
		latestNonce: fine(1),
		balance: fine(10n * 10n ** 18n),
		gas: fine(50_000n),
		baseFee: fine(1n),
		tip: fine(1n),
		l1Fee: { ok: true, value: null },
		codeAtTo: fine(true),
		tokens: new Map(all.map((each) => [each.address, each])),
	};
}

type Labels = Readonly<Record<string, string>>;

export interface Call {
	readonly to: string;
	readonly value?: bigint;
	readonly data?: Hex;
	readonly chain?: number;
	readonly tokens?: readonly string[];
}

export function evm(call: Call) {
	const { to, value = 0n, data = "0x", chain = 1, tokens: named = [] } = call;
	return (labels: Labels) => {
		const subject = decodedEvmTransactionOf(
			{
				kind: "evm",
				signer: OWN,
				chainRef: String(chain),
				broadcaster: "wallet",
				simulation: null,
				transaction: transaction(),
				payload: {
					kind: "evm_transaction",
					chain_id: chain,
					signer: OWN,
					nonce: 1,
					transaction: {
						to,
						value: value.toString(),
						data,
						gas_limit: 100_000,
						max_fee_per_gas: "1",
						max_priority_fee_per_gas: "1",
					},
				},
			},
			factsOf(chain, named),
			user({ accounts: [OWN], labels }),
		);
		if (subject === null) throw new Error("no transaction");
		return evmOperationsOf(subject);
	};
}

export const eth = (to: string, amount: string, chain = 1) =>
	evm({ to, value: parseUnits(amount, 18), chain });

const address = (text: string): Address => `0x${text.slice(2).toLowerCase()}`;
const base = (chain: number, token: string, amount: string) =>
	parseUnits(amount, tokenAt(chain, token).decimals);

export const pay = (token: string, to: string, amount: string, chain = 1) =>
	evm({
		to: token,
		data: encodeFunctionData({
			abi,
			functionName: "transfer",
			args: [address(to), base(chain, token, amount)],
		}),
		chain,
		tokens: [token],
	});

export const allow = (token: string, spender: string, amount: string | null, chain = 1) =>
	evm({
		to: token,
		data: encodeFunctionData({
			abi,
			functionName: "approve",
			args: [address(spender), amount === null ? 2n ** 256n - 1n : base(chain, token, amount)],
		}),
		chain,
		tokens: [token],
	});

const SOON = 2_000_000_000n;

export const trade = (from: string, to: string, amount: string) =>
	evm({
		to: ROUTER,
		data: encodeFunctionData({
			abi,
			functionName: "swapExactTokensForTokens",
			args: [base(1, from, amount), 1n, [address(from), address(to)], OWN, SOON],
		}),
		tokens: [from, to],
	});

export const buy = (to: string, amount: string) =>
	evm({
		to: ROUTER,
		value: parseUnits(amount, 18),
		data: encodeFunctionData({
			abi,
			functionName: "swapExactETHForTokens",
			args: [1n, [WETH, address(to)], OWN, SOON],
		}),
		tokens: [WETH, to],
	});

export const sell = (from: string, amount: string) =>
	evm({
		to: ROUTER,
		data: encodeFunctionData({
			abi,
			functionName: "swapExactTokensForETH",
			args: [base(1, from, amount), 1n, [address(from), WETH], OWN, SOON],
		}),
		tokens: [from, WETH],
	});

/** A call that the app can't decode. */
export const unread = () => evm({ to: EVE, data: "0xdeadbeef00000000" });

const svm =
	(...instructions: Parameters<typeof svmSubject>[0]) =>
	(labels: Labels) => {
		const mine = getAssociatedTokenAddressSync(SOL_USDC, ME, true);
		const held = [SUN, MOON].map(
			(owner) => [getAssociatedTokenAddressSync(SOL_USDC, owner, true), tokens(owner, 0n, SOL_USDC)] as const,
		);
		const facts = svmFacts({}, [
			[SOL_USDC, mint({ symbol: null, name: null })],
			[mine, tokens(ME, 500_000_000n, SOL_USDC)],
			...held,
		]);
		return svmOperationsOf(svmSubject(instructions, { facts, who: me({ labels }) }));
	};

export const sol = (to: PublicKey, amount: string, ...tips: PublicKey[]) =>
	svm(sending(parseUnits(amount, 9), to), ...tips.map((each) => sending(100_000n, each)));

export const spl = (to: PublicKey, amount: string) =>
	svm(
		createTransferCheckedInstruction(
			getAssociatedTokenAddressSync(SOL_USDC, ME, true),
			SOL_USDC,
			getAssociatedTokenAddressSync(SOL_USDC, to, true),
			ME,
			parseUnits(amount, 6),
			6,
		),
	);

export const splAllow = (to: PublicKey, amount: string) =>
	svm(
		createApproveInstruction(
			getAssociatedTokenAddressSync(SOL_USDC, ME, true),
			to,
			ME,
			parseUnits(amount, 6),
		),
	);

export type Doing = ReturnType<typeof evm> | ReturnType<typeof svm>;
