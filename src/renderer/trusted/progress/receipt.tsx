import clsx from "clsx";
import { Check, CircleHelp, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { ProgressView, ReceiptReceiver, ReceiptRow } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { type FlowPanel, FlowStepList, MapHint, PanelChoice } from "../../components/review/money-flow.tsx";
import { MoneyMap } from "../../components/review/money-map.tsx";
import { rich } from "../../components/rich.tsx";
import { Section } from "../../components/section.tsx";
import { Unbroken } from "../../components/text/unbroken.tsx";

const COLUMNS: readonly {
	readonly name: Message;
	readonly className: string;
	readonly text: (row: ReceiptRow) => string;
}[] = [
	{
		name: message("ui.predicted"),
		className: "text-ink-2",
		text: ({ predicted }) => textOf(predicted),
	},
	{
		name: message("ui.actual"),
		className: "font-semibold",
		text: ({ happened }) => textOf(happened),
	},
	{
		name: message("ui.difference"),
		className: "text-ink-2",
		text: ({ difference, same }) =>
			difference !== null ? textOf(difference) : same === true ? t("trusted.progress.no-difference") : "",
	},
];

export function Receipt({ rows }: { rows: readonly ReceiptRow[] }) {
	if (rows.length === 0) return null;
	return (
		<Section title={t("trusted.progress.receipt")}>
			<div className="card">
				<table className="w-full text-left text-f2 max-[24rem]:block">
					<thead className="max-[24rem]:sr-only">
						<tr className="text-f1 text-ink-3">
							<th className="px-3.5 py-2 font-normal">{t("ui.item")}</th>
							{COLUMNS.map(({ name }) => (
								<th key={name.code} className="px-2 py-2 text-right font-normal">
									{textOf(name)}
								</th>
							))}
							<th className="w-8 py-2 pr-3.5">
								<span className="sr-only">{t("trusted.progress.same")}</span>
							</th>
						</tr>
					</thead>
					<tbody className="max-[24rem]:block">
						{rows.map((row, index) => (
							// Two transactions may have identical rows.
							<tr
								key={index}
								className="border-t border-line-2 align-baseline max-[24rem]:first:border-t-0 max-[24rem]:grid max-[24rem]:grid-cols-[minmax(0,1fr)_auto] max-[24rem]:px-3.5 max-[24rem]:py-2"
							>
								<th className="px-3.5 py-2 font-normal wrap-anywhere text-ink-2 max-[24rem]:p-0">
									{textOf(row.what)}
								</th>
								{COLUMNS.map(({ name, className, text }) => (
									<td
										key={name.code}
										className={clsx(
											"px-2 py-2 text-right tabular-nums wrap-anywhere max-[24rem]:col-span-2 max-[24rem]:flex max-[24rem]:justify-between max-[24rem]:gap-3 max-[24rem]:px-0 max-[24rem]:py-0.5",
											className,
										)}
									>
										{/* In narrow windows, each value has a label instead of a column heading. */}
										<span aria-hidden className="hidden font-normal text-ink-3 max-[24rem]:inline">
											{textOf(name)}
										</span>
										<span className="min-w-0">
											<Unbroken text={text(row)} />
										</span>
									</td>
								))}
								<td className="py-2 pr-3.5 max-[24rem]:col-start-2 max-[24rem]:row-start-1 max-[24rem]:p-0">
									<Same same={row.same} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</Section>
	);
}

/**
 * Shows each recipient's actual total above the predicted one. The steps and the map show the same payments,
 * as in the review.
 */
export function ReceiptReceivers({ receivers = [], flow }: Pick<ProgressView, "receivers" | "flow">) {
	const [panel, setPanel] = useState<FlowPanel>("receivers");
	if (receivers.length === 0) return null;
	const isList = flow === undefined || panel === "receivers";
	return (
		<Section title={t("trusted.progress.receivers")} aside={t("trusted.progress.by-the-receipt")}>
			<div className="card overflow-hidden" data-progress="flow">
				{flow !== undefined && (
					<div className="flex min-h-11 flex-wrap items-center justify-end gap-x-3 gap-y-1 border-b border-line py-1 pr-2 pl-4">
						{panel === "map" && (
							<div className="mr-auto">
								<MapHint map={flow.map} />
							</div>
						)}
						<PanelChoice
							panel={panel}
							onPanel={setPanel}
							receivers={new Set(receivers.map(({ who }) => who.address)).size}
							steps={flow.steps.length}
						/>
					</div>
				)}
				{isList && <ReceiverList receivers={receivers} />}
				{flow !== undefined && panel === "steps" && <FlowStepList steps={flow.steps} />}
				{flow !== undefined && panel === "map" && <MoneyMap flow={flow} />}
			</div>
		</Section>
	);
}

const MANY = 8;

function ReceiverList({ receivers }: { receivers: readonly ReceiptReceiver[] }) {
	const isLong = receivers.length > MANY;
	return (
		<ul
			className={clsx(
				"*:not-first:border-t *:not-first:border-line-2",
				isLong && "max-h-80 overflow-y-auto -outline-offset-2 short:max-h-none",
			)}
			{...(isLong ? { tabIndex: 0, "aria-label": t("trusted.progress.receivers") } : {})}
		>
			{receivers.map((receiver, index) => (
				<Receiver key={index} receiver={receiver} />
			))}
		</ul>
	);
}

/**
 * Shows a payment in an EVM chain's native coin. The receipt confirms the transaction but lists only token
 * transfers.
 */
function Unlisted({ predicted }: Pick<ReceiptReceiver, "predicted">) {
	if (predicted === null) return t("trusted.progress.receiver.not-shown");
	return (
		<>
			<span className="font-semibold">
				<Amount view={predicted} exact="spoken" />
			</span>
			<span className="block text-f2 text-ink-2">{t("trusted.progress.receiver.unlisted")}</span>
		</>
	);
}

function Receiver({
	receiver: { who, transactions, predicted, happened, same },
}: {
	receiver: ReceiptReceiver;
}) {
	return (
		<li
			data-progress="receiver"
			className={clsx(
				"grid grid-cols-[minmax(0,1fr)_auto_1rem] items-center gap-x-3 px-4 py-2 max-[24rem]:grid-cols-[minmax(0,1fr)_1rem]",
				same === false && "bg-caution-soft shadow-[inset_4px_0_0_var(--caution)]",
			)}
		>
			<span className="min-w-0">
				<Address view={who} size={20} />
				{transactions > 1 && (
					<span className="block text-f2 text-ink-2">
						{t("trusted.progress.receiver.transactions", { count: transactions })}
					</span>
				)}
			</span>
			<span className="text-right max-[24rem]:row-start-2">
				{happened === null ? (
					<Unlisted predicted={predicted} />
				) : (
					<span className="font-semibold">
						<Amount view={happened} exact="spoken" />
					</span>
				)}
				{happened?.fiat !== undefined && (
					<span className="block text-f2 text-ink-2">{textOf(happened.fiat)}</span>
				)}
				{predicted !== null && happened !== null && same !== true && (
					<span className="block text-f2 text-ink-2">
						{rich("trusted.progress.receiver.predicted", {
							amount: () => <Amount view={predicted} exact="spoken" className="inline-flex" />,
						})}
					</span>
				)}
			</span>
			<Same same={same} />
		</li>
	);
}

function Same({ same }: { same: boolean | null }) {
	if (same === null)
		return (
			<CircleHelp size={14} aria-label={t("trusted.progress.cant-be-compared")} className="text-ink-3" />
		);
	return same ? (
		<Check size={14} aria-label={t("trusted.progress.as-predicted")} className="text-in" />
	) : (
		<TriangleAlert size={14} aria-label={t("trusted.progress.not-as-predicted")} className="text-caution" />
	);
}
