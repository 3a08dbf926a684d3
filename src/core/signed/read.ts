import { carriedCallOf } from "../match/typed-data/calls.ts";
import { deadlineOf, kindOf, ownerOf, type TypedKind } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { packedOperationFee, safeOperationFee, safeRefund } from "./calls.ts";
import { exchangeReading } from "./exchange.ts";
import { bulkOrders, bulkReading, looksRareReading, raribleReading, zeroExItemReading } from "./markets.ts";
import { wholeAt } from "./members.ts";
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
import type { SignedReading } from "./reading.ts";
import {
	applicationRight,
	codeRight,
	creditRight,
	delegationRight,
	keyRight,
	lentRight,
	operatorRight,
	votesRight,
} from "./rights.ts";

/** Facts of typed data of a known kind, told apart by its structure. */

type Read = Partial<Omit<SignedReading, "kind" | "call">>;
type Reader = (data: TypedData, signer: string) => Read;

const rightsBy =
	(rightsOf: (data: TypedData) => SignedReading["rights"]): Reader =>
	(data) => ({ rights: rightsOf(data) });

/** The last of the ends of its orders. */
const lastEndOf = (data: TypedData): bigint =>
	bulkOrders(data)
		.map((order) => wholeAt(order, "endTime"))
		.reduce((last, end) => (end > last ? end : last), 0n);

const NOTHING: Reader = () => ({});
/** Its effect stands in a call alone. */
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
	safe_transaction: (data) => ({ given: safeRefund(data), rights: lentRight(data) }),
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
	/** It names a key that somebody else may add; it adds none. */
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

/** @returns `null` for typed data of no known kind */
export function readSigned(data: TypedData, signer: string): SignedReading | null {
	const kind = kindOf(data);
	if (kind === null) return null;
	const call = carriedCallOf(data);
	const owner = call?.from ?? ownerOf(data)?.address ?? signer;
	return {
		kind,
		owner,
		given: [],
		asked: [],
		rights: [],
		fee: null,
		kept: null,
		open: null,
		deadline: deadlineOf(data),
		...READERS[kind](data, signer),
		call,
	};
}
