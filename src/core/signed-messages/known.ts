import { type Message, message } from "../localized-text.ts";
import { kindOf, memberAt, type TypedKind } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import { collateralOf, PREDICTION_EXCHANGES } from "../signed/prediction.ts";
import type { SignedReading } from "../signed/reading.ts";
import { codeAuthorization, delegation, safeTransaction, votes } from "./accounts.ts";
import { applicationRight, eulerPermit } from "./application-rights.ts";
import { ballot, snapshotProfile, snapshotVote } from "./ballots.ts";
import { carriedCall, questionsOfCall } from "./carried-call.ts";
import { exchangeAction } from "./exchange.ts";
import type { MessageContext, MessageExplanation } from "./explanation.ts";
import { itemPermit, itemPermitAll } from "./items.ts";
import { interfaceLogin, keyRegistration, keyRequest, login } from "./logins.ts";
import {
	cowOrder,
	looksRareOrder,
	oneInchOrder,
	orderCancellation,
	orderRoot,
	permit2Witness,
	raribleOrder,
	seaportBulk,
	seaportOrder,
	zeroExItemOrder,
	zeroExOrder,
} from "./orders.ts";
import {
	authorizationCancel,
	permit,
	permit2Allowance,
	permit2Transfer,
	spendPermission,
	transferAuthorization,
} from "./permits.ts";
import { predictionOrder } from "./prediction.ts";

/**
 * Kinds of typed data that the app explains. They are identified by their structure
 * (`match/typed-data/kinds.ts`).
 */

export interface KnownKind {
	readonly name: Message;
	readonly explain: (context: MessageContext, data: TypedData, reading: SignedReading) => MessageExplanation;
	/** Verifying contract on most chains, in lowercase. Empty if each deployment has a different address. */
	readonly contracts: readonly string[];
	/** Set if a server reads the data. Its domain names neither a contract nor a network. */
	readonly offChain?: true;
	readonly tokens: readonly string[];
}

const ENTRY_POINTS = [
	"0x4337084d9e255ff0702461cf8895ce9e3b5ff108",
	"0x433709009b8330fda32311df1c2afa402ed8d009",
];
const PERMIT2 = ["0x000000000022d473030f116ddee9f6b43ac78ba3"];
const SEAPORT = ["0x00000000000000adc04c56bf30ac9d3c0aaf14dc", "0x0000000000000068f116a894984e2db1123eb395"];
const ZERO_EX = ["0xdef1c0ded9bec7f1a1670819833240f027b25eff", "0xdef1abe32c034e558cdd535791643c58a13acc10"];
const ONE_INCH = ["0x111111125421ca6dc452d289314280a0f8842a65"];
const FARCASTER_KEY_REQUESTS = ["0x00000000fc700472606ed4fa22623acf62c60553"];
const FARCASTER_KEYS = ["0x00000000fc56947c7e7183f8ca4b62398caadf0b"];
const RARIBLE = ["0x9757f2d2b135150bbeb65308d4a91804107cd8d6", "0x12b3897a36fdb436dde2788c06eff0ffd997066e"];
const LOOKS_RARE = ["0x0000000000e655fae4d56241588680f86e3b2377"];
const SPEND_PERMISSIONS = ["0xf85210b21cc50302f477ba56686d2019dc9b67ad"];
const COW = ["0x9008d19f58aabd9ed0d60971565aa8510560ab41"];

const kind = (
	name: Message,
	explain: KnownKind["explain"],
	more: Partial<Pick<KnownKind, "contracts" | "offChain" | "tokens">> = {},
): KnownKind => ({ name, explain, contracts: [], tokens: [], ...more });

const KINDS: Readonly<Record<TypedKind, KnownKind>> = {
	permit: kind(message("typed-data.kind.permit"), permit),
	dai_permit: kind(message("typed-data.kind.dai-permit"), permit),
	permit2_single: kind(message("typed-data.kind.permit2-single"), permit2Allowance, {
		contracts: PERMIT2,
		tokens: ["details"],
	}),
	permit2_batch: kind(message("typed-data.kind.permit2-batch"), permit2Allowance, {
		contracts: PERMIT2,
		tokens: ["details"],
	}),
	permit2_transfer: kind(message("typed-data.kind.permit2-transfer"), permit2Transfer, {
		contracts: PERMIT2,
		tokens: ["permitted"],
	}),
	permit2_batch_transfer: kind(message("typed-data.kind.permit2-batch-transfer"), permit2Transfer, {
		contracts: PERMIT2,
		tokens: ["permitted"],
	}),
	permit2_witness: kind(message("typed-data.kind.permit2-witness"), permit2Witness, {
		contracts: PERMIT2,
		tokens: ["permitted", "witness.outputs", "witness.baseOutputs"],
	}),
	seaport_order: kind(message("typed-data.kind.seaport-order"), seaportOrder, {
		contracts: SEAPORT,
		tokens: ["offer", "consideration"],
	}),
	cow_order: kind(message("typed-data.kind.cow-order"), cowOrder, { contracts: COW }),
	zeroex_order: kind(message("typed-data.kind.zeroex-order"), zeroExOrder, { contracts: ZERO_EX }),
	oneinch_order: kind(message("typed-data.kind.oneinch-order"), oneInchOrder, { contracts: ONE_INCH }),
	safe_transaction: kind(message("typed-data.kind.safe-transaction"), safeTransaction),
	delegation: kind(message("typed-data.kind.delegation"), delegation),
	votes: kind(message("typed-data.kind.votes"), votes),
	transfer_authorization: kind(message("typed-data.kind.transfer-authorization"), transferAuthorization),
	receive_authorization: kind(message("typed-data.kind.receive-authorization"), transferAuthorization),
	authorization_cancel: kind(message("typed-data.kind.authorization-cancel"), authorizationCancel),
	code_authorization: kind(message("typed-data.kind.code-authorization"), codeAuthorization),
	snapshot_vote: kind(message("typed-data.kind.snapshot-vote"), snapshotVote, { offChain: true }),
	snapshot_profile: kind(message("typed-data.kind.snapshot-profile"), snapshotProfile, { offChain: true }),
	ballot: kind(message("typed-data.kind.ballot"), ballot),
	order_cancellation: kind(message("typed-data.kind.order-cancellation"), orderCancellation, {
		contracts: COW,
	}),
	item_permit: kind(message("typed-data.kind.item-permit"), itemPermit),
	item_permit_all: kind(message("typed-data.kind.item-permit-all"), itemPermitAll),
	prediction_order: kind(message("typed-data.kind.prediction-order"), predictionOrder, {
		contracts: PREDICTION_EXCHANGES,
	}),
	meta_transaction: kind(message("typed-data.kind.meta-transaction"), carriedCall),
	forward_request: kind(message("typed-data.kind.forward-request"), carriedCall),
	sponsored_call: kind(message("typed-data.kind.sponsored-call"), carriedCall),
	packed_user_operation: kind(message("typed-data.kind.user-operation"), carriedCall, {
		contracts: ENTRY_POINTS,
	}),
	safe_operation: kind(message("typed-data.kind.safe-operation"), carriedCall),
	exchange_action: kind(message("typed-data.kind.exchange-action"), exchangeAction, { offChain: true }),
	login: kind(message("typed-data.kind.login"), login, { offChain: true }),
	interface_login: kind(message("typed-data.kind.login"), interfaceLogin, { offChain: true }),
	key_request: kind(message("typed-data.kind.key-request"), keyRequest, {
		contracts: FARCASTER_KEY_REQUESTS,
	}),
	key_registration: kind(message("typed-data.kind.key-registration"), keyRegistration, {
		contracts: FARCASTER_KEYS,
	}),
	seaport_bulk: kind(message("typed-data.kind.seaport-bulk"), seaportBulk, { contracts: SEAPORT }),
	rarible_order: kind(message("typed-data.kind.rarible-order"), raribleOrder, { contracts: RARIBLE }),
	looksrare_order: kind(message("typed-data.kind.looksrare-order"), looksRareOrder, {
		contracts: LOOKS_RARE,
	}),
	zeroex_item_order: kind(message("typed-data.kind.zeroex-order"), zeroExItemOrder, { contracts: ZERO_EX }),
	order_root: kind(message("typed-data.kind.order-root"), orderRoot),
	spend_permission: kind(message("typed-data.kind.spend-permission"), spendPermission, {
		contracts: SPEND_PERMISSIONS,
	}),
	euler_permit: kind(message("typed-data.kind.euler-permit"), eulerPermit),
	morpho_authorization: kind(message("typed-data.kind.application-right"), applicationRight),
	compound_authorization: kind(message("typed-data.kind.application-right"), applicationRight),
	credit_delegation: kind(message("typed-data.kind.credit-delegation"), applicationRight),
};

/** Identifies the kind by structure only, never by the type's name. */
export function knownKind(data: TypedData): KnownKind | null {
	const kind = kindOf(data);
	return kind === null ? null : KINDS[kind];
}

const MAX_TOKENS = 12;

function tokenOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(tokenOf);
	if (typeof value !== "object" || value === null) return [];
	return "token" in value && typeof value.token === "string" ? [value.token] : [];
}

const DIRECT = [
	"sellToken",
	"buyToken",
	"makerToken",
	"takerToken",
	"makerAsset",
	"takerAsset",
	"to",
	"gasToken",
	"token",
	"erc20Token",
	"currency",
];

export function questionsOf(data: TypedData): {
	readonly contract: string | null;
	readonly tokens: readonly string[];
} {
	const contract = data.domain.verifyingContract;
	const known = knownKind(data);
	// A server reads the data, so there is no contract or token to query.
	if (known?.offChain === true) return { contract: null, tokens: [] };
	const carried = questionsOfCall(data);
	if (known === null) return { contract, tokens: [...new Set(carried)].slice(0, MAX_TOKENS) };
	const direct = DIRECT.flatMap((path) => {
		const value = memberAt(data.message, path);
		return typeof value === "string" ? [value] : [];
	});
	const listed = known.tokens.flatMap((path) => tokenOf(memberAt(data.message, path)));
	const collateral = kindOf(data) === "prediction_order" ? collateralOf(data) : null;
	const own = [contract, collateral].filter((each) => each !== null);
	const all = [...own, ...direct, ...listed, ...carried];
	return { contract, tokens: [...new Set(all)].slice(0, MAX_TOKENS) };
}
