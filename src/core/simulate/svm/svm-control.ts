import type { SvmAccountFacts } from "../../chain/svm.ts";
import { SVM_SYSTEM_PROGRAM } from "../../chain/well-known.ts";
import type { ControlChange } from "../../decoded-transaction/opinion.ts";
import type { SvmRun } from "./svm-holdings.ts";

type Data<Kind extends SvmAccountFacts["data"]["kind"]> = Extract<SvmAccountFacts["data"], { kind: Kind }>;
type ControlWhatOf = ControlChange["what"];
type Authorities = readonly (readonly [what: ControlWhatOf, authority: string | null])[];

export interface Delegation {
	readonly account: string;
	readonly owner: string;
	readonly mint: string;
	readonly delegate: string;
	readonly amount: bigint;
}

function mintRulers(data: Data<"mint">): Authorities {
	const { powers } = data;
	return [
		["mint", data.mintAuthority],
		["freeze", data.freezeAuthority],
		["close", powers?.closeAuthority ?? null],
		["other", powers?.permanentDelegate ?? null],
		["other", powers?.transferHook?.authority ?? null],
		["other", powers?.transferHook?.program ?? null],
		["other", powers?.transferFee?.authority ?? null],
		["other", powers?.transferFee?.withdrawer ?? null],
	];
}

function authoritiesOf(account: SvmAccountFacts | null): Authorities {
	const data = account?.data;
	switch (data?.kind) {
		case "token":
			return [
				["owner", data.owner],
				["close", data.closeAuthority ?? data.owner],
			];
		case "mint":
			return mintRulers(data);
		case "stake":
			return [
				["owner", data.withdrawer],
				["other", data.staker],
			];
		case "vote":
			return [
				["owner", data.withdrawer],
				["other", data.identity],
			];
		case "nonce":
			return [["owner", data.authority ?? null]];
		default:
			return [];
	}
}

const isMine = (mine: SvmRun["mine"], key: string | null) => key !== null && mine.has(key);

/**
 * A new account had no authority before, but a new token account can start with a close authority that isn't
 * its owner.
 */
function authoritiesBefore(before: SvmAccountFacts | null, after: SvmAccountFacts): Authorities {
	if (before !== null) return before.data.kind === after.data.kind ? authoritiesOf(before) : [];
	const { data } = after;
	if (data.kind !== "token") return [];
	return [
		["owner", data.owner],
		["close", data.owner],
	];
}

function changedRulers(key: string, { before, after, mine }: SvmRun): ControlChange[] {
	const now = after.get(key) ?? null;
	if (now === null) return [];
	const [was, is] = [authoritiesBefore(before.get(key) ?? null, now), authoritiesOf(now)];
	const owner = is[0]?.[0] === "owner" ? is[0][1] : null;
	const handedOver = owner !== null && was[0]?.[1] !== owner;
	return was.flatMap(([what, then], index): ControlChange[] => {
		const authority = is[index]?.[1] ?? null;
		// A new owner can also close the account, so only the change of owner is reported.
		if (then === authority || (what === "close" && handedOver && authority === owner)) return [];
		if (!isMine(mine, then) && !isMine(mine, authority)) return [];
		return [{ account: key, what, before: then, after: authority, mine: isMine(mine, then) }];
	});
}

function changedProgram(key: string, { before, after, mine }: SvmRun): ControlChange[] {
	const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
	const then = was?.owner ?? (mine.has(key) ? SVM_SYSTEM_PROGRAM : null);
	if (then === null || is === null || then === is.owner) return [];
	const ruled = mine.has(key) || authoritiesOf(was).some(([, authority]) => isMine(mine, authority));
	return ruled ? [{ account: key, what: "program", before: then, after: is.owner, mine: true }] : [];
}

const stakeIn = (account: SvmAccountFacts | null | undefined): Data<"stake"> | null =>
	account?.data.kind === "stake" ? account.data : null;

function changedLockup(key: string, { before, after, mine }: SvmRun): ControlChange[] {
	const [was, is] = [stakeIn(before.get(key)), stakeIn(after.get(key))];
	const lockup = is?.lockup ?? null;
	if (is === null || lockup === null || isMine(mine, lockup.custodian)) return [];
	if (lockup.time <= 0n && lockup.epoch === 0n) return [];
	const then = was?.lockup ?? null;
	const same = then?.custodian === lockup.custodian && lockup.time <= then.time && lockup.epoch <= then.epoch;
	if (same || !isMine(mine, (was ?? is).withdrawer)) return [];
	return [
		{
			account: key,
			what: "lockup",
			before: then?.custodian ?? null,
			after: lockup.custodian,
			mine: true,
		},
	];
}

export function controlsOf(ran: SvmRun): ControlChange[] {
	return [...ran.before.keys()].flatMap((key) => [
		...changedProgram(key, ran),
		...changedRulers(key, ran),
		...changedLockup(key, ran),
	]);
}

const tokenIn = (account: SvmAccountFacts | null | undefined): Data<"token"> | null =>
	account?.data.kind === "token" ? account.data : null;

export function delegationsOf({ before, after, mine }: SvmRun): Delegation[] {
	return [...after].flatMap(([account, facts]): Delegation[] => {
		const [was, is] = [tokenIn(before.get(account)), tokenIn(facts)];
		if (is === null || !mine.has(is.owner)) return [];
		const place = { account, owner: is.owner, mint: is.mint };
		const then = was?.delegate === is.delegate ? (was?.delegatedAmount ?? 0n) : 0n;
		if (is.delegate !== null && is.delegatedAmount > then)
			return [{ ...place, delegate: is.delegate, amount: is.delegatedAmount }];
		const revoked = was?.delegate ?? null;
		const gone = is.delegate === null && revoked !== null && was?.owner === is.owner;
		return gone ? [{ ...place, delegate: revoked, amount: 0n }] : [];
	});
}
