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
	/** Verifying contract on most chains, in lower case. Empty if each deployment has a different one. */
	readonly contracts: readonly string[];
	/** Read by a server. The domain names neither a contract nor a network. */
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

const KINDS: Readonly<Record<TypedKind, KnownKind>> = {
	permit: {
		name: message("typed-data.kind.permit"),
		explain: permit,
		contracts: [],
		tokens: [],
	},
	dai_permit: {
		name: message("typed-data.kind.dai-permit"),
		explain: permit,
		contracts: [],
		tokens: [],
	},
	permit2_single: {
		name: message("typed-data.kind.permit2-single"),
		explain: permit2Allowance,
		contracts: PERMIT2,
		tokens: ["details"],
	},
	permit2_batch: {
		name: message("typed-data.kind.permit2-batch"),
		explain: permit2Allowance,
		contracts: PERMIT2,
		tokens: ["details"],
	},
	permit2_transfer: {
		name: message("typed-data.kind.permit2-transfer"),
		explain: permit2Transfer,
		contracts: PERMIT2,
		tokens: ["permitted"],
	},
	permit2_batch_transfer: {
		name: message("typed-data.kind.permit2-batch-transfer"),
		explain: permit2Transfer,
		contracts: PERMIT2,
		tokens: ["permitted"],
	},
	permit2_witness: {
		name: message("typed-data.kind.permit2-witness"),
		explain: permit2Witness,
		contracts: PERMIT2,
		tokens: ["permitted", "witness.outputs", "witness.baseOutputs"],
	},
	seaport_order: {
		name: message("typed-data.kind.seaport-order"),
		explain: seaportOrder,
		contracts: SEAPORT,
		tokens: ["offer", "consideration"],
	},
	cow_order: {
		name: message("typed-data.kind.cow-order"),
		explain: cowOrder,
		contracts: COW,
		tokens: [],
	},
	zeroex_order: {
		name: message("typed-data.kind.zeroex-order"),
		explain: zeroExOrder,
		contracts: ZERO_EX,
		tokens: [],
	},
	oneinch_order: {
		name: message("typed-data.kind.oneinch-order"),
		explain: oneInchOrder,
		contracts: ONE_INCH,
		tokens: [],
	},
	safe_transaction: {
		name: message("typed-data.kind.safe-transaction"),
		explain: safeTransaction,
		contracts: [],
		tokens: [],
	},
	delegation: {
		name: message("typed-data.kind.delegation"),
		explain: delegation,
		contracts: [],
		tokens: [],
	},
	votes: {
		name: message("typed-data.kind.votes"),
		explain: votes,
		contracts: [],
		tokens: [],
	},
	transfer_authorization: {
		name: message("typed-data.kind.transfer-authorization"),
		explain: transferAuthorization,
		contracts: [],
		tokens: [],
	},
	receive_authorization: {
		name: message("typed-data.kind.receive-authorization"),
		explain: transferAuthorization,
		contracts: [],
		tokens: [],
	},
	authorization_cancel: {
		name: message("typed-data.kind.authorization-cancel"),
		explain: authorizationCancel,
		contracts: [],
		tokens: [],
	},
	code_authorization: {
		name: message("typed-data.kind.code-authorization"),
		explain: codeAuthorization,
		contracts: [],
		tokens: [],
	},
	snapshot_vote: {
		name: message("typed-data.kind.snapshot-vote"),
		explain: snapshotVote,
		contracts: [],
		offChain: true,
		tokens: [],
	},
	snapshot_profile: {
		name: message("typed-data.kind.snapshot-profile"),
		explain: snapshotProfile,
		contracts: [],
		offChain: true,
		tokens: [],
	},
	ballot: {
		name: message("typed-data.kind.ballot"),
		explain: ballot,
		contracts: [],
		tokens: [],
	},
	order_cancellation: {
		name: message("typed-data.kind.order-cancellation"),
		explain: orderCancellation,
		contracts: COW,
		tokens: [],
	},
	item_permit: {
		name: message("typed-data.kind.item-permit"),
		explain: itemPermit,
		contracts: [],
		tokens: [],
	},
	item_permit_all: {
		name: message("typed-data.kind.item-permit-all"),
		explain: itemPermitAll,
		contracts: [],
		tokens: [],
	},
	prediction_order: {
		name: message("typed-data.kind.prediction-order"),
		explain: predictionOrder,
		contracts: PREDICTION_EXCHANGES,
		tokens: [],
	},
	meta_transaction: {
		name: message("typed-data.kind.meta-transaction"),
		explain: carriedCall,
		contracts: [],
		tokens: [],
	},
	forward_request: {
		name: message("typed-data.kind.forward-request"),
		explain: carriedCall,
		contracts: [],
		tokens: [],
	},
	sponsored_call: {
		name: message("typed-data.kind.sponsored-call"),
		explain: carriedCall,
		contracts: [],
		tokens: [],
	},
	packed_user_operation: {
		name: message("typed-data.kind.user-operation"),
		explain: carriedCall,
		contracts: ENTRY_POINTS,
		tokens: [],
	},
	safe_operation: {
		name: message("typed-data.kind.safe-operation"),
		explain: carriedCall,
		contracts: [],
		tokens: [],
	},
	exchange_action: {
		name: message("typed-data.kind.exchange-action"),
		explain: exchangeAction,
		contracts: [],
		offChain: true,
		tokens: [],
	},
	login: {
		name: message("typed-data.kind.login"),
		explain: login,
		contracts: [],
		offChain: true,
		tokens: [],
	},
	interface_login: {
		name: message("typed-data.kind.login"),
		explain: interfaceLogin,
		contracts: [],
		offChain: true,
		tokens: [],
	},
	key_request: {
		name: message("typed-data.kind.key-request"),
		explain: keyRequest,
		contracts: FARCASTER_KEY_REQUESTS,
		tokens: [],
	},
	key_registration: {
		name: message("typed-data.kind.key-registration"),
		explain: keyRegistration,
		contracts: FARCASTER_KEYS,
		tokens: [],
	},
	seaport_bulk: {
		name: message("typed-data.kind.seaport-bulk"),
		explain: seaportBulk,
		contracts: SEAPORT,
		tokens: [],
	},
	rarible_order: {
		name: message("typed-data.kind.rarible-order"),
		explain: raribleOrder,
		contracts: RARIBLE,
		tokens: [],
	},
	looksrare_order: {
		name: message("typed-data.kind.looksrare-order"),
		explain: looksRareOrder,
		contracts: LOOKS_RARE,
		tokens: [],
	},
	zeroex_item_order: {
		name: message("typed-data.kind.zeroex-order"),
		explain: zeroExItemOrder,
		contracts: ZERO_EX,
		tokens: [],
	},
	order_root: {
		name: message("typed-data.kind.order-root"),
		explain: orderRoot,
		contracts: [],
		tokens: [],
	},
	spend_permission: {
		name: message("typed-data.kind.spend-permission"),
		explain: spendPermission,
		contracts: SPEND_PERMISSIONS,
		tokens: [],
	},
	euler_permit: {
		name: message("typed-data.kind.euler-permit"),
		explain: eulerPermit,
		contracts: [],
		tokens: [],
	},
	morpho_authorization: {
		name: message("typed-data.kind.application-right"),
		explain: applicationRight,
		contracts: [],
		tokens: [],
	},
	compound_authorization: {
		name: message("typed-data.kind.application-right"),
		explain: applicationRight,
		contracts: [],
		tokens: [],
	},
	credit_delegation: {
		name: message("typed-data.kind.credit-delegation"),
		explain: applicationRight,
		contracts: [],
		tokens: [],
	},
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
