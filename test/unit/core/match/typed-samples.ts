import { type TypedData, typedDataHashes } from "../../../../src/core/match/typed-data/reading.ts";
import type { SignRequest } from "../../../../src/service-api/action.ts";
import { CHAIN, OTHER, SIGNER, TOKEN, VAULT } from "./honest.ts";

/** Widely used kinds of typed data, as their applications build them. */

export type Json = string | number | boolean | readonly Json[] | { readonly [member: string]: Json };

export interface Typed {
	readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
	readonly primaryType: string;
	readonly domain: Readonly<Record<string, Json>>;
	readonly message: Readonly<Record<string, Json>>;
}

/** Parses members such as "address owner,uint256 value". */
export function members(text: string) {
	return text.split(",").map((member) => {
		const [type = "", name = ""] = member.split(" ");
		return { name, type };
	});
}

export const END = 1_790_003_600;
const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
export const FILLER = "0x00000000000000000000000000000000000f1113";
export const ZERO = `0x${"0".repeat(40)}`;
const HASH = `0x${"5c".repeat(32)}`;
const NONE = `0x${"0".repeat(64)}`;

const domain = (name: string, verifyingContract: string, version?: string) => ({
	name,
	...(version === undefined ? {} : { version }),
	chainId: CHAIN,
	verifyingContract,
});

export function permit(patch: Readonly<Record<string, Json>> = {}): Typed {
	return {
		types: {
			Permit: members("address owner,address spender,uint256 value,uint256 nonce,uint256 deadline"),
		},
		primaryType: "Permit",
		domain: domain("Test Dollar", TOKEN, "2"),
		message: {
			owner: SIGNER,
			spender: VAULT,
			value: "25000000",
			nonce: "0",
			deadline: String(END),
			...patch,
		},
	};
}

export function daiPermit(patch: Readonly<Record<string, Json>> = {}): Typed {
	return {
		types: { Permit: members("address holder,address spender,uint256 nonce,uint256 expiry,bool allowed") },
		primaryType: "Permit",
		domain: domain("Dai Stablecoin", TOKEN, "1"),
		message: { holder: SIGNER, spender: VAULT, nonce: 0, expiry: END, allowed: true, ...patch },
	};
}

const DETAILS = members("address token,uint160 amount,uint48 expiration,uint48 nonce");
const detail = { token: TOKEN, amount: "25000000", expiration: END, nonce: 0 };

export function permitSingle(patch: Readonly<Record<string, Json>> = {}): Typed {
	return {
		types: {
			PermitSingle: members("PermitDetails details,address spender,uint256 sigDeadline"),
			PermitDetails: DETAILS,
		},
		primaryType: "PermitSingle",
		domain: domain("Permit2", PERMIT2),
		message: { details: { ...detail, ...patch }, spender: VAULT, sigDeadline: END },
	};
}

export function permitBatch(): Typed {
	return {
		types: {
			PermitBatch: members("PermitDetails[] details,address spender,uint256 sigDeadline"),
			PermitDetails: DETAILS,
		},
		primaryType: "PermitBatch",
		domain: domain("Permit2", PERMIT2),
		message: {
			details: [detail, { ...detail, token: OTHER, amount: String(2n ** 160n - 1n) }],
			spender: VAULT,
			sigDeadline: END,
		},
	};
}

const PERMISSIONS = members("address token,uint256 amount");
const permitted = { token: TOKEN, amount: "25000000" };

export function permitTransfer(): Typed {
	return {
		types: {
			PermitTransferFrom: members(
				"TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline",
			),
			TokenPermissions: PERMISSIONS,
		},
		primaryType: "PermitTransferFrom",
		domain: domain("Permit2", PERMIT2),
		message: { permitted, spender: VAULT, nonce: 7, deadline: END },
	};
}

export function permitBatchTransfer(): Typed {
	return {
		types: {
			PermitBatchTransferFrom: members(
				"TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline",
			),
			TokenPermissions: PERMISSIONS,
		},
		primaryType: "PermitBatchTransferFrom",
		domain: domain("Permit2", PERMIT2),
		message: {
			permitted: [permitted, { token: OTHER, amount: "3" }],
			spender: VAULT,
			nonce: 7,
			deadline: END,
		},
	};
}

/** UniswapX's order reactor on its first chain. */
export const REACTOR = "0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4";

/** Returns a UniswapX order: 25 TUSD for at least 9 base units of another token. */
export function uniswapOrder(swapper = SIGNER, recipient = SIGNER): Typed {
	return {
		types: {
			PermitWitnessTransferFrom: members(
				"TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,ExclusiveDutchOrder witness",
			),
			TokenPermissions: PERMISSIONS,
			ExclusiveDutchOrder: members(
				"OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs",
			),
			OrderInfo: members(
				"address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData",
			),
			DutchOutput: members("address token,uint256 startAmount,uint256 endAmount,address recipient"),
		},
		primaryType: "PermitWitnessTransferFrom",
		domain: domain("Permit2", PERMIT2),
		message: {
			permitted,
			spender: REACTOR,
			nonce: 7,
			deadline: END,
			witness: {
				info: {
					reactor: REACTOR,
					swapper,
					nonce: 7,
					deadline: END,
					additionalValidationContract: ZERO,
					additionalValidationData: "0x",
				},
				decayStartTime: END - 600,
				decayEndTime: END - 60,
				exclusiveFiller: ZERO,
				exclusivityOverrideBps: 0,
				inputToken: TOKEN,
				inputStartAmount: "25000000",
				inputEndAmount: "25000000",
				outputs: [{ token: OTHER, startAmount: 12, endAmount: 9, recipient }],
			},
		},
	};
}

const offered = (itemType: number, token: string, amount: string, id = 0) => ({
	itemType,
	token,
	identifierOrCriteria: id,
	startAmount: amount,
	endAmount: amount,
});

/** Returns a Seaport order that offers item 41 of a collection for 25 TUSD. */
export function seaportOrder(patch: Readonly<Record<string, Json>> = {}): Typed {
	const offer =
		"uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount";
	return {
		types: {
			OrderComponents: members(
				"address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter",
			),
			OfferItem: members(offer),
			ConsiderationItem: members(`${offer},address recipient`),
		},
		primaryType: "OrderComponents",
		domain: domain("Seaport", "0x0000000000000068F116a894984e2DB1123eB395", "1.6"),
		message: {
			offerer: SIGNER,
			zone: ZERO,
			offer: [offered(2, OTHER, "1", 41)],
			consideration: [{ ...offered(1, TOKEN, "25000000"), recipient: SIGNER }],
			orderType: 0,
			startTime: END - 3600,
			endTime: END,
			zoneHash: NONE,
			salt: 1,
			conduitKey: NONE,
			counter: 0,
			...patch,
		},
	};
}

export function cowOrder(patch: Readonly<Record<string, Json>> = {}): Typed {
	return {
		types: {
			Order: members(
				"address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance",
			),
		},
		primaryType: "Order",
		domain: domain("Gnosis Protocol", "0x9008D19f58AAbD9eD0D60971565AA8510560ab41", "v2"),
		message: {
			sellToken: TOKEN,
			buyToken: OTHER,
			receiver: SIGNER,
			sellAmount: "25000000",
			buyAmount: "9",
			validTo: END,
			appData: HASH,
			feeAmount: "0",
			kind: "sell",
			partiallyFillable: false,
			sellTokenBalance: "erc20",
			buyTokenBalance: "erc20",
			...patch,
		},
	};
}

export function safeTransaction(patch: Readonly<Record<string, Json>> = {}): Typed {
	return {
		types: {
			SafeTx: members(
				"address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce",
			),
		},
		primaryType: "SafeTx",
		domain: { chainId: CHAIN, verifyingContract: VAULT },
		message: {
			to: TOKEN,
			value: "0",
			data: "0x",
			operation: 0,
			safeTxGas: 0,
			baseGas: 0,
			gasPrice: 0,
			gasToken: ZERO,
			refundReceiver: ZERO,
			nonce: 3,
			...patch,
		},
	};
}

export function delegation(caveats: Json = [{ enforcer: FILLER, terms: "0x01" }]): Typed {
	return {
		types: {
			Delegation: members(
				"address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt",
			),
			Caveat: members("address enforcer,bytes terms"),
		},
		primaryType: "Delegation",
		domain: domain("DelegationManager", FILLER, "1"),
		message: { delegate: VAULT, delegator: SIGNER, authority: `0x${"f".repeat(64)}`, caveats, salt: 0 },
	};
}

export function authorization(
	primaryType: "TransferWithAuthorization" | "ReceiveWithAuthorization",
	patch: Readonly<Record<string, Json>> = {},
): Typed {
	return {
		types: {
			[primaryType]: members(
				"address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce",
			),
		},
		primaryType,
		domain: domain("Test Dollar", TOKEN, "2"),
		message: {
			from: SIGNER,
			to: VAULT,
			value: "25000000",
			validAfter: 0,
			validBefore: END,
			nonce: HASH,
			...patch,
		},
	};
}

export function codeAuthorization(chainId = CHAIN): Typed {
	return {
		types: { Authorization: members("uint256 chainId,address address,uint64 nonce") },
		primaryType: "Authorization",
		domain: domain("Wallet", VAULT, "1"),
		message: { chainId, address: FILLER, nonce: 0 },
	};
}

/** Returns EIP-712's own example. */
export function mail(): Typed {
	return {
		types: {
			EIP712Domain: members("string name,string version,uint256 chainId,address verifyingContract"),
			Person: members("string name,address wallet"),
			Mail: members("Person from,Person to,string contents"),
		},
		primaryType: "Mail",
		domain: {
			name: "Ether Mail",
			version: "1",
			chainId: 1,
			verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
		},
		message: {
			from: { name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
			to: { name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
			contents: "Hello, Bob!",
		},
	};
}

/** Reads typed data, and throws if that is refused. */
export function readTypedData(typed: unknown): TypedData {
	const reading = typedDataHashes(typed);
	if (!reading.ok) throw new Error(`${reading.field}: ${reading.text.code}`);
	return reading;
}

export function signRequest(
	payload: SignRequest["payloads"][number],
	patch: Partial<SignRequest> = {},
): SignRequest {
	const isSvm = payload.kind === "svm_message" || payload.kind === "svm_transaction";
	return {
		type: "sign",
		requestId: "sign-1",
		chainFamily: isSvm ? "svm" : "evm",
		executionKind: "message",
		signer: isSvm ? "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB" : SIGNER,
		description: "Sign this",
		payloads: [payload],
		...(isSvm ? { cluster: "solana:devnet" } : { chainId: CHAIN }),
		...patch,
	};
}

/** Returns a vote at Snapshot. */
export const snapshotVote = (
	patch: Readonly<Record<string, Json>> = {},
	{ type = "uint32", proposal = "bytes32" }: { readonly type?: string; readonly proposal?: string } = {},
): Typed => ({
	types: {
		Vote: members(
			`address from,string space,uint64 timestamp,${proposal} proposal,${type} choice,string reason,string app,string metadata`,
		),
	},
	primaryType: "Vote",
	domain: { name: "snapshot", version: "0.1.4" },
	message: {
		from: SIGNER,
		space: "governance.eth",
		timestamp: 1_790_000_000,
		proposal: `0x${"4e".repeat(32)}`,
		choice: 1,
		reason: "",
		app: "snapshot",
		metadata: "{}",
		...patch,
	},
});

/** Returns a vote at Compound's governor, or with other fields at another governor. */
export const ballot = (
	patch: Readonly<Record<string, Json>> = {},
	{ fields = "uint256 proposalId,uint8 support", type = "Ballot" } = {},
): Typed => ({
	types: { [type]: members(fields) },
	primaryType: type,
	domain: domain("Compound Governor Bravo", "0xc0Da02939E1441F497fd74F78cE7Decb17B66529"),
	message: { proposalId: 271, support: 1, ...patch },
});

/** Returns an order identifier of CoW Protocol: hash, owner, expiry. */
export const orderUid = (owner: string): string => `${HASH}${owner.slice(2)}6b49d7dc`;

export const orderCancellation = (orderUids: readonly string[] = [orderUid(SIGNER)]): Typed => ({
	types: { OrderCancellations: members("bytes[] orderUids") },
	primaryType: "OrderCancellations",
	domain: domain("Gnosis Protocol", "0x9008D19f58AAbD9eD0D60971565AA8510560ab41", "v2"),
	message: { orderUids: [...orderUids] },
});

/** Returns a Snapshot voter's profile message. */
export const snapshotProfile = (patch: Readonly<Record<string, Json>> = {}): Typed => ({
	types: { Profile: members("address from,uint64 timestamp,string profile") },
	primaryType: "Profile",
	domain: { name: "snapshot", version: "0.1.4" },
	message: { from: SIGNER, timestamp: 1_790_000_000, profile: '{"name":"nora"}', ...patch },
});
