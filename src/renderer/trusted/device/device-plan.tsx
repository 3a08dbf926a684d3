import clsx from "clsx";
import { Eye, EyeOff, OctagonAlert, TriangleAlert } from "lucide-react";
import { message } from "../../../core/message.ts";
import type { DevicePlanView, DeviceSight } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Pill } from "../../components/pill.tsx";
import { CompareGroups } from "./compare-groups.tsx";
import { DevicePages } from "./device-pages.tsx";

export const SIGHTS = {
	clear: {
		icon: Eye,
		look: "text-accent",
		box: "",
		title: message("trusted.device.sights.clear.title"),
		word: message("trusted.device.sights.clear"),
		tone: "accent",
	},
	members: {
		icon: Eye,
		look: "text-caution",
		box: "bg-caution-soft",
		title: message("trusted.device.sights.members.title"),
		word: message("trusted.device.sights.members"),
		tone: "caution",
	},
	blind: {
		icon: TriangleAlert,
		look: "text-caution",
		box: "bg-caution-soft",
		title: message("trusted.device.sights.blind.title"),
		word: message("trusted.device.sights.blind"),
		tone: "caution",
	},
	impossible: {
		icon: OctagonAlert,
		look: "text-danger",
		box: "bg-danger-soft",
		title: message("trusted.device.sights.impossible.title"),
		word: message("trusted.device.sights.impossible"),
		tone: "danger",
	},
} as const satisfies Readonly<Record<DeviceSight, object>>;

/** How much the device will show of one thing that is signed, and what it means. */
export function Sight({ plan }: { plan: Pick<DevicePlanView, "sight" | "text"> }) {
	const { icon: Icon, look, box, title } = SIGHTS[plan.sight];
	return (
		<div className={clsx("flex gap-2.5 px-3.5 py-2.5 last:rounded-b-md", box)}>
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", look)} />
			<div className="min-w-0 flex-1 text-f2">
				<p className="font-medium">{textOf(title)}</p>
				<p className="mt-0.5 text-pretty text-ink-2 wrap-anywhere">{textOf(plan.text)}</p>
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
