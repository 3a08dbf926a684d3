import { decodeFunctionResult, encodeFunctionData, hexToString, parseAbi } from "viem/utils";
import { ChainError, orIfChainError } from "../../../core/chain/chain-error.ts";
import { message } from "../../../core/localized-text.ts";
import type { EvmChain } from "./chain.ts";

/**
 * Reads allowances from ERC-20, ERC-721, ERC-1155 and Permit2 (AllowanceTransfer) contracts, whose answers
 * can't be verified.
 */

type Caller = Pick<EvmChain, "call">;
type Hex = `0x${string}`;

export interface AllowanceQuestion {
	readonly kind: "allowance" | "token" | "operator" | "permit2";
	readonly account: Hex;
	readonly token: Hex;
	readonly spender: Hex;
	readonly tokenId: bigint | null;
}

export interface ReadAllowance {
	readonly amount: bigint | null;
	readonly until: number | null;
}

const ABI = parseAbi([
	"function allowance(address owner, address spender) view returns (uint256)",
	"function getApproved(uint256 tokenId) view returns (address)",
	"function ownerOf(uint256 tokenId) view returns (address)",
	"function isApprovedForAll(address owner, address operator) view returns (bool)",
	"function symbol() view returns (string)",
	"function name() view returns (string)",
	"function decimals() view returns (uint8)",
	"function supportsInterface(bytes4 id) view returns (bool)",
	"function balanceOf(address owner) view returns (uint256)",
]);

/** ERC-165 interface ID of ERC-721. */
const ERC721: Hex = "0x80ac58cd";

const PERMIT2_ABI = parseAbi([
	"function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

const MAX_ANSWER = 4_096;

async function ask<T>(chain: Caller, to: Hex, data: Hex, read: (answer: Hex) => T): Promise<T | null> {
	const answer = await chain.call(to, data);
	if (answer === "0x") return null;
	try {
		if (answer.length > MAX_ANSWER) throw new Error("the response is too long");
		return read(answer);
	} catch (cause) {
		throw new ChainError("unreadable", message("chain.evm.no-allowance-told"), {
			cause,
		});
	}
}

/**
 * EIP-1474 code 3 means that the contract reverted. A busy or rate-limiting RPC returns a different error.
 */
const isRevert = (cause: unknown): boolean =>
	cause instanceof ChainError &&
	cause.kind === "refused" &&
	(cause.rpcCode === 3 || /revert/i.test(cause.nodeText));

async function unlessRefused<T>(read: Promise<T>, otherwise: () => Promise<boolean>): Promise<T | null> {
	try {
		return await read;
	} catch (cause) {
		if (isRevert(cause) && (await otherwise())) return null;
		throw cause;
	}
}

/** ERC-20 and ERC-721 encode `approve` the same way, so a collection must not be mistaken for a token. */
async function isCollection(chain: Caller, token: Hex): Promise<boolean> {
	const functionName = "supportsInterface";
	const data = encodeFunctionData({ abi: ABI, functionName, args: [ERC721] });
	const answered = await orNull(
		ask(chain, token, data, (answer) => decodeFunctionResult({ abi: ABI, functionName, data: answer })),
	);
	return answered === true;
}

async function allowanceOf(chain: Caller, { account, token, spender }: AllowanceQuestion) {
	const functionName = "allowance";
	const data = encodeFunctionData({ abi: ABI, functionName, args: [account, spender] });
	const asked = ask(chain, token, data, (answer) =>
		decodeFunctionResult({ abi: ABI, functionName, data: answer }),
	);
	const amount = await unlessRefused(asked, () => isCollection(chain, token));
	return amount === null || amount === 0n ? null : { amount, until: null };
}

async function operatorOf(chain: Caller, { account, token, spender }: AllowanceQuestion) {
	const functionName = "isApprovedForAll";
	const data = encodeFunctionData({ abi: ABI, functionName, args: [account, spender] });
	const approved = await ask(chain, token, data, (answer) =>
		decodeFunctionResult({ abi: ABI, functionName, data: answer }),
	);
	return approved === true ? { amount: null, until: null } : null;
}

const nothingThere = async () => true;

/** An item's approval ends when the account transfers the item. */
async function itemOf(chain: Caller, { account, token, spender, tokenId }: AllowanceQuestion) {
	if (tokenId === null) return null;
	const asked = async (functionName: "getApproved" | "ownerOf") => {
		const data = encodeFunctionData({ abi: ABI, functionName, args: [tokenId] });
		const answered = ask(chain, token, data, (answer) =>
			decodeFunctionResult({ abi: ABI, functionName, data: answer }),
		);
		const found = await unlessRefused(answered, nothingThere);
		return found?.toLowerCase() ?? null;
	};
	const [approved, owner] = await Promise.all([asked("getApproved"), asked("ownerOf")]);
	return approved === spender && owner === account ? { amount: null, until: null } : null;
}

async function permit2Of(chain: Caller, permit2: Hex, { account, token, spender }: AllowanceQuestion) {
	const functionName = "allowance";
	const data = encodeFunctionData({ abi: PERMIT2_ABI, functionName, args: [account, token, spender] });
	const answered = ask(chain, permit2, data, (answer) =>
		decodeFunctionResult({ abi: PERMIT2_ABI, functionName, data: answer }),
	);
	const found = await unlessRefused(answered, nothingThere);
	if (found === null) return null;
	const [amount, expiration] = found;
	return amount === 0n ? null : { amount, until: expiration };
}

export async function readAllowed(
	chain: Caller,
	permit2: Hex,
	question: AllowanceQuestion,
): Promise<ReadAllowance | null> {
	switch (question.kind) {
		case "allowance":
			return await allowanceOf(chain, question);
		case "operator":
			return await operatorOf(chain, question);
		case "token":
			return await itemOf(chain, question);
		case "permit2":
			return await permit2Of(chain, permit2, question);
	}
}

/** Returns a token's amount or the number of items. `null` if the contract doesn't report it. */
export async function readBalance(chain: Caller, token: Hex, account: Hex): Promise<bigint | null> {
	const functionName = "balanceOf";
	const data = encodeFunctionData({ abi: ABI, functionName, args: [account] });
	return await orNull(
		ask(chain, token, data, (answer) => decodeFunctionResult({ abi: ABI, functionName, data: answer })),
	);
}

export interface TokenUnit {
	readonly symbol: string | null;
	readonly name: string | null;
	readonly decimals: number | null;
}

function textOf(answer: Hex, functionName: "symbol" | "name"): string {
	const text =
		answer.length === 66
			? hexToString(answer, { size: 32 }).replace(/\0+$/u, "")
			: decodeFunctionResult({ abi: ABI, functionName, data: answer });
	return text.slice(0, 100);
}

/** ERC-20's `decimals` is a uint8. With more decimals, amounts couldn't be formatted. */
function decimalsOf(answer: Hex): number {
	const stated: number = decodeFunctionResult({ abi: ABI, functionName: "decimals", data: answer });
	if (stated > 255) throw new Error("invalid number of decimals");
	return stated;
}

async function orNull<T>(read: Promise<T | null>): Promise<T | null> {
	return await orIfChainError(
		null,
		() => read,
		(cause) => cause.kind === "refused" || cause.kind === "unreadable",
	);
}

export async function readTokenUnit(chain: Caller, token: Hex): Promise<TokenUnit> {
	const text = (functionName: "symbol" | "name") =>
		orNull(
			ask(chain, token, encodeFunctionData({ abi: ABI, functionName }), (answer) =>
				textOf(answer, functionName),
			),
		);
	const [symbol, name, decimals] = await Promise.all([
		text("symbol"),
		text("name"),
		orNull(
			ask(chain, token, encodeFunctionData({ abi: ABI, functionName: "decimals" }), (answer) =>
				decimalsOf(answer),
			),
		),
	]);
	return { symbol, name, decimals };
}
