import clsx from "clsx";
import { useEffect } from "react";
import { type Message, message } from "../../../core/message.ts";
import type { DeviceSigningView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Section } from "../../components/section.tsx";
import { StepMark } from "../../components/steps.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { modelName } from "../device/condition.ts";
import { Sight, ToCompare } from "../device/device-plan.tsx";
import { DeviceStatus } from "../device/device-status.tsx";
import { GiveUp } from "../device/give-up.tsx";

const STEPS: Readonly<Record<DeviceSigningView["steps"][number]["name"], Message>> = {
	connect: message("trusted.progress.device-steps.connect"),
	open: message("trusted.progress.device-steps.open"),
	check: message("trusted.progress.device-steps.check"),
	confirm: message("trusted.progress.device-steps.confirm"),
};

/** The device is asking the user: what it shows can be compared now. */
function isAsking({ steps }: DeviceSigningView): boolean {
	return steps.some((step) => step.name === "confirm" && step.state === "now");
}

/** The live steps of a signature on a Ledger, what to do now, and what to compare while it waits. */
export function DeviceSigning({ signing }: { signing: DeviceSigningView }) {
	const announce = useAnnounce();
	const { plan, device } = signing;
	const text = textOf(signing.text);
	useEffect(() => announce(text), [announce, text]);
	const asking = isAsking(signing);
	return (
		<Section title={t("trusted.progress.on-your-ledger")} aside={modelName(signing.model)}>
			<div className="card *:not-first:border-t *:not-first:border-line-2">
				<div className="px-3.5 py-3">
					<ol className="grid grid-cols-2 gap-x-4 gap-y-1.5 mid:grid-cols-[repeat(4,auto)] max-[24rem]:grid-cols-1">
						{signing.steps.map((step) => (
							<li key={step.name} className="flex items-start gap-2 text-f2">
								<StepMark state={step.state} />
								<span className={clsx(step.state === "now" ? "font-semibold" : "text-ink-2")}>
									{textOf(STEPS[step.name])}
								</span>
							</li>
						))}
					</ol>
					<p className="mt-2.5 font-medium text-pretty wrap-anywhere">{text}</p>
					{signing.canCancel && (
						<div className="mt-2.5">
							<GiveUp what={t("trusted.progress.the-approval")} asking={asking} explained={asking} />
						</div>
					)}
				</div>
				{/* "Ready" beside words that say what is missing would contradict them. */}
				{!asking && device.condition !== "ready" && <DeviceStatus device={device} brief />}
				{plan !== null && (
					<div>
						{plan.sight !== "clear" && <Sight plan={plan} />}
						{plan.pages.length > 0 && (
							<h3 className="px-3.5 pt-3 text-f2 font-semibold">
								{asking
									? t("trusted.progress.ledger-shows-now-order")
									: t("trusted.progress.ledger-show-order")}
							</h3>
						)}
						<ToCompare plan={plan} />
					</div>
				)}
			</div>
		</Section>
	);
}
