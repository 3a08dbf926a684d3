import { OctagonPause } from "lucide-react";
import { useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, type ButtonProps } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

export function StopDialog({
	title,
	effects,
	note = t("desk.agents.stop.signed"),
	button,
	stop,
	onClose,
}: {
	title: string;
	effects: readonly Message[];
	note?: string;
	button: string;
	stop: () => Promise<CommandOutcome>;
	onClose: () => void;
}) {
	const command = useCommand();
	const confirm = () => command.send(stop, onClose);
	return (
		<Dialog title={title} onClose={onClose}>
			<ul className="grid list-disc gap-1.5 pl-5 text-f3 text-pretty">
				{effects.map((each) => (
					<li key={each.code}>{textOf(each)}</li>
				))}
			</ul>
			<p className="mt-3 text-f2 text-pretty text-ink-2">{note}</p>
			<Fault text={command.fault} className="mt-3" />
			<div className="mt-5 flex flex-wrap justify-end gap-2">
				<Button onClick={onClose}>{t("ui.cancel")}</Button>
				<Button variant="danger" busy={command.busy} onClick={() => void confirm()}>
					{button}
				</Button>
			</div>
		</Dialog>
	);
}

export function StopAllAgents({ onClose }: { onClose: () => void }) {
	const { bridge, view } = useDesk();
	const { local, remote } = view.agents;
	const waiting = [...local, ...remote].reduce((sum, each) => sum + each.waiting, 0);
	return (
		<StopDialog
			title={t("desk.agents.stop.all-title")}
			effects={[
				message("desk.agents.stop.rejects", { count: waiting }),
				message("desk.agents.stop.pauses", { count: local.length }),
				message("desk.agents.stop.interrupts", { count: remote.length }),
			]}
			button={t("desk.agents.stop.all-button")}
			stop={() => bridge.call("stopAllAgents", {})}
			onClose={onClose}
		/>
	);
}

export function StopAgent({
	agent: { id, name, waiting },
	size = "small",
}: {
	agent: { readonly id: string; readonly name: string; readonly waiting: number };
	size?: ButtonProps["size"];
}) {
	const { bridge } = useDesk();
	const [isAsking, setAsking] = useState(false);
	return (
		<>
			<Button size={size ?? "small"} onClick={() => setAsking(true)}>
				<OctagonPause size={14} aria-hidden /> {t("desk.agents.stop")}
			</Button>
			{isAsking && (
				<StopDialog
					title={t("desk.agents.stop.title", { name })}
					effects={[
						message("desk.agents.stop.rejects", { count: waiting }),
						message("desk.agents.stop.ends"),
						message("desk.agents.stop.pauses-one"),
					]}
					button={t("desk.agents.stop.button")}
					stop={() => bridge.call("stopLocalAgent", { agentId: id })}
					onClose={() => setAsking(false)}
				/>
			)}
		</>
	);
}

export function StopAllButton() {
	const { setStopping } = useDesk();
	return (
		<Button size="small" onClick={() => setStopping(true)}>
			<OctagonPause size={14} aria-hidden /> {t("desk.agents.stop.all")}
		</Button>
	);
}
