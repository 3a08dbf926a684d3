import { factValue } from "../../chain/chain-error.ts";
import { SVM_SYSTEM_PROGRAM, WRAPPED_SOL } from "../../chain/well-known.ts";
import { decodeInnerSvm, isReadProgram, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { AppMeaning, AppPart, LoaderRoom, SvmMeaning } from "../../decode/svm/meaning.ts";
import {
	accountOf,
	authorityOf,
	holderOf,
	type SvmContext,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import { NATIVE, type StuckAt } from "../effects.ts";
import {
	assetIn,
	exactly,
	holderBefore,
	isPurse,
	type MovementDraft,
	NOBODY,
	type StepReader,
	signingKey,
	signsFor,
	solReceiver,
	stepReaderOf,
	tokenReceiver,
} from "./reader.ts";

/** Extra bytes that rent is charged for, besides the account's data (agave: ACCOUNT_STORAGE_OVERHEAD). */
const HEADER = 128n;
/**
 * Number of bytes that precede the code (solana-loader-v3-interface: UpgradeableLoaderState::ProgramData).
 */
const CODE_HEADER = 45n;
/** Rent in lamports per byte: two years at 3,480 (solana-rent). An RPC can't lower it. */
const RENT_PER_BYTE = 6_960n;
/** Percentage of the rent above which an amount counts as more than rent. */
const MAX_RENT_PERCENT = 110n;
/**
 * Number of bytes that a program can add to an account at once (agave: MAX_PERMITTED_DATA_INCREASE).
 * Tolerating rent for more bytes would invite theft.
 */
const MAX_GROWTH = 10_240n;

/** Any amount counts as more than rent if the chain doesn't state the rent. */
function isBeyondRent(
	{ subject: { facts } }: StepReader,
	{ lamports, space }: Extract<SvmMeaning, { kind: "create" }>,
): boolean {
	const least = factValue(facts?.rent.wallet);
	const bytes = HEADER + (space < MAX_GROWTH ? space : MAX_GROWTH);
	return least === null || lamports * HEADER * 100n > least * bytes * MAX_RENT_PERCENT;
}

function rentOfCode({ subject: { facts } }: StepReader, bytes: bigint): bigint {
	const all = HEADER + CODE_HEADER + bytes;
	const [stated, usual] = [((factValue(facts?.rent.wallet) ?? 0n) * all) / HEADER, RENT_PER_BYTE * all];
	return stated > usual ? stated : usual;
}

function withPlacement(
	{ subject }: StepReader,
	draft: MovementDraft,
	{ account, program }: { readonly account: string; readonly program: string },
): MovementDraft {
	const ruler = holderOf(subject, account) ?? authorityOf(subject, account);
	const isRead = isReadProgram(program);
	if (isRead && isUserKey(subject, ruler)) return draft;
	return { ...draft, placed: { account, keeper: isRead ? null : program, ruler } };
}

/** A mint instruction lists the mint and the recipient before its authority and signers. */
const MINT_ACCOUNTS = 2;

type Meaning<Kind extends SvmMeaning["kind"]> = Extract<SvmMeaning, { kind: Kind }>;

function lamportsIn({ subject }: StepReader, account: string): bigint | null {
	const isAdded = subject.steps.some(
		({ meaning }) =>
			(meaning.kind === "lamports" && meaning.to === account) ||
			(meaning.kind === "create" && meaning.account === account),
	);
	return isAdded ? null : (accountOf(subject.facts, account)?.lamports ?? null);
}

function solFrom(
	reader: StepReader,
	{
		account,
		to,
		lamports,
	}: { readonly account: string; readonly to: string; readonly lamports: bigint | null },
	step: SvmStep,
): MovementDraft {
	const most = lamports ?? lamportsIn(reader, account);
	const from = holderBefore(reader, account) ?? account;
	return {
		from,
		to: solReceiver(reader, to, step),
		asset: NATIVE,
		least: most ?? 0n,
		most,
		isByAuthority: true,
	};
}

function issued(
	reader: StepReader,
	{ mint, destination, amount }: Meaning<"token_mint">,
	{ accounts }: SvmStep,
): MovementDraft {
	const asset = assetIn(reader, destination, mint);
	const draft = exactly(mint, tokenReceiver(reader, destination), asset, amount);
	const isOurs = signingKey(reader, { accounts: accounts.slice(MINT_ACCOUNTS) }) !== null;
	return isOurs ? { ...draft, isByAuthority: true } : draft;
}

function tokensFrom(
	reader: StepReader,
	{
		source,
		mint,
		authority,
		amount,
	}: Pick<Meaning<"token_burn">, "source" | "authority" | "amount"> & {
		readonly mint: string | null;
	},
	to: string,
): MovementDraft {
	const asset = assetIn(reader, source, mint);
	return exactly(holderBefore(reader, source) ?? authority, to, asset, amount);
}

function handedOver(reader: StepReader, { account, authority, to, role }: Meaning<"token_authority">) {
	if (role !== "owner") return [];
	const amount = tokenAccountOf(reader.subject.facts, account)?.amount ?? null;
	const from = holderBefore(reader, account) ?? authority;
	return [{ from, to, asset: assetIn(reader, account, null), least: amount ?? 0n, most: amount }];
}

function opened(
	reader: StepReader,
	{ payer, account, owner }: Meaning<"token_open">,
): readonly MovementDraft[] {
	const { facts } = reader.subject;
	const before = accountOf(facts, account);
	if (payer === null || (before !== null && before !== undefined)) return [];
	const rent = factValue(facts?.rent.token);
	return [{ from: payer, to: owner, asset: NATIVE, least: rent ?? 0n, most: rent }];
}

function created(reader: StepReader, meaning: Meaning<"create">, step: SvmStep): MovementDraft {
	const { payer, account, lamports } = meaning;
	const draft = exactly(payer, solReceiver(reader, account, step), NATIVE, lamports);
	const isMuch = isBeyondRent(reader, meaning);
	return isMuch ? withPlacement(reader, draft, { account, program: meaning.owner }) : draft;
}

/**
 * Returns the rent for a program's additional bytes. The buffer pays part of it. If the program is the user's
 * own, the rent stays locked for as long as the program can run.
 */
function enlarged(reader: StepReader, { payer, account, bytes }: LoaderRoom, step: SvmStep): MovementDraft {
	const receiver = solReceiver(reader, account, step);
	const draft: MovementDraft = {
		from: payer,
		to: isUserKey(reader.subject, receiver) ? null : receiver,
		asset: NATIVE,
		least: 0n,
		most: rentOfCode(reader, bytes),
	};
	return bytes > MAX_GROWTH ? withPlacement(reader, draft, { account, program: step.programId }) : draft;
}

const openRent = ({ subject }: StepReader): MovementDraft => ({
	from: subject.signer,
	to: null,
	asset: NATIVE,
	least: 0n,
	most: null,
});

const partReceiver = (reader: StepReader, { account, mint }: AppPart): string =>
	mint === "native" ? account : tokenReceiver(reader, account);

/** An unknown account counts as the user's, so its outflow counts as a loss. */
const partGiver = (reader: StepReader, { account, mint }: AppPart): string =>
	mint === "native" ? account : (holderBefore(reader, account) ?? reader.subject.signer);

const leastOf = ({ amount, bound }: AppPart): bigint => (bound === "most" ? 0n : (amount ?? 0n));
const mostOf = ({ amount, bound }: AppPart): bigint | null => (bound === "least" ? null : amount);

/**
 * Returns the recipient of sent or burned assets. For any other action, the app decides where the assets go.
 */
function givenTo(reader: StepReader, { act, gets, rulers }: AppMeaning, at: number): string | null {
	if (act === "burn") return NOBODY;
	if (act !== "transfer") return null;
	const got = gets[at];
	return got === undefined ? (rulers[0] ?? null) : partReceiver(reader, got);
}

function byApp(reader: StepReader, meaning: AppMeaning, program: string): readonly MovementDraft[] {
	const gives = meaning.gives.map((part, at) => ({
		from: partGiver(reader, part),
		to: givenTo(reader, meaning, at),
		asset: assetIn(reader, part.account, part.mint),
		least: leastOf(part),
		most: mostOf(part),
	}));
	const gets = meaning.act === "transfer" && gives.length > 0 ? [] : meaning.gets;
	return [
		...gives,
		...gets.map((part) => ({
			from: program,
			to: partReceiver(reader, part),
			asset: assetIn(reader, part.account, part.mint),
			least: leastOf(part),
			most: mostOf(part),
		})),
	];
}

function stuckAt({ subject }: StepReader, account: string): StuckAt | null {
	const facts = accountOf(subject.facts, account);
	if (facts?.executable === true) return "program";
	return facts?.data.kind === "mint" ? "token" : null;
}

function solStuckAt({ subject }: StepReader, account: string): StuckAt | null {
	const data = accountOf(subject.facts, account)?.data;
	return data?.kind === "token" && data.mint !== WRAPPED_SOL ? "other-token" : null;
}

const withStuck = (draft: MovementDraft, at: StuckAt | null): MovementDraft =>
	at === null ? draft : { ...draft, stuckAt: at };

function sent(reader: StepReader, { from, to, lamports }: Meaning<"lamports">, step: SvmStep): MovementDraft {
	const draft = exactly(from, solReceiver(reader, to, step), NATIVE, lamports);
	return withStuck(draft, stuckAt(reader, to) ?? solStuckAt(reader, to));
}

function transferred(reader: StepReader, meaning: Meaning<"token_transfer">): MovementDraft {
	const to = tokenReceiver(reader, meaning.destination);
	const at = stuckAt(reader, meaning.destination) ?? stuckAt(reader, to);
	return withStuck(tokensFrom(reader, meaning, to), at);
}

function draftsOf(reader: StepReader, step: SvmStep): readonly MovementDraft[] {
	const { meaning } = step;
	switch (meaning.kind) {
		case "lamports":
			return [sent(reader, meaning, step)];
		case "create":
			return [created(reader, meaning, step)];
		case "token_transfer":
			return [transferred(reader, meaning)];
		case "token_burn":
			return [tokensFrom(reader, meaning, NOBODY)];
		case "token_mint":
			return [issued(reader, meaning, step)];
		case "token_close":
			return [solFrom(reader, { ...meaning, lamports: null }, step)];
		case "token_unwrap":
			return [solFrom(reader, meaning, step)];
		case "withdraw":
			return meaning.of === "fees"
				? [
						{
							from: meaning.account,
							to: tokenReceiver(reader, meaning.to),
							asset: assetIn(reader, meaning.to, meaning.account),
							least: 0n,
							most: null,
							isByAuthority: true,
						},
					]
				: [solFrom(reader, meaning, step)];
		case "nonce":
			return meaning.what === "withdraw" && meaning.to !== null
				? [solFrom(reader, { ...meaning, to: meaning.to }, step)]
				: [];
		case "token_authority":
			return handedOver(reader, meaning);
		case "token_open":
			return opened(reader, meaning);
		case "app":
			return byApp(reader, meaning, step.programId);
		case "other":
			if (meaning.room !== undefined) return [enlarged(reader, meaning.room, step)];
			return meaning.rent === true ? [openRent(reader)] : [];
		case "control":
		case "unknown":
		case "budget":
		case "memo":
		case "assign":
		case "token_approve":
		case "token_revoke":
		case "token_freeze":
		case "lockup":
		case "rule":
			return [];
	}
}

/**
 * Returns whether SOL doesn't change hands: it stays in the same account, or moves to the user from an
 * account that only the user controls.
 */
export function isInternal(reader: StepReader, { from, to }: Pick<MovementDraft, "from" | "to">): boolean {
	const { subject } = reader;
	if (from === to) return true;
	const isRuled = isPurse(accountOf(subject.facts, from)) && isUserKey(subject, authorityOf(subject, from));
	const isDerived = subject.steps.some((step) => derived(reader, step) === from);
	return (isRuled || isDerived) && isUserKey(subject, to);
}

export const movementsBy = (reader: StepReader, step: SvmStep): readonly MovementDraft[] =>
	draftsOf(reader, step).filter(
		(draft) => draft.most !== 0n && (draft.placed !== undefined || !isInternal(reader, draft)),
	);

export function outgoingBy(context: SvmContext, step: SvmStep): readonly MovementDraft[] {
	const reader = stepReaderOf(context);
	const isSigned = signingKey(reader, step) !== null;
	return movementsBy(reader, step).filter(
		({ from, to }) => (isSigned || isUserKey(context, from)) && !isUserKey(context, to),
	);
}

export function positionsBy(
	{ subject }: StepReader,
	{ meaning, programId }: SvmStep,
): readonly MovementDraft[] {
	if (meaning.kind !== "app" || meaning.gives.length === 0) return [];
	const held = meaning.position === null ? null : tokenAccountOf(subject.facts, meaning.position);
	const mint = held !== null && held.amount > 0n && isUserKey(subject, held.owner) ? held.mint : null;
	if (mint === null && !meaning.booked) return [];
	const asset = { kind: "position", address: programId, item: mint } as const;
	return [exactly(programId, subject.signer, asset, 1n)];
}

export const proposedSteps = ({ meaning }: SvmStep): readonly SvmStep[] =>
	meaning.kind === "app" ? meaning.proposed.flatMap(decodeInnerSvm) : [];

export const withSteps = (reader: StepReader, steps: readonly SvmStep[]): StepReader => ({
	...reader,
	subject: { ...reader.subject, steps },
});

export function movementsProposed(reader: StepReader, step: SvmStep): readonly MovementDraft[] {
	const steps = proposedSteps(step);
	return steps.flatMap((each) => movementsBy(withSteps(reader, steps), each));
}

function derived({ subject }: StepReader, { name, accounts, args, meaning }: SvmStep): string | null {
	if (meaning.kind === "lamports" && name === "transferWithSeed")
		return isUserKey(subject, accounts[1]?.pubkey ?? null) ? meaning.from : null;
	if (meaning.kind !== "create" || name !== "createAccountWithSeed" || meaning.owner !== SVM_SYSTEM_PROGRAM)
		return null;
	const base = args[0]?.value;
	return typeof base === "string" && isUserKey(subject, base) ? meaning.account : null;
}

/** Returns the tokens' owner if the user moves them as a delegate or permanent delegate. */
export function lenderOf(reader: StepReader, step: SvmStep): string | null {
	const holder = tokenHolder(reader, step);
	const { meaning } = step;
	return "authority" in meaning && meaning.authority !== holder ? holder : null;
}

function tokenHolder(reader: StepReader, step: SvmStep): string | null {
	const { meaning } = step;
	switch (meaning.kind) {
		case "token_transfer":
		case "token_burn":
			return signsFor(reader, step, meaning.authority)
				? (holderBefore(reader, meaning.source) ?? meaning.authority)
				: null;
		case "token_close":
		case "token_unwrap":
		case "token_authority":
		case "token_approve": {
			const account = meaning.kind === "token_approve" ? meaning.source : meaning.account;
			const holder = holderBefore(reader, account) ?? meaning.authority;
			return signsFor(reader, step, meaning.authority) ? holder : null;
		}
		case "control":
		case "unknown":
		case "app":
		case "budget":
		case "memo":
		case "lamports":
		case "create":
		case "assign":
		case "nonce":
		case "token_revoke":
		case "token_mint":
		case "token_freeze":
		case "token_open":
		case "withdraw":
		case "lockup":
		case "rule":
		case "other":
			return null;
	}
}

function purse(reader: StepReader, step: SvmStep): string | null {
	const { meaning } = step;
	const isTaken =
		(meaning.kind === "withdraw" && meaning.of !== "fees") ||
		(meaning.kind === "nonce" && meaning.what === "withdraw");
	return isTaken && signingKey(reader, step) !== null ? meaning.account : null;
}

function givenByApp(reader: StepReader, step: SvmStep): readonly string[] {
	if (step.meaning.kind !== "app") return [];
	const proposed = movementsProposed(reader, step).map(({ from }) => from);
	return [...step.meaning.gives.map((part) => partGiver(reader, part)), ...proposed];
}

export function controlledBy(reader: StepReader, step: SvmStep): readonly string[] {
	const found = [derived(reader, step), tokenHolder(reader, step), purse(reader, step)];
	const all = [...found, ...givenByApp(reader, step)];
	return all
		.filter((each) => each !== null && !isUserKey(reader.subject, each))
		.filter((each) => each !== null);
}
