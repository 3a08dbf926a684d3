import clsx from "clsx";
import { Check, CircleHelp, TriangleAlert } from "lucide-react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { ReceiptRow } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Section } from "../../components/section.tsx";
import { Unbroken } from "../../components/text/unbroken.tsx";

const COLUMNS: readonly {
	readonly name: Message;
	readonly className: string;
	readonly text: (row: ReceiptRow) => string;
}[] = [
	{
		name: message("trusted.progress.predicted"),
		className: "text-ink-2",
		text: ({ predicted }) => textOf(predicted),
	},
	{
		name: message("trusted.progress.happened"),
		className: "font-semibold",
		text: ({ happened }) => textOf(happened),
	},
	{
		name: message("trusted.progress.difference"),
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
							<th className="px-3.5 py-2 font-normal">{t("trusted.progress.what")}</th>
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
							// Rows of several transactions may be equal.
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
										{/* Each value is labelled where the headings don't fit. */}
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
