import type { NestingKind } from "../decode/evm/meaning.ts";
import type { Scaling } from "../format/scale.ts";
import type { Message, Text } from "../message.ts";
import type { Comparison } from "../subject/opinion.ts";

/**
 * Effects and permissions of a request, the same for every chain family and every form of request. Sources
 * fill it from our own simulation, from the decoded bytes and from the permissions of a signature; rules,
 * rows, the headline and the user's own rules read only this. See docs/architecture.md.
 */

/**
 * Closest relation of an address to the user.
 * - `own`: an account of theirs.
 * - `controlled`: their signature moves its funds although it isn't theirs: a Safe or multisig that they sign
 *   for, an account that gave them a permission, one that a permanent delegate or a seed lets them spend
 *   from.
 * - `contact`: in their address book.
 * - `known-contract`: a contract or program that this app knows by its address.
 * - `nobody`: an address without a key; assets sent there are destroyed.
 */
export type Relation = "own" | "controlled" | "contact" | "known-contract" | "stranger" | "nobody";

/**
 * Code at an address that gets a right.
 * - `key`: none; somebody holds its key.
 * - `lent`: a contract's, by EIP-7702; somebody holds its key.
 * - `anybody`: a contract that makes any call for anybody.
 */
export type HolderCode = "key" | "lent" | "anybody" | "contract";

/** Address that another one is made to look like. */
export interface Imitated {
	readonly address: string;
	/** Reason why it is known. */
	readonly knownAs: Text;
}

/** History of the code at an address. */
export interface CodeHistory {
	/** An earlier step of the request creates the contract. */
	readonly isCreated: boolean;
	/** Number of blocks within which it was deployed; `null` if it is older, or the chain did not answer. */
	readonly youngBlocks: number | null;
	/**
	 * Time when a known contract's code was first recorded here, in Unix ms, if it has changed since; `null` for
	 * the same code, and for any other address.
	 */
	readonly changedSince: number | null;
}

export interface Party {
	/** In its family's canonical form: EVM in lower case; on Solana the wallet that owns a token account. */
	readonly address: string;
	readonly relation: Relation;
	/**
	 * In their address book, besides any other relation: the owner of an account that the user may spend from
	 * is not thereby a contact.
	 */
	readonly isContact: boolean;
	/**
	 * `controlled` by its owner's permission alone, such as an allowance or a delegation: the user does not
	 * sign for it.
	 */
	readonly isLender: boolean;
	/** Roles in which the user dealt with it before this session; never a reason to count a loss as smaller. */
	readonly dealt: { readonly paid: boolean; readonly allowed: boolean };
	/** The user's, named by them, or paid or allowed to spend before, on any chain. */
	readonly isKnownToUser: boolean;
	/**
	 * Code of a holder of a right or a taker of a permitted movement; `null` for others, or if the chain did
	 * not answer.
	 */
	readonly code: HolderCode | null;
	readonly history: CodeHistory;
	/** `null` for an address that resembles no other one. */
	readonly imitates: Imitated | null;
}

/**
 * Address in the bytes of a request. `paid`: it gets assets. `allowed`: it may spend afterwards, by the
 * bytes, the service or our own simulation. `other`: any other role, such as the called contract.
 */
export interface Mention {
	readonly address: string;
	readonly role: "paid" | "allowed" | "other";
	/** Solana token account through which it is paid; absent for any other. */
	readonly through?: string;
}

/** The service's statement about a token. */
export interface TokenClaim {
	readonly symbol: string | null;
	readonly name: string | null;
	readonly decimals: number | null;
	readonly standard: string | null;
}

/** A token of the request: by the chain, and by the service's claims. */
export interface MentionedToken {
	/** Decimal chain id or cluster. */
	readonly chainRef: string;
	/** `native` for the chain's own coin, for which only the decimals count. */
	readonly address: string;
	/** The user's name for it, or its short form. */
	readonly shown: Text;
	/** By the chain; `null` if it was not queried or did not answer. */
	readonly chain: {
		readonly symbol: string | null;
		readonly name: string | null;
		readonly decimals: number | null;
		/** `null` if neither is certain, and on Solana. */
		readonly standard: "erc20" | "erc721" | null;
	};
	/** Distinct claims. */
	readonly claims: readonly TokenClaim[];
	/** Our own simulation shows it as a wrapper of the coin, unit for unit: `into` it, or `out` of it. */
	readonly wraps: "into" | "out" | null;
	/** Scaling of a token that displays other amounts than the chain stores; `null` if there is none. */
	readonly scaled: { readonly symbol: Text; readonly scaling: Scaling } | null;
}

/** Power of another party, from before the request, over an account of the user's that assets come into. */
export interface EarlierPower {
	readonly holder: string;
	readonly account: string;
	readonly asset: EffectAsset;
	/** `close-empty`: they may close the account once it is empty. */
	readonly may: "spend" | "close" | "close-empty";
}

/** Bytes for a contract that are sent to an address without code. */
export interface UnheardCall {
	readonly target: string;
	readonly step: number;
}

/** Kinds of assets. Only `native` and `fungible` amounts can be divided by a holding. */
export type AssetKind = "native" | "fungible" | "item" | "position" | "debt" | "unknown";

export interface EffectAsset {
	readonly kind: AssetKind;
	/** `native`, or the token, mint, collection or pool; `null` if the bytes leave it open. */
	readonly address: string | null;
	/** Number of an item; `null` for a fungible asset and for any item of a collection. */
	readonly item: string | null;
}

/**
 * Evidence of an effect. `observed`: our own simulation shows it. `decoded`: the bytes state it. `permitted`:
 * a signature or a right that the request gives lets it happen later.
 */
export type Basis = "observed" | "decoded" | "permitted";

/** Price that the bytes of a trade set for its result; the called contract may ignore it. */
export interface TradePrice {
	/** Asset that the same call sells for it; `null` if a router passes on the results of earlier calls. */
	readonly sold: { readonly asset: EffectAsset; readonly amount: bigint | null } | null;
	/** Minimum result; `null` if the bytes can't set one, or count the whole balance. */
	readonly least: bigint | null;
	/** An order that others execute later. */
	readonly isOrder: boolean;
	/**
	 * Destination chain and token of a result that arrives on another chain; `asset` is `null` if it is
	 * counted in units of the sold asset.
	 */
	readonly arrives: { readonly chainRef: string; readonly asset: string | null } | null;
}

/**
 * Reason why a receiver that the bytes name can't use the assets sent to it.
 * - `nobody`: the zero address.
 * - `token`: the asset's own contract, or a mint.
 * - `program`: a program.
 * - `other-token`: a token account of another token, which gets SOL.
 * - `call`: coin sent along with a non-payable function.
 */
export type StuckAt = "nobody" | "token" | "program" | "other-token" | "call";

/** Account of a program that gets more than rent and is not known to be the user's. */
export interface Placement {
	readonly account: string;
	/** Program that controls it; `null` if this app reads the program, so that its ruler decides. */
	readonly keeper: string | null;
	/** Authority that may withdraw from it; `null` if none is named. */
	readonly ruler: string | null;
}

/** Maximum payout of an asset: a share of an outcome pays one unit or nothing. */
interface Payout {
	readonly asset: EffectAsset;
	/** For the whole moved amount, in base units. */
	readonly most: bigint;
}

/** One asset that changes hands. */
export interface Movement {
	readonly from: string;
	/** `null` if the receiver is unknown. */
	readonly to: string | null;
	readonly asset: EffectAsset;
	/**
	 * Base units, or a count of items: minimum and maximum that the source allows; `most: null` without a
	 * bound.
	 */
	readonly least: bigint;
	readonly most: bigint | null;
	/** Position in the request, counted from 0. */
	readonly step: number;
	readonly basis: Basis;
	/** Unix seconds after which a permitted movement can't happen; `null` without an end, and for the other bases. */
	readonly until: bigint | null;
	/** Only contract that may execute a permitted movement; absent if anybody may. */
	readonly by?: string;
	/** Hundredths of a percent of its giver's balance at that time; absent for an amount. */
	readonly share?: bigint;
	/** Absent for assets that no trade brings. */
	readonly price?: TradePrice;
	/** Coin sent along with a call as its payment. */
	readonly isAlong?: true;
	/**
	 * Side of a dealing with a known contract whose own books set the return: a deposit, a stake, a claim, a
	 * bridge. No market sets it, and nobody else can take it.
	 */
	readonly isBooked?: true;
	/** Assets that an order sells, to any taker, for the price that it sets. */
	readonly isSold?: true;
	/** Share of an order's price; markets and makers of collections take some of it. */
	readonly isPrice?: true;
	/** Absent for an asset without a bound to its worth. */
	readonly payout?: Payout;
	/**
	 * Sent to a place where nobody can use it; absent for every burn by the asset's own contract or program.
	 */
	readonly stuckAt?: StuckAt;
	/** Absent for everything except SOL beyond rent, in a new or larger account of Solana. */
	readonly placed?: Placement;
	/**
	 * An authority over the account pays it out, or issues it: a withdrawal, the remainder of a closed
	 * account, new units.
	 */
	readonly isByAuthority?: true;
}

/** Subject of a right. */
export type RightScope =
	/** An asset: its holder may be spent from. */
	| { readonly kind: "asset"; readonly asset: EffectAsset }
	/** Every asset of an account that a contract keeps or moves. */
	| { readonly kind: "everything"; readonly at: string }
	/** Control: an owner, an upgrade, a mint, freeze, stake, vote or withdraw authority. */
	| { readonly kind: "control"; readonly over: string; readonly what: string };

/** Power over the user's property, given by the request. */
export interface Right {
	readonly holder: string;
	/** Account whose assets the right covers. */
	readonly account: string;
	readonly scope: RightScope;
	/** Base units or a count of items; `null` without a bound. `0n` revokes the right. */
	readonly extent: bigint | null;
	/** The bytes reduce a right; the extent is the rest. */
	readonly isRest?: true;
	/** Later calls of the same bundle use all of it: none is left once the bundle has run. */
	readonly isSpent?: true;
	/** Amount that the bytes add to the holder's allowance; absent for a right that is set. */
	readonly added?: bigint;
	/** Holder's allowance before the request; absent if unknown or without a bound. */
	readonly before?: bigint;
	/**
	 * Contract whose books keep it, such as Permit2; absent for the asset's own: one ends no right in the
	 * other.
	 */
	readonly book?: string;
	/** Unix seconds; `null` without an end. */
	readonly until: bigint | null;
	readonly step: number;
	readonly basis: Basis;
}

/** A signature that others execute. */
export interface SignatureUse {
	readonly step: number;
	/** Unix seconds after which nobody can use it; `null` without an end. */
	readonly until: bigint | null;
	/**
	 * `right`: the given right has no end of its own; `order`: a price at which anybody may take the sold
	 * assets.
	 */
	readonly gives: "right" | "order" | "other";
}

/** Change of state in our simulation that no movement and no right accounts for. */
export interface UnexplainedWrite {
	/** The changed account or contract. */
	readonly address: string;
	/** Owner program of a Solana account; `null` on EVM. */
	readonly owner: string | null;
	/** It contains a key of the user's, before or after. */
	readonly namesUser: boolean;
	readonly step: number;
}

/** A Solana instruction whose bytes do not state its effects, or for an address that holds no program. */
export interface UnreadInstruction {
	readonly target: string;
	/** This app's name of the target, of which it reads other instructions; `null` for any other. */
	readonly name: string | null;
	readonly step: number;
	/** Position in its transaction, counted from 1. */
	readonly at: number;
	/** The target holds no program. */
	readonly isEmpty: boolean;
	readonly isUnread: boolean;
	/** Passed to it from the user: their signature, an account of theirs, or one of an unknown owner. */
	readonly gives: { readonly of: "signature" | "account" | "unread"; readonly account: string } | null;
}

/**
 * Simulations that show a step's effects.
 * - `both`: ours and the service's show the same, except for prices.
 * - `neither`: both run and show none of it.
 * - `differ`: they do not show the same.
 * - `own`, `declared`: only ours, or only the service's, exists.
 * - `running`: ours is not done yet.
 */
export type SimulationProof = "both" | "neither" | "differ" | "own" | "declared" | "none" | "running";

/** Reason why a call is not fully decoded. */
export type UnreadReason =
	| { readonly kind: "unknown" }
	/** A known function whose bytes are not exactly its arguments. */
	| { readonly kind: "misformed"; readonly how: "cut" | "loose" | "extra" }
	/**
	 * A function that gives others a right; without certainty only its selector and the name found for it
	 * suggest that.
	 */
	| { readonly kind: "right"; readonly signature: string; readonly isCertain: boolean }
	/** A native contract of the chain that acts on its caller's validators. */
	| { readonly kind: "validator" }
	/** It contains more calls than are decoded. */
	| { readonly kind: "more-calls"; readonly count: number }
	/** It uses the interface of a contract that makes given calls, and is not known as one. */
	| { readonly kind: "unverified"; readonly like: NestingKind }
	/** The chain did not answer who holds the position that it adds to, or which pool contains it. */
	| { readonly kind: "position"; readonly of: "holder" | "pool"; readonly id: string };

/** Address in the arguments of a call. */
export interface NamedAddress {
	readonly address: string;
	/** The user's, a contact's, well known, or used before by the same function of the same contract. */
	readonly isFamiliar: boolean;
	/** A contract active in our own simulation. */
	readonly isAtWork: boolean;
	/** Component of a position's pool, found by the position's number: no byte of the call names it. */
	readonly inPool?: { readonly as: "hook" | "token"; readonly position: string };
}

/** An EVM call that isn't fully decoded, or whose result depends on contracts that it names. */
export interface UnreadCall {
	readonly target: string;
	readonly step: number;
	/** Another call of the transaction makes it. */
	readonly isInner: boolean;
	/** It is decoded, and the named addresses decide its result. */
	readonly isWhole: boolean;
	/** `null` if it is whole, or if its effect is listed as a right. */
	readonly reason: UnreadReason | null;
	readonly proof: SimulationProof;
	/** The contract is known to store nothing outside of the simulations' view. */
	readonly keepsNothing: boolean;
	readonly named: readonly NamedAddress[];
}

/** Bytes after the arguments of a transaction's own call. */
export interface CallTail {
	readonly target: string;
	readonly step: number;
	readonly bytes: string;
	/** Codes of those who prepared the call (ERC-8021); `null` if the bytes are none. */
	readonly codes: string | null;
	/** `null` if the bytes are no readable text. */
	readonly text: string | null;
	readonly proof: SimulationProof;
}

/** Reason why our own simulation does not show exactly the effects that calls of apps request. */
export type AppDoubt =
	/** Not simulated, or it failed. */
	| "not-shown"
	/** An amount or a token is not stated. */
	| "not-stated"
	/** Another party may spend afterwards. */
	| "allows"
	/** An account of the user's changes hands. */
	| "changes-hands"
	/** More leaves, or less comes, than requested. */
	| "not-as-asked"
	/** Nothing comes although something should. */
	| "no-return"
	/** None of it is visible. */
	| "not-seen"
	/** A swap accepts far less, or may take far more. */
	| "loose"
	/** The borrowed amount is far below the debt. */
	| "dear-debt"
	| "nothing-back"
	/** The return is an unlisted token. */
	| "unlisted"
	| "dust";

/** A call of an app whose published interface is bundled. */
export interface AppCall {
	readonly target: string;
	/** This app's own name of the application. */
	readonly app: string;
	readonly step: number;
	/** Position in its transaction, counted from 1. */
	readonly at: number;
	/** Party that gets the result or a right and is not known to be the user; `null` if there is none. */
	readonly gainer: string | null;
	/** Account of the user's that the interface gives no reason to pass; `null` if there is none. */
	readonly alsoGiven: string | null;
	/** Whole sentence on effects that its bytes do not state; `null` if they state all. */
	readonly open: Message | null;
	/** Doubt about all app calls of the transaction together; `null` if there is none. */
	readonly doubt: AppDoubt | null;
	readonly isDebt: boolean;
	/** The assets go into a position that is the user's by the chain's state. */
	readonly isIntoPosition: boolean;
	readonly isProposal: boolean;
	/** A vote on a proposal whose actions its bytes do not state. */
	readonly isVote: boolean;
}

/** Actions of a proposal once others agree to it, without another signature of the user's. */
export interface Proposal {
	readonly payees: readonly string[];
	/** It does more than pay, or can't be decoded. */
	readonly doesMore: boolean;
}

/** Power that a token's maker keeps over every holder. */
export type IssuerPower =
	| "permanent-delegate"
	| "transfer-hook"
	| "transfer-fee"
	| "default-state"
	| "pausable"
	| "non-transferable";

/** A token of the request with the powers that its maker keeps. */
export interface RetainedPowers {
	readonly asset: EffectAsset;
	readonly powers: readonly IssuerPower[];
	/** `comes`: the user gets it by either simulation. `sent`: it is transferred on. */
	readonly use: "comes" | "sent" | "other";
	/** On this app's list of well-known tokens. */
	readonly isListed: boolean;
}

/** Losses of the user's in one step that our own simulation shows and the bytes do not account for. */
export interface Unaccounted {
	/** Contract that the step calls; `null` on Solana, where it calls several. */
	readonly called: string | null;
	readonly movements: readonly Movement[];
	readonly rights: readonly Right[];
}

/** Contract or program that the bytes of a step call, or the contract that verifies a signature. */
export interface CalledContract {
	readonly address: string;
	readonly step: number;
	readonly of: "contract" | "program" | "verifier";
	/** The step itself names it; other calls of the step call the others. */
	readonly isOuter: boolean;
	readonly isRead: boolean;
	/** It gets coin without data. */
	readonly isPayment: boolean;
	/** A native program, or an account that certainly has no code: it does what the bytes state. */
	readonly isPlain: boolean;
}

/** Amount of an asset that an account holds before the request; `null` if the chain did not answer. */
export interface Holding {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly amount: bigint | null;
}

/** Gas of a transaction, in units, and its price per unit; `null` for facts that the chain did not state. */
export interface GasBound {
	readonly limit: bigint;
	/** Gas by the RPC's estimate. */
	readonly estimate: bigint | null;
	/** Gas used in our own simulation; `null` if it did not complete. */
	readonly used: bigint | null;
	/** Our own simulation completed with this limit. */
	readonly isEnough: boolean;
	/** Maximum price per unit. */
	readonly price: bigint | null;
	/** Price per unit that the chain itself charges now. */
	readonly basePrice: bigint | null;
}

/** Share of a fee that buys priority in a block. */
export interface PriorityCost {
	readonly most: bigint;
	/** At the chain's usual price now; `null` if it states none. */
	readonly usual: bigint | null;
}

/** Rent of opened accounts. */
export interface RentCost {
	readonly amount: bigint;
	readonly accounts: number;
}

/** Share that another party keeps of the user's gain, earnings or transfer. */
export interface WithheldShare {
	readonly of: "swap" | "rewards" | "transfer";
	/** Hundredths of a percent. */
	readonly share: bigint;
	/** Validator, or the token that is sent; `null` if unknown. */
	readonly holder: string | null;
}

/** Fee whose amount neither the RPC nor our own simulation states. */
export interface UnknownCost {
	/** `null` if the chain gave no reason. */
	readonly reason: Message | null;
	/** Our own simulation is still running. */
	readonly isPending: boolean;
}

/** Costs of one step for one payer, in base units of the native coin; `null` if unknown. */
export interface Cost {
	readonly payer: string;
	readonly step: number;
	/** Maximum network cost, with L1 data and rent of accounts that become the user's. */
	readonly most: bigint | null;
	/** Execution's share of `most`, without L1 data. */
	readonly runMost: bigint | null;
	/** `runMost` at the present price: without the wallets' margin for a rise. */
	readonly runAtPrice: bigint | null;
	readonly runLikely: bigint | null;
	readonly gas: GasBound | null;
	readonly priority: PriorityCost | null;
	/** Paid to block producers besides the fee. */
	readonly tip: bigint;
	/** Deposits that stay in new accounts; `null` if there are none, or the amount is unknown. */
	readonly rent: RentCost | null;
	readonly withheld: readonly WithheldShare[];
	readonly unknown: UnknownCost | null;
}

/** Costs of a step that costs nothing. */
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

/** Reason why the list may be incomplete. */
export type Gap =
	/** Not simulated, or only partially. */
	| "not-simulated"
	/** More parties or effects than the list holds. */
	| "too-many"
	/** The truncated list may lack a loss of the user's, or a right over their assets. */
	| "losses-left-out"
	/** An undecoded call or instruction. */
	| "unread";

/**
 * Evidence for all effects of a step: its bytes alone, a simulation as well, or nothing, if unreadable code
 * or terms stored elsewhere decide them.
 */
export type ShownBy = "bytes" | "simulation" | "nothing";

/** Balance change that our own simulation measures, whatever causes it: staked SOL is no movement. */
export interface MeasuredChange {
	readonly account: string;
	/** `native`, or a token or mint in the simulation's spelling. */
	readonly asset: string;
	/** Base units; negative for a loss. */
	readonly amount: bigint;
}

/** Results of the simulations of one transaction. */
export interface StepProof {
	/** Our own simulation ran to its end without a gap. */
	readonly isWhole: boolean;
	/** The service's simulation compared with ours; `not-declared` for the user's own request. */
	readonly verdict: Comparison["verdict"] | "not-declared";
	/** The user loses control of an account or contract in our own simulation. */
	readonly losesControl: boolean;
	readonly measured: readonly MeasuredChange[];
}

/** Lists of both a step and a whole request. */
interface EffectLists {
	readonly movements: readonly Movement[];
	readonly rights: readonly Right[];
	readonly signatures: readonly SignatureUse[];
	readonly unexplained: readonly UnexplainedWrite[];
	readonly unaccounted: readonly Unaccounted[];
	readonly unreadInstructions: readonly UnreadInstruction[];
	readonly unreadCalls: readonly UnreadCall[];
	readonly tails: readonly CallTail[];
	/** Accounts without a role in the work that get assets of the user's by an undecoded call. */
	readonly takers: readonly string[];
	readonly retainedPowers: readonly RetainedPowers[];
	readonly proposals: readonly Proposal[];
	readonly appCalls: readonly AppCall[];
	/** In the order of the bytes; on Solana, programs that only set the fee come last. */
	readonly called: readonly CalledContract[];
	readonly costs: readonly Cost[];
	readonly mentions: readonly Mention[];
	readonly tokens: readonly MentionedToken[];
	readonly earlierPowers: readonly EarlierPower[];
	/** Addresses without an account that a payment opens. */
	readonly newAccounts: readonly string[];
	readonly unheard: readonly UnheardCall[];
	/** Publishers of descriptions whose attestation an auditor has revoked. */
	readonly disowned: readonly Text[];
}

export interface Effects extends EffectLists {
	/** Decimal chain id or cluster; `null` for a signature that names no chain. */
	readonly chainRef: string | null;
	readonly signer: string;
	/**
	 * By address: every address that a movement, a right, a write or the bytes name, and every one with
	 * changed code.
	 */
	readonly parties: ReadonlyMap<string, Party>;
	readonly holdings: readonly Holding[];
	readonly gaps: ReadonlySet<Gap>;
	/** By step. */
	readonly shownBy: readonly ShownBy[];
	/** By step; `null` for a signature. */
	readonly proofs: readonly (StepProof | null)[];
}

/** Effects of one step; `effectsOf` in merge.ts merges the steps and looks up the parties. */
export interface StepEffects extends EffectLists {
	/** Holdings before the request of every account and asset of a movement or a right. */
	readonly holdings: readonly Holding[];
	/** Accounts of others whose funds the signature can move. */
	readonly controlled: readonly string[];
	/** Controlled accounts whose owner permits it; the user signs for the others. */
	readonly lenders: readonly string[];
	readonly gaps: readonly Gap[];
	readonly shownBy: ShownBy;
	/** `null` for a signature. */
	readonly proof: StepProof | null;
	/** Code of holders of rights, once the step has run. */
	readonly holderCodes: ReadonlyMap<string, HolderCode>;
	/** By address; only unusual histories. */
	readonly codeHistories: ReadonlyMap<string, CodeHistory>;
	/** Addresses in the service's simulation: the bytes may name a look-alike of one. */
	readonly declaredNames: readonly string[];
}

/** Effects of a step without known effects. */
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

/** Returns a key that is equal for two assets if and only if they are the same asset. */
export const assetKey = ({ kind, address, item }: EffectAsset): string =>
	JSON.stringify([kind, address, item]);
