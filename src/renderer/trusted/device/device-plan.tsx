import clsx from "clsx";
import { Eye, EyeOff, OctagonAlert, TriangleAlert } from "lucide-react";
import type { DevicePlanView, DeviceSight } from "../../../bridge/device-views.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Pill } from "../../components/pill.tsx";
import { CompareGroups } from "./compare-groups.tsx";
import { DevicePages } from "./device-pages.tsx";

export const SIGHTS = {
	clear: {
		icon: Eye,
		look: "text-accent",
		box: "",
		title: "It shows what you sign",
		word: "clear",
		tone: "accent",
	},
	blind: {
		icon: TriangleAlert,
		look: "text-caution",
		box: "bg-caution-soft",
		title: "Blind signing: it can’t show all of it",
		word: "blind signing",
		tone: "caution",
	},
	impossible: {
		icon: OctagonAlert,
		look: "text-danger",
		box: "bg-danger-soft",
		title: "It can’t sign this",
		word: "can’t sign",
		tone: "danger",
	},
} as const satisfies Readonly<Record<DeviceSight, object>>;

/** How much the device will show of one thing that is signed, and what it means. */
export function Sight({ plan }: { plan: Pick<DevicePlanView, "sight" | "words"> }) {
	const { icon: Icon, look, box, title } = SIGHTS[plan.sight];
	return (
		<div className={clsx("flex gap-2.5 px-3.5 py-2.5 last:rounded-b-md", box)}>
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
			<div className="min-w-0 flex-1 text-f2">
				<p className="font-medium">{title}</p>
				<p className="mt-0.5 text-pretty text-ink-2 wrap-anywhere">{plan.words}</p>
			</div>
		</div>
	);
}

/** The screens to expect, and the hashes to compare digit by digit. Nothing where neither is known. */
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
								{hash.label}
								{hash.onDevice ? (
									<Pill tone="accent">
										<Eye size={12} aria-hidden /> on its screen
									</Pill>
								) : (
									<Pill>
										<EyeOff size={12} aria-hidden /> not on its screen
									</Pill>
								)}
							</dt>
							<dd className="mt-1 flex items-start gap-1">
								<CompareGroups value={hash.value} />
								<CopyButton text={hash.value} what={`the ${hash.label.toLowerCase()}`} />
							</dd>
						</div>
					))}
				</dl>
			)}
		</div>
	);
}
