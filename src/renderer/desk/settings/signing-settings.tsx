import clsx from "clsx";
import { RadioGroup } from "radix-ui";
import { type ReactNode, useId } from "react";
import type { SettingsView } from "../../../ipc/settings.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

type Transport = SettingsView["commitTransport"];

const CHOICES: readonly Transport[] = ["sign_and_broadcast", "browser_send"];

function TransportSettings() {
	const { commitTransport } = useDesk().view.settings;
	const command = useDeskCommand();
	const choose = (value: string) => {
		const chosen = CHOICES.find((choice) => choice === value);
		if (chosen === undefined || chosen === commitTransport) return;
		void command.call("setPreferences", { commitTransport: chosen });
	};
	return (
		<Group title={t("desk.settings.how-transactions-sent")}>
			<p className="text-f2 text-pretty text-ink-2">{t("desk.settings.route.help")}</p>
			<div>
				<RadioGroup.Root
					aria-label={t("desk.settings.how-transactions-sent")}
					value={commitTransport}
					onValueChange={choose}
					disabled={command.busy}
					className="-mx-2 grid gap-1"
				>
					{CHOICES.map((choice) => (
						<Choice key={choice} value={choice} on={choice === commitTransport} />
					))}
				</RadioGroup.Root>
				<Fault text={command.fault} className="mt-2" />
			</div>
		</Group>
	);
}

function Choice({ value, on }: { value: Transport; on: boolean }) {
	const id = useId();
	return (
		<div className={clsx("flex gap-3 rounded-md px-2 py-2", on && "bg-ground")}>
			<RadioGroup.Item
				id={id}
				value={value}
				aria-describedby={`${id}-words`}
				className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-edge bg-surface data-[state=checked]:border-accent"
			>
				<RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
			</RadioGroup.Item>
			<div>
				<label htmlFor={id} className={clsx("block", on && "font-medium")}>
					{t(`desk.settings.choices.${value}.title`)}
				</label>
				<p id={`${id}-words`} className="text-f2 text-pretty text-ink-2">
					{t(`desk.settings.choices.${value}.words`)}
				</p>
			</div>
		</div>
	);
}

export function SigningSettings() {
	const { view } = useDesk();
	const { settings } = view;
	return (
		<>
			<div className="card *:px-4 *:py-3 *:not-first:border-t *:not-first:border-line-2">
				<Guard title={t("ui.rules")} screen="rules" button={t("desk.settings.open")}>
					{t("desk.settings.rules.help")}
				</Guard>
				<Guard title={t("ui.auto-lock")} screen="autoLock" button={t("ui.change")}>
					{t("desk.settings.lock.minutes", { count: settings.autoLockMinutes })}
				</Guard>
				{view.vault.state !== "none" && (
					<>
						<Guard title={t("ui.password")} screen="changePassword" button={t("ui.change")}>
							{t("desk.settings.password.words")}
						</Guard>
						<Guard
							title={t("ui.recovery-phrase")}
							screen="showPhrase"
							button={t("desk.settings.recovery-phrase.show")}
						>
							{t("desk.settings.recovery-phrase.words")}
						</Guard>
					</>
				)}
				<Guard
					title={t("ui.blind-signing")}
					screen="blindSigning"
					button={settings.blindSigning ? t("desk.settings.turn-off") : t("desk.settings.turn-on")}
				>
					<Pill tone={settings.blindSigning ? "caution" : "quiet"}>
						{settings.blindSigning ? t("desk.settings.on") : t("desk.settings.off")}
					</Pill>{" "}
					<span className="ml-1">
						{settings.blindSigning ? t("desk.settings.blind.on") : t("desk.settings.blind.off")}
					</span>
				</Guard>
			</div>
			<TransportSettings />
		</>
	);
}

/** Shows a setting that can be changed only in the trusted window. */
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
	const command = useDeskCommand();
	return (
		<section aria-label={title}>
			<div className="flex items-center justify-between gap-4">
				<div className="min-w-0">
					<h2 className="font-medium">{title}</h2>
					<p className="text-f2 text-pretty text-ink-2">{children}</p>
				</div>
				<Button size="small" {...command.press("openTrusted", { screen })}>
					{button}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</section>
	);
}
