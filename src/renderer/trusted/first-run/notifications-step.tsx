import type { PracticeAnswer } from "../../../ipc/setup.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Switch } from "../../components/choice.tsx";
import { Notice, Success } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { StepPage } from "./step-page.tsx";

export function NotificationsStep({ practised }: { practised: PracticeAnswer | null }) {
	const { notifications, notificationsSupported } = useTrusted().view.settings;
	const command = useTrustedCommand();
	const end = useTrustedCommand();
	return (
		<StepPage
			step="notifications"
			title={t("trusted.first-run.notifications")}
			lead={t("trusted.first-run.notifications.lead")}
			fault={command.fault ?? end.fault}
			actions={
				<Button variant="primary" {...end.press("endSetup", {})}>
					{t("trusted.open-the-inbox")}
				</Button>
			}
		>
			<div className="grid gap-4 *:min-w-0">
				<div className="card px-3.5 py-3">
					<Switch
						label={t("ui.notifications")}
						help={t("trusted.first-run.notifications.help")}
						on={notifications}
						onTurn={(on) => void command.call("setNotified", { on })}
					/>
				</div>
				{!notificationsSupported && (
					<Notice tone="caution">{t("trusted.first-run.notifications.unsupported")}</Notice>
				)}
				<section aria-labelledby="practise" className="card px-3.5 py-3">
					<h2 id="practise" className="font-medium">
						{t("trusted.practice.offer")}
					</h2>
					<p className="mt-0.5 text-f2 text-pretty text-ink-2">{t("trusted.practice.offer.lead")}</p>
					<Button className="mt-3" {...command.press("openPractice", {})}>
						{practised === null ? t("trusted.practice.open") : t("trusted.practice.again")}
					</Button>
					<Success
						text={
							practised !== null
								? practised === "approved"
									? t("trusted.practice.approved")
									: t("trusted.practice.rejected")
								: null
						}
						className="mt-3"
					/>
				</section>
			</div>
		</StepPage>
	);
}
