import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { AgentRow, AgentsScreen } from "../../../ipc/agents.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { BackToDesk } from "../keys/back.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { allowsMore, isUsable, newSharing, sharingDraft, sharingOf } from "./agent-draft.ts";
import { SharingFields } from "./sharing-fields.tsx";

export function AgentSettings({
	screen,
	row,
	onBack,
}: {
	screen: AgentsScreen;
	row: AgentRow;
	/** Absent if the user leaves this screen by closing the window. */
	onBack?: () => void;
}) {
	const command = useTrustedCommand();
	const { hasPassword, shared } = screen;
	const [draft, setDraft] = useState(() =>
		shared === null ? newSharing(row.client, screen.accounts) : sharingDraft(shared),
	);
	const [password, setPassword] = useState("");
	const [isSent, setSent] = useState(false);
	const [isSaved, setSaved] = useState(false);
	const loosens = shared !== null && isUsable(draft) && allowsMore(shared, draft);
	const takesPassword = loosens && hasPassword;
	const submit = async () => {
		setSent(true);
		setSaved(false);
		if (!isUsable(draft)) return;
		const outcome = await command.call("changeAgent", {
			...sharingOf(draft),
			agentId: row.id,
			password: takesPassword ? password : null,
		});
		setPassword("");
		setSaved(outcome?.ok === true);
	};
	return (
		<Page
			onSubmit={submit}
			title={row.name}
			lead={t("trusted.agents.change.lead")}
			bar={
				<>
					{onBack === undefined ? (
						<BackToDesk />
					) : (
						<Button variant="quiet" onClick={onBack}>
							{t("ui.back")}
						</Button>
					)}
					<Button submit variant="primary" busy={command.busy} disabled={takesPassword && password === ""}>
						{t("ui.save")}
					</Button>
				</>
			}
		>
			<div className="grid gap-5">
				<SharingFields
					draft={draft}
					screen={screen}
					isSent={isSent}
					onChange={(change) => {
						setSaved(false);
						setDraft({ ...draft, ...change });
					}}
				/>
				{takesPassword && (
					<PasswordField help={t("trusted.agents.change.password")} value={password} onText={setPassword} />
				)}
				{isSaved && <Notice tone="in">{t("trusted.agents.saved")}</Notice>}
				<Fault text={command.fault} />
				<Remove row={row} />
			</div>
		</Page>
	);
}

function Remove({ row }: { row: AgentRow }) {
	const command = useTrustedCommand();
	const [isAsking, setAsking] = useState(false);
	return (
		<section className="card p-4" aria-label={t("trusted.agents.remove")}>
			<h2 className="font-medium">{t("trusted.agents.remove")}</h2>
			<p className="mt-0.5 text-f2 text-pretty text-ink-2">
				{t("trusted.agents.remove.effect", { count: row.waiting })}
			</p>
			<div className="mt-3 flex flex-wrap gap-2">
				{isAsking && (
					<Button size="small" onClick={() => setAsking(false)}>
						{t("trusted.agents.remove.keep")}
					</Button>
				)}
				<Button
					size="small"
					variant={isAsking ? "danger" : "plain"}
					busy={command.busy}
					onClick={() => (isAsking ? void command.call("removeAgent", { agentId: row.id }) : setAsking(true))}
				>
					<Trash2 size={14} aria-hidden />
					{isAsking ? t("ui.remove.named", { name: row.name }) : t("ui.remove.begin")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-3" />
		</section>
	);
}
