import { PERMIT2 } from "../world/evm/base.ts";

/** EIP-712 typed data as applications build it. The cases provide the values that matter. */

export type TypedData = Readonly<Record<string, unknown>>;

interface Member {
	readonly name: string;
	readonly type: string;
}

/** Parses "address owner,uint256 value" into typed-data members. */
const members = (text: string): readonly Member[] =>
	text.split(",").map((part) => {
		const [type = "", name = ""] = part.trim().split(" ");
		return { name, type };
	});

const DOMAIN: Readonly<Record<string, string>> = {
	name: "string",
	version: "string",
	chainId: "uint256",
	verifyingContract: "address",
	salt: "bytes32",
};

export interface Domain {
	readonly name?: string;
	readonly version?: string;
	readonly chainId?: number;
	readonly verifyingContract?: string;
	readonly salt?: string;
}

/**
 * Creates typed data.
 * @param types members of each type by name, in the format of `members`; the first type is the primary type
 */
export function typed(
	domain: Domain,
	types: Readonly<Record<string, string>>,
	message: Readonly<Record<string, unknown>>,
): TypedData {
	const listed = Object.entries(types).map(([name, text]) => [name, members(text)] as const);
	return {
		types: {
			EIP712Domain: Object.keys(domain).map((name) => ({ name, type: DOMAIN[name] ?? "string" })),
			...Object.fromEntries(listed),
		},
		primaryType: listed[0]?.[0] ?? "",
		domain,
		message,
	};
}

const text = (value: bigint | number) => value.toString();
const ZERO = "0x0000000000000000000000000000000000000000";
const NO_BYTES32 = `0x${"0".repeat(64)}`;

/** Creates a permit of EIP-2612. */
export const permit = (
	domain: Domain,
	{ owner, spender, value, deadline }: { owner: string; spender: string; value: bigint; deadline: number },
) =>
	typed(
		domain,
		{ Permit: "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline" },
		{ owner, spender, value: text(value), nonce: "0", deadline: text(deadline) },
	);

/** Creates a permit in DAI's own format, which has no amount. */
export const daiPermit = (
	domain: Domain,
	{ holder, spender, expiry }: { holder: string; spender: string; expiry: number },
) =>
	typed(
		domain,
		{ Permit: "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed" },
		{ holder, spender, nonce: "0", expiry: text(expiry), allowed: true },
	);

const permit2Domain = { name: "Permit2", chainId: 1, verifyingContract: PERMIT2 } as const;
const DETAILS = "address token,uint160 amount,uint48 expiration,uint48 nonce";
const PERMISSIONS = "address token,uint256 amount";

interface Amount {
	readonly token: string;
	readonly amount: bigint;
}
const detail = ({ token, amount }: Amount, expiration: number) => ({
	token,
	amount: text(amount),
	expiration: text(expiration),
	nonce: "0",
});

export const permitSingle = (part: Amount, spender: string, expiration: number, sigDeadline: number) =>
	typed(
		permit2Domain,
		{ PermitSingle: "PermitDetails details,address spender,uint256 sigDeadline", PermitDetails: DETAILS },
		{ details: detail(part, expiration), spender, sigDeadline: text(sigDeadline) },
	);
export const permitBatch = (
	parts: readonly Amount[],
	spender: string,
	expiration: number,
	sigDeadline: number,
) =>
	typed(
		permit2Domain,
		{ PermitBatch: "PermitDetails[] details,address spender,uint256 sigDeadline", PermitDetails: DETAILS },
		{ details: parts.map((part) => detail(part, expiration)), spender, sigDeadline: text(sigDeadline) },
	);
export const permitTransfer = ({ token, amount }: Amount, spender: string, deadline: number) =>
	typed(
		permit2Domain,
		{
			PermitTransferFrom: "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline",
			TokenPermissions: PERMISSIONS,
		},
		{ permitted: { token, amount: text(amount) }, spender, nonce: "7", deadline: text(deadline) },
	);
export const permitBatchTransfer = (parts: readonly Amount[], spender: string, deadline: number) =>
	typed(
		permit2Domain,
		{
			PermitBatchTransferFrom: "TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline",
			TokenPermissions: PERMISSIONS,
		},
		{
			permitted: parts.map(({ token, amount }) => ({ token, amount: text(amount) })),
			spender,
			nonce: "7",
			deadline: text(deadline),
		},
	);

/** Creates a UniswapX order: a Permit2 transfer with an exclusive Dutch order as its witness. */
export const uniswapX = (
	input: Amount,
	output: Amount & { readonly end?: bigint; readonly recipient: string },
	{
		reactor,
		spender = reactor,
		swapper,
		deadline,
	}: {
		reactor: string;
		spender?: string;
		swapper: string;
		deadline: number;
	},
) =>
	typed(
		permit2Domain,
		{
			PermitWitnessTransferFrom:
				"TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,ExclusiveDutchOrder witness",
			TokenPermissions: PERMISSIONS,
			ExclusiveDutchOrder:
				"OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs",
			OrderInfo:
				"address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData",
			DutchOutput: "address token,uint256 startAmount,uint256 endAmount,address recipient",
		},
		{
			permitted: { token: input.token, amount: text(input.amount) },
			spender,
			nonce: "11",
			deadline: text(deadline),
			witness: {
				info: {
					reactor,
					swapper,
					nonce: "11",
					deadline: text(deadline),
					additionalValidationContract: ZERO,
					additionalValidationData: "0x",
				},
				decayStartTime: text(deadline - 600),
				decayEndTime: text(deadline - 540),
				exclusiveFiller: ZERO,
				exclusivityOverrideBps: "100",
				inputToken: input.token,
				inputStartAmount: text(input.amount),
				inputEndAmount: text(input.amount),
				outputs: [
					{
						token: output.token,
						startAmount: text(output.amount),
						endAmount: text(output.end ?? output.amount),
						recipient: output.recipient,
					},
				],
			},
		},
	);

/** Creates a transfer authorization of EIP-3009. */
export const authorization = (
	domain: Domain,
	kind: "TransferWithAuthorization" | "ReceiveWithAuthorization",
	{ from, to, value, validBefore }: { from: string; to: string; value: bigint; validBefore: number },
) =>
	typed(
		domain,
		{
			[kind]: "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce",
		},
		{
			from,
			to,
			value: text(value),
			validAfter: "0",
			validBefore: text(validBefore),
			nonce: `0x${"5c".repeat(32)}`,
		},
	);

/** Seaport item types. */
export const ITEM = { native: 0, erc20: 1, erc721: 2, erc1155: 3, anyOf: 4 } as const;
export interface SeaportItem {
	readonly itemType: number;
	readonly token?: string;
	readonly id?: bigint;
	readonly amount: bigint;
	readonly endAmount?: bigint;
	readonly recipient?: string;
}
const seaportItem = ({ itemType, token = ZERO, id = 0n, amount, endAmount, recipient }: SeaportItem) => ({
	itemType,
	token,
	identifierOrCriteria: text(id),
	startAmount: text(amount),
	endAmount: text(endAmount ?? amount),
	...(recipient === undefined ? {} : { recipient }),
});
const OFFER_ITEM =
	"uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount";
const ORDER_COMPONENTS =
	"address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter";

export interface SeaportOrder {
	readonly offerer: string;
	readonly offer: readonly SeaportItem[];
	readonly consideration: readonly SeaportItem[];
	readonly endTime: number;
}
const components = ({ offerer, offer, consideration, endTime }: SeaportOrder) => ({
	offerer,
	zone: ZERO,
	offer: offer.map(seaportItem),
	consideration: consideration.map(seaportItem),
	orderType: 0,
	startTime: text(endTime - 86_400 * 7),
	endTime: text(endTime),
	zoneHash: NO_BYTES32,
	salt: "24446860302761739304752683030156737591518664810215442929818054330",
	conduitKey: "0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000",
	counter: "0",
});
export const seaport = (verifyingContract: string, order: SeaportOrder) =>
	typed(
		{ name: "Seaport", version: "1.6", chainId: 1, verifyingContract },
		{
			OrderComponents: ORDER_COMPONENTS,
			OfferItem: OFFER_ITEM,
			ConsiderationItem: `${OFFER_ITEM},address recipient`,
		},
		components(order),
	);
/** Creates OpenSea's bulk order: a tree of orders, each of which can be executed separately. */
export const seaportBulk = (verifyingContract: string, orders: readonly [SeaportOrder, SeaportOrder]) =>
	typed(
		{ name: "Seaport", version: "1.6", chainId: 1, verifyingContract },
		{
			BulkOrder: "OrderComponents[2] tree",
			OrderComponents: ORDER_COMPONENTS,
			OfferItem: OFFER_ITEM,
			ConsiderationItem: `${OFFER_ITEM},address recipient`,
		},
		{ tree: orders.map(components) },
	);

export interface CowOrder {
	readonly sell: Amount;
	readonly buy: Amount;
	readonly receiver?: string;
	readonly fee?: bigint;
	readonly validTo: number;
}
export const cow = ({ sell, buy, receiver = ZERO, fee = 0n, validTo }: CowOrder) =>
	typed(
		{
			name: "Gnosis Protocol",
			version: "v2",
			chainId: 1,
			verifyingContract: "0x9008D19f58AAbD9eD0D60971565AA8510560ab41",
		},
		{
			Order:
				"address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance",
		},
		{
			sellToken: sell.token,
			buyToken: buy.token,
			receiver,
			sellAmount: text(sell.amount),
			buyAmount: text(buy.amount),
			validTo,
			appData: `0x${"a1".repeat(32)}`,
			feeAmount: text(fee),
			kind: "sell",
			partiallyFillable: false,
			sellTokenBalance: "erc20",
			buyTokenBalance: "erc20",
		},
	);

export const zeroEx = (maker: string, gives: Amount, gets: Amount, expiry: number) =>
	typed(
		{
			name: "ZeroEx",
			version: "1.0.0",
			chainId: 1,
			verifyingContract: "0xDef1C0ded9bec7F1a1670819833240f027b25EfF",
		},
		{
			LimitOrder:
				"address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt",
		},
		{
			makerToken: gives.token,
			takerToken: gets.token,
			makerAmount: text(gives.amount),
			takerAmount: text(gets.amount),
			takerTokenFeeAmount: "0",
			maker,
			taker: ZERO,
			sender: ZERO,
			feeRecipient: ZERO,
			pool: NO_BYTES32,
			expiry: text(expiry),
			salt: "1800000000001",
		},
	);

/**
 * Creates an order of the 1inch limit order protocol.
 * @param until expiration in Unix seconds, packed into the traits
 */
export const oneInch = (
	maker: string,
	gives: Amount,
	gets: Amount,
	{ receiver = ZERO, until, extension = false }: { receiver?: string; until: number; extension?: boolean },
) =>
	typed(
		{
			name: "1inch Aggregation Router",
			version: "6",
			chainId: 1,
			verifyingContract: "0x111111125421cA6dc452d289314280a0f8842A65",
		},
		{
			Order:
				"uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits",
		},
		{
			salt: "102412815611787935992271873344279698181002251432500613888978521074851540062603",
			maker,
			receiver,
			makerAsset: gives.token,
			takerAsset: gets.token,
			makingAmount: text(gives.amount),
			takingAmount: text(gets.amount),
			makerTraits: text((BigInt(until) << 80n) | (extension ? 1n << 249n : 0n)),
		},
	);

export interface SafeTx {
	readonly to: string;
	readonly value?: bigint;
	readonly data?: string;
	readonly operation?: 0 | 1;
	readonly baseGas?: bigint;
	readonly gasPrice?: bigint;
	readonly gasToken?: string;
	readonly refundReceiver?: string;
}
export const safeTx = (safe: string, tx: SafeTx) =>
	typed(
		{ chainId: 1, verifyingContract: safe },
		{
			SafeTx:
				"address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce",
		},
		{
			to: tx.to,
			value: text(tx.value ?? 0n),
			data: tx.data ?? "0x",
			operation: tx.operation ?? 0,
			safeTxGas: "0",
			baseGas: text(tx.baseGas ?? 0n),
			gasPrice: text(tx.gasPrice ?? 0n),
			gasToken: tx.gasToken ?? ZERO,
			refundReceiver: tx.refundReceiver ?? ZERO,
			nonce: "4",
		},
	);
