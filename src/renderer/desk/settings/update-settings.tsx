import { type Message, message } from "../../../core/message.ts";
import type { UpdatesView } from "../../../ipc/updates.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Switch } from "../../components/choice.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { rich } from "../../components/rich.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { WhatChanged } from "../shell/update-note.tsx";
import { Group } from "./group.tsx";

const STATES: Readonly<Record<Exclude<UpdatesView["state"], "out">, Message>> = {
	unset: message("updates.unset"),
	off: message("updates.off"),
	unknown: message("updates.unknown"),
	current: message("updates.current"),
};

/** Whether a newer version is looked for, and what was found. */
export function UpdateSettings() {
	const { bridge, view } = useDesk();
	const { settings, updates } = view;
	const { state, release, checking, checkedAt, fault } = updates;
	const command = useCommand();
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
						onClick={() => void command.send(() => bridge.call("checkUpdates", {}))}
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
						<span className="text-ink-2">{textOf(STATES[state === "out" ? "unknown" : state])}</span>
					) : (
						<span className="font-medium">{t("updates.out", { version: release.version })}</span>
					)}
					{isSet && state !== "off" && checkedAt !== null && (
						<span className="text-f2 text-ink-3">
							{rich("updates.checked", {}, { ago: () => <Ago at={checkedAt} whole /> })}
						</span>
					)}
				</div>
				{release !== null && (
					<>
						<p className="mt-1 text-f2 text-ink-2">
							{t("updates.out.help", { installed: settings.version })}
						</p>
						<WhatChanged changes={release.changes} />
						<Button
							size="small"
							className="mt-2.5"
							onClick={() => void command.send(() => bridge.call("openReleasePage", {}))}
						>
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
					onTurn={(lookForUpdates) =>
						void command.send(() => bridge.call("setPreferences", { lookForUpdates }))
					}
				/>
			)}
		</Group>
	);
}
