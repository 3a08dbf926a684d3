import type { ReactNode } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { TransportSettings } from "./transport-settings.tsx";

/** What guards a signature, and which way it goes. */
export function SigningSettings() {
	const { view } = useDesk();
	const { settings } = view;
	return (
		<>
			<div className="card *:px-4 *:py-3 *:not-first:border-t *:not-first:border-line-2">
				<Guard title={t("desk.settings.rules")} screen="rules" button={t("desk.settings.open")}>
					{t("desk.settings.may-never-approved-whatever-review")}
				</Guard>
				<Guard title={t("desk.settings.locking")} screen="autoLock" button={t("desk.settings.change")}>
					{t("desk.settings.keys-lock-after-minutes-without", { count: settings.autoLockMinutes })}
				</Guard>
				{view.vault.state !== "none" && (
					<>
						<Guard
							title={t("desk.settings.password")}
							screen="changePassword"
							button={t("desk.settings.change")}
						>
							{t("desk.settings.password.words")}
						</Guard>
						<Guard
							title={t("desk.settings.recovery-phrase")}
							screen="showPhrase"
							button={t("desk.settings.recovery-phrase.show")}
						>
							{t("desk.settings.recovery-phrase.words")}
						</Guard>
					</>
				)}
				<Guard
					title={t("desk.settings.blind-signing")}
					screen="blindSigning"
					button={settings.blindSigning ? t("desk.settings.turn-off") : t("desk.settings.turn-on")}
				>
					<Pill tone={settings.blindSigning ? "caution" : "quiet"}>
						{settings.blindSigning ? t("desk.settings.on") : t("desk.settings.off")}
					</Pill>{" "}
					<span className="ml-1">
						{settings.blindSigning
							? t("desk.settings.request-whose-meaning-cant-seen")
							: t("desk.settings.request-whose-meaning-cant-seen-2")}
					</span>
				</Guard>
			</div>
			<TransportSettings />
		</>
	);
}

/** One thing in a sentence; changed in the trusted window. */
function Guard({
	title,
	screen,
	button,
	children,
}: {
	title: string;
	screen: "rules" | "autoLock" | "blindSigning" | "changePassword" | "showPhrase";
	button: string;
	children: ReactNode;
}) {
	const { bridge } = useDesk();
	const command = useCommand();
	return (
		<section aria-label={title}>
			<div className="flex items-center justify-between gap-4">
				<div className="min-w-0">
					<h2 className="font-medium">{title}</h2>
					<p className="text-f2 text-pretty text-ink-2">{children}</p>
				</div>
				<Button
					size="small"
					busy={command.busy}
					onClick={() => void command.send(() => bridge.call("openTrusted", { screen }))}
				>
					{button}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</section>
	);
}
