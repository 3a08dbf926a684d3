import type { NestingKind } from "../decode/evm/meaning.ts";
import type { Scaling } from "../format/scale.ts";
import type { Message, Text } from "../message.ts";

/**
 * Everything that a request does or allows, the same for every chain family and every form of request. Sources fill it
 * from our own simulation, from the decoded bytes and from what a signature permits; rules, rows, the headline and the
 * user's own rules read it and nothing below it. See docs/architecture.md.
 */

/**
 * Relation of an address to the user, the closest that holds.
 * - `own`: an account of theirs.
 * - `controlled`: its funds move by the user's signature although it isn't theirs: a Safe or multisig that they sign for,
 *   an account that gave them a permission, one that a permanent delegate or a seed lets them spend from.
 * - `contact`: in their address book.
 * - `known-contract`: a contract or program that this app knows by its address.
 * - `nobody`: an address that nobody has a key for; what goes there is destroyed.
 */
export type Relation = "own" | "controlled" | "contact" | "known-contract" | "stranger" | "nobody";

/**
 * Code behind an address that gets a right.
 * - `key`: none; somebody holds its key.
 * - `lent`: lent from a contract by EIP-7702; somebody holds its key.
 * - `anybody`: a contract that makes any call for anybody.
 */
export type HolderCode = "key" | "lent" | "anybody" | "contract";

/** An address that another one is made to be taken for. */
export interface Imitated {
	readonly address: string;
	/** Reason why it is known. */
	readonly whom: Text;
}

/** History of the code at an address. */
export interface CodeHistory {
	/** An earlier step of the request makes the contract. */
	readonly isCreated: boolean;
	/** Number of blocks within which it was deployed; `null` if it is older, or the chain did not say. */
	readonly youngBlocks: number | null;
	/** A known contract has other code than at this time, Unix ms; `null` for the same code, and for any other address. */
	readonly changedSince: number | null;
}

export interface Party {
	/** In the one spelling of its family: EVM in lower case; on Solana the wallet that a token account belongs to. */
	readonly address: string;
	readonly relation: Relation;
	/** In their address book, whatever else it is: who lets the user spend from an account is no contact by that. */
	readonly isContact: boolean;
	/** `controlled` by its owner's permission alone, as an allowance or a delegation: the user signs for no such account. */
	readonly isLender: boolean;
	/** Roles in which the user dealt with it before this session; never a reason to count a loss as smaller. */
	readonly dealt: { readonly paid: boolean; readonly allowed: boolean };
	/** The user's, named by them, or paid or allowed something before, on any chain. */
	readonly isMet: boolean;
	/** Code of a holder of a right or a taker of a permitted movement; `null` for others, or if the chain did not say. */
	readonly code: HolderCode | null;
	readonly history: CodeHistory;
	/** `null` for an address that looks like no other one. */
	readonly imitates: Imitated | null;
}

/**
 * Address in the bytes of a request. `paid`: it gets something. `allowed`: it may spend afterwards, by the bytes, the
 * service or our own simulation. `other`: anything else, such as the contract that is called.
 */
export interface Mention {
	readonly address: string;
	readonly role: "paid" | "allowed" | "other";
	/** Token account of Solana through which it is paid; absent for any other. */
	readonly through?: string;
}

/** Statement of the service on a token. */
export interface TokenClaim {
	readonly symbol: string | null;
	readonly name: string | null;
	readonly decimals: number | null;
	readonly standard: string | null;
}

/** A token of the request: by the chain, and as the service claims. */
export interface SeenToken {
	/** Decimal chain id or cluster. */
	readonly chainRef: string;
	/** `native` for the chain's own coin, of which the decimals alone count. */
	readonly address: string;
	/** The user's name for it, or its short form. */
	readonly shown: Text;
	/** By the chain; `null` if it was not asked or did not say. */
	readonly chain: {
		readonly symbol: string | null;
		readonly name: string | null;
		readonly decimals: number | null;
		/** `null` if it is neither for sure, and on Solana. */
		readonly standard: "erc20" | "erc721" | null;
	};
	/** Each different one once. */
	readonly claims: readonly TokenClaim[];
	/** Our own simulation shows it as a wrapper of the coin, unit for unit: `into` it, or `out` of it. */
	readonly wraps: "into" | "out" | null;
	/** It shows people other amounts than the chain counts. */
	readonly scaled: { readonly symbol: Text; readonly scaling: Scaling } | null;
}

/** Power of somebody else, from before the request, over an account of the user's that something comes into. */
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

/** Kinds of assets. Only `native` and `fungible` have amounts that a holding can be divided by. */
export type AssetKind = "native" | "fungible" | "item" | "position" | "debt" | "unknown";

export interface EffectAsset {
	readonly kind: AssetKind;
	/** `native`, or the token, mint, collection or pool; `null` where the bytes leave it open. */
	readonly address: string | null;
	/** Number of an item; `null` for a fungible asset and for any item of a collection. */
	readonly item: string | null;
}

/**
 * Origin of an effect. `observed`: our own simulation shows it. `decoded`: the bytes say so. `permitted`: a signature
 * or a right that the request gives lets it happen later.
 */
export type Basis = "observed" | "decoded" | "permitted";

/** A price that the bytes of a trade set for its result; the called contract may not keep to it. */
export interface TradePrice {
	/** Sold for it by the same call; `null` where a router hands on what earlier calls brought. */
	readonly sold: { readonly asset: EffectAsset; readonly amount: bigint | null } | null;
	/** The least that has to come; `null` where the bytes could set none, or count all that there is. */
	readonly least: bigint | null;
	/** An order that others carry out later. */
	readonly isOrder: boolean;
	/** Comes on another chain, as this token there; `asset` is `null` if it is counted in what is sold. */
	readonly arrives: { readonly chainRef: string; readonly asset: string | null } | null;
}

/**
 * Reason why a receiver that the bytes name can't use what is sent there.
 * - `nobody`: the zero address.
 * - `token`: the asset's own contract, or a mint.
 * - `program`: a program.
 * - `other-token`: a token account of another token, which gets SOL.
 * - `call`: coin that goes along with a function that takes none.
 */
export type StuckAt = "nobody" | "token" | "program" | "other-token" | "call";

/** Account of a program that more than rent is put into, and that is not known to be the user's. */
export interface Placement {
	readonly account: string;
	/** Program that decides over it; `null` if this app reads the program, so that its ruler decides. */
	readonly keeper: string | null;
	/** Authority that may withdraw from it; `null` if nothing names one. */
	readonly ruler: string | null;
}

/** The most that an asset ever pays out: a share of an outcome pays one unit or nothing. */
interface Payout {
	readonly asset: EffectAsset;
	/** Of all that is moved, in base units. */
	readonly most: bigint;
}

/** One asset that changes hands. */
export interface Movement {
	readonly from: string;
	/** `null` where nothing says who gets it. */
	readonly to: string | null;
	readonly asset: EffectAsset;
	/** Base units, or a count of items: the least and the most that the source allows; `most: null` without a bound. */
	readonly least: bigint;
	readonly most: bigint | null;
	/** Position in the request, counted from 0. */
	readonly step: number;
	readonly basis: Basis;
	/** Unix seconds after which a permitted movement can't happen; `null` without an end, and for the other bases. */
	readonly until: bigint | null;
	/** Contract that alone may carry out a permitted movement; absent for anybody. */
	readonly by?: string;
	/** Hundredths of a percent of what its giver has then; absent for an amount. */
	readonly share?: bigint;
	/** Absent for what no trade brings. */
	readonly price?: TradePrice;
	/** Coin that goes along with a call, for what that does. */
	readonly isAlong?: true;
	/**
	 * Side of a dealing with a known contract whose own books set what comes back: a deposit, a stake, a claim, a bridge.
	 * No market sets it, and nobody else can take it.
	 */
	readonly isBooked?: true;
	/** Part of what an order gives, whoever takes it, for the price that it sets. */
	readonly isSold?: true;
	/** Part of the price of an order, of which markets and makers of collections take some. */
	readonly isPrice?: true;
	/** Absent for an asset without a bound to its worth. */
	readonly payout?: Payout;
	/** Sent to where nobody can take it; absent for every burn by the asset's own contract or program. */
	readonly stuckAt?: StuckAt;
	/** Absent for everything but SOL beyond rent, in a new or larger account of Solana. */
	readonly placed?: Placement;
	/** An authority over the account pays it out, or issues it: a withdrawal, what a closed account leaves, new units. */
	readonly isByAuthority?: true;
}

/** Things that a right is about. */
export type RightScope =
	/** An asset: its holder may be spent from. */
	| { readonly kind: "asset"; readonly asset: EffectAsset }
	/** Every asset of an account that a contract keeps or moves. */
	| { readonly kind: "everything"; readonly at: string }
	/** Control: an owner, an upgrade, a mint, freeze, stake, vote or withdraw authority. */
	| { readonly kind: "control"; readonly over: string; readonly what: string };

/** A power over what belongs to the user, given by the request. */
export interface Right {
	readonly holder: string;
	/** Account whose assets it is about. */
	readonly account: string;
	readonly scope: RightScope;
	/** Base units or a count of items; `null` without a bound. `0n` takes the right away. */
	readonly extent: bigint | null;
	/** The bytes take a part of a right away; the extent is the rest. */
	readonly isRest?: true;
	/** Later calls of the same bundle use all of it: nothing of it is left once the bundle has run. */
	readonly isSpent?: true;
	/** The bytes add so much to what the holder may take already; absent for a right that is set. */
	readonly added?: bigint;
	/** Amount that the holder may take before the request; absent if nobody said, or it has no bound. */
	readonly before?: bigint;
	/** Contract whose books keep it, as Permit2 does; absent for the asset's own: one ends no right in the other. */
	readonly book?: string;
	/** Unix seconds; `null` without an end. */
	readonly until: bigint | null;
	readonly step: number;
	readonly basis: Basis;
}

/** A signature that others carry out. */
export interface SignatureUse {
	readonly step: number;
	/** Unix seconds after which nobody can use it; `null` without an end. */
	readonly until: bigint | null;
	/** `right`: it gives one that has no end of its own; `order`: a price at which anybody may take what it sells. */
	readonly gives: "right" | "order" | "other";
}

/** A change of state that our simulation shows and that no movement and no right accounts for. */
export interface UnexplainedWrite {
	/** The account or contract whose state changed. */
	readonly address: string;
	/** Owner program of a Solana account; `null` on EVM. */
	readonly owner: string | null;
	/** Whether it holds a key of the user's, before or after. */
	readonly namesUser: boolean;
	readonly step: number;
}

/** An instruction of Solana whose bytes do not state its effects, or for an address that holds no program. */
export interface UnreadInstruction {
	readonly target: string;
	/** This app's name of the target, of whose instructions it reads others; `null` for any other. */
	readonly name: string | null;
	readonly step: number;
	/** Position in its transaction, counted from 1. */
	readonly at: number;
	/** No program is at the target. */
	readonly isEmpty: boolean;
	readonly isUnread: boolean;
	/** Handed to it of the user's: their signature, an account of theirs, or one of which nobody says whose it is. */
	readonly gives: { readonly of: "signature" | "account" | "unread"; readonly account: string } | null;
}

/**
 * Simulations that show what a step does.
 * - `both`: ours and the service's show the same, but for prices.
 * - `neither`: both run and show nothing of it.
 * - `differ`: they do not show the same.
 * - `own`, `declared`: only ours, or only the service's, is there.
 * - `running`: ours is not done yet.
 */
export type SimulationProof = "both" | "neither" | "differ" | "own" | "declared" | "none" | "running";

/** Reason why nobody reads all that a call does. */
export type UnreadReason =
	| { readonly kind: "unknown" }
	/** A known function whose bytes are not exactly its arguments. */
	| { readonly kind: "misformed"; readonly how: "cut" | "loose" | "extra" }
	/** A function that gives others a right; without certainty only its four bytes and the name found for them say so. */
	| { readonly kind: "right"; readonly signature: string; readonly isCertain: boolean }
	/** A contract of the chain's own that acts on the validators of its caller. */
	| { readonly kind: "validator" }
	/** It holds more calls than are read. */
	| { readonly kind: "more-calls"; readonly count: number }
	/** It speaks like a contract that makes the calls it is given, and is not known as one. */
	| { readonly kind: "unverified"; readonly like: NestingKind }
	/** The chain did not say who holds the position that it adds to, or which pool that is in. */
	| { readonly kind: "position"; readonly of: "holder" | "pool"; readonly id: string };

/** Address in the arguments of a call. */
export interface NamedAddress {
	readonly address: string;
	/** The user's, a contact's, well known, or used before by the same function of the same contract. */
	readonly isFamiliar: boolean;
	/** A contract that our own simulation shows at work. */
	readonly isAtWork: boolean;
	/** Part of the pool of a position by its number: no byte of the call names it. */
	readonly inPool?: { readonly as: "hook" | "token"; readonly position: string };
}

/** A call of EVM that can't be read whole, or whose result hangs on contracts that it names. */
export interface UnreadCall {
	readonly target: string;
	readonly step: number;
	/** Another call of the transaction makes it. */
	readonly isInner: boolean;
	/** It is read, and what it names decides what comes of it. */
	readonly isWhole: boolean;
	/** `null` if it is whole, or if what it does is listed as a right. */
	readonly reason: UnreadReason | null;
	readonly proof: SimulationProof;
	/** The contract is known to keep nothing that simulations do not look at. */
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
	/** `null` if they read as no text. */
	readonly text: string | null;
	readonly proof: SimulationProof;
}

/** Reason why our own simulation does not show what calls of apps request, and nothing else. */
export type AppDoubt =
	/** Not simulated, or it failed. */
	| "not-shown"
	/** An amount or a token is not stated. */
	| "not-stated"
	/** Somebody may spend afterwards. */
	| "allows"
	/** An account of the user's changes hands. */
	| "changes-hands"
	/** More leaves, or less comes. */
	| "not-as-asked"
	/** Nothing comes where something should. */
	| "no-return"
	/** Nothing of it is seen. */
	| "not-seen"
	/** A swap accepts far less, or may take far more. */
	| "loose"
	/** Far less comes than is to be owed. */
	| "dear-debt"
	| "nothing-back"
	/** A token on no list comes back. */
	| "unlisted"
	| "dust";

/** A call of an app whose published interface is bundled. */
export interface AppCall {
	readonly target: string;
	/** This app's name of it. */
	readonly app: string;
	readonly step: number;
	/** Position in its transaction, counted from 1. */
	readonly at: number;
	/** Somebody who gets what comes or a right, and is not known to be the user; `null` if there is none. */
	readonly gainer: string | null;
	/** An account of the user's that the interface gives no reason to hand over. */
	readonly alsoGiven: string | null;
	/** A whole sentence on effects that its bytes do not state. */
	readonly open: Message | null;
	/** Doubt about all app calls of the transaction together. */
	readonly doubt: AppDoubt | null;
	readonly isDebt: boolean;
	/** It goes into a position that the chain says is the user's. */
	readonly isIntoPosition: boolean;
	readonly isProposal: boolean;
	/** It counts on a proposal whose work no byte of it tells. */
	readonly isVote: boolean;
}

/** Work that a proposal does once others agree to it, without a further signature of the user's. */
export interface Proposal {
	readonly payees: readonly string[];
	/** It does more than pay, or can't be read. */
	readonly doesMore: boolean;
}

/** A power that the maker of a token keeps over everybody who holds it. */
export type IssuerPower =
	| "permanent-delegate"
	| "transfer-hook"
	| "transfer-fee"
	| "default-state"
	| "pausable"
	| "non-transferable";

/** A token that the request touches, and the powers that its maker keeps. */
export interface KeptPowers {
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

/** A contract or program that the bytes of a step call, or the contract that verifies a signature. */
export interface CalledContract {
	readonly address: string;
	readonly step: number;
	readonly of: "contract" | "program" | "verifier";
	/** The step itself names it; other calls of the step call the others. */
	readonly isOuter: boolean;
	readonly isRead: boolean;
	/** It gets coin and no bytes. */
	readonly isPayment: boolean;
	/** A program of the chain's own, or an account that certainly has no code: it does what the bytes say. */
	readonly isPlain: boolean;
}

/** Amount of an asset that an account holds before the request; `null` if the chain did not say. */
export interface Holding {
	readonly account: string;
	readonly asset: EffectAsset;
	readonly amount: bigint | null;
}

/** Gas of a transaction, in units, and its price per unit; `null` for what the chain did not say. */
export interface GasBound {
	readonly limit: bigint;
	/** Amount by the RPC's estimate. */
	readonly estimate: bigint | null;
	/** Amount that our own simulation took; `null` if it did not run to its end. */
	readonly used: bigint | null;
	/** Our own simulation ran to its end with this limit. */
	readonly isEnough: boolean;
	/** The most that is paid per unit. */
	readonly price: bigint | null;
	/** Price per unit that the chain itself asks now. */
	readonly basePrice: bigint | null;
}

/** The part of a fee that buys a place in a block. */
export interface PriorityCost {
	readonly most: bigint;
	/** At the price that the chain calls usual now; `null` if it says none. */
	readonly usual: bigint | null;
}

/** Rent of accounts that are opened. */
export interface RentCost {
	readonly amount: bigint;
	readonly accounts: number;
}

/** A part that somebody keeps of what the user gets, earns or sends. */
export interface KeptShare {
	readonly of: "swap" | "rewards" | "transfer";
	/** Hundredths of a percent. */
	readonly share: bigint;
	/** Validator, or the token that is sent; `null` if nothing says who. */
	readonly holder: string | null;
}

/** A fee of which neither the RPC nor our own simulation says how much it is. */
export interface UnknownCost {
	/** `null` if the chain gave no reason. */
	readonly reason: Message | null;
	/** Our own simulation may still say. */
	readonly isPending: boolean;
}

/** Costs of one step for one payer, in base units of the native coin; `null` if unknown. */
export interface Cost {
	readonly payer: string;
	readonly step: number;
	/** The most that the network takes, with L1 data and rent of accounts that become the user's. */
	readonly most: bigint | null;
	/** The part of `most` that running it takes, without L1 data. */
	readonly runMost: bigint | null;
	/** `runMost` at the price that is paid now: without the room that wallets leave for the price to rise. */
	readonly runAtPrice: bigint | null;
	readonly runLikely: bigint | null;
	readonly gas: GasBound | null;
	readonly priority: PriorityCost | null;
	/** Paid beside the fee to those who make blocks. */
	readonly tip: bigint;
	/** Deposits that stay in new accounts; `null` if there are none, or nobody says how much. */
	readonly rent: RentCost | null;
	readonly kept: readonly KeptShare[];
	readonly unknown: UnknownCost | null;
}

/** A step that costs nothing. */
export const NO_COST: Omit<Cost, "payer" | "step"> = {
	most: 0n,
	runMost: 0n,
	runAtPrice: 0n,
	runLikely: 0n,
	gas: null,
	priority: null,
	tip: 0n,
	rent: null,
	kept: [],
	unknown: null,
};

/** Reasons why the list may not hold everything. */
export type Gap =
	/** Not simulated, or only in part. */
	| "not-simulated"
	/** More parties or effects than the list holds. */
	| "too-many"
	/** A list that is too long may lack a loss of the user's, or a right over their assets. */
	| "losses-left-out"
	/** A call or an instruction that can't be read. */
	| "unread";

/**
 * Source that shows all effects of a step: its bytes alone, a simulation beside them, or nothing, since code that nobody reads or
 * terms that stand elsewhere decide them.
 */
export type ShownBy = "bytes" | "simulation" | "nothing";

/** Lists that a step and a whole request have alike. */
interface EffectLists {
	readonly movements: readonly Movement[];
	readonly rights: readonly Right[];
	readonly signatures: readonly SignatureUse[];
	readonly unexplained: readonly UnexplainedWrite[];
	readonly unaccounted: readonly Unaccounted[];
	readonly unreadInstructions: readonly UnreadInstruction[];
	readonly unreadCalls: readonly UnreadCall[];
	readonly tails: readonly CallTail[];
	/** Accounts without a part in the work that get something of the user's by a call that can't be read. */
	readonly takers: readonly string[];
	readonly keptPowers: readonly KeptPowers[];
	readonly proposals: readonly Proposal[];
	readonly appCalls: readonly AppCall[];
	/** In the order of the bytes; of Solana, programs that only set the fee come last. */
	readonly called: readonly CalledContract[];
	readonly costs: readonly Cost[];
	readonly mentions: readonly Mention[];
	readonly tokens: readonly SeenToken[];
	readonly earlierPowers: readonly EarlierPower[];
	/** Accounts that a payment opens, since there are none at these addresses. */
	readonly newAccounts: readonly string[];
	readonly unheard: readonly UnheardCall[];
	/** Publishers of descriptions that an auditor attested and has since revoked. */
	readonly disowned: readonly Text[];
}

export interface Effects extends EffectLists {
	/** Decimal chain id or cluster; `null` for a signature that names no chain. */
	readonly chainRef: string | null;
	readonly signer: string;
	/** By address; every address that a movement, a right, a write or the bytes name, and every one with changed code. */
	readonly parties: ReadonlyMap<string, Party>;
	readonly holdings: readonly Holding[];
	readonly gaps: ReadonlySet<Gap>;
	/** By step. */
	readonly shownBy: readonly ShownBy[];
}

/** Effects of one step; `effectsOf` in merge.ts makes one list of them and looks up the parties. */
export interface StepEffects extends EffectLists {
	/** Holdings before the request of every account and asset that a movement or a right is about. */
	readonly holdings: readonly Holding[];
	/** Accounts that are not the user's and whose funds the signature can move. */
	readonly controlled: readonly string[];
	/** Controlled accounts whose owner permits it; the user signs for the others. */
	readonly lenders: readonly string[];
	readonly gaps: readonly Gap[];
	readonly shownBy: ShownBy;
	/** Code of those who get a right, once the step has run. */
	readonly holderCodes: ReadonlyMap<string, HolderCode>;
	/** By address; only what is out of the ordinary. */
	readonly codeHistories: ReadonlyMap<string, CodeHistory>;
	/** Addresses that the service's simulation names: the bytes may name one that only looks like it. */
	readonly declaredNames: readonly string[];
}

/** Effects of a step of which nothing is known, or that has none. */
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
	keptPowers: [],
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
	holderCodes: new Map(),
	codeHistories: new Map(),
	declaredNames: [],
};

export const MAX_PARTIES = 384;
export const MAX_EFFECTS = 2_048;

export const NATIVE: EffectAsset = { kind: "native", address: "native", item: null };

export const fungible = (address: string): EffectAsset => ({ kind: "fungible", address, item: null });

/** The same for two assets if and only if they are one. */
export const assetKey = ({ kind, address, item }: EffectAsset): string =>
	JSON.stringify([kind, address, item]);
