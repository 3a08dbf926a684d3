import clsx from "clsx";
import { ChevronRight, CircleAlert, Eye, KeyRound, Lock } from "lucide-react";
import type { ReviewView } from "../../../ipc/review.ts";
import type { DeviceReviewView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Pill } from "../../components/pill.tsx";
import { CONDITIONS } from "../device/condition.ts";
import { SIGHT_STYLES } from "../device/device-plan.tsx";
import { sightLine, worstSight } from "../device/plan.ts";

const STATES = {
	ready: { icon: KeyRound, tone: "quiet" },
	locked: { icon: Lock, tone: "caution" },
	missing: { icon: CircleAlert, tone: "danger" },
	watched: { icon: Eye, tone: "danger" },
} as const;

export function SignerLine({ signer, device }: Pick<ReviewView, "signer" | "device">) {
	const { icon, tone } = STATES[signer.state];
	const Icon = device === null ? icon : CONDITIONS[device.device.condition].icon;
	return (
		<div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1 text-f2">
			<span className="flex min-w-0 items-center gap-2">
				<span className="shrink-0 text-ink-3">
					{device === null ? t("trusted.review.signs") : t("trusted.review.ledger-signs")}
				</span>
				<AddressLabel view={signer.address} size={18} whole />
			</span>
			<Pill tone={tone}>
				<Icon size={12} aria-hidden /> {textOf(signer.text)}
			</Pill>
		</div>
	);
}

/** Hidden while the device panel is next to the review. */
export function SightLine({ device, onShow }: { device: DeviceReviewView; onShow: () => void }) {
	const { icon: Icon, look } = SIGHT_STYLES[worstSight(device.plans) ?? "blind"];
	return (
		<button
			type="button"
			onClick={onShow}
			className="mt-1.5 flex w-full items-center gap-2 rounded-sm text-left text-f2 text-ink-2 -outline-offset-2 hover:text-ink @min-[66rem]:hidden"
		>
			<Icon size={14} aria-hidden className={clsx("shrink-0", look)} />
			<span className="min-w-0 flex-1">{sightLine(device)}</span>
			<ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
		</button>
	);
}
