import { bytesToHex } from "@noble/hashes/utils.js";
import { nativeOf } from "../../../core/chain/names.ts";
import type { SvmAccountFacts } from "../../../core/chain/svm.ts";
import { SVM_SYSTEM_PROGRAM } from "../../../core/chain/well-known.ts";
import { decodeSvm, type SvmStep } from "../../../core/decode/svm/decode-svm.ts";
import type { InnerCall, LocalSimulation } from "../../../core/decoded-transaction/opinion.ts";
import type { SvmItem } from "../../../core/decoded-transaction/signed-item.ts";
import { MAX_UNITS } from "../../../core/decoded-transaction/svm/outflow.ts";
import { readOf } from "../../../core/decoded-transaction/svm/svm-decoded-transaction.ts";
import { plain } from "../../../core/format/plain.ts";
import { type Message, message, sentences, type Text, verbatim } from "../../../core/localized-text.ts";
import { type ResolvedSvm, resolveSvm, type SvmAccount } from "../../../core/match/svm/resolve.ts";
import type { SvmTransaction } from "../../../core/match/svm/transaction.ts";
import { MAX_REASON_LENGTH } from "../../../core/simulate/evm/evm-revert.ts";
import { impossible, impossibleBy } from "../../../core/simulate/impossible.ts";
import { controlsOf, type Delegation, delegationsOf } from "../../../core/simulate/svm/svm-control.ts";
import {
	type HoldingChange,
	holderIn,
	movesOf,
	type SvmRun,
} from "../../../core/simulate/svm/svm-holdings.ts";
import { type AccountState, writesOf } from "../../../core/simulate/svm/svm-writes.ts";
import type {
	ApprovalChange,
	BalanceChange,
	FeeEstimate,
	PipelineSimulation,
} from "../../../service-api/simulation.ts";
import type { SvmChain } from "../../chains/svm/chain.ts";
import type { SvmInner } from "../../chains/svm/inner.ts";
import { accountFacts, MAX_ACCOUNTS, type RawAccount } from "../../chains/svm/raw-accounts.ts";
import type { SvmSimulated } from "../../chains/svm/simulate.ts";

type Done = Extract<LocalSimulation, { state: "done" }>;
type Mint = Extract<SvmAccountFacts["data"], { kind: "mint" }>;
type Mints = ReadonlyMap<string, Mint | null>;

const UNREADABLE = message("own-simulation.unreadable.transaction");
const LATER = message("own-simulation.later");
const TOO_LARGE = message("own-simulation.too-large");
const MOVED = message("own-simulation.accounts-changed");
const NO_FEE = message("own-simulation.no-fee");

/**
 * Returns whether the simulation may use any blockhash. A transaction with other signers' signatures or a
 * fixed blockhash runs with its own.
 */
function anyBlockhash({ transaction }: SvmItem, read: SvmTransaction): boolean {
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

/** The RPC doesn't return access rights for the accounts in inner instructions. */
function stepsOf({ instructions }: ResolvedSvm, inner: readonly SvmInner[]): SvmStep[] {
	const account = (pubkey: string): SvmAccount => ({ pubkey, signer: false, writable: false, from: "inner" });
	const below = inner.map(({ program, accounts, data }) => ({
		programId: program,
		accounts: accounts.map(account),
		data,
	}));
	return [...instructions, ...below].flatMap(decodeSvm);
}

type States = ReadonlyMap<string, AccountState | null>;

const statesOf = (accounts: ReadonlyMap<string, RawAccount | null>): States =>
	new Map(
		[...accounts].map(([key, raw]) => [
			key,
			raw === null ? null : { facts: accountFacts(key, raw), data: raw.data },
		]),
	);

const factsOf = (states: States): Map<string, SvmAccountFacts | null> =>
	new Map([...states].map(([key, state]) => [key, state?.facts ?? null]));

/** A large account that belongs to another program doesn't affect the user, but a token account may. */
function tooLarge({ before, after }: SvmSimulated, mine: ReadonlySet<string>): boolean {
	return [...after].some(([key, now]) => {
		if (now !== "too large") return false;
		const owner = before.get(key)?.owner ?? "";
		return mine.has(key) || TOKEN_PROGRAMS.includes(owner);
	});
}

const TOKEN_PROGRAMS = [
	SVM_SYSTEM_PROGRAM,
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
];

async function mintsOf(chain: SvmChain, ran: SvmRun): Promise<Mints> {
	const facts = [...ran.before.values(), ...ran.after.values()];
	const keys = [...new Set(facts.flatMap((each) => (each?.data.kind === "token" ? [each.data.mint] : [])))];
	const asked = keys.slice(0, MAX_ACCOUNTS);
	const read = asked.length === 0 ? [] : await chain.accounts(asked);
	return new Map(
		asked.map((key, at) => {
			const raw = read[at] ?? null;
			const data = raw === null ? null : accountFacts(key, raw).data;
			return [key, data?.kind === "mint" ? data : null];
		}),
	);
}

interface MintContext {
	readonly chainRef: string;
	readonly mints: Mints;
}

function unitOf({ chainRef, mints }: MintContext, asset: string) {
	if (asset === "native") return { ...nativeOf(chainRef), standard: "native" as const };
	const mint = mints.get(asset) ?? null;
	const symbol = mint?.symbol ?? null;
	return { decimals: mint?.decimals ?? null, ...(symbol === null ? {} : { symbol: plain(symbol, 16) }) };
}

function balanceChange(
	context: MintContext,
	{ holder, asset, delta, counterparty }: HoldingChange,
): BalanceChange {
	return {
		account: holder,
		asset,
		amount: (delta < 0n ? -delta : delta).toString(),
		direction: delta < 0n ? "out" : "in",
		...unitOf(context, asset),
		cluster: context.chainRef,
		counterparty,
	};
}

function approvalChange(context: MintContext, { owner, mint, delegate, amount }: Delegation): ApprovalChange {
	const { decimals, symbol } = { symbol: null, ...unitOf(context, mint) };
	return {
		account: owner,
		spender: delegate,
		asset: mint,
		kind: "allowance",
		// The API doesn't define a standard for Solana tokens.
		standard: "erc20",
		amount: amount.toString(),
		approved: amount > 0n,
		unlimited: amount >= MAX_UNITS,
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

const MAX_ERROR_LENGTH = 300;
const LOG = /^Program log: /;

function revertText(error: Text, logs: readonly string[]): Message {
	const why = typeof error === "string" ? verbatim(plain(error, MAX_ERROR_LENGTH)) : error;
	const written = logs.findLast((line) => LOG.test(line))?.replace(LOG, "");
	return written === undefined
		? why
		: sentences(why, message("revert.program-wrote", { text: plain(written, MAX_REASON_LENGTH) }));
}

function failed(item: SvmItem, payer: string, simulated: SvmSimulated, error: Text): Done {
	const fees = simulated.fee === null ? [] : [networkFee(item.chainRef, payer, simulated.fee)];
	return {
		state: "done",
		how: "simulateTransaction",
		at: simulated.slot,
		simulation: pipeline("failed", fees),
		gaps: [],
		controls: [],
		inner: (simulated.inner ?? []).map(innerCall),
		codes: new Map(),
		allowances: [],
		hangsOnBlock: false,
		revert: revertText(error, simulated.logs),
	};
}

interface SvmQuestion {
	readonly chain: SvmChain;
	readonly item: SvmItem;
	readonly read: SvmTransaction;
	readonly resolved: ResolvedSvm;
	readonly mine: ReadonlySet<string>;
	readonly payer: string;
}

async function passed(question: SvmQuestion, simulated: SvmSimulated, fee: bigint): Promise<LocalSimulation> {
	const { chain, item, resolved, mine, payer } = question;
	if (tooLarge(simulated, mine)) return impossible("exceeds", TOO_LARGE);
	const inner = simulated.inner ?? [];
	// If an account were too large to read on one side only, it would look like a gain or a loss.
	const isUnread = (key: string) => simulated.after.get(key) === "too large";
	const before = statesOf(new Map([...simulated.before].filter(([key]) => !isUnread(key))));
	const after = statesOf(
		new Map([...simulated.after].flatMap(([key, raw]) => (raw === "too large" ? [] : [[key, raw]]))),
	);
	const ran: SvmRun = {
		before: factsOf(before),
		after: factsOf(after),
		steps: stepsOf(resolved, inner),
		mine,
		payer,
		fee,
	};
	const context = { chainRef: item.chainRef, mints: await mintsOf(chain, ran) };
	return {
		state: "done",
		how: "simulateTransaction",
		at: simulated.slot,
		simulation: {
			...pipeline("passed", [networkFee(item.chainRef, payer, fee)]),
			balanceChanges: movesOf(ran).map((moved) => balanceChange(context, moved)),
			approvals: delegationsOf(ran).map((each) => approvalChange(context, each)),
		},
		gaps: [],
		controls: controlsOf(ran),
		writes: writesOf(before, after, { mine, moved: simulated.moved }),
		unread: [...simulated.before.keys()].filter(isUnread),
		inner: inner.map(innerCall),
		codes: new Map(),
		allowances: [],
		hangsOnBlock: false,
		revert: null,
	};
}

/** The simulation is repeated if the user's accounts changed between the two reads. */
const TRIES = 2;

async function simulateQuestion(question: SvmQuestion): Promise<LocalSimulation> {
	const { chain, item, read, resolved, mine, payer } = question;
	const writable = resolved.accounts.filter((account) => account.writable).map(({ pubkey }) => pubkey);
	const request = {
		transactionBase64: item.payload.transaction_base64,
		keys: resolved.accounts.map(({ pubkey }) => pubkey),
		accounts: writable,
		anyBlockhash: anyBlockhash(item, read),
	};
	for (let left = TRIES; left > 0; left -= 1) {
		const simulated = await chain.simulate(request);
		if (simulated.error !== null) return failed(item, payer, simulated, simulated.error);
		if (simulated.fee === null) return impossible("failed", NO_FEE);
		const before = factsOf(statesOf(simulated.before));
		const touched = (key: string) => mine.has(key) || mine.has(holderIn(before, key) ?? "");
		if (!simulated.moved.some(touched)) return await passed(question, simulated, simulated.fee);
	}
	return impossible("failed", MOVED);
}

async function first(chain: SvmChain, item: SvmItem, accounts: readonly string[]): Promise<LocalSimulation> {
	const read = readOf(item);
	const payer = read?.staticKeys[0];
	if (read === null || payer === undefined) return impossible("exceeds", UNREADABLE);
	const resolving = resolveSvm(read, item.lookups);
	if (!resolving.ok) return impossible("exceeds", resolving.text);
	const mine = new Set([...accounts, item.signer]);
	try {
		return await simulateQuestion({ chain, item: item, read, resolved: resolving.resolved, mine, payer });
	} catch (cause) {
		return impossibleBy(cause);
	}
}

/**
 * Simulates only the first item, and later ones are `impossible`, because Solana's RPC can't run one
 * transaction on top of another. Never rejects.
 */
export async function simulateSvm(
	chain: SvmChain,
	items: readonly SvmItem[],
	accounts: readonly string[],
): Promise<readonly LocalSimulation[]> {
	const [item, ...later] = items;
	if (item === undefined) return [];
	return [await first(chain, item, accounts), ...later.map(() => impossible("later", LATER))];
}
