import { bytesToHex } from "@noble/hashes/utils.js";
import type {
	ApprovalChange,
	BalanceChange,
	FeeEstimate,
	PipelineSimulation,
} from "../../../contract/simulation.ts";
import { ChainError } from "../../chains/chain-error.ts";
import { nativeOf } from "../../chains/names.ts";
import type { SvmAccountFacts, SvmChain, SvmSimulated } from "../../chains/svm.ts";
import { accountFacts, MOST_ACCOUNTS, type RawAccount } from "../../chains/svm-accounts.ts";
import type { SvmInner } from "../../chains/svm-inner.ts";
import type { SvmTransaction } from "../../match/svm-message.ts";
import { type ResolvedSvm, resolveSvm, type SvmAccount } from "../../match/svm-resolve.ts";
import { decodeSvm, type SvmStep } from "../decode-svm.ts";
import type { SvmLeg } from "../leg.ts";
import type { InnerCall, OwnSimulation } from "../opinion.ts";
import { plain } from "../plain.ts";
import { MOST_UNITS } from "../svm/outflow.ts";
import { readOf } from "../svm-subject.ts";
import { controlsOf, type Delegation, delegationsOf } from "./svm-control.ts";
import { holderIn, type Moved, movesOf, type Ran } from "./svm-holdings.ts";

type Done = Extract<OwnSimulation, { state: "done" }>;
type Mint = Extract<SvmAccountFacts["data"], { kind: "mint" }>;
/** By address; null where it is none or can't be read. */
type Mints = ReadonlyMap<string, Mint | null>;

const impossible = (words: string): OwnSimulation => ({ state: "impossible", words });

const UNREADABLE = "The transaction can't be read, so it can't be simulated.";
const LATER =
	"Solana's RPC runs one transaction at a time: what this one does after the one before it is not proven.";
const TOO_MANY =
	"The transaction can change more accounts than an RPC can be asked about, so what it does is not proven.";
const TOO_LARGE =
	"The transaction changes an account of tokens that is too large to be read, so what it does is not proven.";
const MOVED =
	"Your accounts changed while your RPC simulated this, so what it does is not proven yet. It is asked again.";
const NO_FEE = "Your RPC states no fee for this, so what leaves can't be told apart from it.";
const UNUSABLE = "What your RPC answered could not be used, so what this does is not proven.";

/** A transaction that others have signed, or whose blockhash must be kept, runs on its own blockhash. */
function anyBlockhash({ transaction }: SvmLeg, read: SvmTransaction): boolean {
	if (transaction === null || transaction.preserve_blockhash === true) return false;
	return read.signatures.every((signature) => signature.every((byte) => byte === 0));
}

const innerCall = ({ under, depth, program, accounts, data }: SvmInner): InnerCall => ({
	under,
	depth,
	kind: "instruction",
	from: "",
	to: program,
	value: 0n,
	data: `0x${bytesToHex(data)}`,
	accounts,
});

/** Instructions of the message and below it, as we decode them. Of an inner one the rights of its accounts are not told. */
function stepsOf({ instructions }: ResolvedSvm, inner: readonly SvmInner[]): SvmStep[] {
	const account = (pubkey: string): SvmAccount => ({ pubkey, signer: false, writable: false, from: "inner" });
	const below = inner.map(({ program, accounts, data }) => ({
		programId: program,
		accounts: accounts.map(account),
		data,
	}));
	return [...instructions, ...below].map(decodeSvm);
}

function factsOf(accounts: ReadonlyMap<string, RawAccount | null>): Map<string, SvmAccountFacts | null> {
	return new Map(
		[...accounts].map(([key, raw]) => [key, raw === null ? null : accountFacts(key, raw)] as const),
	);
}

/** A large account of another program holds nothing that is the person's alone; one of tokens might. */
function tooLarge({ before, after }: SvmSimulated, mine: ReadonlySet<string>): boolean {
	return [...after].some(([key, now]) => {
		if (now !== "too large") return false;
		const owner = before.get(key)?.owner ?? "";
		return mine.has(key) || TOKEN_PROGRAMS.includes(owner);
	});
}

const TOKEN_PROGRAMS = [
	"11111111111111111111111111111111",
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];

async function mintsOf(chain: SvmChain, ran: Ran): Promise<Mints> {
	const facts = [...ran.before.values(), ...ran.after.values()];
	const keys = [...new Set(facts.flatMap((each) => (each?.data.kind === "token" ? [each.data.mint] : [])))];
	const asked = keys.slice(0, MOST_ACCOUNTS);
	const read = asked.length === 0 ? [] : await chain.accounts(asked);
	return new Map(
		asked.map((key, at) => {
			const raw = read[at] ?? null;
			const data = raw === null ? null : accountFacts(key, raw).data;
			return [key, data?.kind === "mint" ? data : null];
		}),
	);
}

interface Telling {
	readonly chainRef: string;
	readonly mints: Mints;
}

function unitOf({ chainRef, mints }: Telling, asset: string) {
	if (asset === "native") return { ...nativeOf(chainRef), standard: "native" as const };
	const mint = mints.get(asset) ?? null;
	const symbol = mint?.symbol ?? null;
	return { decimals: mint?.decimals ?? null, ...(symbol === null ? {} : { symbol: plain(symbol, 16) }) };
}

function balanceChange(telling: Telling, { holder, asset, delta, counterparty }: Moved): BalanceChange {
	return {
		account: holder,
		asset,
		amount: (delta < 0n ? -delta : delta).toString(),
		direction: delta < 0n ? "out" : "in",
		...unitOf(telling, asset),
		cluster: telling.chainRef,
		counterparty,
	};
}

function approvalChange(telling: Telling, { owner, mint, delegate, amount }: Delegation): ApprovalChange {
	const { decimals, symbol } = { symbol: null, ...unitOf(telling, mint) };
	return {
		account: owner,
		spender: delegate,
		asset: mint,
		kind: "allowance",
		// The interface names no standard for Solana's tokens.
		standard: "erc20",
		amount: amount.toString(),
		approved: amount > 0n,
		unlimited: amount >= MOST_UNITS,
		decimals,
		symbol,
	};
}

function networkFee(chainRef: string, account: string, fee: bigint): FeeEstimate {
	const { symbol, decimals } = nativeOf(chainRef);
	const amount = fee.toString();
	return { account, asset: "native", amount, symbol, decimals, cluster: chainRef, kind: "network" };
}

function pipeline(status: PipelineSimulation["status"], fees: readonly FeeEstimate[]): PipelineSimulation {
	return {
		status,
		balanceChanges: [],
		approvals: [],
		fees: [...fees],
		warnings: [],
		guards: [],
		gas: null,
		logs: [],
	};
}

/** The chain's error, and what the program that failed wrote last. */
function revertWords(error: string, logs: readonly string[]): string {
	const said = logs.findLast((line) => line.startsWith("Program log: "))?.slice("Program log: ".length);
	return said === undefined ? error : `${error} The program wrote: ${plain(said, 200)}`;
}

function failed(leg: SvmLeg, payer: string, said: SvmSimulated, error: string): Done {
	const fees = said.fee === null ? [] : [networkFee(leg.chainRef, payer, said.fee)];
	return {
		state: "done",
		how: "simulateTransaction",
		at: said.slot,
		simulation: pipeline("failed", fees),
		controls: [],
		inner: (said.inner ?? []).map(innerCall),
		revert: revertWords(error, said.logs),
	};
}

interface Question {
	readonly chain: SvmChain;
	readonly leg: SvmLeg;
	readonly read: SvmTransaction;
	readonly resolved: ResolvedSvm;
	readonly mine: ReadonlySet<string>;
	/** Base58. */
	readonly payer: string;
}

async function passed(question: Question, said: SvmSimulated, fee: bigint): Promise<OwnSimulation> {
	const { chain, leg, resolved, mine, payer } = question;
	if (tooLarge(said, mine)) return impossible(TOO_LARGE);
	const inner = said.inner ?? [];
	const after = new Map([...said.after].map(([key, raw]) => [key, raw === "too large" ? null : raw]));
	// What is too large to be read is left out of both sides.
	const before = new Map([...said.before].filter(([key]) => said.after.get(key) !== "too large"));
	for (const key of said.before.keys()) if (!before.has(key)) after.delete(key);
	const ran: Ran = {
		before: factsOf(before),
		after: factsOf(after),
		steps: stepsOf(resolved, inner),
		mine,
		payer,
		fee,
	};
	const telling = { chainRef: leg.chainRef, mints: await mintsOf(chain, ran) };
	return {
		state: "done",
		how: "simulateTransaction",
		at: said.slot,
		simulation: {
			...pipeline("passed", [networkFee(leg.chainRef, payer, fee)]),
			balanceChanges: movesOf(ran).map((moved) => balanceChange(telling, moved)),
			approvals: delegationsOf(ran).map((each) => approvalChange(telling, each)),
		},
		controls: controlsOf(ran),
		inner: inner.map(innerCall),
		revert: null,
	};
}

/** Asked twice where the person's accounts changed in between. */
const TRIES = 2;

async function asked(question: Question): Promise<OwnSimulation> {
	const { chain, leg, read, resolved, mine, payer } = question;
	const writable = resolved.accounts.filter((account) => account.writable).map(({ pubkey }) => pubkey);
	if (writable.length > MOST_ACCOUNTS) return impossible(TOO_MANY);
	const request = {
		transactionBase64: leg.payload.transaction_base64,
		keys: resolved.accounts.map(({ pubkey }) => pubkey),
		accounts: writable,
		anyBlockhash: anyBlockhash(leg, read),
	};
	for (let left = TRIES; left > 0; left -= 1) {
		const said = await chain.simulate(request);
		if (said.error !== null) return failed(leg, payer, said, said.error);
		if (said.fee === null) return impossible(NO_FEE);
		const before = factsOf(said.before);
		const touched = (key: string) => mine.has(key) || mine.has(holderIn(before, key) ?? "");
		if (!said.moved.some(touched)) return await passed(question, said, said.fee);
	}
	return impossible(MOVED);
}

async function first(chain: SvmChain, leg: SvmLeg, accounts: readonly string[]): Promise<OwnSimulation> {
	const read = readOf(leg);
	const payer = read?.staticKeys[0];
	if (read === null || payer === undefined) return impossible(UNREADABLE);
	const resolving = resolveSvm(read, leg.lookups);
	if (!resolving.ok) return impossible(resolving.words);
	const mine = new Set([...accounts, leg.signer]);
	try {
		return await asked({ chain, leg, read, resolved: resolving.resolved, mine, payer });
	} catch (cause) {
		return impossible(cause instanceof ChainError ? cause.message : UNUSABLE);
	}
}

/**
 * Runs the legs on the person's own RPC; one result for each leg. A later leg of several can't be run on top of the
 * one before it (Solana's RPC simulates one transaction at a time): it is `impossible`, and says so.
 * Never rejects.
 * @param accounts the person's own
 */
export async function simulateSvm(
	chain: SvmChain,
	legs: readonly SvmLeg[],
	accounts: readonly string[],
): Promise<readonly OwnSimulation[]> {
	const [leg, ...later] = legs;
	if (leg === undefined) return [];
	return [await first(chain, leg, accounts), ...later.map(() => impossible(LATER))];
}
