import clsx from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { SetupStepView, SetupView } from "../../../ipc/setup.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Logo } from "../../components/figure/logo.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { numberOf, STEP_NAMES } from "./steps.ts";

export function SetupFrame({ setup, children }: { setup: SetupView | null; children: ReactNode }) {
	const { screen } = useTrusted().view.screen;
	const command = useTrustedCommand();
	const still = screen === "phrase" || screen === "phraseCheck";
	if (setup === null) return children;
	return (
		<div className="grid h-full grid-rows-[auto_minmax(0,1fr)] mid:grid-cols-[15.5rem_minmax(0,1fr)] mid:grid-rows-1">
			<nav
				data-region
				aria-label={t("trusted.first-run.steps")}
				className="flex min-w-0 flex-col border-b border-line bg-surface px-4 py-3 short:py-1.5 mid:border-r mid:border-b-0 mid:px-5 mid:pt-6"
			>
				<p className="mb-7 hidden items-center gap-2.5 text-f2 font-semibold tracking-tight mid:flex">
					<Logo size={18} /> {t("ui.app-name")}
				</p>
				<ol className="grid grid-cols-4 gap-1 mid:grid-cols-1 mid:gap-3">
					{setup.steps.map((step) => (
						<li key={step.step} className="min-w-0">
							<StepButton
								step={step}
								isNow={step.step === setup.at}
								still={still}
								onGo={() => void command.call("openSetupStep", { step: step.step })}
							/>
						</li>
					))}
				</ol>
				<Fault text={command.fault} className="mt-2" />
				<p className="mt-auto hidden pt-4 text-f2 text-pretty text-ink-2 mid:block">
					{t("trusted.first-run.nothing-signed")}
				</p>
			</nav>
			<div className="min-h-0 min-w-0">{children}</div>
		</div>
	);
}

function StepButton({
	step: { step, isDone, text, name },
	isNow,
	still,
	onGo,
}: {
	step: SetupStepView;
	isNow: boolean;
	still: boolean;
	onGo: () => void;
}) {
	return (
		<button
			type="button"
			aria-current={isNow ? "step" : undefined}
			aria-disabled={still || undefined}
			onClick={still ? undefined : onGo}
			className={clsx(
				"flex w-full min-w-0 flex-col items-center gap-1 rounded-md px-1 py-1.5 text-center",
				"mid:flex-row mid:items-start mid:gap-3 mid:px-2 mid:text-left",
				!still && "hover:bg-sunken",
			)}
		>
			<span
				aria-hidden
				className={clsx(
					"grid size-6 shrink-0 place-items-center rounded-full text-f1 font-semibold",
					isNow
						? "bg-ink text-ground"
						: isDone
							? "bg-accent-soft text-accent"
							: "border border-edge text-ink-2",
				)}
			>
				{isDone && !isNow ? <Check size={14} strokeWidth={2.5} /> : numberOf(step)}
			</span>
			<span className="w-full min-w-0 max-[24rem]:sr-only">
				<span className={clsx("block truncate text-f2", isNow && "font-semibold")}>
					{textOf(STEP_NAMES[step])}
				</span>
				{isDone && <span className="sr-only">{t("trusted.first-run.done")}</span>}
				{/* Fixed height, so that nothing shifts when the user selects something. */}
				<span
					className={clsx("min-h-4 text-f1 text-ink-2", name === null ? "line-clamp-2" : "block truncate")}
				>
					{name !== null ? <Claim text={name} max={80} /> : text === null ? null : textOf(text)}
				</span>
			</span>
		</button>
	);
}
