import { exchangeOf } from "./exchanges.ts";
import { isLogin, isPolymarketLogin } from "./logins.ts";
import type { TypedDataBody } from "./reading.ts";
import type { TypedStruct, TypedValue } from "./typed-values.ts";
import { structOf, type TypedMember, type TypedTypes } from "./types.ts";

/**
 * Kinds of typed data that widely used contracts accept. A kind is identified by its encoded type, never by
 * its name, because the contract verifies the hash of that type.
 */

export type TypedKind =
	| "permit"
	| "dai_permit"
	| "permit2_single"
	| "permit2_batch"
	| "permit2_transfer"
	| "permit2_batch_transfer"
	| "permit2_witness"
	| "seaport_order"
	| "cow_order"
	| "zeroex_order"
	| "oneinch_order"
	| "safe_transaction"
	| "delegation"
	| "votes"
	| "transfer_authorization"
	| "receive_authorization"
	| "code_authorization"
	| "snapshot_vote"
	| "item_permit"
	| "item_permit_all"
	| "prediction_order"
	| "meta_transaction"
	| "forward_request"
	| "sponsored_call"
	| "packed_user_operation"
	| "safe_operation"
	| "exchange_action"
	| "authorization_cancel"
	| "morpho_authorization"
	| "compound_authorization"
	| "credit_delegation"
	| "login"
	| "interface_login"
	| "key_request"
	| "key_registration"
	| "seaport_bulk"
	| "rarible_order"
	| "looksrare_order"
	| "zeroex_item_order"
	| "order_root"
	| "spend_permission"
	| "euler_permit"
	| "ballot"
	| "snapshot_profile"
	| "order_cancellation";

const DETAILS = "PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)";
const PERMISSIONS = "TokenPermissions(address token,uint256 amount)";
const OFFER =
	"OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)";
const CONSIDERATION =
	"ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)";
const COMPONENTS =
	"OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)";
const AUTHORIZATION =
	"(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";

const PREDICTION = "uint256 salt,address maker,address signer,";
const PREDICTED = "uint256 tokenId,uint256 makerAmount,uint256 takerAmount,";
const SAFE_OPERATION = "SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,";
const SAFE_OPERATION_END = "bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)";

/**
 * Sources: ERC-4494, Uniswap v3 and v4 positions, Polymarket's exchanges (v1 and v2), native
 * meta-transactions in Matic's tokens, Gelato's relay, EntryPoint 0.8 and 0.9, Safe's 4337 module (0.6 and
 * 0.7), EIP-2612, DAI, Permit2, Seaport 1.1 and later, CoW Protocol, 0x v4, 1inch Limit Order Protocol v4,
 * Safe 1.0 and later, MetaMask's Delegation Framework, OpenZeppelin's Votes, EIP-3009, EIP-7702, Morpho Blue,
 * Compound's Comet, Aave's ICreditDelegationToken, Farcaster's SignedKeyRequestValidator and KeyGateway,
 * Rarible's exchange-v2, LooksRare v2, MetaMask's test-dapp (0x), Blur (code-423n4/2022-10-blur), Coinbase's
 * spend-permissions, Euler's EVC, Compound's GovernorAlpha and GovernorBravo, OpenZeppelin's Governor 4 and
 * 5.
 */
const BY_TYPE: Readonly<Record<string, TypedKind>> = {
	"Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)": "permit",
	"Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)": "dai_permit",
	[`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`]: "permit2_single",
	[`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`]: "permit2_batch",
	[`PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
		"permit2_transfer",
	[`PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`]:
		"permit2_batch_transfer",
	[`${COMPONENTS}${CONSIDERATION}${OFFER}`]: "seaport_order",
	"Order(address maker,Asset makeAsset,address taker,Asset takeAsset,uint256 salt,uint256 start,uint256 end,bytes4 dataType,bytes data)Asset(AssetType assetType,uint256 value)AssetType(bytes4 assetClass,bytes data)":
		"rarible_order",
	"Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)":
		"looksrare_order",
	"ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)":
		"zeroex_item_order",
	"Root(bytes32 root)": "order_root",
	"SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)":
		"spend_permission",
	"Permit(address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data)":
		"euler_permit",
	"Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)":
		"cow_order",
	"LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)":
		"zeroex_order",
	"Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)":
		"oneinch_order",
	"SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)":
		"safe_transaction",
	"Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)":
		"delegation",
	"Delegation(address delegatee,uint256 nonce,uint256 expiry)": "votes",
	[`TransferWithAuthorization${AUTHORIZATION}`]: "transfer_authorization",
	[`ReceiveWithAuthorization${AUTHORIZATION}`]: "receive_authorization",
	"CancelAuthorization(address authorizer,bytes32 nonce)": "authorization_cancel",
	"Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)":
		"morpho_authorization",
	"Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)":
		"compound_authorization",
	"DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)": "credit_delegation",
	"Ballot(uint256 proposalId,bool support)": "ballot",
	"Ballot(uint256 proposalId,uint8 support)": "ballot",
	"Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)": "ballot",
	"ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)": "ballot",
	"ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)":
		"ballot",
	"SignedKeyRequest(uint256 requestFid,bytes key,uint256 deadline)": "key_request",
	"Add(address owner,uint32 keyType,bytes key,uint8 metadataType,bytes metadata,uint256 nonce,uint256 deadline)":
		"key_registration",
	"Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)": "item_permit",
	"PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)": "item_permit_all",
	[`Order(${PREDICTION}address taker,${PREDICTED}uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)`]:
		"prediction_order",
	[`Order(${PREDICTION}${PREDICTED}uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)`]:
		"prediction_order",
	"MetaTransaction(uint256 nonce,address from,bytes functionSignature)": "meta_transaction",
	"SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)":
		"sponsored_call",
	"CallWithERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)":
		"sponsored_call",
	"PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)":
		"packed_user_operation",
	[`${SAFE_OPERATION}uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas,${SAFE_OPERATION_END}`]:
		"safe_operation",
	[`${SAFE_OPERATION}uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,${SAFE_OPERATION_END}`]:
		"safe_operation",
};

/** Fields that precede the witness in a Permit2 transfer. The requester determines what the witness means. */
const WITNESSED: Readonly<Record<string, readonly TypedMember[]>> = Object.fromEntries(
	[
		["PermitWitnessTransferFrom", "TokenPermissions"],
		["PermitBatchWitnessTransferFrom", "TokenPermissions[]"],
	].map(([name, permitted = ""]) => [
		name,
		[
			{ name: "permitted", type: permitted },
			{ name: "spender", type: "address" },
			{ name: "nonce", type: "uint256" },
			{ name: "deadline", type: "uint256" },
		],
	]),
);

const isMember = (left: TypedMember, right: TypedMember | undefined): boolean =>
	left.name === right?.name && left.type === right.type;

function sameMembers(left: readonly TypedMember[], right: readonly TypedMember[]): boolean {
	return left.length === right.length && left.every((member, at) => isMember(member, right[at]));
}

function isStruct(types: TypedTypes, name: string, members: readonly TypedMember[]): boolean {
	const own = structOf(types, name);
	return own !== null && sameMembers(own, members);
}

const TOKEN_PERMISSIONS: readonly TypedMember[] = [
	{ name: "token", type: "address" },
	{ name: "amount", type: "uint256" },
];

export function witnessOf({
	primaryType,
	types,
}: Pick<TypedDataBody, "primaryType" | "types">): TypedMember | null {
	const own = Object.hasOwn(WITNESSED, primaryType) ? WITNESSED[primaryType] : undefined;
	const members = structOf(types, primaryType);
	if (own === undefined || members?.length !== own.length + 1) return null;
	const isTransfer =
		sameMembers(members.slice(0, own.length), own) && isStruct(types, "TokenPermissions", TOKEN_PERMISSIONS);
	return isTransfer ? (members[own.length] ?? null) : null;
}

const AUTHORIZATION_MEMBERS: ReadonlySet<string> = new Set(["chainId", "address", "nonce"]);

function isCodeAuthorization(primaryType: string, types: TypedTypes): boolean {
	const members = structOf(types, primaryType) ?? [];
	return (
		primaryType === "Authorization" &&
		members.length === AUTHORIZATION_MEMBERS.size &&
		members.every(({ name }) => AUTHORIZATION_MEMBERS.has(name)) &&
		members.every(({ name, type }) => (name === "address" ? type === "address" : type.startsWith("uint")))
	);
}

/** Fields at the start of every ERC-2771 forward request. Implementations can append more. */
const FORWARDED: readonly TypedMember[] = [
	{ name: "from", type: "address" },
	{ name: "to", type: "address" },
	{ name: "value", type: "uint256" },
	{ name: "gas", type: "uint256" },
	{ name: "nonce", type: "uint256" },
];
const CALL_DATA: TypedMember = { name: "data", type: "bytes" };
const FORWARDED_MORE: readonly TypedMember[] = [
	CALL_DATA,
	{ name: "deadline", type: "uint48" },
	{ name: "validUntil", type: "uint256" },
	{ name: "validUntilTime", type: "uint256" },
	{ name: "relayData", type: "RelayData" },
];
const FORWARD_NAMES: ReadonlySet<string> = new Set(["ForwardRequest", "RelayRequest"]);

function isForwardRequest({ primaryType, types }: TypedDataBody): boolean {
	const members = structOf(types, primaryType) ?? [];
	const more = members.slice(FORWARDED.length);
	return (
		FORWARD_NAMES.has(primaryType) &&
		sameMembers(members.slice(0, FORWARDED.length), FORWARDED) &&
		more.some((each) => isMember(each, CALL_DATA)) &&
		more.every((each) => FORWARDED_MORE.some((known) => isMember(each, known)))
	);
}

/** The signature for a single bulk order covers up to 2^24 Seaport orders. */
function isBulkOrder({ encodedType }: TypedDataBody): boolean {
	const orders = `${CONSIDERATION}${OFFER}${COMPONENTS}`;
	const tree = encodedType.slice(0, -orders.length);
	return encodedType.endsWith(orders) && /^BulkOrder\(OrderComponents(?:\[2\]){1,24} tree\)$/.test(tree);
}

/** Votes with a single choice, several choices, or text. `proposal` is a hash, or text in old votes. */
const SNAPSHOT_VOTES: ReadonlySet<string> = new Set(
	["bytes32", "string"].flatMap((proposal) =>
		["uint32", "uint32[]", "string"].map(
			(choice) =>
				`Vote(address from,string space,uint64 timestamp,${proposal} proposal,${choice} choice,string reason,string app,string metadata)`,
		),
	),
);

const SNAPSHOT_PROFILE = "Profile(address from,uint64 timestamp,string profile)";

/** Snapshot's domain has no contract and no chain. Source: snapshot.js, folder `sign`. */
const isAtSnapshot = ({ domain, domainType }: TypedDataBody): boolean =>
	domainType === "EIP712Domain(string name,string version)" &&
	domain.name === "snapshot" &&
	domain.version === "0.1.4";

function snapshotKind(data: TypedDataBody): TypedKind | null {
	if (!isAtSnapshot(data)) return null;
	if (SNAPSHOT_VOTES.has(data.encodedType)) return "snapshot_vote";
	return data.encodedType === SNAPSHOT_PROFILE ? "snapshot_profile" : null;
}

/** A CoW Protocol order ID, which consists of the order hash, owner and expiry, packed as in GPv2Order. */
const ORDER_UID = /^0x[0-9a-f]{112}$/i;

function isOrderCancellation({ encodedType, message }: TypedDataBody): boolean {
	const { orderUids } = message;
	return (
		encodedType === "OrderCancellations(bytes[] orderUids)" &&
		Array.isArray(orderUids) &&
		orderUids.length > 0 &&
		orderUids.every((uid) => typeof uid === "string" && ORDER_UID.test(uid))
	);
}

export function kindOf(data: TypedDataBody): TypedKind | null {
	if (Object.hasOwn(BY_TYPE, data.encodedType)) return BY_TYPE[data.encodedType] ?? null;
	if (witnessOf(data) !== null) return "permit2_witness";
	const atSnapshot = snapshotKind(data);
	if (atSnapshot !== null) return atSnapshot;
	if (isOrderCancellation(data)) return "order_cancellation";
	if (isForwardRequest(data)) return "forward_request";
	if (isBulkOrder(data)) return "seaport_bulk";
	if (exchangeOf(data) !== null) return "exchange_action";
	if (isPolymarketLogin(data)) return "interface_login";
	if (isLogin(data)) return "login";
	return isCodeAuthorization(data.primaryType, data.types) ? "code_authorization" : null;
}

function member(value: TypedValue | undefined, name: string): TypedValue | undefined {
	return typeof value === "object" && !Array.isArray(value) && Object.hasOwn(value, name)
		? (value as TypedStruct)[name]
		: undefined;
}

/** Looks up a field by path, e.g. `details.expiration`. */
export function memberAt(message: TypedStruct, path: string): TypedValue | undefined {
	return path.split(".").reduce<TypedValue | undefined>((value, name) => member(value, name), message);
}

/** Path to the field that names the owner. For kinds that aren't listed, the owner is the signer. */
const OWNERS: Readonly<Partial<Record<TypedKind, string>>> = {
	permit: "owner",
	dai_permit: "holder",
	seaport_order: "offerer",
	zeroex_order: "maker",
	oneinch_order: "maker",
	delegation: "delegator",
	transfer_authorization: "from",
	receive_authorization: "from",
	authorization_cancel: "authorizer",
	morpho_authorization: "authorizer",
	compound_authorization: "owner",
	interface_login: "address",
	key_registration: "owner",
	rarible_order: "maker",
	looksrare_order: "signer",
	zeroex_item_order: "maker",
	euler_permit: "signer",
	ballot: "voter",
	snapshot_profile: "from",
};

const ORDER_INFO: readonly TypedMember[] = [
	{ name: "reactor", type: "address" },
	{ name: "swapper", type: "address" },
	{ name: "nonce", type: "uint256" },
	{ name: "deadline", type: "uint256" },
	{ name: "additionalValidationContract", type: "address" },
	{ name: "additionalValidationData", type: "bytes" },
];

/** Every order in the UniswapX family starts with OrderInfo. */
export function orderWitnessOf(data: TypedDataBody): TypedMember | null {
	const witness = witnessOf(data);
	const first = witness === null ? undefined : structOf(data.types, witness.type)?.[0];
	const isOrder =
		data.primaryType === "PermitWitnessTransferFrom" &&
		first?.name === "info" &&
		first.type === "OrderInfo" &&
		isStruct(data.types, "OrderInfo", ORDER_INFO);
	return isOrder ? witness : null;
}

function ownerPath(data: TypedDataBody): string | undefined {
	const kind = kindOf(data);
	if (kind !== "permit2_witness") return kind === null ? undefined : OWNERS[kind];
	const order = orderWitnessOf(data);
	return order === null ? undefined : `${order.name}.info.swapper`;
}

export function ownerOf(data: TypedDataBody): { readonly field: string; readonly address: string } | null {
	const path = ownerPath(data);
	if (path === undefined) return null;
	const address = memberAt(data.message, path);
	return typeof address === "string" ? { field: `message.${path}`, address } : null;
}

const DEADLINES: Readonly<Partial<Record<TypedKind, string>>> = {
	permit: "deadline",
	dai_permit: "expiry",
	permit2_single: "sigDeadline",
	permit2_batch: "sigDeadline",
	permit2_transfer: "deadline",
	permit2_batch_transfer: "deadline",
	permit2_witness: "deadline",
	seaport_order: "endTime",
	cow_order: "validTo",
	zeroex_order: "expiry",
	votes: "expiry",
	item_permit: "deadline",
	item_permit_all: "deadline",
	prediction_order: "expiration",
	sponsored_call: "userDeadline",
	safe_operation: "validUntil",
	transfer_authorization: "validBefore",
	receive_authorization: "validBefore",
	morpho_authorization: "deadline",
	compound_authorization: "expiry",
	credit_delegation: "deadline",
	key_request: "deadline",
	key_registration: "deadline",
	rarible_order: "end",
	looksrare_order: "endTime",
	zeroex_item_order: "expiry",
	spend_permission: "end",
	euler_permit: "deadline",
};

/**
 * Bits 80 to 119 of 1inch's traits hold the order's expiry as Unix time in seconds. 0 means that it doesn't
 * expire.
 */
function endInTraits(message: TypedStruct): bigint | null {
	const traits = memberAt(message, "makerTraits");
	const end = typeof traits === "bigint" ? (traits >> 80n) & (2n ** 40n - 1n) : 0n;
	return end === 0n ? null : end;
}

const FORWARDED_UNTIL = ["deadline", "validUntilTime"];
const ZERO_MEANS_NONE: ReadonlySet<TypedKind> = new Set([
	"dai_permit",
	"prediction_order",
	"forward_request",
	"safe_operation",
	"rarible_order",
]);

export function deadlineOf(data: TypedDataBody): bigint | null {
	const kind = kindOf(data);
	if (kind === "oneinch_order") return endInTraits(data.message);
	const paths = kind === "forward_request" ? FORWARDED_UNTIL : kind === null ? [] : [DEADLINES[kind] ?? ""];
	const stated = paths.map((path) => memberAt(data.message, path)).find((each) => typeof each === "bigint");
	if (typeof stated !== "bigint") return null;
	return stated === 0n && kind !== null && ZERO_MEANS_NONE.has(kind) ? null : stated;
}
