import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import { listedUnit, shortAddress } from "../../decoded-transaction/decoded-transaction.ts";
import type { EvmItem, SvmItem } from "../../decoded-transaction/signed-item.ts";
import { readUint } from "../../format/numeral.ts";
import { plain } from "../../format/plain.ts";
import { amountParam, type Message, message, type Param, sameText, verbatim } from "../../localized-text.ts";
import { canonicalJson } from "../../match/fingerprint.ts";

export interface DiffValue {
	readonly text: Message;
	readonly whole: string;
}

/**
 * Fields that don't affect funds or permissions: a nonce that only increases, and names or counters in a
 * request.
 */
export type FieldRole = "nonce" | "counter";

/** A string is a literal value, not one of the app's texts. */
export type DiffField = readonly [field: Message, value: string | DiffValue, role?: FieldRole];

const NONE = message("difference.none");

export const NOTHING: DiffValue = { text: NONE, whole: "" };

const MAX_LENGTH = 120;

const clipped = (text: string): Message =>
	text.length <= MAX_LENGTH
		? verbatim(text)
		: message("difference.clipped", { text: text.slice(0, MAX_LENGTH), length: String(text.length) });

export const asDiffValue = (value: string | DiffValue): DiffValue =>
	typeof value === "string" ? { text: clipped(value), whole: value } : value;

export const orNone = (value: string | null | undefined): string | DiffValue =>
	value ?? { text: NONE, whole: "none" };

export const labelledValue = (text: string | Message, whole: string): DiffValue => ({
	text: typeof text === "string" ? clipped(text) : text,
	whole,
});

/** Maximum number of changes in one sentence. No one reads more than that at once. */
const MAX_ROWS = 20;

function listed(rows: readonly Message[]): Message {
	const [first, ...others] = rows.slice(0, MAX_ROWS);
	if (first === undefined) return NONE;
	const list = others.reduce((text, next) => message("difference.list", { first: text, next }), first);
	return rows.length > MAX_ROWS ? message("difference.list.more", { list }) : list;
}

/** Shortens a digest for display. The app compares the full digest, and the review shows it below. */
export function ends(text: string): string {
	return text.length <= 28 ? text : `${text.slice(0, 12)}…${text.slice(-8)}`;
}

function amountText(
	chainRef: string,
	asset: string,
	amount: string,
	symbol: string | null | undefined,
): Param {
	const raw = readUint(amount);
	if (raw === null) return plain(amount, 40);
	const unit = listedUnit(chainRef, asset);
	if (unit !== null) return amountParam({ ...unit, raw });
	return message("amount.base-units", { amount, symbol: plain(symbol ?? shortAddress(asset), 16) });
}

const ALL = message("difference.all");
const FEE = message("difference.fee");
const UNLIMITED = message("difference.unlimited");

const changesText = (simulation: PipelineSimulation, chainRef: string) =>
	simulation.balanceChanges.map((row) =>
		message("difference.moves", {
			kind: row.direction ?? "?",
			amount: amountText(chainRef, row.asset, row.amount, row.symbol),
		}),
	);

const approvalsText = (simulation: PipelineSimulation, chainRef: string) =>
	simulation.approvals.map((row) =>
		message("difference.approval", {
			who: shortAddress(row.spender),
			amount:
				row.unlimited === true
					? UNLIMITED
					: typeof row.amount === "string"
						? amountText(chainRef, row.asset, row.amount, row.symbol)
						: ALL,
		}),
	);

const feesText = (simulation: PipelineSimulation, chainRef: string) =>
	simulation.fees.map((row) =>
		message("difference.moves", {
			kind: row.kind ?? FEE,
			amount: amountText(chainRef, row.asset, row.amount, row.symbol),
		}),
	);

const wholeValue = (text: string | Message, part: unknown): DiffValue =>
	labelledValue(sameText(text, "") ? NOTHING.text : text, canonicalJson(part));

const gasUsed = (units: string | number | bigint | null | undefined): Message =>
	units === null || units === undefined
		? message("difference.gas.none")
		: message("difference.gas", { units: String(units) });

const logged = (count: number): Message => message("difference.logs", { count: String(count) });

export function simulationFields({ simulation, chainRef }: EvmItem | SvmItem): readonly DiffField[] {
	if (simulation === null) return [];
	const guards = simulation.guards.map((guard) => `${guard.name}: ${guard.status}`).join(", ");
	return [
		[message("difference.field.simulation"), simulation.status],
		[
			message("difference.field.balance-changes"),
			wholeValue(listed(changesText(simulation, chainRef)), simulation.balanceChanges),
		],
		[
			message("difference.field.approvals"),
			wholeValue(listed(approvalsText(simulation, chainRef)), simulation.approvals),
		],
		[message("difference.field.fees"), wholeValue(listed(feesText(simulation, chainRef)), simulation.fees)],
		[message("difference.field.warnings"), wholeValue(simulation.warnings.join(" "), simulation.warnings)],
		[message("difference.field.guards"), wholeValue(guards, simulation.guards)],
		[message("difference.field.gas-estimate"), wholeValue(gasUsed(simulation.gas?.units), simulation.gas)],
		[message("difference.field.logs"), wholeValue(logged(simulation.logs.length), simulation.logs)],
	];
}
