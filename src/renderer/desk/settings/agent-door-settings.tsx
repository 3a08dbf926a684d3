import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { Pill } from "../../components/pill.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Group } from "./group.tsx";

export function AgentDoorSettings() {
	const { bridge, view } = useDesk();
	const command = useCommand();
	const { socket, http } = view.agents.doors;
	return (
		<Group
			title={t("desk.settings.agents")}
			aside={
				<Button
					size="small"
					busy={command.busy}
					onClick={() => void command.send(() => bridge.call("openTrusted", { screen: "agentDoors" }))}
				>
					{t("desk.settings.change")}
				</Button>
			}
		>
			<Door name={t("trusted.agents.doors.socket")} isOn={socket !== null} isFaulty={socket?.fault != null} />
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
