import type { Theme } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Segmented, Switch } from "../../components/choice.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { plural } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { Group } from "./group.tsx";
import { NetworkSettings } from "./network-settings.tsx";

const THEMES: readonly { readonly value: Theme; readonly words: string }[] = [
	{ value: "system", words: "System" },
	{ value: "light", words: "Light" },
	{ value: "dark", words: "Dark" },
];

/** How the app behaves. What touches money or secrets is changed in the trusted window. */
export function SettingsPlace() {
	const { bridge, view } = useDesk();
	const { settings } = view;
	const wish = useWish();
	const prefer = (change: { theme?: Theme; notifications?: boolean; startAtLogin?: boolean }) =>
		void wish.send(() => bridge.call("setPreferences", change));
	return (
		<div className="h-full overflow-y-auto">
			<div className="mx-auto grid max-w-3xl gap-6 px-6 py-5">
				<h1 className="text-f4 font-semibold tracking-tight">Settings</h1>
				<Fault words={wish.fault} />
				<NetworkSettings />
				<Group title="Locking">
					<div className="flex items-center justify-between gap-4">
						<p>
							Keys lock after {plural(settings.autoLockMinutes, "minute")} without use, on sleep and on quit.
						</p>
						<Button
							size="small"
							onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "autoLock" }))}
						>
							Change…
						</Button>
					</div>
				</Group>
				<Group title="Blind signing">
					<div className="flex items-center justify-between gap-4">
						<p>
							<Pill tone={settings.blindSigning ? "caution" : "quiet"}>
								{settings.blindSigning ? "on" : "off"}
							</Pill>{" "}
							<span className="ml-1">
								{settings.blindSigning
									? "A request whose meaning can’t be seen may be signed, one at a time."
									: "A request whose meaning can’t be seen is shown, and refused."}
							</span>
						</p>
						<Button
							size="small"
							onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "blindSigning" }))}
						>
							{settings.blindSigning ? "Turn off…" : "Turn on…"}
						</Button>
					</div>
				</Group>
				<Group title="Rules">
					<div className="flex items-center justify-between gap-4">
						<p>What may never be approved, whatever a review says: amounts, recipients, contracts, hours.</p>
						<Button
							size="small"
							onClick={() => void wish.send(() => bridge.call("openTrusted", { screen: "rules" }))}
						>
							Open…
						</Button>
					</div>
				</Group>
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
			</div>
		</div>
	);
}
