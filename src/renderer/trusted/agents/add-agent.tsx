import { Plus } from "lucide-react";
import { useState } from "react";
import { AGENT_CLIENTS, type AgentClient } from "../../../core/identities/agents.ts";
import { message } from "../../../core/localized-text.ts";
import type { AddedAgent, AgentsScreen } from "../../../ipc/agents.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { BackToDesk } from "../keys/back.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { dayLimitOf, doorsToOpen, isUsable, newSharing, sharingOf } from "./agent-draft.ts";
import { SharingFields } from "./sharing-fields.tsx";

const CLIENTS = AGENT_CLIENTS.map((value) => ({ value, text: message(`agents.client.${value}`) }));

const USUAL_DAY_LIMIT = "100";

export function AddAgent({
	screen,
	onAdded,
}: {
	screen: AgentsScreen;
	onAdded: (added: AddedAgent) => void;
}) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const [client, setClient] = useState<AgentClient>("claude_code");
	const [draft, setDraft] = useState(() => newSharing("claude_code", screen.accounts));
	const [dayLimit, setDayLimit] = useState(USUAL_DAY_LIMIT);
	const [password, setPassword] = useState("");
	const [isSent, setSent] = useState(false);
	const doors = doorsToOpen(client, screen.agents.doors);
	const limit = dayLimitOf(dayLimit);
	const choose = (next: AgentClient) => {
		setClient(next);
		// Replaces the name only if it is still the previous client's default.
		if (draft.name === t(`agents.client.${client}`)) setDraft({ ...draft, name: t(`agents.client.${next}`) });
	};
	const submit = async () => {
		setSent(true);
		if (!isUsable(draft) || limit === undefined) return;
		const secret = screen.hasPassword ? password : null;
		const added = await command.send(async (): Promise<AddedAgent> => {
			if (doors !== null) {
				const opened = await bridge.call("setAgentDoors", { ...doors, password: secret });
				if (!opened.ok) return opened;
			}
			return await bridge.call("addAgent", {
				...sharingOf(draft),
				client,
				dayLimit: limit,
				password: secret,
			});
		});
		setPassword("");
		if (added?.ok === true) onAdded(added);
	};
	return (
		<Page
			onSubmit={submit}
			title={t("ui.add-agent")}
			lead={t("trusted.agents.add.lead")}
			bar={
				<>
					<BackToDesk />
					<Button
						submit
						variant="primary"
						busy={command.busy}
						disabled={screen.accounts.length === 0 || (screen.hasPassword && password === "")}
					>
						<Plus size={15} aria-hidden /> {t("trusted.agents.add.button")}
					</Button>
				</>
			}
		>
			<div className="grid gap-5">
				<div className="grid gap-1.5">
					<span className="text-f2 font-medium text-ink-2">{t("trusted.agents.client")}</span>
					<Segmented label={t("trusted.agents.client")} value={client} options={CLIENTS} onChoose={choose} />
				</div>
				{screen.accounts.length === 0 ? (
					<Notice tone="caution">{t("trusted.agents.no-accounts")}</Notice>
				) : (
					<SharingFields
						draft={draft}
						screen={screen}
						isSent={isSent}
						onChange={(change) => setDraft({ ...draft, ...change })}
					/>
				)}
				<Field
					label={t("trusted.agents.day-limit")}
					help={t("trusted.agents.day-limit.help")}
					inputMode="decimal"
					maxLength={16}
					value={dayLimit}
					onText={setDayLimit}
					wrong={limit === undefined ? t("trusted.agents.fault.limit") : null}
				/>
				{doors !== null && (
					<Notice tone="quiet">
						{doors.http && screen.agents.doors.http === null
							? t("trusted.agents.opens-http")
							: t("trusted.agents.opens-socket")}
					</Notice>
				)}
				{screen.hasPassword && (
					<PasswordField help={t("trusted.agents.add.password")} value={password} onText={setPassword} />
				)}
				<Fault text={command.fault} />
			</div>
		</Page>
	);
}
