import { useState } from "react";
import type { AgentDoorsScreen } from "../../../ipc/agents.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Switch } from "../../components/choice.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { BackToDesk } from "../keys/back.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";

export function AgentDoors({ screen: { doors, hasPassword } }: { screen: AgentDoorsScreen }) {
	const command = useTrustedCommand();
	const open = { socket: doors.socket !== null, http: doors.http !== null };
	const [wanted, setWanted] = useState(open);
	const [password, setPassword] = useState("");
	const isSame = wanted.socket === open.socket && wanted.http === open.http;
	const opens = (wanted.socket && !open.socket) || (wanted.http && !open.http);
	const takesPassword = opens && hasPassword;
	const submit = async () => {
		if (isSame || (takesPassword && password === "")) return;
		await command.call("setAgentDoors", { ...wanted, password: takesPassword ? password : null });
		setPassword("");
	};
	const faults = [doors.socket?.fault ?? null, doors.http?.fault ?? null].filter((each) => each !== null);
	return (
		<Page
			onSubmit={submit}
			title={t("ui.local-access")}
			lead={t("trusted.agents.doors.lead")}
			bar={
				<>
					<BackToDesk />
					<Button
						submit
						variant="primary"
						busy={command.busy}
						disabled={isSame || (takesPassword && password === "")}
					>
						{t("ui.save")}
					</Button>
				</>
			}
		>
			<div className="grid gap-4">
				<div className="card *:px-4 *:py-3 *:not-first:border-t *:not-first:border-line-2">
					<div>
						<Switch
							label={t("agents.door.mcp_stdio")}
							help={t("trusted.agents.doors.socket.help")}
							on={wanted.socket}
							onTurn={(socket) => setWanted({ ...wanted, socket })}
						/>
						{doors.socket !== null && (
							<p className="num mt-1 text-f1 wrap-anywhere text-ink-2">{doors.socket.path}</p>
						)}
					</div>
					<div>
						<Switch
							label={t("trusted.agents.doors.http")}
							help={t("trusted.agents.doors.http.help")}
							on={wanted.http}
							onTurn={(http) => setWanted({ ...wanted, http })}
						/>
						{doors.http !== null && (
							<p className="num mt-1 text-f1 text-ink-2">
								{t("trusted.agents.doors.address", { port: String(doors.http.port) })}
							</p>
						)}
					</div>
				</div>
				{faults.map((fault) => (
					<Notice key={textOf(fault)} tone="danger">
						{textOf(fault)}
					</Notice>
				))}
				{takesPassword && (
					<PasswordField help={t("trusted.agents.doors.password")} value={password} onText={setPassword} />
				)}
				<Fault text={command.fault} />
			</div>
		</Page>
	);
}
