import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { InputOf } from "../../../ipc/primitives.ts";
import type { Shortcut } from "../../../ipc/settings.ts";
import type { DoctorCheck } from "../../../ipc/support.ts";
import { SHORTCUTS } from "../../../ipc/values.ts";
import type { DeskProcedures } from "../../../ipc/windows.ts";
import { DOCTOR_NAMES, DOCTOR_STATES } from "../../../text/doctor.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented, Switch } from "../../components/choice.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { rich } from "../../components/rich.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { WhatChanged } from "../shell/update-note.tsx";
import { Group } from "./group.tsx";
import { NotificationSettings } from "./notification-settings.tsx";

function AgentDoorSettings() {
	const { socket, http } = useDesk().view.agents.doors;
	const command = useDeskCommand();
	return (
		<Group
			title={t("ui.local-access")}
			aside={
				<Button size="small" {...command.press("openTrusted", { screen: "agentDoors" })}>
					{t("ui.change")}
				</Button>
			}
		>
			<Door name={t("agents.door.mcp_stdio")} isOn={socket !== null} isFaulty={socket?.fault != null} />
			<Door name={t("trusted.agents.doors.http")} isOn={http !== null} isFaulty={http?.fault != null} />
			{command.fault !== null && <Fault text={command.fault} />}
		</Group>
	);
}

function Door({ name, isOn, isFaulty }: { name: string; isOn: boolean; isFaulty: boolean }) {
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
			<span>{name}</span>
			{isFaulty ? (
				<Pill tone="danger">{t("desk.settings.agents.fault")}</Pill>
			) : (
				<Pill tone={isOn ? "accent" : "quiet"}>{isOn ? t("desk.settings.on") : t("desk.settings.off")}</Pill>
			)}
		</div>
	);
}

function UpdateSettings() {
	const { settings, updates } = useDesk().view;
	const { state, release, checking, checkedAt, fault } = updates;
	const command = useDeskCommand();
	const isSet = state !== "unset";
	return (
		<Group
			title={t("updates.title")}
			aside={
				isSet &&
				state !== "off" && (
					<Button
						size="small"
						busy={checking || command.busy}
						onClick={() => void command.call("checkUpdates", {})}
					>
						{checking ? t("updates.checking") : t("updates.check")}
					</Button>
				)
			}
		>
			<Fault text={command.fault} />
			{fault !== null && (
				<div>
					<Notice tone="caution">{textOrNull(fault)}</Notice>
				</div>
			)}
			<div>
				<div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
					{release === null ? (
						<span className="text-ink-2">{t(`updates.${state === "out" ? "unknown" : state}`)}</span>
					) : (
						<span className="font-medium">{t("updates.out", { version: release.version })}</span>
					)}
					{isSet && state !== "off" && checkedAt !== null && (
						<span className="text-f2 text-ink-3">
							{rich("updates.checked", { ago: () => <Ago at={checkedAt} whole /> })}
						</span>
					)}
				</div>
				{release !== null && (
					<>
						<p className="mt-1 text-f2 text-ink-2">
							{t("updates.out.help", { installed: settings.version })}
						</p>
						<WhatChanged changes={release.changes} />
						<Button size="small" className="mt-2.5" onClick={() => void command.call("openReleasePage", {})}>
							{t("updates.open-page")}
						</Button>
					</>
				)}
			</div>
			{isSet && (
				<Switch
					label={t("updates.look")}
					help={t("updates.look.help")}
					on={settings.lookForUpdates}
					onTurn={(lookForUpdates) => void command.call("setPreferences", { lookForUpdates })}
				/>
			)}
		</Group>
	);
}

const INKS: Readonly<Record<DoctorCheck["state"], string>> = {
	ok: "text-ink-3",
	caution: "text-caution",
	bad: "text-danger",
	unknown: "text-ink-3",
};

function Check({ check: { id, state, found, cure } }: { check: DoctorCheck }) {
	return (
		<div className="grid grid-cols-[7rem_1fr_auto] gap-x-4 gap-y-1">
			<dt className="text-ink-2">{textOf(DOCTOR_NAMES[id])}</dt>
			<dd>
				{textOf(found)}
				{cure !== null && <p className="text-f2 text-ink-2">{t("doctor.cure", { cure })}</p>}
			</dd>
			<dd className={`text-f2 ${INKS[state]}`}>{textOf(DOCTOR_STATES[state])}</dd>
		</div>
	);
}

function ExamineSettings() {
	const command = useDeskCommand();
	const [checks, setChecks] = useState<readonly DoctorCheck[] | null>(null);
	const examine = () => command.call("examineComputer", {}, (answer) => setChecks(answer.checks));
	return (
		<Group
			title={t("support.computer")}
			aside={
				<Button size="small" busy={command.busy} onClick={() => void examine()}>
					{t("support.examine")}
				</Button>
			}
		>
			<div>
				<p className="text-f2 text-ink-2">{t("support.computer.help")}</p>
				<Fault text={command.fault} className="mt-2" />
				{checks !== null && (
					<dl className="mt-2.5 grid gap-2.5">
						{checks.map((check) => (
							<Check key={`${check.id} ${textOf(check.found)}`} check={check} />
						))}
					</dl>
				)}
			</div>
		</Group>
	);
}

function SupportSettings() {
	const command = useDeskCommand();
	const [text, setText] = useState<string | null>(null);
	const show = () => command.call("readDiagnostics", {}, (answer) => setText(answer.text));
	return (
		<Group
			title={t("support.title")}
			aside={
				<Button size="small" busy={command.busy} onClick={() => void show()}>
					{t("support.show")}
				</Button>
			}
		>
			<div>
				<p className="text-f2 text-ink-2">{t("support.help")}</p>
				<Fault text={command.fault} className="mt-2" />
				{text !== null && (
					<>
						<textarea
							readOnly
							rows={14}
							aria-label={t("support.text")}
							value={text}
							className="num mt-2.5 w-full rounded-md border border-line bg-sunken p-2.5 text-f1"
						/>
						<Button size="small" className="mt-2" {...command.press("saveDiagnostics", {})}>
							{t("support.save")}
						</Button>
					</>
				)}
			</div>
		</Group>
	);
}

/** Converts an Electron accelerator to the labels on the keys. */
function keysOf(shortcut: Shortcut): string {
	return shortcut.replace("Control", "Ctrl").replaceAll("+", " + ");
}

function ShortcutSetting() {
	const { shortcut, isShortcutRegistered } = useDesk().view.settings;
	const command = useDeskCommand();
	const prefer = (keys: Shortcut | null) => void command.call("setPreferences", { shortcut: keys });
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
			{!isShortcutRegistered && (
				<div>
					<Notice tone="caution">{t("desk.settings.shortcut.refused")}</Notice>
				</div>
			)}
			<Fault text={command.fault} />
		</div>
	);
}

const THEMES = (["system", "light", "dark"] as const).map((value) => ({
	value,
	text: message(`desk.settings.themes.${value}`),
}));

export function ComputerSettings() {
	const { settings } = useDesk().view;
	const command = useDeskCommand();
	const prefer = (change: InputOf<DeskProcedures["setPreferences"]>) =>
		void command.call("setPreferences", change);
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
							? t("desk.settings.login-start.help")
							: t("desk.settings.login-start.unavailable")
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
			<AgentDoorSettings />
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
