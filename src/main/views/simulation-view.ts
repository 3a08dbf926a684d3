import {
	isNative,
	isUnlimited,
	listedUnit,
	shortAddress,
} from "../../core/decoded-transaction/decoded-transaction.ts";
import { type ClaimedAmount, claimedIn, statedUnit } from "../../core/describe/evm/changes.ts";
import type { Unit } from "../../core/format/amount.ts";
import { readUint } from "../../core/format/numeral.ts";
import { plain } from "../../core/format/plain.ts";
import { labelOf, sameAddress } from "../../core/identities/labels.ts";
import { amountParam, type Message, message } from "../../core/localized-text.ts";
import type { FeeRow, SimulationView } from "../../ipc/catalog.ts";
import type { AmountView } from "../../ipc/primitives.ts";
import type { ChangeRow, PermissionRow } from "../../ipc/review.ts";
import {
	type ApprovalChange,
	type BalanceChange,
	directionOf,
	type FeeEstimate,
	overridesBalances,
	type PipelineSimulation,
} from "../../service-api/simulation.ts";
import { addressView, type Labels } from "./addresses.ts";
import { viewOfClaim } from "./amounts.ts";

const MAX_ROWS = 300;
const MAX_WARNINGS = 60;
const MAX_TEXT_LENGTH = 600;

export interface SimulationContext {
	readonly labels: Labels;
	readonly accounts: readonly string[];
	/** `null` if the Build doesn't name a signer. */
	readonly signers: readonly (string | null)[];
	/** Decimal chain ID, or cluster name. */
	readonly chains: readonly (string | null)[];
}

interface Valued {
	readonly asset: string;
	readonly symbol?: string | null | undefined;
	readonly decimals?: number | null | undefined;
	readonly chainId?: number | null | undefined;
	readonly cluster?: string | null | undefined;
	readonly step?: number | null | undefined;
}

const cut = (text: string): string =>
	text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

const NATIVE = message("amount.unit.native");

/** Uses the unit in the app's list. If there is none, uses the unit that the service claims. */
function unitFor(record: Valued, context: SimulationContext): Unit {
	const chain = record.chainId ?? record.cluster ?? context.chains[(record.step ?? 1) - 1] ?? null;
	const listed = chain === null ? null : listedUnit(String(chain), record.asset);
	if (listed !== null) return listed;
	const name = isNative(record.asset)
		? NATIVE
		: message("token.without-symbol", { address: shortAddress(record.asset) });
	return statedUnit(record, name);
}

function amountOf(record: Valued, amount: string, context: SimulationContext): AmountView {
	return viewOfClaim(claimedIn(unitFor(record, context), amount));
}

function signerOf(record: Valued, { signers }: SimulationContext): string | null {
	return signers[(record.step ?? 1) - 1] ?? signers[0] ?? null;
}

function changeRow(change: BalanceChange, context: SimulationContext): ChangeRow {
	const { labels, accounts } = context;
	const account = change.account ?? signerOf(change, context) ?? "";
	const negative = change.amount.startsWith("-");
	return {
		account: addressView(cut(account), labels),
		mine: accounts.some((mine) => sameAddress(mine, account)),
		direction: directionOf(change) ?? (negative ? "out" : "unknown"),
		amount: amountOf(change, change.amount, context),
		tokenId: change.tokenId === null || change.tokenId === undefined ? null : cut(change.tokenId),
		counterparty:
			change.counterparty === null || change.counterparty === undefined
				? null
				: addressView(cut(change.counterparty), labels),
		of: null,
		step: context.signers.length > 1 ? (change.step ?? null) : null,
		source: "service",
	};
}

function allowText(
	approval: ApprovalChange,
	grants: boolean,
	amount: ClaimedAmount | null,
	labels: Labels,
): Message {
	const label = labelOf(labels, approval.spender);
	const who = label === null ? shortAddress(approval.spender) : plain(label);
	const token = shortAddress(approval.asset);
	if (!grants) return message("simulation.takes-back", { who, token });
	if (approval.kind === "operator") return message("simulation.collection", { who, token });
	if (approval.kind === "token") return message("simulation.item", { who, token });
	if (approval.unlimited === true || amount === null)
		return message(approval.unlimited === true ? "simulation.any-amount" : "simulation.unstated-amount", {
			who,
			token,
		});
	if (amount.kind === "unreadable")
		return message("simulation.allowance", { who, amount: amount.text, token });
	return amount.amount.checked
		? message("simulation.allowance.listed", { who, amount: amountParam(amount.amount) })
		: message("simulation.allowance", { who, amount: amount.amount.raw.toString(), token });
}

function approvalRow(approval: ApprovalChange, context: SimulationContext): PermissionRow {
	const { labels } = context;
	const raw = readUint(approval.amount ?? "");
	const unlimited = approval.unlimited === true || (raw !== null && isUnlimited(raw));
	const grants = approval.approved !== false && !(approval.kind === "allowance" && raw === 0n && !unlimited);
	const amount =
		approval.kind === "allowance" && !unlimited && raw !== null
			? claimedIn(unitFor(approval, context), approval.amount ?? "")
			: null;
	return {
		spender: addressView(cut(approval.spender), labels),
		token: addressView(cut(approval.asset), labels),
		kind: approval.kind,
		amount: amount === null ? null : viewOfClaim(amount),
		unlimited: unlimited || (approval.kind === "operator" && grants),
		grants,
		text: allowText({ ...approval, unlimited }, grants, amount, labels),
		source: "service",
		step: context.signers.length > 1 ? (approval.step ?? null) : null,
	};
}

function feeRow(fee: FeeEstimate, context: SimulationContext): FeeRow {
	return { kind: cut(fee.kind ?? "fee"), amount: amountOf(fee, fee.amount, context) };
}

/**
 * Converts the service's simulation of a Build. Units are checked only against the app's list, not on chain.
 */
export function simulationView(simulation: PipelineSimulation, context: SimulationContext): SimulationView {
	const { status, balanceChanges, approvals, fees, guards, warnings, logs } = simulation;
	const changes = balanceChanges.slice(0, MAX_ROWS).map((each) => changeRow(each, context));
	const left = [balanceChanges, approvals, fees, guards].reduce(
		(sum, rows) => sum + Math.max(0, rows.length - MAX_ROWS),
		Math.max(0, warnings.length - MAX_WARNINGS),
	);
	const more = left === 0 ? [] : [message("build.more-rows", { count: String(left) })];
	return {
		status,
		overridesBalances: overridesBalances(simulation),
		changes: changes.toSorted((one, other) => Number(other.mine) - Number(one.mine)),
		permissions: approvals.slice(0, MAX_ROWS).map((each) => approvalRow(each, context)),
		fees: fees.slice(0, MAX_ROWS).map((each) => feeRow(each, context)),
		guards: guards.slice(0, MAX_ROWS).map(({ name, status: state, message }) => ({
			name: cut(name),
			status: cut(state),
			message: message === null || message === undefined ? null : cut(message),
		})),
		warnings: [...warnings.slice(0, MAX_WARNINGS).map(cut), ...more],
		logs: logs.length,
	};
}
