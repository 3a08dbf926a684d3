import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { SetupStep } from "../../../ipc/setup.ts";
import { SETUP_STEPS } from "../../../ipc/values.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";

export function StepPage({
	step,
	title,
	lead,
	skips = false,
	fault = null,
	actions,
	children,
}: {
	step: SetupStep;
	title: string;
	lead: string;
	skips?: boolean;
	fault?: string | null;
	actions: ReactNode;
	children: ReactNode;
}) {
	const command = useTrustedCommand();
	const at = SETUP_STEPS.indexOf(step);
	const [before, after] = [SETUP_STEPS[at - 1], SETUP_STEPS[at + 1]];
	const go = (to: SetupStep) => void command.call("openSetupStep", { step: to });
	return (
		<Page
			isTable={step === "networks"}
			title={title}
			lead={lead}
			bar={
				<>
					<Fault text={command.fault ?? fault} className="basis-full" />
					{before === undefined ? (
						<span />
					) : (
						<Button variant="quiet" className="-ml-4" onClick={() => go(before)}>
							<ArrowLeft size={15} aria-hidden /> {t("ui.back")}
						</Button>
					)}
					<div className="flex flex-wrap justify-end gap-2">
						{skips && after !== undefined && (
							<Button variant="quiet" onClick={() => go(after)}>
								{t("trusted.first-run.skip")}
							</Button>
						)}
						{actions}
					</div>
				</>
			}
		>
			{children}
		</Page>
	);
}

export function Continue({ to }: { to: SetupStep }) {
	const command = useTrustedCommand();
	return (
		<Button variant="primary" {...command.press("openSetupStep", { step: to })}>
			{t("trusted.first-run.continue")}
		</Button>
	);
}
