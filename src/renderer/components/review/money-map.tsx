import clsx from "clsx";
import { ToggleGroup } from "radix-ui";
import { useMemo, useState } from "react";
import type { FlowNodeView, FlowRibbonView, FlowStepView, FlowView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../amount.tsx";
import { Claim } from "../claim.tsx";
import { MAP_HEIGHT, MAP_WIDTH, placeMap } from "./map-layout.ts";

export function FlowSteps({ steps }: { steps: readonly FlowStepView[] }) {
	return steps.map((step, index) => (
		<li
			key={index}
			className={clsx(
				"grid min-h-8 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-2 px-4 py-1 text-f2",
				step.isOutlier && "bg-danger-soft shadow-[inset_4px_0_0_var(--danger)]",
			)}
		>
			<span className="text-ink-3 tabular-nums">{step.at}</span>
			<span className={clsx("wrap-anywhere", step.isOutlier && "font-medium text-danger")}>
				<Claim text={textOf(step.text)} max={200} />
			</span>
			{step.amount !== null && (
				<span className="flex flex-wrap justify-end gap-x-2 text-right">
					<Amount view={step.amount} exact="spoken" className="font-semibold" />
					{step.amount.fiat !== undefined && (
						<span className="text-ink-2 min-[30rem]:min-w-20">{textOf(step.amount.fiat)}</span>
					)}
				</span>
			)}
		</li>
	));
}

const FILLS: Readonly<Record<FlowNodeView["tone"], string>> = {
	user: "fill-ink-3/20",
	plain: "fill-ink-3/20",
	unknown: "fill-danger",
	gain: "fill-in/30",
};

const NODES: Readonly<Record<FlowNodeView["tone"], string>> = {
	user: "border-ink-3",
	plain: "border-line",
	unknown: "border-danger bg-danger-soft text-danger",
	gain: "border-ink-3 text-in",
};

/** A node has room for only one amount. The lines below list all of them. */
function detailText({ details: [first, ...more] }: FlowNodeView): string {
	if (first === undefined) return "";
	return more.length === 0 ? textOf(first) : t("flow.map.assets", { count: more.length + 1 });
}

/** Shows the user, the contracts in between and the recipients. Selecting a line shows its steps below. */
export function MoneyMap({ flow }: { flow: Pick<FlowView, "map" | "steps"> }) {
	const { map, steps } = flow;
	const placed = useMemo(() => placeMap(map), [map]);
	const unknown = map.ribbons.findIndex(({ tone }) => tone === "unknown");
	const [chosen, setChosen] = useState(Math.max(0, unknown));
	const ribbon = map.ribbons[chosen];
	return (
		<div data-glance="map">
			<ToggleGroup.Root
				type="single"
				aria-label={t("flow.map.lines")}
				value={String(chosen)}
				onValueChange={(value) => {
					if (value !== "") setChosen(Number(value));
				}}
				className="relative mx-auto max-[33rem]:grid max-[33rem]:gap-1 max-[33rem]:p-4 min-[33rem]:h-49 min-[33rem]:w-[518px]"
			>
				<svg
					aria-hidden
					viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
					width={MAP_WIDTH}
					height={MAP_HEIGHT}
					className="absolute inset-0 max-[33rem]:hidden"
				>
					{placed.ribbons.map(({ path, ribbon: each }, index) => (
						// biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the label is the button
						<path
							key={index}
							d={path}
							onClick={() => setChosen(index)}
							className={clsx(
								"cursor-pointer",
								FILLS[each.tone],
								// An unknown recipient's line must stay red, however thin it is.
								each.tone === "unknown"
									? index !== chosen && "opacity-70"
									: index === chosen && "stroke-accent stroke-2",
							)}
						/>
					))}
				</svg>
				{placed.nodes.map(({ node, x, y, width, height }, index) => (
					<div
						key={index}
						aria-hidden
						style={{ left: x, top: y, width, height }}
						className={clsx(
							"absolute flex flex-col justify-center overflow-hidden rounded-md border bg-surface px-2 text-f2 leading-4 max-[33rem]:hidden",
							NODES[node.tone],
						)}
					>
						<b className="truncate font-semibold">{textOf(node.title)}</b>
						<span className="truncate text-f1">{detailText(node)}</span>
					</div>
				))}
				{placed.ribbons.map(({ ribbon: each, x, y, hasRoom }, index) => (
					<ToggleGroup.Item
						key={index}
						value={String(index)}
						// Arrow keys select immediately, like in tabs.
						onFocus={() => setChosen(index)}
						style={{ left: x, top: y }}
						className={clsx(
							"rounded-sm px-1 text-f1 leading-4 whitespace-nowrap",
							"min-[33rem]:absolute min-[33rem]:-translate-1/2",
							"max-[33rem]:border max-[33rem]:border-line max-[33rem]:py-1 max-[33rem]:text-left max-[33rem]:whitespace-normal",
							// The line below is red as well.
							each.tone === "unknown" && "bg-surface font-semibold text-danger",
							index === chosen && "bg-surface ring-1 ring-accent",
						)}
					>
						<span aria-hidden className={clsx("max-[33rem]:hidden", !hasRoom && "min-[33rem]:sr-only")}>
							{textOf(each.label)}
						</span>
						<span className="min-[33rem]:sr-only">{lineText(map, each)}</span>
					</ToggleGroup.Item>
				))}
			</ToggleGroup.Root>
			{ribbon !== undefined && (
				<ol
					aria-label={t("flow.map.chosen")}
					aria-live="polite"
					className={clsx(
						"border-t border-line-2 *:not-first:border-t *:not-first:border-line-2",
						ribbon.steps.length > 2 && "max-h-24 overflow-y-auto short:max-h-none",
					)}
					{...(ribbon.steps.length > 2 ? { tabIndex: 0 } : {})}
				>
					<FlowSteps steps={ribbon.steps.flatMap((at) => steps[at] ?? [])} />
				</ol>
			)}
		</div>
	);
}

function lineText({ nodes }: FlowView["map"], { from, to, label }: FlowRibbonView): string {
	const name = (at: number) => textOf(nodes[at]?.title ?? "");
	return t("flow.map.line", { from: name(from), to: name(to), amount: textOf(label) });
}
