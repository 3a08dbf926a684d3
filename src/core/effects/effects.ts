import type { NestingKind } from "../decode/evm/meaning.ts";
import type { Comparison } from "../decoded-transaction/opinion.ts";
import type { Scaling } from "../format/scale.ts";
import type { Message, Text } from "../localized-text.ts";

/**
 * Effects and permissions of a request, in one format for all chain families. They come from our simulation,
 * the decoded bytes, and signed permissions. Findings, rows, headlines and the user's rules read nothing
 * else. See docs/architecture.md.
 */

/**
 * Closest relation between an address and the user.
 * - `controlled`: not the user's, but their signature can move its funds: a Safe or multisig they sign for,
 *   an account that gave them a permission, or one they spend from as a permanent delegate or through a seed.
 * - `known-contract`: a contract or program on the app's list.
 * - `nobody`: an address without a key. Assets sent there are destroyed.
 */
export type Relation = "own" | "controlled" | "contact" | "known-contract" | "stranger" | "nobody";

/**
 * Code at the address that holds a right.
 * - `lent`: set by EIP-7702. Someone still has the account's key.
 * - `anybody`: a contract that makes arbitrary calls for anyone.
 */
export type HolderCode = "key" | "lent" | "anybody" | "contract";

export interface Imitated {
	readonly address: string;
	readonly knownAs: Text;
}

export interface CodeHistory {
	readonly isCreated: boolean;
	/**
	 * Number of blocks within which the code first appeared. `null` if the code is older, or if the chain
	 * didn't respond.
	 */
	readonly youngBlocks: number | null;
	/**
	 * Time when the app first recorded the code, in Unix ms. Only set if a known contract's code has changed
	 * since.
	 */
	readonly changedSince: number | null;
}

export interface Party {
	/** EVM address in lower case. On Solana, the wallet that owns the token account. */
	readonly address: string;
	readonly relation: Relation;
	readonly isContact: boolean;
	/**
	 * The party is only `controlled` through its owner's permission, e.g. an allowance. The user doesn't sign
	 * for it.
	 */
	readonly isLender: boolean;
	/** Payments and allowances from before this session. They never reduce a loss. */
	readonly dealt: { readonly paid: boolean; readonly allowed: boolean };
	/** The address is the user's own, was named by the user, or was paid or allowed before, on any chain. */
	readonly isKnownToUser: boolean;
	/** `null` if the address holds no right or the chain didn't respond. */
	readonly code: HolderCode | null;
	readonly history: CodeHistory;
	readonly imitates: Imitated | null;
}

/** `paid`: receives assets. `allowed`: can spend afterwards, according to the bytes or a simulation. */
export interface Mention {
	readonly address: string;
	readonly role: "paid" | "allowed" | "other";
	readonly through?: string;
}

export interface TokenClaim {
	readonly symbol: string | null;
	readonly name: string | null;
	readonly decimals: number | null;
	readonly standard: string | null;
}

export interface MentionedToken {
	readonly chainRef: string;
	readonly address: string;
	readonly shown: Text;
	readonly chain: {
		readonly symbol: string | null;
		readonly name: string | null;
		readonly decimals: number | null;
		/** `null` on Solana, or if the standard is uncertain. */
		readonly standard: "erc20" | "erc721" | null;
	};
	readonly claims: readonly TokenClaim[];
	/** Set if our simulation shows that the token wraps the native coin one-to-one. */
	readonly wraps: "into" | "out" | null;
	readonly scaled: { readonly symbol: Text; readonly scaling: Scaling } | null;
}

/** A power that another party already has over the user's receiving account. */
export interface EarlierPower {
	readonly holder: string;
	readonly account: string;
	readonly asset: EffectAsset;
	readonly may: "spend" | "close" | "close-empty";
}

/** Calldata sent to an address that has no code. */
export interface UnheardCall {
	readonly target: string;
	readonly step: number;
}

export type AssetKind = "native" | "fungible" | "item" | "position" | "debt" | "unknown";

export interface EffectAsset {
	readonly kind: AssetKind;
	/**
	 * `native`, or the address of the token, mint, collection or pool. `null` if the bytes don't state it.
	 */
	readonly address: string | null;
	/** `null` for a fungible asset, or for any item of a collection. */
	readonly item: string | null;
}

/** Observed in our simulation, decoded from the bytes, or permitted later by a signature or right. */
export type Basis = "observed" | "decoded" | "permitted";

/** Price limit that a trade's bytes set. The called contract may ignore it. */
export interface TradePrice {
	/** `null` if a router passes on the results of earlier calls. */
	readonly sold: { readonly asset: EffectAsset; readonly amount: bigint | null } | null;
	/** `null` if the bytes can't set a minimum, or if they refer to the full balance. */
	readonly least: bigint | null;
	readonly isOrder: boolean;
	/** `asset` is `null` if the result is in units of the asset that was sold. */
	readonly arrives: { readonly chainRef: string; readonly asset: string | null } | null;
}

/**
 * Why a recipient can't use the assets sent to it.
 * - `token`: the asset's own contract, or a mint.
 * - `other-token`: SOL sent to a token account for a different token.
 * - `call`: coins sent to a non-payable function.
 */
export type StuckAt = "nobody" | "token" | "program" | "other-token" | "call";

/** A program-controlled account that receives more than rent and isn't known to belong to the user. */
export interface Placement {
	readonly account: string;
	/**
	 * Program that controls the account. `null` if the app can decode this program, in which case `ruler`
	 * applies.
	 */
	readonly keeper: string | null;
	readonly ruler: string | null;
}

/** Payout of an outcome share, which pays one unit or nothing. */
interface Payout {
	readonly asset: EffectAsset;
	/** Payout for the whole amount, in base units. */
	readonly most: bigint;
}

/** A transfer of an asset that the request makes or permits. */
export interface Movement {
	readonly from: string;
	readonly to: string | null;
	readonly asset: EffectAsset;
	/** Minimum and maximum, in base units or number of items. `most` is `null` if unlimited. */
	readonly least: bigint;
	readonly most: bigint | null;
	readonly step: number;
	readonly basis: Basis;
	/** Unix time in seconds after which a permitted movement can no longer happen. */
	readonly until: bigint | null;
	/** The only contract that can execute a permitted movement. Not set if anyone can. */
	readonly by?: string;
	/**
	 * Hundredths of a percent of the sender's balance at the time of execution. Not set if the amount is
	 * fixed.
	 */
	readonly share?: bigint;
	readonly price?: TradePrice;
	/** Native coins that are sent with a call to pay for it. */
	readonly isAlong?: true;
	/**
	 * The movement is part of a deposit, stake, claim or bridge transfer at a known contract, which
	 * determines the return. There is no market price, and no one else can receive the return.
	 */
	readonly isBooked?: true;
	/** An order sells the asset to anyone who pays the price. */
	readonly isSold?: true;
	/** The movement is part of an order's price. Marketplaces and collections receive a share of it. */
	readonly isPrice?: true;
	readonly payout?: Payout;
	readonly stuckAt?: StuckAt;
	readonly placed?: Placement;
	/** An authority over the account pays out or mints the asset. */
	readonly isByAuthority?: true;
}

export type RightScope =
	| { readonly kind: "asset"; readonly asset: EffectAsset }
	/** All assets that a contract holds or can move for an account. */
	| { readonly kind: "everything"; readonly at: string }
	| { readonly kind: "control"; readonly over: string; readonly what: string };

export interface Right {
	readonly holder: string;
	readonly account: string;
	readonly scope: RightScope;
	/** Base units or number of items. `null` if unlimited, and `0n` if revoked. */
	readonly extent: bigint | null;
	/** Set if the bytes reduce the right. `extent` is the remainder. */
	readonly isRest?: true;
	/** Later calls in the same bundle use up the right. */
	readonly isSpent?: true;
	/** Amount added to the allowance. Not set if the bytes state the new allowance instead. */
	readonly added?: bigint;
	/** Allowance before the request. Not set if it is unknown or unlimited. */
	readonly before?: bigint;
	/** Contract that records the right, e.g. Permit2. Not set if the asset's own contract records it. */
	readonly book?: string;
	/** Unix time in seconds. */
	readonly until: bigint | null;
	readonly step: number;
	readonly basis: Basis;
}

export interface SignatureUse {
	readonly step: number;
	readonly until: bigint | null;
	/** `right`: a right that doesn't expire. `order`: anyone can buy at the order's price. */
	readonly gives: "right" | "order" | "other";
}

/** A state change in our simulation that isn't explained by any movement or right. */
export interface UnexplainedWrite {
	readonly address: string;
	readonly owner: string | null;
	/** Whether the account contains one of the user's keys before or after the step. */
	readonly namesUser: boolean;
	readonly step: number;
}

/** An instruction whose bytes don't state its effects, or whose target isn't a program. */
export interface UnreadInstruction {
	readonly target: string;
	/** Set if the app can decode other instructions for the target. */
	readonly name: string | null;
	readonly step: number;
	readonly at: number;
	readonly isEmpty: boolean;
	readonly isUnread: boolean;
	/**
	 * Access that the target gets: the user's signature, one of the user's accounts, or an account whose owner
	 * is unknown.
	 */
	readonly gives: { readonly of: "signature" | "account" | "unread"; readonly account: string } | null;
}

/**
 * Simulations that show a step's effects.
 * - `both`: both show the same effects, except for prices.
 * - `neither`: both ran and show no effects.
 * - `own`, `declared`: only our simulation, or only the service's, exists.
 */
export type SimulationEvidence = "both" | "neither" | "differ" | "own" | "declared" | "none" | "running";

export type UnreadReason =
	| { readonly kind: "unknown" }
	/** A known function whose data doesn't consist of exactly its arguments. */
	| { readonly kind: "misformed"; readonly how: "cut" | "loose" | "extra" }
	/** `isCertain` is `false` if only the selector or a looked-up name suggests the right. */
	| { readonly kind: "right"; readonly signature: string; readonly isCertain: boolean }
	/** A native contract that acts on its caller's validators. */
	| { readonly kind: "validator" }
	| { readonly kind: "more-calls"; readonly count: number }
	/** Resembles a contract that makes the calls passed to it, but isn't known to be one. */
	| { readonly kind: "unverified"; readonly like: NestingKind }
	/** The chain didn't report the position's holder or pool. */
	| { readonly kind: "position"; readonly of: "holder" | "pool"; readonly id: string };

export interface NamedAddress {
	readonly address: string;
	/**
	 * The address belongs to the user or a contact, is well known, or was used before with the same function
	 * on the same contract.
	 */
	readonly isFamiliar: boolean;
	/** Whether our simulation calls this contract. */
	readonly isAtWork: boolean;
	/** Set for a hook or token of a position's pool, because the call doesn't name it. */
	readonly inPool?: { readonly as: "hook" | "token"; readonly position: string };
}

/** An EVM call that isn't fully decoded, or whose result depends on contracts that it names. */
export interface UnreadCall {
	readonly target: string;
	readonly step: number;
	readonly isInner: boolean;
	/** The call is fully decoded, but its result depends on the named addresses. */
	readonly isWhole: boolean;
	readonly reason: UnreadReason | null;
	readonly evidence: SimulationEvidence;
	/** The contract is known to store nothing that simulations can't see. */
	readonly keepsNothing: boolean;
	readonly named: readonly NamedAddress[];
}

export interface CallTail {
	readonly target: string;
	readonly step: number;
	readonly bytes: string;
	/** ERC-8021 codes for the apps that prepared the call. */
	readonly codes: string | null;
	readonly text: string | null;
	readonly evidence: SimulationEvidence;
}

/** Why our simulation doesn't show exactly the effects that the app calls request. */
export type AppDoubt =
	| "not-shown"
	| "not-stated"
	| "allows"
	/** The owner of one of the user's accounts changes. */
	| "changes-hands"
	/** More goes out, or less comes in, than the call requests. */
	| "not-as-asked"
	| "no-return"
	/** The simulation shows none of the requested effects. */
	| "not-seen"
	/** A swap allows a far worse result than the current one: it may return far less or take far more. */
	| "loose"
	/** The borrowed amount is far smaller than the debt. */
	| "dear-debt"
	| "nothing-back"
	| "unlisted"
	| "dust";

export interface AppCall {
	readonly target: string;
	readonly app: string;
	readonly step: number;
	readonly at: number;
	/** Recipient of the result or right. `null` if the user is known to be the recipient. */
	readonly gainer: string | null;
	/** A user account that is passed to the call although the program's interface doesn't require it. */
	readonly alsoGiven: string | null;
	readonly open: Message | null;
	readonly doubt: AppDoubt | null;
	readonly isDebt: boolean;
	readonly isIntoPosition: boolean;
	readonly isProposal: boolean;
	readonly isVote: boolean;
}

/** Actions that run once others approve them, without another signature from the user. */
export interface Proposal {
	readonly payees: readonly string[];
	readonly doesMore: boolean;
}

export type IssuerPower =
	| "permanent-delegate"
	| "transfer-hook"
	| "transfer-fee"
	| "default-state"
	| "pausable"
	| "non-transferable";

export interface RetainedPowers {
	readonly asset: EffectAsset;
	readonly powers: readonly IssuerPower[];
	/** `comes`: the user receives the token in one of the simulations. `sent`: the request transfers it. */
	readonly use: "comes" | "sent" | "other";
	readonly isListed: boolean;
}

/** Losses in our simulation that the bytes don't explain. */
export interface Unaccounted {
	readonly called: string | null;
	readonly movements: readonly Movement[];
	readonly rights: readonly Right[];
}

export interface CalledContract {
	readonly address: string;
	readonly step: number;
	readonly of: "contract" | "program" | "verifier";
	/** Whether the step itself calls the contract, rather than an inner call. */
	readonly isOuter: boolean;
	readonly isRead: boolean;
	readonly isPayment: boolean;
	/** A native program, or an account without code. It does exactly what the bytes state. */
	readonly isPlain: boolean;
}

export interface Holding {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly amount: bigint | null;
}

export interface GasBound {
	readonly limit: bigint;
	readonly estimate: bigint | null;
	readonly used: bigint | null;
	readonly isEnough: boolean;
	readonly price: bigint | null;
	readonly basePrice: bigint | null;
}

export interface PriorityCost {
	readonly most: bigint;
	readonly usual: bigint | null;
}

export interface RentCost {
	readonly amount: bigint;
	readonly accounts: number;
}

/** Share of the user's gain, earnings or transfer that another party withholds. */
export interface WithheldShare {
	readonly of: "swap" | "rewards" | "transfer";
	/** Hundredths of a percent. */
	readonly share: bigint;
	readonly holder: string | null;
}

export interface UnknownCost {
	readonly reason: Message | null;
	readonly isPending: boolean;
}

/** One step's costs for one payer, in base units of the native coin. `null` if they are unknown. */
export interface Cost {
	readonly payer: string;
	readonly step: number;
	/** Maximum network cost, including L1 data and rent for accounts that will belong to the user. */
	readonly most: bigint | null;
	readonly runMost: bigint | null;
	/** `runMost` at the current price, without the safety margin that wallets add. */
	readonly runAtPrice: bigint | null;
	readonly runLikely: bigint | null;
	readonly gas: GasBound | null;
	readonly priority: PriorityCost | null;
	readonly tip: bigint;
	readonly rent: RentCost | null;
	readonly withheld: readonly WithheldShare[];
	readonly unknown: UnknownCost | null;
}

export const NO_COST: Omit<Cost, "payer" | "step"> = {
	most: 0n,
	runMost: 0n,
	runAtPrice: 0n,
	runLikely: 0n,
	gas: null,
	priority: null,
	tip: 0n,
	rent: null,
	withheld: [],
	unknown: null,
};

export type Gap =
	| "not-simulated"
	| "too-many"
	/** The truncated list may omit a loss, or a right over the user's assets. */
	| "losses-left-out"
	| "unread";

/**
 * Evidence that shows all effects of a step. `nothing`: the effects depend on unreadable code, or on terms
 * stored somewhere else.
 */
export type ShownBy = "bytes" | "simulation" | "nothing";

/** A balance change in our simulation. Includes changes that aren't movements, such as staked SOL. */
export interface MeasuredChange {
	readonly account: string;
	readonly asset: string;
	readonly amount: bigint;
}

export interface StepSimulation {
	readonly isWhole: boolean;
	/** `not-declared` if the user started the request. */
	readonly verdict: Comparison["verdict"] | "not-declared" | "undeclared-proposal";
	readonly losesControl: boolean;
	readonly measured: readonly MeasuredChange[];
}

interface EffectLists {
	readonly movements: readonly Movement[];
	readonly rights: readonly Right[];
	readonly signatures: readonly SignatureUse[];
	readonly unexplained: readonly UnexplainedWrite[];
	readonly unaccounted: readonly Unaccounted[];
	readonly unreadInstructions: readonly UnreadInstruction[];
	readonly unreadCalls: readonly UnreadCall[];
	readonly tails: readonly CallTail[];
	/**
	 * Accounts that receive the user's assets through an undecoded call and don't have any other role in it.
	 */
	readonly takers: readonly string[];
	readonly retainedPowers: readonly RetainedPowers[];
	readonly proposals: readonly Proposal[];
	readonly appCalls: readonly AppCall[];
	/**
	 * In the order in which they appear in the bytes. On Solana, programs that only set the fee come last.
	 */
	readonly called: readonly CalledContract[];
	readonly costs: readonly Cost[];
	readonly mentions: readonly Mention[];
	readonly tokens: readonly MentionedToken[];
	readonly earlierPowers: readonly EarlierPower[];
	readonly newAccounts: readonly string[];
	readonly unheard: readonly UnheardCall[];
	/** Publishers of descriptions for which an auditor has revoked the attestation. */
	readonly disowned: readonly Text[];
}

export interface Effects extends EffectLists {
	readonly chainRef: string | null;
	readonly signer: string;
	readonly parties: ReadonlyMap<string, Party>;
	readonly holdings: readonly Holding[];
	readonly gaps: ReadonlySet<Gap>;
	readonly shownBy: readonly ShownBy[];
	readonly simulations: readonly (StepSimulation | null)[];
}

export interface StepEffects extends EffectLists {
	readonly holdings: readonly Holding[];
	readonly controlled: readonly string[];
	readonly lenders: readonly string[];
	readonly gaps: readonly Gap[];
	readonly shownBy: ShownBy;
	readonly simulation: StepSimulation | null;
	readonly holderCodes: ReadonlyMap<string, HolderCode>;
	readonly codeHistories: ReadonlyMap<string, CodeHistory>;
	readonly declaredNames: readonly string[];
}

export const NO_EFFECTS: StepEffects = {
	movements: [],
	rights: [],
	signatures: [],
	unexplained: [],
	unaccounted: [],
	unreadInstructions: [],
	unreadCalls: [],
	tails: [],
	takers: [],
	retainedPowers: [],
	proposals: [],
	appCalls: [],
	holdings: [],
	controlled: [],
	called: [],
	lenders: [],
	costs: [],
	mentions: [],
	tokens: [],
	earlierPowers: [],
	newAccounts: [],
	unheard: [],
	disowned: [],
	gaps: [],
	shownBy: "nothing",
	simulation: null,
	holderCodes: new Map(),
	codeHistories: new Map(),
	declaredNames: [],
};

export const MAX_PARTIES = 384;
export const MAX_EFFECTS = 2_048;

export const NATIVE: EffectAsset = { kind: "native", address: "native", item: null };

export const fungible = (address: string): EffectAsset => ({ kind: "fungible", address, item: null });

export const assetKey = ({ kind, address, item }: EffectAsset): string =>
	JSON.stringify([kind, address, item]);
