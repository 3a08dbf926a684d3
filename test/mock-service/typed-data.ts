import { type Address, getAddress, isAddress, isAddressEqual, recoverTypedDataAddress, zeroHash } from "viem";
import { z } from "zod";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { ChainAccess } from "./chain-access.ts";
import { signatureBytes, wrongSigner } from "./personal.ts";

/** Creates EIP-712 data for which the scripted agent requests signatures, and verifies those signatures. */

export interface TypedData {
	readonly types: Record<string, { name: string; type: string }[]>;
	readonly primaryType: string;
	readonly domain: Record<string, unknown>;
	readonly message: Record<string, unknown>;
	/** Allows further members, as `typed_data` of the interface does. */
	readonly [member: string]: unknown;
}

export const typedData = z.object({
	types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
	primaryType: z.string(),
	domain: z.record(z.string(), z.unknown()),
	message: z.record(z.string(), z.unknown()),
});

const fields = (text: string) =>
	text.split(", ").map((field) => {
		const [type = "", name = ""] = field.split(" ");
		return { name, type };
	});

const DOMAIN = fields("string name, string version, uint256 chainId, address verifyingContract");
/** Permit2 has no version in its domain. */
const DOMAIN_WITHOUT_VERSION = fields("string name, uint256 chainId, address verifyingContract");

const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const SETTLEMENT = "0x9008D19f58AAbD9eD0D60971565AA8510560ab41";
const DELEGATION_MANAGER = "0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3";
/** Token that an order buys: an address without code here. */
const BOUGHT = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";

export interface TypedDataParts {
	readonly access: ChainAccess;
	readonly owner: Address;
	readonly amount: bigint;
	/** Unix seconds. */
	readonly deadline: number;
	/** Chain id in the domain. */
	readonly chainId: number;
}

/** Creates an EIP-2612 permit of the demo token, with the nonce from the chain. */
export async function permitData(parts: TypedDataParts): Promise<TypedData> {
	const { access, owner, amount, deadline, chainId } = parts;
	const { token, router } = access.chain;
	const read = { address: token, abi: tokenAbi } as const;
	const nonce = await access.client.readContract({ ...read, functionName: "nonces", args: [owner] });
	return {
		types: {
			EIP712Domain: DOMAIN,
			Permit: fields("address owner, address spender, uint256 value, uint256 nonce, uint256 deadline"),
		},
		primaryType: "Permit",
		domain: { name: "Demo Dollar", version: "1", chainId, verifyingContract: token },
		message: {
			owner,
			spender: router,
			value: amount.toString(),
			nonce: nonce.toString(),
			deadline: String(deadline),
		},
	};
}

/** Creates a PermitSingle of Uniswap's Permit2. It isn't deployed here, so the signature is only verified. */
export function permit2Data({ access, amount, deadline, chainId }: TypedDataParts): TypedData {
	return {
		types: {
			EIP712Domain: DOMAIN_WITHOUT_VERSION,
			PermitSingle: fields("PermitDetails details, address spender, uint256 sigDeadline"),
			PermitDetails: fields("address token, uint160 amount, uint48 expiration, uint48 nonce"),
		},
		primaryType: "PermitSingle",
		domain: { name: "Permit2", chainId, verifyingContract: PERMIT2 },
		message: {
			details: {
				token: access.chain.token,
				amount: amount.toString(),
				expiration: String(deadline + 86_400),
				nonce: "0",
			},
			spender: access.chain.router,
			sigDeadline: String(deadline),
		},
	};
}

/** Creates a CoW Protocol order (GPv2Order). */
export function orderData({ access, owner, amount, deadline, chainId }: TypedDataParts): TypedData {
	return {
		types: {
			EIP712Domain: DOMAIN,
			Order: fields(
				"address sellToken, address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, uint32 validTo, bytes32 appData, uint256 feeAmount, string kind, bool partiallyFillable, string sellTokenBalance, string buyTokenBalance",
			),
		},
		primaryType: "Order",
		domain: { name: "Gnosis Protocol", version: "v2", chainId, verifyingContract: SETTLEMENT },
		message: {
			sellToken: access.chain.token,
			buyToken: BOUGHT,
			receiver: owner,
			sellAmount: amount.toString(),
			buyAmount: (amount / 2_000n).toString(),
			validTo: deadline,
			appData: zeroHash,
			feeAmount: "0",
			kind: "sell",
			partiallyFillable: false,
			sellTokenBalance: "erc20",
			buyTokenBalance: "erc20",
		},
	};
}

/** Creates an unlimited delegation of the account (ERC-7710, in the form of MetaMask's DelegationManager). */
export function delegationData({ access, owner, chainId }: TypedDataParts): TypedData {
	return {
		types: {
			EIP712Domain: DOMAIN,
			Delegation: fields(
				"address delegate, address delegator, bytes32 authority, Caveat[] caveats, uint256 salt",
			),
			Caveat: fields("address enforcer, bytes terms"),
		},
		primaryType: "Delegation",
		domain: { name: "DelegationManager", version: "1", chainId, verifyingContract: DELEGATION_MANAGER },
		message: {
			delegate: access.chain.router,
			delegator: owner,
			authority: `0x${"f".repeat(64)}`,
			caveats: [],
			salt: "0",
		},
	};
}

/** @throws Problem 422 if the signature over the data is not the signer's */
export async function recoverTyped(data: unknown, signature: string, signer: string): Promise<void> {
	const bytes = signatureBytes(signature, signer);
	const { types, primaryType, domain, message } = typedData.parse(data);
	// viem derives the domain's type from the domain.
	const { EIP712Domain: _domain, ...own } = types;
	const found = await recoverTypedDataAddress({
		types: own,
		primaryType,
		domain,
		message,
		signature: bytes,
	}).catch(() => null);
	if (found === null || !isAddress(signer, { strict: false })) throw wrongSigner(signer, "an unreadable one");
	if (!isAddressEqual(found, getAddress(signer))) throw wrongSigner(signer, found);
}
