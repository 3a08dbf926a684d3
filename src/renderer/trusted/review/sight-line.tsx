import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import type { DeviceReviewView } from "../../../ipc/wallet.ts";
import { SIGHTS } from "../device/device-plan.tsx";
import { sightLine, worstSight } from "../device/plan.ts";

/** Predicted Ledger screens in one line that leads there. Hidden if the panel is beside the review. */
export function SightLine({ device, onShow }: { device: DeviceReviewView; onShow: () => void }) {
	const { icon: Icon, look } = SIGHTS[worstSight(device.plans) ?? "blind"];
	return (
		<button
			type="button"
			onClick={onShow}
			className="mt-1.5 flex w-full items-center gap-2 rounded-sm text-left text-f2 text-ink-2 -outline-offset-2 hover:text-ink wide:hidden"
		>
			<Icon size={14} aria-hidden className={clsx("shrink-0", look)} />
			<span className="min-w-0 flex-1">{sightLine(device)}</span>
			<ChevronRight size={14} aria-hidden className="shrink-0 text-ink-3" />
		</button>
	);
}
