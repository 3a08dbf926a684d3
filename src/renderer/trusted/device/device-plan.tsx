import clsx from "clsx";
import { Eye, EyeOff, OctagonAlert, TriangleAlert } from "lucide-react";
import type { DevicePageView, DevicePlanView, DeviceSight } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { CopyButton } from "../../components/button.tsx";
import { Claim, Segments } from "../../components/claim.tsx";
import { comparable } from "../../components/figures.ts";
import { Pill } from "../../components/pill.tsx";
import { LongText } from "../../components/text/long-text.tsx";
import { roomOf } from "./plan.ts";

export function CompareGroups({ value, large = false }: { value: string; large?: boolean }) {
	const { prefix, groups } = comparable(value);
	return (
		<span className={clsx("block min-w-0 flex-1", large ? "text-f4" : "text-f2")} data-hash={value}>
			<span className="sr-only">{value}</span>
			<span aria-hidden className="num flex gap-x-2">
				{prefix !== "" && <span className="text-ink-3">{prefix}</span>}
				<span
					className={clsx(
						"grid min-w-0 flex-1 gap-x-2.5",
						large ? "grid-cols-[repeat(auto-fill,2.75rem)] gap-y-1" : "grid-cols-[repeat(auto-fill,2rem)]",
					)}
				>
					{groups.map((group, index) => (
						// Alternating font weights help the user keep their place while comparing.
						<span key={index} className={index % 2 === 0 ? "font-semibold" : "text-ink-2"}>
							{group}
						</span>
					))}
				</span>
			</span>
		</span>
	);
}

export function DevicePages({ pages }: { pages: readonly DevicePageView[] }) {
	if (pages.length === 0) return null;
	return (
		<ol
			aria-label={t("trusted.device.screens-device-order")}
			className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-2"
		>
			{pages.map((page, index) => (
				<Screen key={index} page={page} at={index + 1} />
			))}
		</ol>
	);
}

function Screen({ page, at }: { page: DevicePageView; at: number }) {
	const room = roomOf(page);
	// Some of the device's screens have only a title.
	const title = page.title !== "" && (
		<p className={clsx("text-f1", page.text === "" ? "font-medium text-screen-ink" : "text-screen-ink-2")}>
			<Claim text={page.title} max={80} />
		</p>
	);
	if (room === "scroll") {
		return (
			<li className="col-span-full">
				<div className="relative rounded-t-sm bg-screen px-3 pt-2 pb-1.5 text-center">
					<PageNumber at={at} />
					{title}
				</div>
				<LongText
					label={t("trusted.device.screen", { at, title: page.title })}
					text={page.text}
					className="rounded-b-sm border-t border-screen-ink-2/30 bg-screen text-screen-ink"
				/>
			</li>
		);
	}
	return (
		<li
			data-room={room}
			className="relative flex min-h-16 flex-col items-center justify-center gap-0.5 rounded-sm border border-line bg-screen px-3 py-2.5 text-center data-[room=row]:col-span-full"
		>
			<PageNumber at={at} />
			{title}
			{page.text !== "" && (
				<bdi className="num max-w-full text-f2 font-medium whitespace-pre-wrap text-screen-ink wrap-anywhere">
					<Segments text={page.text} lines />
				</bdi>
			)}
		</li>
	);
}

function PageNumber({ at }: { at: number }) {
	return (
		<span aria-hidden className="num absolute top-1 left-2 text-f1 text-screen-ink-2/80">
			{at}
		</span>
	);
}

export const SIGHT_STYLES = {
	clear: { icon: Eye, look: "text-accent", box: "", tone: "accent" },
	members: { icon: Eye, look: "text-caution", box: "bg-caution-soft", tone: "caution" },
	blind: { icon: TriangleAlert, look: "text-caution", box: "bg-caution-soft", tone: "caution" },
	impossible: { icon: OctagonAlert, look: "text-danger", box: "bg-danger-soft", tone: "danger" },
} as const satisfies Readonly<Record<DeviceSight, object>>;

export function Sight({ plan }: { plan: Pick<DevicePlanView, "sight" | "text"> }) {
	const { icon: Icon, look, box } = SIGHT_STYLES[plan.sight];
	return (
		<div className={clsx("flex gap-2.5 px-3.5 py-2.5 last:rounded-b-md", box)}>
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
			<div className="min-w-0 flex-1 text-f2">
				<p className="font-medium">{t(`trusted.device.sights.${plan.sight}.title`)}</p>
				<p className="mt-0.5 text-pretty text-ink-2 wrap-anywhere">{textOf(plan.text)}</p>
			</div>
		</div>
	);
}

export function ToCompare({ plan }: { plan: Pick<DevicePlanView, "pages" | "hashes"> }) {
	if (plan.pages.length === 0 && plan.hashes.length === 0) return null;
	return (
		<div className="grid gap-3 px-3.5 py-3">
			<DevicePages pages={plan.pages} />
			{plan.hashes.length > 0 && (
				<dl className="grid gap-2.5">
					{plan.hashes.map((hash, index) => (
						<div key={index} className="min-w-0">
							<dt className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-f2 text-ink-3">
								{textOf(hash.label)}
								{hash.onDevice ? (
									<Pill tone="accent">
										<Eye size={12} aria-hidden /> {t("trusted.device.on-its-screen")}
									</Pill>
								) : (
									<Pill>
										<EyeOff size={12} aria-hidden /> {t("trusted.device.not-screen")}
									</Pill>
								)}
							</dt>
							<dd className="mt-1 flex items-start gap-1">
								<CompareGroups value={hash.value} />
								<CopyButton
									text={hash.value}
									what={t("trusted.device.the", { label: textOf(hash.label).toLowerCase() })}
								/>
							</dd>
						</div>
					))}
				</dl>
			)}
		</div>
	);
}
