import clsx from "clsx";
import type { DeviceCondition } from "../../../ipc/wallet.ts";
import { CONDITIONS, type ConditionLook } from "./condition.ts";

const SCREENS: Readonly<Record<ConditionLook["tone"], string>> = {
	quiet: "bg-surface text-ink-3",
	accent: "bg-accent-soft text-accent",
	caution: "bg-caution-soft text-caution",
	danger: "bg-danger-soft text-danger",
};

/** A device in outline, its condition on its screen. Dashed where nothing is plugged in. */
export function DevicePicture({ condition }: { condition: DeviceCondition }) {
	const { icon: Icon, tone, turns } = CONDITIONS[condition];
	return (
		<span
			aria-hidden
			className={clsx(
				"mt-0.5 flex h-7 w-14 shrink-0 items-center gap-1.5 rounded-md border-[1.5px] bg-sunken p-1",
				condition === "none" ? "border-dashed border-edge" : "border-edge",
			)}
		>
			<span className={clsx("grid h-full flex-1 place-items-center rounded-sm", SCREENS[tone])}>
				<Icon size={12} strokeWidth={2.5} className={turns ? "motion-turn" : ""} />
			</span>
			<span className="size-3 shrink-0 rounded-full border-[1.5px] border-edge" />
		</span>
	);
}
