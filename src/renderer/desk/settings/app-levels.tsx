import { type Message, message } from "../../../core/message.ts";
import type { AppLevel, AppLevelSetting } from "../../../ipc/settings.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { Segmented } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { visibleText } from "../../components/text/visible.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

/** The service decides how many apps there are: no more are listed than these. */
const MAX_APPS = 50;

const LEVELS: readonly { readonly value: AppLevel; readonly text: Message }[] = [
	{ value: "on", text: message("notifications.level.on") },
	{ value: "silent", text: message("notifications.level.silent") },
	{ value: "muted", text: message("notifications.level.muted") },
];

/** Apps with a level of their own in the order in which they were set, then those that asked for something, by name. */
export function appsWithLevels({
	settings,
	inbox,
	activity,
}: Pick<DeskView, "settings" | "inbox" | "activity">): readonly AppLevelSetting[] {
	const { appLevels } = settings;
	const known = new Set(appLevels.map(({ app }) => app));
	const met = new Set(
		[...inbox, ...activity].flatMap(({ app }) => (app === null || known.has(app) ? [] : [app])),
	);
	const others = [...met].toSorted((one, other) => one.localeCompare(other, "en"));
	return [...appLevels, ...others.map((app) => ({ app, level: "on" as const }))];
}

/** How each app's requests are told of. */
export function AppLevels() {
	const { bridge, view } = useDesk();
	const { settings, inbox, activity } = view;
	const command = useCommand();
	const apps = appsWithLevels({ settings, inbox, activity });
	return (
		<section aria-labelledby="app-levels" className="grid gap-3">
			<div>
				<h3 id="app-levels">{t("notifications.apps")}</h3>
				<p className="text-f2 text-pretty text-ink-3">
					{apps.length === 0 ? t("notifications.apps.none") : t("notifications.apps.help")}
				</p>
			</div>
			{apps.length > 0 && (
				<ul className="grid gap-2">
					{apps.slice(0, MAX_APPS).map(({ app, level }) => (
						<li key={app} className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
							<Claim text={app} max={60} className="min-w-0 text-f3 wrap-anywhere" />
							<Segmented
								label={t("notifications.apps.of", { app: visibleText(app.slice(0, 60)) })}
								value={level}
								options={LEVELS}
								onChoose={(chosen) =>
									void command.send(() => bridge.call("setAppLevel", { app, level: chosen }))
								}
							/>
						</li>
					))}
				</ul>
			)}
			{apps.length > MAX_APPS && (
				<p className="text-f2 text-ink-3">
					{t("notifications.apps.more", { count: apps.length - MAX_APPS })}
				</p>
			)}
			<Fault text={command.fault} />
		</section>
	);
}
