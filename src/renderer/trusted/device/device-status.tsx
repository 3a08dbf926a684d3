import clsx from "clsx";
import type { ReactNode } from "react";
import type { DeviceCondition, DeviceView, DeviceHelp as Help } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, CopyButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { appText, CONDITIONS, type ConditionStyle, modelName, useCurrent } from "./condition.ts";

function DeviceHelp({ steps }: { steps: readonly Help[] }) {
	if (steps.length === 0) return null;
	return (
		<ol className="mt-3 grid gap-3">
			{steps.map((step, index) => (
				<li key={index} className="min-w-0">
					<p className="text-f2">
						{steps.length > 1 && <span className="text-ink-3">{index + 1}. </span>}
						{textOf(step.text)}
					</p>
					<div className="mt-1 flex items-start gap-1 rounded-sm border border-line bg-sunken py-1.5 pr-1.5 pl-3">
						<code className="num min-w-0 flex-1 py-0.5 text-f2 wrap-anywhere">
							{step.copy.split("\n").map((line, at) => (
								// A hanging indent shows that a long line continues.
								<span key={at} className="block pl-4 -indent-4">
									{line}
								</span>
							))}
						</code>
						<CopyButton
							text={step.copy}
							what={
								steps.length > 1
									? t("trusted.device.text-step", { count: index + 1 })
									: t("trusted.device.the-text")
							}
						/>
					</div>
				</li>
			))}
		</ol>
	);
}

const SCREENS: Readonly<Record<ConditionStyle["tone"], string>> = {
	quiet: "bg-surface text-ink-3",
	accent: "bg-accent-soft text-accent",
	caution: "bg-caution-soft text-caution",
	danger: "bg-danger-soft text-danger",
};

function DevicePicture({ condition }: { condition: DeviceCondition }) {
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

/** @param only offers only the app that helps in this situation */
export function DeviceStatus({
	device,
	only = null,
	brief = false,
	children,
}: {
	device: DeviceView;
	only?: string | null;
	/** Set if the next step is explained elsewhere on the screen. */
	brief?: boolean;
	children?: ReactNode;
}) {
	const { icon: Icon, tone, turns } = CONDITIONS[device.condition];
	// Users don't think of the dashboard as an app.
	const app = device.condition === "dashboard" ? null : appText(device.app);
	return (
		<div className="flex gap-3.5 px-3.5 py-3 max-[24rem]:gap-2.5">
			<DevicePicture condition={device.condition} />
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
					<p className="font-medium">
						<Claim text={modelName(device.model)} max={40} />
					</p>
					<Pill tone={tone}>
						<Icon size={12} aria-hidden className={turns ? "motion-turn" : ""} />{" "}
						{t(`trusted.device.conditions.${device.condition}`)}
					</Pill>
				</div>
				{!brief && (
					<p className="mt-0.5 text-f2 text-pretty text-ink-2 wrap-anywhere">{textOf(device.text)}</p>
				)}
				{app !== null && (
					<p className="mt-0.5 text-f1 text-ink-3">
						<Claim text={app} max={100} />
					</p>
				)}
				<DeviceHelp steps={device.help} />
				<OpenApps device={device} only={only} />
				{device.condition === "stillAsking" && <Cleared />}
				{children}
			</div>
		</div>
	);
}

/** Lets the user confirm that the abandoned prompt is gone. Only the user can see the device's screen. */
function Cleared() {
	const command = useTrustedCommand();
	return (
		<>
			<Button size="small" className="mt-2.5" {...command.press("clearedLedger", {})}>
				{t("trusted.device.is-clear")}
			</Button>
			<Fault text={command.fault} className="mt-2.5" />
		</>
	);
}

function OpenApps({ device, only }: { device: DeviceView; only: string | null }) {
	const command = useTrustedCommand();
	const status = useCurrent(command.fault, device.condition);
	const apps = device.canOpen.filter((app) => only === null || app === only);
	if (apps.length === 0) return null;
	return (
		<>
			<div className="mt-2.5 flex flex-wrap gap-2">
				{apps.map((app) => (
					<Button key={app} size="small" {...command.press("openLedgerApp", { deviceId: device.id, app })}>
						{t("trusted.device.open", { app })}
					</Button>
				))}
			</div>
			<Fault text={status} className="mt-2.5" />
		</>
	);
}
