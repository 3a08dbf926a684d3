import { type Message, message } from "../../../core/message.ts";
import type { Theme } from "../../../ipc/settings.ts";
import { t } from "../../../text/index.ts";
import { Segmented, Switch } from "../../components/choice.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { ExamineSettings } from "./examine-settings.tsx";
import { Group } from "./group.tsx";
import { NotificationSettings } from "./notification-settings.tsx";
import { ShortcutSetting } from "./shortcut-setting.tsx";
import { SupportSettings } from "./support-settings.tsx";
import { UpdateSettings } from "./update-settings.tsx";

const THEMES: readonly { readonly value: Theme; readonly text: Message }[] = [
	{ value: "system", text: message("desk.settings.themes.system") },
	{ value: "light", text: message("desk.settings.themes.light") },
	{ value: "dark", text: message("desk.settings.themes.dark") },
];

/** How the app behaves on this computer. */
export function ComputerSettings() {
	const { bridge, view } = useDesk();
	const { settings } = view;
	const command = useCommand();
	const prefer = (change: {
		theme?: Theme;
		showWorth?: boolean;
		showCatalog?: boolean;
		startAtLogin?: boolean;
		singleKeys?: boolean;
	}) => void command.send(() => bridge.call("setPreferences", change));
	return (
		<>
			<Fault text={command.fault} />
			<Group title={t("desk.settings.this-computer")}>
				<div className="flex flex-wrap items-center justify-between gap-3">
					<span>{t("desk.settings.theme")}</span>
					<Segmented
						label={t("desk.settings.theme")}
						value={settings.theme}
						options={THEMES}
						onChoose={(theme) => prefer({ theme })}
					/>
				</div>
				<Switch
					label={t("desk.settings.show-worth")}
					help={t("desk.settings.show-worth.help")}
					on={settings.showWorth}
					onTurn={(showWorth) => prefer({ showWorth })}
				/>
				<Switch
					label={t("desk.settings.start-at-login")}
					help={
						settings.startAtLoginSupported
							? t("desk.settings.follows-sessions-background-start")
							: t("desk.settings.system-offers-no-way-app")
					}
					on={settings.startAtLogin}
					disabled={!settings.startAtLoginSupported}
					onTurn={(startAtLogin) => prefer({ startAtLogin })}
				/>
				<Switch
					label={t("desk.settings.single-keys")}
					help={t("desk.settings.single-keys-help")}
					on={settings.singleKeys}
					onTurn={(singleKeys) => prefer({ singleKeys })}
				/>
				<ShortcutSetting />
			</Group>
			<NotificationSettings />
			<UpdateSettings />
			<ExamineSettings />
			<SupportSettings />
			<Group title={t("desk.settings.developer")}>
				<Switch
					label={t("desk.settings.show-catalog")}
					help={t("desk.settings.show-catalog.help")}
					on={settings.showCatalog}
					onTurn={(showCatalog) => prefer({ showCatalog })}
				/>
			</Group>
		</>
	);
}
