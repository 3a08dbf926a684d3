import type { Theme } from "../../../bridge/views.ts";
import { Segmented, Switch } from "../../components/choice.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";

const THEMES: readonly { readonly value: Theme; readonly words: string }[] = [
	{ value: "system", words: "System" },
	{ value: "light", words: "Light" },
	{ value: "dark", words: "Dark" },
];

/** How the app behaves on this computer. */
export function ComputerSettings() {
	const { bridge, view } = useDesk();
	const { settings } = view;
	const wish = useWish();
	const prefer = (change: { theme?: Theme; notifications?: boolean; startAtLogin?: boolean }) =>
		void wish.send(() => bridge.call("setPreferences", change));
	return (
		<>
			<Fault words={wish.fault} />
			<Group title="This computer">
				<div className="flex flex-wrap items-center justify-between gap-3">
					<span>Theme</span>
					<Segmented
						label="Theme"
						value={settings.theme}
						options={THEMES}
						onChoose={(theme) => prefer({ theme })}
					/>
				</div>
				<Switch
					label="Notifications"
					help="When something waits for you, and when what you approved settles or fails."
					on={settings.notifications}
					onTurn={(notifications) => prefer({ notifications })}
				/>
				<Switch
					label="Start at login"
					help={
						settings.startAtLoginSupported
							? "Follows your sessions in the background from the start."
							: "This system offers no way for an app to set this."
					}
					on={settings.startAtLogin}
					disabled={!settings.startAtLoginSupported}
					onTurn={(startAtLogin) => prefer({ startAtLogin })}
				/>
			</Group>
			<p className="text-f2 text-ink-3">
				Countersign <span className="num">{settings.version}</span>
			</p>
		</>
	);
}
