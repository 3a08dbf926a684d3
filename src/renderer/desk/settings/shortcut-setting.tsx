import type { Shortcut } from "../../../ipc/settings.ts";
import { SHORTCUTS } from "../../../ipc/values.ts";
import { t } from "../../../text/index.ts";
import { Segmented, Switch } from "../../components/choice.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

/** As the keys are written on a keyboard; the system is asked for them in Electron's words. */
function keysOf(shortcut: Shortcut): string {
	return shortcut.replace("Control", "Ctrl").replaceAll("+", " + ");
}

/** Keys of the whole system that bring up the next review, and whether the system gave them. */
export function ShortcutSetting() {
	const { bridge, view } = useDesk();
	const { shortcut, shortcutHeld } = view.settings;
	const command = useCommand();
	const prefer = (keys: Shortcut | null) =>
		void command.send(() => bridge.call("setPreferences", { shortcut: keys }));
	return (
		<div className="grid gap-3">
			<Switch
				label={t("desk.settings.shortcut")}
				help={t("desk.settings.shortcut.help")}
				on={shortcut !== null}
				onTurn={(on) => prefer(on ? SHORTCUTS[0] : null)}
			/>
			{shortcut !== null && (
				<div>
					<Segmented
						label={t("desk.settings.shortcut.keys")}
						value={shortcut}
						options={SHORTCUTS.map((value) => ({ value, text: keysOf(value) }))}
						onChoose={prefer}
					/>
				</div>
			)}
			{!shortcutHeld && (
				<div>
					<Notice tone="caution">{t("desk.settings.shortcut.refused")}</Notice>
				</div>
			)}
			<Fault text={command.fault} />
		</div>
	);
}
