import type { NestingKind } from "../decode/evm/meaning.ts";
import type { Comparison } from "../decoded-transaction/opinion.ts";
import type { Scaling } from "../format/scale.ts";
import type { Message, Text } from "../localized-text.ts";

/**
 * Effects and permissions of a request, in one format for all chain families. Sources are our simulation, the
 * decoded bytes and signed permissions. Findings, rows, headlines and the user's rules read only this. See
 * docs/architecture.md.
 */

/**
 * Closest relation of an address to the user.
 * - `controlled`: not the user's, but their signature moves its funds: a Safe or multisig they sign for, an
 *   account that gave them a permission, or one they spend from as permanent delegate or through a seed.
 * - `known-contract`: a contract or program on the app's list.
 * - `nobody`: an address without a key. Assets sent there are destroyed.
 */
export type Relation = "own" | "controlled" | "contact" | "known-contract" | "stranger" | "nobody";

/**
 * Code at the address of a right's holder.
 * - `lent`: set by EIP-7702. Someone still has the key.
 * - `anybody`: a contract that makes any call for anyone.
 */
export type HolderCode = "key" | "lent" | "anybody" | "contract";

export interface Imitated {
	readonly address: string;
	readonly knownAs: Text;
}

export interface CodeHistory {
	readonly isCreated: boolean;
	/** Maximum age in blocks. `null` if older, or if the chain didn't answer. */
	readonly youngBlocks: number | null;
	/** Set if a known contract's code has changed: when the app first recorded the code, in Unix ms. */
	readonly changedSince: number | null;
}

export interface Party {
	/** EVM address in lower case. On Solana, the wallet that owns the token account. */
	readonly address: string;
	readonly relation: Relation;
	readonly isContact: boolean;
	/** `controlled` only through the owner's permission, e.g. an allowance. The user doesn't sign for it. */
	readonly isLender: boolean;
	/** Payments and allowances before this session. They never reduce a loss. */
	readonly dealt: { readonly paid: boolean; readonly allowed: boolean };
	/** The user's own address, named by the user, or paid or allowed before, on any chain. */
	readonly isKnownToUser: boolean;
	/** `null` if the address holds no right or the chain didn't answer. */
	readonly code: HolderCode | null;
	readonly history: CodeHistory;
	readonly imitates: Imitated | null;
}

/** `paid`: receives assets. `allowed`: may spend afterwards, according to the bytes or a simulation. */
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
		/** `null` if uncertain, and on Solana. */
		readonly standard: "erc20" | "erc721" | null;
	};
	readonly claims: readonly TokenClaim[];
	/** Our simulation shows that the token wraps the native coin one to one. */
	readonly wraps: "into" | "out" | null;
	readonly scaled: { readonly symbol: Text; readonly scaling: Scaling } | null;
}

/** Power that another party already has over the user's receiving account. */
export interface EarlierPower {
	readonly holder: string;
	readonly account: string;
	readonly asset: EffectAsset;
	readonly may: "spend" | "close" | "close-empty";
}

/** Calldata sent to an address without code. */
export interface UnheardCall {
	readonly target: string;
	readonly step: number;
}

export type AssetKind = "native" | "fungible" | "item" | "position" | "debt" | "unknown";

export interface EffectAsset {
	readonly kind: AssetKind;
	/** `native`, or the token, mint, collection or pool. `null` if the bytes don't say. */
	readonly address: string | null;
	/** `null` for a fungible asset, or for any item of a collection. */
	readonly item: string | null;
}

/** Observed in our simulation, decoded from the bytes, or permitted later by a signature or right. */
export type Basis = "observed" | "decoded" | "permitted";

/** Price that a trade's bytes set for its result. The called contract may ignore it. */
export interface TradePrice {
	/** `null` if a router passes on the results of earlier calls. */
	readonly sold: { readonly asset: EffectAsset; readonly amount: bigint | null } | null;
	/** `null` if the bytes can't set a minimum or refer to the full balance. */
	readonly least: bigint | null;
	readonly isOrder: boolean;
	/** `asset` is `null` if the result is in units of the sold asset. */
	readonly arrives: { readonly chainRef: string; readonly asset: string | null } | null;
}

/**
 * Reason why a recipient can't use the assets sent to it.
 * - `token`: the asset's own contract, or a mint.
 * - `other-token`: SOL sent to a token account for another token.
 * - `call`: coin sent with a non-payable function.
 */
export type StuckAt = "nobody" | "token" | "program" | "other-token" | "call";

/** A program's account that receives more than rent and isn't known as the user's. */
export interface Placement {
	readonly account: string;
	/** Program that controls the account. `null` if the app can decode this program; `ruler` then decides. */
	readonly keeper: string | null;
	readonly ruler: string | null;
}

/** An outcome share pays one unit or nothing. */
interface Payout {
	readonly asset: EffectAsset;
	readonly most: bigint;
}

/** For the whole amount, in base units. */
export interface Movement {
	readonly from: string;
	readonly to: string | null;
	readonly asset: EffectAsset;
	/** Limits in base units or items. `most` is `null` if unlimited. */
	readonly least: bigint;
	readonly most: bigint | null;
	readonly step: number;
	readonly basis: Basis;
	/** Unix seconds after which a permitted movement can't happen. */
	readonly until: bigint | null;
	/** The only contract that can execute a permitted movement. Absent if anyone can. */
	readonly by?: string;
	/** Hundredths of a percent of the sender's balance at execution. Absent if the amount is fixed. */
	readonly share?: bigint;
	readonly price?: TradePrice;
	/** Coin sent with a call to pay for it. */
	readonly isAlong?: true;
	/**
	 * Part of a deposit, stake, claim or bridge at a known contract that sets the return itself. No market
	 * sets the price, and nobody else can receive it.
	 */
	readonly isBooked?: true;
	/** Sold by an order to anyone who pays the price. */
	readonly isSold?: true;
	/** Part of an order's price. Marketplaces and collections keep some of it. */
	readonly isPrice?: true;
	readonly payout?: Payout;
	readonly stuckAt?: StuckAt;
	readonly placed?: Placement;
	/** Paid out or minted by an authority over the account. */
	readonly isByAuthority?: true;
}

export type RightScope =
	| { readonly kind: "asset"; readonly asset: EffectAsset }
	/** All assets that a contract keeps or moves for an account. */
	| { readonly kind: "everything"; readonly at: string }
	| { readonly kind: "control"; readonly over: string; readonly what: string };

export interface Right {
	readonly holder: string;
	readonly account: string;
	readonly scope: RightScope;
	/** Base units or items. `null` if unlimited, `0n` if revoked. */
	readonly extent: bigint | null;
	/** The bytes reduce the right, and `extent` is the rest. */
	readonly isRest?: true;
	/** Later calls in the same bundle use it up. */
	readonly isSpent?: true;
	/** Amount added to the allowance. Absent if the bytes set it. */
	readonly added?: bigint;
	/** Allowance before the request. Absent if unknown or unlimited. */
	readonly before?: bigint;
	/** Contract that records the right, e.g. Permit2. Absent if the asset's own contract does. */
	readonly book?: string;
	/** Unix seconds. */
	readonly until: bigint | null;
	readonly step: number;
	readonly basis: Basis;
}

export interface SignatureUse {
	readonly step: number;
	readonly until: bigint | null;
	/** `right`: the right doesn't expire. `order`: anyone can buy at its price. */
	readonly gives: "right" | "order" | "other";
}

/** State change in our simulation that no movement or right explains. */
export interface UnexplainedWrite {
	readonly address: string;
	readonly owner: string | null;
	/** The account contains one of the user's keys, before or after. */
	readonly namesUser: boolean;
	readonly step: number;
}

/** Instruction whose bytes don't state its effects, or whose target isn't a program. */
export interface UnreadInstruction {
	readonly target: string;
	/** Set if the app can decode other instructions of the target. */
	readonly name: string | null;
	readonly step: number;
	readonly at: number;
	readonly isEmpty: boolean;
	readonly isUnread: boolean;
	/** Given to the target: the user's signature, one of the user's accounts, or one of an unknown owner. */
	readonly gives: { readonly of: "signature" | "account" | "unread"; readonly account: string } | null;
}

/**
 * Simulations that show the effects of a step.
 * - `both`: both show the same, except for prices.
 * - `neither`: both ran and show nothing.
 * - `own`, `declared`: only ours, or only the service's, exists.
 */
export type SimulationProof = "both" | "neither" | "differ" | "own" | "declared" | "none" | "running";

export type UnreadReason =
	| { readonly kind: "unknown" }
	/** A known function whose data doesn't consist of exactly its arguments. */
	| { readonly kind: "misformed"; readonly how: "cut" | "loose" | "extra" }
	/** `isCertain` is `false` if only the selector or a looked-up name suggests the right. */
	| { readonly kind: "right"; readonly signature: string; readonly isCertain: boolean }
	/** A native contract that acts on its caller's validators. */
	| { readonly kind: "validator" }
	| { readonly kind: "more-calls"; readonly count: number }
	/** Looks like a contract that makes the calls passed to it, but isn't known as one. */
	| { readonly kind: "unverified"; readonly like: NestingKind }
	/** The chain didn't report the position's holder or its pool. */
	| { readonly kind: "position"; readonly of: "holder" | "pool"; readonly id: string };

export interface NamedAddress {
	readonly address: string;
	/** The user's, a contact's, well known, or used before with the same function of the same contract. */
	readonly isFamiliar: boolean;
	/** Our simulation calls this contract. */
	readonly isAtWork: boolean;
	/** Set for a hook or token of a position's pool, which the call doesn't name. */
	readonly inPool?: { readonly as: "hook" | "token"; readonly position: string };
}

/** EVM call that isn't fully decoded, or whose result depends on contracts it names. */
export interface UnreadCall {
	readonly target: string;
	readonly step: number;
	readonly isInner: boolean;
	/** The call is decoded, but its result depends on the named addresses. */
	readonly isWhole: boolean;
	readonly reason: UnreadReason | null;
	readonly proof: SimulationProof;
	/** The contract is known to store nothing that simulations can't see. */
	readonly keepsNothing: boolean;
	readonly named: readonly NamedAddress[];
}

export interface CallTail {
	readonly target: string;
	readonly step: number;
	readonly bytes: string;
	/** ERC-8021 codes of the apps that prepared the call. */
	readonly codes: string | null;
	readonly text: string | null;
	readonly proof: SimulationProof;
}

/** Reason why our simulation doesn't show exactly the effects that app calls request. */
export type AppDoubt =
	| "not-shown"
	| "not-stated"
	| "allows"
	/** One of the user's accounts changes hands. */
	| "changes-hands"
	/** More goes out or less comes in than requested. */
	| "not-as-asked"
	| "no-return"
	/** The simulation shows none of the effects. */
	| "not-seen"
	/** A swap accepts far less than its current result, or may take far more. */
	| "loose"
	/** The borrowed amount is far less than the debt. */
	| "dear-debt"
	| "nothing-back"
	| "unlisted"
	| "dust";

export interface AppCall {
	readonly target: string;
	readonly app: string;
	readonly step: number;
	readonly at: number;
	/** Recipient of the result or right, if not known as the user. */
	readonly gainer: string | null;
	/** A user account that is passed although the interface gives no reason. */
	readonly alsoGiven: string | null;
	readonly open: Message | null;
	readonly doubt: AppDoubt | null;
	readonly isDebt: boolean;
	readonly isIntoPosition: boolean;
	readonly isProposal: boolean;
	readonly isVote: boolean;
}

/** Actions that run after others agree, without another signature from the user. */
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
	/** `comes`: the user receives it in one of the simulations. `sent`: it is passed on. */
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
	/** Called by the step itself, not by an inner call. */
	readonly isOuter: boolean;
	readonly isRead: boolean;
	readonly isPayment: boolean;
	/** A native program, or an account without code. Does exactly what the bytes state. */
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

/** Share of the user's gain, earnings or transfer that another party keeps. */
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

/** Costs of one step for one payer, in base units of the native coin. `null` if unknown. */
export interface Cost {
	readonly payer: string;
	readonly step: number;
	/** Maximum network cost, including L1 data and rent for accounts that become the user's. */
	readonly most: bigint | null;
	readonly runMost: bigint | null;
	/** `runMost` at the current price, without the wallets' safety margin. */
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
 * Evidence for all effects of a step. `nothing`: they depend on unreadable code or on terms stored elsewhere.
 */
export type ShownBy = "bytes" | "simulation" | "nothing";

/** Balance change in our simulation. Includes changes that aren't movements, e.g. staked SOL. */
export interface MeasuredChange {
	readonly account: string;
	readonly asset: string;
	readonly amount: bigint;
}

export interface StepProof {
	readonly isWhole: boolean;
	/** `not-declared` for the user's own request. */
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
	/** Accounts that receive the user's assets through an undecoded call and have no other role in it. */
	readonly takers: readonly string[];
	readonly retainedPowers: readonly RetainedPowers[];
	readonly proposals: readonly Proposal[];
	readonly appCalls: readonly AppCall[];
	/** In the order of the bytes. On Solana, programs that only set the fee come last. */
	readonly called: readonly CalledContract[];
	readonly costs: readonly Cost[];
	readonly mentions: readonly Mention[];
	readonly tokens: readonly MentionedToken[];
	readonly earlierPowers: readonly EarlierPower[];
	readonly newAccounts: readonly string[];
	readonly unheard: readonly UnheardCall[];
	/** Publishers of descriptions whose attestation was revoked by an auditor. */
	readonly disowned: readonly Text[];
}

export interface Effects extends EffectLists {
	readonly chainRef: string | null;
	readonly signer: string;
	readonly parties: ReadonlyMap<string, Party>;
	readonly holdings: readonly Holding[];
	readonly gaps: ReadonlySet<Gap>;
	readonly shownBy: readonly ShownBy[];
	readonly proofs: readonly (StepProof | null)[];
}

export interface StepEffects extends EffectLists {
	readonly holdings: readonly Holding[];
	readonly controlled: readonly string[];
	readonly lenders: readonly string[];
	readonly gaps: readonly Gap[];
	readonly shownBy: ShownBy;
	readonly proof: StepProof | null;
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
	proof: null,
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
