import type { ApprovalChange, BalanceChange } from "../../../service-api/simulation.ts";
import { SVM_SYSTEM_PROGRAM } from "../../chain/well-known.ts";
import { isBefore, type SvmStep } from "../../decode/svm/decode-svm.ts";
import type { SvmMeaning } from "../../decode/svm/meaning.ts";
import { readUint } from "../../format/numeral.ts";
import type { Agreement } from "../opinion.ts";
import {
	authorityOf,
	closedBefore,
	type DecodedSvmTransaction,
	holderOf,
	mintFor,
	type SvmContext,
	tokenAccountOf,
} from "./svm-decoded-transaction.ts";

export interface SvmFlow {
	/** `native` or a mint. `null` for a token account whose mint is unknown. */
	readonly asset: string | null;
	/** In base units. */
	readonly amount: bigint;
	/** The wallet and its token account, because a simulation may name either one. */
	readonly from: readonly string[];
	readonly to: readonly string[];
}

/** Maximum amount that a token account can hold. It means "no limit". */
export const MAX_UNITS = 2n ** 64n - 1n;

/** Treats wrapped SOL as an ordinary token. */
export function isSol(asset: string): boolean {
	return asset.toLowerCase() === "native" || asset === SVM_SYSTEM_PROGRAM || asset === "SOL";
}

const present = (keys: readonly (string | null)[]) => keys.filter((key) => key !== null);

export function foreignCloser({ facts, signer }: SvmContext, account: string): string | null {
	const closer = tokenAccountOf(facts, account)?.closeAuthority ?? null;
	return closer === signer ? null : closer;
}

export function comesBack(
	{ steps, signer }: SvmContext,
	account: string,
	sent: Pick<SvmStep, "at" | "part">,
): boolean {
	return steps.some(
		(step) =>
			isBefore(sent, step) &&
			step.meaning.kind === "token_close" &&
			step.meaning.account === account &&
			step.meaning.authority === signer &&
			step.meaning.to === signer,
	);
}

/** @param step the sending step, because the account's state depends on earlier steps */
function lamportFlow(
	context: SvmContext,
	{ from, to, lamports }: Pick<Extract<SvmMeaning, { kind: "lamports" }>, "from" | "to" | "lamports">,
	step: SvmStep,
): SvmFlow[] {
	const { signer } = context;
	if (to === signer || lamports === 0n) return [];
	const flow = { asset: "native", amount: lamports, from: from === signer ? [signer] : [from, signer] };
	if (closedBefore(context, to, step)) return [{ ...flow, to: [to] }];
	const holder = holderOf(context, to) ?? authorityOf(context, to);
	const closer = foreignCloser(context, to);
	if (closer !== null) return [{ ...flow, to: [to, closer] }];
	const own = holder === signer || (holder === null && comesBack(context, to, step));
	return own ? [] : [{ ...flow, to: present([to, holder]) }];
}

function tokenFlow(
	subject: SvmContext,
	meaning: Extract<SvmMeaning, { kind: "token_transfer" | "token_burn" }>,
): SvmFlow[] {
	const { signer } = subject;
	const destination = meaning.kind === "token_transfer" ? meaning.destination : null;
	const holder = destination === null ? null : holderOf(subject, destination);
	if (meaning.amount === 0n || destination === meaning.source || holder === signer) return [];
	const asset =
		mintFor(subject, meaning.source, meaning.mint) ??
		(destination === null ? null : mintFor(subject, destination, null));
	return [
		{
			asset,
			amount: meaning.amount,
			from: [meaning.source, signer],
			to: present([destination, holder]),
		},
	];
}

/** Returns whether the authority is the signer, or a multisig that the signer signs for. */
export function speaksFor({ accounts }: SvmStep, authority: string, signer: string): boolean {
	if (authority === signer) return true;
	const several = accounts.some(({ pubkey, signer: signs }) => pubkey === authority && !signs);
	return several && accounts.some(({ pubkey, signer: signs }) => pubkey === signer && signs);
}

const paysFrom = ({ name, accounts }: SvmStep, from: string, signer: string): boolean =>
	from === signer || (name === "transferWithSeed" && accounts[1]?.pubkey === signer);

function svmFlowsOf(context: SvmContext, step: SvmStep): SvmFlow[] {
	const { signer } = context;
	const { meaning } = step;
	switch (meaning.kind) {
		case "lamports":
			return paysFrom(step, meaning.from, signer) ? lamportFlow(context, meaning, step) : [];
		case "create":
			return meaning.payer === signer
				? lamportFlow(context, { from: meaning.payer, to: meaning.account, lamports: meaning.lamports }, step)
				: [];
		case "token_transfer":
		case "token_burn":
			// A delegate can also spend from the signer's account.
			return speaksFor(step, meaning.authority, signer) || holderOf(context, meaning.source) === signer
				? tokenFlow(context, meaning)
				: [];
		default:
			return [];
	}
}

export function svmFlows(context: SvmContext): SvmFlow[] {
	return context.steps.flatMap((step) => svmFlowsOf(context, step));
}

const sameAsset = (flow: SvmFlow, asset: string) =>
	flow.asset === "native" ? isSol(asset) : flow.asset === null ? !isSol(asset) : flow.asset === asset;

const magnitude = (text: string): bigint => readUint(text.replace(/^-/, "")) ?? 0n;

function leavingAs(changes: readonly BalanceChange[], flows: readonly SvmFlow[]): BalanceChange[] {
	return changes.filter(
		(change) =>
			change.direction !== "in" &&
			flows.some((flow) => sameAsset(flow, change.asset)) &&
			(typeof change.account !== "string" || flows.some((flow) => flow.from.includes(change.account ?? ""))),
	);
}

function shows(changes: readonly BalanceChange[], flows: readonly SvmFlow[]): boolean {
	const leaving = leavingAs(changes, flows);
	const total = flows.reduce((sum, flow) => sum + flow.amount, 0n);
	if (leaving.reduce((sum, change) => sum + magnitude(change.amount), 0n) < total) return false;
	const named = leaving.flatMap(({ counterparty }) =>
		typeof counterparty === "string" ? [counterparty] : [],
	);
	return flows.every(
		(flow) => flow.to.length === 0 || named.length === 0 || flow.to.some((to) => named.includes(to)),
	);
}

function allowed(
	approvals: readonly ApprovalChange[],
	subject: DecodedSvmTransaction,
	meaning: Extract<SvmMeaning, { kind: "token_approve" }>,
): boolean {
	const mint = mintFor(subject, meaning.source, meaning.mint);
	return approvals.some((approval) => {
		if (approval.spender !== meaning.delegate || approval.approved === false) return false;
		if (mint !== null && approval.asset !== mint) return false;
		if (typeof approval.amount === "string") return readUint(approval.amount) === meaning.amount;
		return approval.unlimited === true && meaning.amount === MAX_UNITS;
	});
}

export function svmHiddenParts(subject: DecodedSvmTransaction): readonly ("moves" | "permission")[] {
	const { simulation, signer, steps } = subject;
	if (simulation === null) return [];
	const changes = simulation.balanceChanges;
	const flows = svmFlows(subject);
	const assets = [...new Set(flows.map((flow) => flow.asset))];
	const hidden = assets.some(
		(asset) =>
			!shows(
				changes,
				flows.filter((flow) => flow.asset === asset),
			),
	);
	const concealed = steps.some(
		({ meaning }) =>
			meaning.kind === "token_approve" &&
			meaning.authority === signer &&
			meaning.amount > 0n &&
			!allowed(simulation.approvals, subject, meaning),
	);
	return [...(hidden ? (["moves"] as const) : []), ...(concealed ? (["permission"] as const) : [])];
}

export function svmHidesTogether(subjects: readonly DecodedSvmTransaction[]): boolean {
	const changes = [...new Set(subjects.flatMap(({ simulation }) => simulation?.balanceChanges ?? []))];
	const flows = subjects.flatMap(svmFlows);
	return flows.some(
		({ asset }) =>
			!shows(
				changes,
				flows.filter((flow) => flow.asset === asset),
			),
	);
}

export function svmAgreementOf(subject: DecodedSvmTransaction): Agreement {
	if (svmHiddenParts(subject).length > 0) return "contradicts";
	return svmFlows(subject).length === 0 ? "silent" : "agrees";
}
