import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { InputOf } from "../../../ipc/primitives.ts";
import type { AppLevelSetting, QuietHours } from "../../../ipc/settings.ts";
import { NOTIFICATION_DETAILS } from "../../../ipc/values.ts";
import type { DeskProcedures, DeskView } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented, Switch } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { minuteOf, timeOfDay } from "../../components/text/time-of-day.ts";
import { visibleText } from "../../components/text/visible.ts";
import { useNow } from "../../state/clock.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

/** Limits the list, because the service decides how many apps there are. */
const MAX_APPS = 50;

const LEVELS = (["on", "silent", "muted"] as const).map((value) => ({
	value,
	text: message(`notifications.level.${value}`),
}));

/** Returns apps with a chosen level first, and then apps with requests, sorted by name. */
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

function AppLevels() {
	const { settings, inbox, activity } = useDesk().view;
	const command = useDeskCommand();
	const apps = appsWithLevels({ settings, inbox, activity });
	return (
		<section aria-labelledby="app-levels" className="grid gap-3">
			<div>
				<h3 id="app-levels">{t("ui.apps")}</h3>
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
								onChoose={(chosen) => void command.call("setAppLevel", { app, level: chosen })}
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

const FIRST: QuietHours = { from: 22 * 60, to: 7 * 60 };
const PAUSE_MINUTES = 60;

function minuteOfDay(at: number): number {
	const then = new Date(at);
	return then.getHours() * 60 + then.getMinutes();
}

function Pause() {
	const { pausedUntil } = useDesk().view.settings;
	const command = useDeskCommand();
	const now = useNow();
	const isPaused = pausedUntil !== null && pausedUntil > now;
	const pause = (minutes: number | null) => void command.call("pauseNotifications", { minutes });
	return (
		<div className="flex flex-wrap items-center justify-between gap-3">
			<div>
				<span>
					{isPaused
						? t("notifications.paused", { time: timeOfDay(minuteOfDay(pausedUntil)) })
						: t("notifications.pause")}
				</span>
				<p className="text-f2 text-ink-3">{t("notifications.pause.help")}</p>
			</div>
			<Button size="small" busy={command.busy} onClick={() => pause(isPaused ? null : PAUSE_MINUTES)}>
				{isPaused ? t("ui.resume") : t("notifications.pause.hour")}
			</Button>
			<Fault text={command.fault} />
		</div>
	);
}

function Hours({ hours, onSave }: { hours: QuietHours; onSave: (hours: QuietHours) => void }) {
	const [from, setFrom] = useState(timeOfDay(hours.from));
	const [to, setTo] = useState(timeOfDay(hours.to));
	const [start, end] = [minuteOf(from), minuteOf(to)];
	const chosen = start === null || end === null || start === 1440 ? null : { from: start, to: end % 1440 };
	const isWrong = chosen === null || chosen.from === chosen.to;
	const isSame = chosen !== null && chosen.from === hours.from && chosen.to === hours.to;
	return (
		<Form
			className="flex flex-wrap items-end gap-3"
			onSubmit={() => {
				if (chosen !== null && !isWrong) onSave(chosen);
			}}
		>
			<Field
				label={t("notifications.from")}
				mono
				maxLength={5}
				value={from}
				onText={setFrom}
				className="w-24"
			/>
			<Field label={t("notifications.to")} mono maxLength={5} value={to} onText={setTo} className="w-24" />
			<Button submit disabled={isWrong || isSame}>
				{t("ui.save")}
			</Button>
			{isWrong && (
				<p role="alert" className="w-full text-f1 text-danger">
					{t("notifications.hours.wrong")}
				</p>
			)}
		</Form>
	);
}

export function NotificationSettings() {
	const { notificationDetails, notifications, notificationsSupported, quietHours, trayShown } =
		useDesk().view.settings;
	const command = useDeskCommand();
	const prefer = (change: InputOf<DeskProcedures["setPreferences"]>) =>
		void command.call("setPreferences", change);
	return (
		<Group title={t("ui.notifications")}>
			<Fault text={command.fault} />
			{!notificationsSupported && (
				<div>
					<Notice tone="caution">{t("notifications.not-shown")}</Notice>
				</div>
			)}
			{!trayShown && (
				<div>
					<Notice tone="caution">{t("notifications.no-tray")}</Notice>
				</div>
			)}
			<Switch
				label={t("ui.notifications")}
				help={t("desk.settings.notifications.help")}
				on={notifications}
				onTurn={(on) => prefer({ notifications: on })}
			/>
			{notifications && (
				<div className="flex flex-wrap items-center justify-between gap-3">
					<div>
						<span>{t("notifications.details")}</span>
						<p className="text-f2 text-ink-3">{t("notifications.details.help")}</p>
					</div>
					<Segmented
						label={t("notifications.details")}
						value={notificationDetails}
						options={NOTIFICATION_DETAILS.map((value) => ({
							value,
							text: message(`notifications.details.${value}`),
						}))}
						onChoose={(chosen) => prefer({ notificationDetails: chosen })}
					/>
				</div>
			)}
			{notifications && <Pause />}
			{notifications && (
				<div className="grid gap-3">
					<Switch
						label={t("notifications.hours")}
						help={t("notifications.hours.help")}
						on={quietHours !== null}
						onTurn={(on) => prefer({ quietHours: on ? FIRST : null })}
					/>
					{quietHours !== null && (
						<Hours
							key={`${quietHours.from} ${quietHours.to}`}
							hours={quietHours}
							onSave={(hours) => prefer({ quietHours: hours })}
						/>
					)}
				</div>
			)}
			{notifications && <AppLevels />}
		</Group>
	);
}
