import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { carriedCallOf } from "../match/typed-data/carried-call.ts";
import { deadlineOf, kindOf, ownerOf, type TypedKind } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { delegateCallTarget, packedOperationFee, safeOperationFee, safeRefund } from "./calls.ts";
import { exchangeReading } from "./exchange.ts";
import { bulkOrders, bulkReading, looksRareReading, raribleReading, zeroExItemReading } from "./markets.ts";
import { cowReading, oneInchReading, seaportReading, witnessReading, zeroExReading } from "./orders.ts";
import {
	daiPermitReading,
	itemPermitAllReading,
	itemPermitReading,
	permit2AllowanceReading,
	permit2TransferReading,
	permitReading,
	spendPermissionReading,
	transferReading,
} from "./permits.ts";
import { predictionReading } from "./prediction.ts";
import { addressAt, boolAt, type SignedReading, type SignedRight, textAt, wholeAt } from "./reading.ts";

const readerOf = ({ domain }: TypedData): string => domain.verifyingContract ?? ZERO_ADDRESS;

const applicationRight =
	(holder: string, given: string) =>
	(data: TypedData): SignedRight[] => [
		{
			holder: addressAt(data.message, holder),
			scope: { kind: "everything", at: readerOf(data) },
			extent: boolAt(data.message, given) ? null : 0n,
			until: null,
		},
	];

const creditRight = (data: TypedData): SignedRight[] => [
	{
		holder: addressAt(data.message, "delegatee"),
		scope: { kind: "asset", asset: { kind: "debt", address: readerOf(data), item: null } },
		extent: wholeAt(data.message, "value"),
		until: null,
	},
];

/** Under ERC-7710, the delegate acts as the account, within limits that other code enforces. */
const delegationRight = ({ message }: TypedData): SignedRight[] => [
	{
		holder: addressAt(message, "delegate"),
		scope: { kind: "control", over: addressAt(message, "delegator"), what: "account" },
		extent: null,
		until: null,
	},
];

const codeRight =
	(signer: string) =>
	({ message }: TypedData): SignedRight[] => [
		{
			holder: addressAt(message, "address"),
			scope: { kind: "control", over: signer, what: "code" },
			extent: null,
			until: null,
		},
	];

const votesRight = (data: TypedData): SignedRight[] => [
	{
		holder: addressAt(data.message, "delegatee"),
		scope: { kind: "control", over: readerOf(data), what: "votes" },
		extent: null,
		until: null,
	},
];

/** On Farcaster, the key can post as the account until it is removed. The key has no address. */
const keyRight = ({ message }: TypedData): SignedRight[] => [
	{
		holder: textAt(message, "key"),
		scope: { kind: "control", over: addressAt(message, "owner"), what: "posts" },
		extent: null,
		until: null,
	},
];

function delegateCallRight(data: TypedData): SignedRight[] {
	const code = delegateCallTarget(data);
	const over = readerOf(data);
	return code === null
		? []
		: [{ holder: code, scope: { kind: "control", over, what: "code" }, extent: null, until: null }];
}

/** Calldata for setAccountOperator(address account, address operator, bool authorized). */
const OPERATOR_CALL = /^0x9f5c462a[0-9a-f]{64}0{24}([0-9a-f]{40})0{63}([01])$/;

/**
 * A permit for Euler's connector is a call to the connector itself, which can set an operator for all of
 * Euler.
 */
function operatorRight(data: TypedData): SignedRight[] {
	const [, operator, authorized] = OPERATOR_CALL.exec(textAt(data.message, "data")) ?? [];
	return operator === undefined
		? []
		: [
				{
					holder: `0x${operator}`,
					scope: { kind: "everything", at: readerOf(data) },
					extent: authorized === "1" ? null : 0n,
					until: null,
				},
			];
}

type Read = Partial<Omit<SignedReading, "kind" | "call">>;
type Reader = (data: TypedData, signer: string) => Read;

const rightsBy =
	(rightsOf: (data: TypedData) => SignedReading["rights"]): Reader =>
	(data) => ({ rights: rightsOf(data) });

const lastEndOf = (data: TypedData): bigint =>
	bulkOrders(data)
		.map((order) => wholeAt(order, "endTime"))
		.reduce((last, end) => (end > last ? end : last), 0n);

const NOTHING: Reader = () => ({});
const CALLS: Reader = NOTHING;

const READERS: Readonly<Record<TypedKind, Reader>> = {
	permit: permitReading,
	dai_permit: daiPermitReading,
	permit2_single: permit2AllowanceReading,
	permit2_batch: permit2AllowanceReading,
	permit2_transfer: permit2TransferReading,
	permit2_batch_transfer: permit2TransferReading,
	permit2_witness: witnessReading,
	seaport_order: ({ message }) => seaportReading(message),
	cow_order: cowReading,
	zeroex_order: zeroExReading,
	oneinch_order: oneInchReading,
	prediction_order: predictionReading,
	safe_transaction: (data) => ({ given: safeRefund(data), rights: delegateCallRight(data) }),
	meta_transaction: CALLS,
	forward_request: CALLS,
	sponsored_call: CALLS,
	packed_user_operation: (data) => ({ fee: packedOperationFee(data) }),
	safe_operation: (data) => ({ fee: safeOperationFee(data) }),
	delegation: rightsBy(delegationRight),
	votes: rightsBy(votesRight),
	transfer_authorization: transferReading,
	receive_authorization: transferReading,
	code_authorization: (data, signer) => ({ rights: codeRight(signer)(data) }),
	snapshot_vote: NOTHING,
	item_permit: itemPermitReading,
	item_permit_all: itemPermitAllReading,
	exchange_action: exchangeReading,
	login: NOTHING,
	interface_login: NOTHING,
	/** Only the account's owner can add the key, which requires another signature. */
	key_request: NOTHING,
	key_registration: rightsBy(keyRight),
	seaport_bulk: (data) => ({ ...bulkReading(data), deadline: lastEndOf(data) }),
	rarible_order: raribleReading,
	looksrare_order: looksRareReading,
	zeroex_item_order: zeroExItemReading,
	order_root: () => ({ open: { kind: "list" } }),
	spend_permission: spendPermissionReading,
	euler_permit: rightsBy(operatorRight),
	authorization_cancel: NOTHING,
	ballot: NOTHING,
	snapshot_profile: NOTHING,
	order_cancellation: NOTHING,
	morpho_authorization: rightsBy(applicationRight("authorized", "isAuthorized")),
	compound_authorization: rightsBy(applicationRight("manager", "isAllowed")),
	credit_delegation: rightsBy(creditRight),
};

export function readSigned(data: TypedData, signer: string): SignedReading | null {
	const kind = kindOf(data);
	if (kind === null) return null;
	const call = carriedCallOf(data);
	const owner = call?.from ?? ownerOf(data)?.address ?? signer;
	return {
		kind,
		owner,
		given: [],
		requested: [],
		rights: [],
		fee: null,
		marketFee: null,
		open: null,
		deadline: deadlineOf(data),
		...READERS[kind](data, signer),
		call,
	};
}
