import clsx from "clsx";
import { Fragment, useRef, useState } from "react";
import type { AmountView } from "../../../ipc/primitives.ts";
import type { FlowReceiverView, FlowStepView, FlowTotalView, FlowView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { Amount } from "../amount.tsx";
import { Segmented } from "../choice.tsx";
import { Claim } from "../claim.tsx";
import { Identicon } from "../figure/pictures.tsx";
import { TokenMark } from "../figure/token-mark.tsx";
import { WholeAddress } from "../text/whole-address.tsx";
import { FlowSteps, MoneyMap } from "./money-map.tsx";

export type FlowPanel = "receivers" | "steps" | "map";

export function PanelChoice({
	panel,
	onPanel,
	receivers,
	steps,
}: {
	panel: FlowPanel;
	onPanel: (panel: FlowPanel) => void;
	receivers: number;
	steps: number;
}) {
	return (
		<Segmented
			label={t("flow.shown-by")}
			value={panel}
			options={[
				{ value: "receivers", text: t("flow.receivers", { count: receivers }) },
				{ value: "steps", text: t("flow.steps", { count: steps }) },
				{ value: "map", text: t("flow.map") },
			]}
			onChoose={onPanel}
			byFocus
		/>
	);
}

export function MapHint({ map }: Pick<FlowView, "map">) {
	const isPriced = map.ribbons.every(({ share }) => share !== null);
	return (
		<p className="text-f1 text-ink-2">
			{isPriced ? t("flow.map.hint") : `${t("flow.map.no-price")} ${t("flow.map.hint")}`}
		</p>
	);
}

/**
 * Shows the totals per recipient, unknown recipients first. The steps and the map show the same payments
 * differently.
 */
export function MoneyFlow({ flow }: { flow: FlowView }) {
	const [panel, setPanel] = useState<FlowPanel>("receivers");
	const { map, receivers, steps, totals } = flow;
	return (
		<section aria-label={t("flow.title")} data-glance="flow">
			<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-1 pr-2 pl-4">
				<h2 className={panel === "map" ? "sr-only" : "font-semibold"}>{t("flow.title")}</h2>
				{panel === "map" && <MapHint map={map} />}
				<PanelChoice panel={panel} onPanel={setPanel} receivers={receivers.length} steps={steps.length} />
			</div>
			{panel === "receivers" && <Receivers receivers={receivers} />}
			{panel === "steps" && <FlowStepList steps={steps} />}
			{panel === "map" && <MoneyMap flow={flow} />}
			{totals.map((total, index) => (
				<Total key={index} total={total} />
			))}
		</section>
	);
}

const SHOWN_CONTACTS = 5;
/** Above this number of rows, only the visible ones are rendered, so the columns need fixed widths. */
const MANY = 40;

function Receivers({ receivers }: { receivers: readonly FlowReceiverView[] }) {
	const [isAll, setAll] = useState(false);
	const list = useRef<HTMLUListElement>(null);
	useRovingFocus(list);
	const outliers = receivers.filter(({ isOutlier }) => isOutlier);
	const known = receivers.filter(({ isOutlier }) => !isOutlier);
	// A single remaining row is shown, because "1 more" would take up just as much room.
	const shown = isAll || known.length <= SHOWN_CONTACTS + 1 ? known : known.slice(0, SHOWN_CONTACTS);
	const more = known.length - shown.length;
	return (
		<>
			<ul
				className={clsx(
					outliers.length > 2 && "max-h-63 overflow-y-auto -outline-offset-2 short:max-h-none",
					"*:not-first:border-t *:not-first:border-line-2",
				)}
				{...(outliers.length > 2 ? { tabIndex: 0, "aria-label": t("flow.unknown-receivers") } : {})}
			>
				{outliers.map((receiver, index) => (
					<Outlier key={receiver.address?.address ?? index} receiver={receiver} />
				))}
			</ul>
			<ul
				ref={list}
				className={clsx(
					"grid gap-x-3 max-[30rem]:grid-cols-[auto_minmax(0,1fr)_auto]",
					shown.length > MANY
						? "grid-cols-[2.25rem_minmax(0,1fr)_auto_6rem_6rem] *:[contain-intrinsic-block-size:2rem] *:[content-visibility:auto]"
						: "grid-cols-[auto_minmax(0,1fr)_auto_auto_auto]",
					isAll && "max-h-80 overflow-y-auto -outline-offset-2 short:max-h-none",
					"*:not-first:border-t *:not-first:border-line-2",
				)}
				{...(isAll ? { "aria-label": t("flow.known-receivers") } : {})}
			>
				{shown.map((receiver, index) => (
					<Known key={receiver.address?.address ?? index} receiver={receiver} />
				))}
				{more > 0 && (
					<li className="col-span-full">
						<button
							type="button"
							onClick={() => setAll(true)}
							className="flex min-h-8 w-full items-center px-4 text-left text-f2 text-accent -outline-offset-2"
						>
							{t(
								known.every(({ address }) => address?.label != null)
									? "flow.more-contacts"
									: "flow.more-known",
								{
									count: more,
								},
							)}
						</button>
					</li>
				)}
			</ul>
		</>
	);
}

function Amounts({ amounts }: { amounts: readonly AmountView[] }) {
	if (amounts.length === 0) return <span className="font-semibold">{t("flow.unbounded")}</span>;
	return amounts.map((amount, index) => (
		<span key={index} className="block">
			<Amount view={amount} exact="spoken" className="font-semibold" />
			{amount.fiat !== undefined && <span className="block text-f2 text-ink-2">{textOf(amount.fiat)}</span>}
		</span>
	));
}

/** The user types the end of this address as the confirmation word, so both are red. */
function Outlier({ receiver: { address, title, notes, amounts } }: { receiver: FlowReceiverView }) {
	return (
		<li
			data-glance="outlier"
			className="grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-x-3 bg-danger-soft px-4 py-2 leading-5 shadow-[inset_4px_0_0_var(--danger)] max-[24rem]:grid-cols-1"
		>
			<span className="mt-1 max-[24rem]:hidden">
				{address !== null && <Identicon address={address.address} size={32} square />}
			</span>
			<span className="min-w-0">
				<b className="font-semibold wrap-anywhere text-danger">{textOf(title)}</b>
				<span className="block text-f2 wrap-anywhere">{notes.map(textOf).join(" · ")}</span>
			</span>
			<span className="text-right max-[24rem]:text-left">
				<Amounts amounts={amounts} />
			</span>
			{address !== null && (
				<span className="col-[2/4] max-[24rem]:col-auto">
					<WholeAddress address={address.address} alarming />
				</span>
			)}
		</li>
	);
}

function Known({ receiver }: { receiver: FlowReceiverView }) {
	const { address, title, payments, amounts, notes } = receiver;
	const [isOpen, setOpen] = useState(false);
	const [only, ...more] = amounts;
	return (
		<li data-glance="receiver" className="col-span-full grid grid-cols-subgrid">
			<button
				type="button"
				aria-expanded={isOpen}
				disabled={address === null}
				onClick={() => setOpen(!isOpen)}
				className="col-span-full grid min-h-8 grid-cols-subgrid items-center px-4 py-1 text-left text-f2 -outline-offset-2"
			>
				<span>{address !== null && <Identicon address={address.address} size={20} square />}</span>
				<span className="truncate text-f3 font-medium">
					<Claim text={textOf(title)} max={60} />
				</span>
				<span className="text-ink-2">{t("flow.payments", { count: payments })}</span>
				<span className="text-right max-[30rem]:col-[2/4]">
					{only === undefined ? t("flow.unbounded") : <Amount view={only} exact="spoken" />}
				</span>
				<span className="text-right text-ink-2 max-[30rem]:col-[2/4]">
					{only?.fiat !== undefined && textOf(only.fiat)}
				</span>
				{more.map((amount, index) => (
					<Fragment key={index}>
						<span className="col-4 text-right max-[30rem]:col-[2/4]">
							<Amount view={amount} exact="spoken" />
						</span>
						<span className="text-right text-ink-2 max-[30rem]:col-[2/4]">
							{amount.fiat !== undefined && textOf(amount.fiat)}
						</span>
					</Fragment>
				))}
			</button>
			{isOpen && address !== null && (
				<p className="col-span-full flex flex-wrap gap-x-3 px-4 pb-2 pl-12 text-f2 text-ink-2">
					<WholeAddress address={address.address} />
					{notes.map((note) => (
						<span key={textOf(note)}>{textOf(note)}</span>
					))}
				</p>
			)}
		</li>
	);
}

export function After({ of, after }: { of: AmountView; after: AmountView }) {
	return (
		<span>
			<span aria-hidden>
				{of.text} → {after.text}
			</span>
			<span className="sr-only">
				{t("trusted.preview.before-and-after", { of: of.full, after: after.full })}
			</span>
		</span>
	);
}

export function FlowStepList({ steps }: { steps: readonly FlowStepView[] }) {
	const isLong = steps.length > 9;
	return (
		<ol
			className={clsx(
				isLong && "max-h-72 overflow-y-auto -outline-offset-2 short:max-h-none",
				"*:not-first:border-t *:not-first:border-line-2",
			)}
			{...(isLong ? { tabIndex: 0, "aria-label": t("flow.steps.all") } : {})}
		>
			<FlowSteps steps={steps} />
		</ol>
	);
}

function Total({ total }: { total: FlowTotalView }) {
	const { account, amount, unit, before, after, direction, payments, percent } = total;
	const isIn = direction === "in";
	return (
		<div
			data-glance="total"
			className="flex flex-wrap items-center gap-x-3 border-t border-line bg-sunken px-4 py-2 leading-5"
		>
			<TokenMark mark={total.mark ?? null} className="max-[24rem]:hidden" />
			<div className="min-w-0 flex-[1_1_7rem]">
				<p className="font-semibold wrap-anywhere">
					<Claim text={textOf(unit)} max={24} />
					{payments > 1 && (
						<span className="text-f2 font-normal text-ink-2">
							{" "}
							{t("flow.all-payments", { count: payments })}
						</span>
					)}
				</p>
				<p className="flex flex-wrap gap-x-2 text-f2 text-ink-2">
					{before !== null && after !== null && <After of={before} after={after} />}
					{account !== null && <span>{account.label ?? account.short}</span>}
				</p>
			</div>
			<div className="ml-auto max-w-full text-right">
				<span className={clsx("font-semibold", isIn && "text-in")}>
					{amount === null ? (
						t("flow.unbounded")
					) : (
						<Amount view={amount} exact="spoken" sign={isIn ? "+" : "−"} />
					)}
				</span>
				<p className="text-f2 text-ink-2">
					{[
						amount?.fiat === undefined ? null : textOf(amount.fiat),
						percent === null ? null : t("flow.percent", { percent, unit: textOf(unit) }),
					]
						.filter((part) => part !== null)
						.join(" · ")}
				</p>
			</div>
		</div>
	);
}
