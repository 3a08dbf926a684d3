import type { FeeRow, SimulationView } from "../../bridge/catalog-views.ts";
import type { AllowRow, AmountView, ChangeRow } from "../../bridge/views.ts";
import type {
	ApprovalChange,
	BalanceChange,
	FeeEstimate,
	PipelineSimulation,
} from "../../contract/simulation.ts";
import { readUint } from "../match/numeral.ts";
import { labelOf, sameAddress } from "../policy/labels.ts";
import type { Unit } from "../review/amount.ts";
import { claimedIn, statedUnit } from "../review/changes.ts";
import { plain } from "../review/plain.ts";
import { isNative, isUnlimited, nativeAmount, shortAddress } from "../review/subject.ts";
import { addressView, type Labels } from "./addresses.ts";
import { viewOfClaim } from "./amounts.ts";

/** The service's simulation of a Build, row by row. No chain was asked, so that no unit of a token is checked. */

const MOST_ROWS = 300;
const MOST_WARNINGS = 60;
const LONGEST_TEXT = 600;

export interface SimulationAround {
	readonly labels: Labels;
	/** The person's own addresses. */
	readonly accounts: readonly string[];
	/** Who signs each action, in order, as the Build says; null where it does not. */
	readonly signers: readonly (string | null)[];
	/** Of each action: a decimal chain id or a cluster. */
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

const cut = (text: string): string => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);

/** A native coin's unit is the chain's own; anything else is what the service states of it. */
function unitFor(record: Valued, around: SimulationAround): Unit {
	const chain = record.chainId ?? record.cluster ?? around.chains[(record.step ?? 1) - 1] ?? null;
	if (isNative(record.asset) && chain !== null) return nativeAmount(String(chain), 0n);
	const name = isNative(record.asset) ? "the native coin" : `the token ${shortAddress(record.asset)}`;
	return statedUnit(record, name);
}

function amountOf(record: Valued, amount: string, around: SimulationAround): AmountView {
	return viewOfClaim(claimedIn(unitFor(record, around), amount));
}

function signerOf(record: Valued, { signers }: SimulationAround): string | null {
	return signers[(record.step ?? 1) - 1] ?? signers[0] ?? null;
}

function changeRow(change: BalanceChange, around: SimulationAround): ChangeRow {
	const { labels, accounts } = around;
	const account = change.account ?? signerOf(change, around) ?? "";
	const negative = change.amount.startsWith("-");
	return {
		account: addressView(cut(account), labels),
		mine: accounts.some((mine) => sameAddress(mine, account)),
		direction: change.direction ?? (negative ? "out" : "unknown"),
		amount: amountOf(change, change.amount, around),
		tokenId: change.tokenId === null || change.tokenId === undefined ? null : cut(change.tokenId),
		counterparty:
			change.counterparty === null || change.counterparty === undefined
				? null
				: addressView(cut(change.counterparty), labels),
		of: null,
		step: around.signers.length > 1 ? (change.step ?? null) : null,
		source: "service",
	};
}

function allowWords(
	approval: ApprovalChange,
	grants: boolean,
	amount: AmountView | null,
	labels: Labels,
): string {
	const label = labelOf(labels, approval.spender);
	const who = label === null ? shortAddress(approval.spender) : plain(label);
	const token = shortAddress(approval.asset);
	if (!grants) return `Takes back what ${who} may take of ${token}, says the service.`;
	if (approval.kind === "operator")
		return `${who} may take every item of the collection ${token}, now and later, without asking again, says the service.`;
	if (approval.kind === "token")
		return `${who} may take an item of the collection ${token}, says the service.`;
	if (approval.unlimited === true || amount === null)
		return `${who} may take ${approval.unlimited === true ? "any amount" : "an amount that is not stated"} of the token ${token}, says the service.`;
	return `${who} may take up to ${amount.raw} base units of the token ${token}, says the service. This stays until it is spent or taken back.`;
}

function allowRow(approval: ApprovalChange, around: SimulationAround): AllowRow {
	const { labels } = around;
	const raw = readUint(approval.amount ?? "");
	const unlimited = approval.unlimited === true || (raw !== null && isUnlimited(raw));
	const grants = approval.approved !== false && !(approval.kind === "allowance" && raw === 0n && !unlimited);
	const amount =
		approval.kind === "allowance" && !unlimited && raw !== null
			? amountOf(approval, approval.amount ?? "", around)
			: null;
	return {
		spender: addressView(cut(approval.spender), labels),
		token: addressView(cut(approval.asset), labels),
		kind: approval.kind,
		amount,
		unlimited: unlimited || (approval.kind === "operator" && grants),
		grants,
		words: allowWords({ ...approval, unlimited }, grants, amount, labels),
		source: "service",
		step: around.signers.length > 1 ? (approval.step ?? null) : null,
	};
}

function feeRow(fee: FeeEstimate, around: SimulationAround): FeeRow {
	return { kind: cut(fee.kind ?? "fee"), amount: amountOf(fee, fee.amount, around) };
}

/** What the service says would happen; the person's own accounts first. */
export function simulationView(simulation: PipelineSimulation, around: SimulationAround): SimulationView {
	const { status, balanceChanges, approvals, fees, guards, warnings, logs } = simulation;
	const changes = balanceChanges.slice(0, MOST_ROWS).map((each) => changeRow(each, around));
	const left = [balanceChanges, approvals, fees, guards].reduce(
		(sum, rows) => sum + Math.max(0, rows.length - MOST_ROWS),
		Math.max(0, warnings.length - MOST_WARNINGS),
	);
	const more = left === 0 ? [] : [`${left} more rows are not shown; the Build's own text holds them.`];
	return {
		status,
		changes: changes.toSorted((one, other) => Number(other.mine) - Number(one.mine)),
		allows: approvals.slice(0, MOST_ROWS).map((each) => allowRow(each, around)),
		fees: fees.slice(0, MOST_ROWS).map((each) => feeRow(each, around)),
		guards: guards.slice(0, MOST_ROWS).map(({ name, status: said, message }) => ({
			name: cut(name),
			status: cut(said),
			message: message === null || message === undefined ? null : cut(message),
		})),
		warnings: [...warnings.slice(0, MOST_WARNINGS).map(cut), ...more],
		logs: logs.length,
	};
}
