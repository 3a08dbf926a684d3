import type { SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import type { AccountWrite, ControlChange } from "../../decoded-transaction/opinion.ts";
import { MAX_UNITS } from "../../decoded-transaction/svm/outflow.ts";
import {
	accountOf,
	authorityOf,
	holderOf,
	tokenAccountOf,
} from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey, isUsers } from "../../decoded-transaction/svm/user-accounts.ts";
import { readUint } from "../../format/numeral.ts";
import type { Right } from "../effects.ts";
import { assetIn, holderBefore, mintAsset, type SvmReader, signingKey } from "./reader.ts";

export type RightDraft = Pick<Right, "holder" | "account" | "scope" | "extent" | "until">;

type Meaning<Kind extends SvmMeaning["kind"]> = Extract<SvmMeaning, { kind: Kind }>;

const bounded = (amount: bigint): bigint | null => (amount >= MAX_UNITS ? null : amount);

/** If no one gains control, the previous controller loses it. */
function control(
	{ over, what, account }: { readonly over: string; readonly what: string; readonly account: string },
	holder: string | null,
	until: bigint | null = null,
): RightDraft {
	const extent = holder === null ? 0n : null;
	return { holder: holder ?? account, account, scope: { kind: "control", over, what }, extent, until };
}

function rulerOf(reader: SvmReader, account: string): string {
	const { subject } = reader;
	return holderBefore(reader, account) ?? authorityOf({ ...subject, steps: [] }, account) ?? subject.signer;
}

function approved(
	reader: SvmReader,
	{ source, mint, delegate, authority, amount }: Meaning<"token_approve">,
) {
	const asset = assetIn(reader, source, mint);
	const account = holderBefore(reader, source) ?? authority;
	return [
		{ holder: delegate, account, scope: { kind: "asset", asset }, extent: bounded(amount), until: null },
	] as const;
}

function revoked(reader: SvmReader, { source, authority }: Meaning<"token_revoke">): readonly RightDraft[] {
	const delegate = tokenAccountOf(reader.subject.facts, source)?.delegate ?? null;
	if (delegate === null) return [];
	const account = holderBefore(reader, source) ?? authority;
	const asset = assetIn(reader, source, null);
	return [{ holder: delegate, account, scope: { kind: "asset", asset }, extent: 0n, until: null }];
}

function setUp(
	{ subject }: SvmReader,
	{ account, withdrawer, staker, lockup }: Meaning<"rule">,
): readonly RightDraft[] {
	const place = { over: account, account: isUserKey(subject, withdrawer) ? withdrawer : subject.signer };
	const rulers = [
		{ what: "withdraw", holder: withdrawer, until: null },
		{ what: "stake", holder: staker, until: null },
		...(lockup === null ? [] : [{ what: "lockup", holder: lockup.custodian, until: lockup.time }]),
	];
	// An account that is set up for the user alone remains theirs, unless it has a lockup.
	return rulers
		.filter(({ what, holder }) => what === "lockup" || !isUserKey(subject, holder))
		.map(({ what, holder, until }) => control({ ...place, what }, holder, until));
}

function isTheirs({ subject }: SvmReader, { name, accounts }: SvmStep): boolean {
	const [account, base] = accounts;
	const isSeeded = name === "assignWithSeed" || name === "allocateWithSeed";
	return (
		isUserKey(subject, account?.pubkey ?? null) || (isSeeded && isUserKey(subject, base?.pubkey ?? null))
	);
}

/** An account remains the user's if another step turns it into their stake or token account. */
function assigned(reader: SvmReader, step: SvmStep): readonly RightDraft[] {
	const { subject } = reader;
	const { meaning } = step;
	if (meaning.kind !== "assign") return [];
	const isSetUp = isUserKey(
		subject,
		holderOf(subject, meaning.account) ?? authorityOf(subject, meaning.account),
	);
	const account = isUserKey(subject, meaning.account) ? meaning.account : subject.signer;
	return isTheirs(reader, step) && !isSetUp
		? [control({ over: meaning.account, what: "program", account }, meaning.owner)]
		: [];
}

/** Only the custodian can lift a lockup. If there is no custodian, no one can. */
function lockedUp(
	reader: SvmReader,
	{ stake, custodian, time, epoch }: Meaning<"lockup">,
	account: string,
): readonly RightDraft[] {
	const data = accountOf(reader.subject.facts, stake)?.data;
	const isLocked = (time ?? 0n) > 0n || (epoch ?? 0n) > 0n;
	const before = data?.kind === "stake" ? (data.lockup?.custodian ?? null) : null;
	return isLocked || custodian !== null
		? [control({ over: stake, what: "lockup", account }, custodian ?? before, time)]
		: [];
}

function namedChange(reader: SvmReader, step: SvmStep, account: string): readonly RightDraft[] {
	const { meaning, program, name, accounts } = step;
	const [first, second, third] = accounts.map(({ pubkey }) => pubkey);
	if (meaning.kind !== "other" || first === undefined) return [];
	const lost = (what: string) => [control({ over: first, what, account }, null)];
	// An account with data can no longer send SOL, and the data can't be removed (agave: system transfer).
	if (program === "System" && name === "allocate") return isTheirs(reader, step) ? lost("data") : [];
	if (name === "disableCpiGuard") return isUsers(reader.subject, first) === false ? [] : lost("cpi-guard");
	if (!meaning.control) return [];
	// Accounts in the loader's instruction: program data, program, and the buffer with the new code.
	return name === "upgrade" && second !== undefined && third !== undefined
		? [control({ over: second, what: "upgrade", account }, third)]
		: lost("terms");
}

function frozen(reader: SvmReader, account: string): RightDraft {
	const right = control({ over: account, what: "frozen", account: reader.subject.signer }, null);
	return { ...right, holder: holderBefore(reader, account) ?? account };
}

function namedByApp(
	{ subject }: SvmReader,
	{ act, rulers, keeps }: Meaning<"app">,
	program: string,
): RightDraft[] {
	if (act === "transfer") return [];
	const over = keeps[0] ?? program;
	return rulers
		.filter((ruler) => !isUserKey(subject, ruler))
		.map((ruler) => control({ over, what: act, account: subject.signer }, ruler));
}

function draftsOf(reader: SvmReader, step: SvmStep): readonly RightDraft[] {
	const { meaning, programId } = step;
	const key = signingKey(reader, step);
	const ruled = (account: string, what: string, to: string | null) =>
		control({ over: account, what, account: key ?? rulerOf(reader, account) }, to);
	switch (meaning.kind) {
		case "token_approve":
			return approved(reader, meaning);
		case "token_revoke":
			return revoked(reader, meaning);
		case "token_authority": {
			const account = holderBefore(reader, meaning.account) ?? meaning.authority;
			return [control({ over: meaning.account, what: meaning.role, account }, meaning.to)];
		}
		case "control":
			return [ruled(meaning.account, meaning.role, meaning.to)];
		case "nonce":
			return meaning.what === "initialize" || meaning.what === "authorize"
				? [ruled(meaning.account, "nonce", meaning.to)]
				: [];
		case "assign":
			return assigned(reader, step);
		case "rule":
			return setUp(reader, meaning);
		case "lockup":
			return lockedUp(reader, meaning, key ?? rulerOf(reader, meaning.stake));
		case "token_freeze":
			return meaning.frozen && key !== null ? [frozen(reader, meaning.account)] : [];
		case "other":
			return namedChange(reader, step, key ?? reader.subject.signer);
		case "app":
			return namedByApp(reader, meaning, programId);
		case "unknown":
		case "budget":
		case "memo":
		case "lamports":
		case "create":
		case "token_transfer":
		case "token_mint":
		case "token_burn":
		case "token_close":
		case "token_unwrap":
		case "token_open":
		case "withdraw":
			return [];
	}
}

export const rightsBy = (
	reader: SvmReader,
	step: SvmStep,
	controlled: readonly string[],
): readonly RightDraft[] =>
	draftsOf(reader, step).filter(
		({ account }) => isUserKey(reader.subject, account) || controlled.includes(account),
	);

function controlRights({ account, what, before, after }: ControlChange): readonly RightDraft[] {
	const ruled = { over: account, what, account: what === "program" ? account : (before ?? account) };
	const lost = before === null || what === "program" ? [] : [{ ...control(ruled, before), extent: 0n }];
	return [...lost, ...(after === null ? [] : [control(ruled, after)])];
}

function replacedKeys({ address, after, keys }: AccountWrite): readonly RightDraft[] {
	if (after === null || after.data.kind !== "other") return [];
	return keys.flatMap(({ key, stands, other }) => {
		if (stands !== "before" || other === null) return [];
		const count = (when: string) => keys.filter((each) => each.key === key && each.stands === when).length;
		// A key that only moves to a different position within the account still counts as present.
		return count("before") > count("after")
			? [control({ over: address, what: "other", account: key }, other)]
			: [];
	});
}

type Token = Extract<NonNullable<AccountWrite["after"]>["data"], { kind: "token" }>;
const tokenIn = (facts: AccountWrite["after"]): Token | null =>
	facts?.data.kind === "token" ? facts.data : null;

function delegatedOf(
	reader: SvmReader,
	{ before, after }: AccountWrite,
	controlled: readonly string[],
): readonly RightDraft[] {
	const [was, is] = [tokenIn(before), tokenIn(after)];
	if (is === null || is.delegate === null || !controlled.includes(is.owner)) return [];
	const then = was?.delegate === is.delegate ? was.delegatedAmount : 0n;
	if (is.delegatedAmount <= then) return [];
	const asset = mintAsset(reader, is.mint);
	const extent = bounded(is.delegatedAmount);
	return [{ holder: is.delegate, account: is.owner, scope: { kind: "asset", asset }, extent, until: null }];
}

export function observedRights(reader: SvmReader, controlled: readonly string[]): readonly RightDraft[] {
	const { local, writes } = reader;
	if (local.state !== "done" || local.simulation.status !== "passed") return [];
	const approvals = local.simulation.approvals.map(
		({ account, spender, asset, approved: isGiven, amount }) => ({
			holder: spender,
			account,
			scope: { kind: "asset", asset: mintAsset(reader, asset) } as const,
			extent: isGiven === false ? 0n : bounded(readUint(amount ?? "") ?? MAX_UNITS),
			until: null,
		}),
	);
	return [
		...approvals,
		...local.controls.flatMap(controlRights),
		...writes.flatMap(replacedKeys),
		...writes.flatMap((write) => delegatedOf(reader, write, controlled)),
	];
}
