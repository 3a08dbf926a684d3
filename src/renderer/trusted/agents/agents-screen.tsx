import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { AddedAgent, AgentRow, AgentsScreen as Screen } from "../../../ipc/agents.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { useHeadingFocus } from "../heading-focus.ts";
import { BackToDesk } from "../keys/back.tsx";
import { Page } from "../page.tsx";
import { AddAgent } from "./add-agent.tsx";
import { AgentSettings } from "./agent-settings.tsx";
import { ConfirmBar, FirstCall, Paste, Step } from "./pairing.tsx";

type Pasted = AddedAgent & { readonly agentId: string; readonly paste: string };

export function AgentsScreen({ screen }: { screen: Screen }) {
	// The secret is stored only in this window and lost when the user leaves it.
	const [added, setAdded] = useState<Pasted | null>(null);
	const shown = screen.agents.local.find(({ id }) => id === (screen.agentId ?? added?.agentId));
	const isNew = shown !== undefined && shown.id === added?.agentId;
	const isWaiting = shown?.state === "unconfirmed" || shown?.state === "calling";
	useHeadingFocus(`${shown?.id ?? ""} ${String(isWaiting)}`);
	if (shown === undefined)
		return (
			<AddAgent
				screen={screen}
				onAdded={(outcome) => {
					const { agentId, paste } = outcome;
					if (agentId !== undefined && paste !== undefined) setAdded({ ...outcome, agentId, paste });
				}}
			/>
		);
	if (isNew || isWaiting)
		return <Pairing key={shown.id} screen={screen} row={shown} added={isNew ? added : null} />;
	return <AgentSettings key={shown.id} screen={screen} row={shown} />;
}

function Pairing({ screen, row, added }: { screen: Screen; row: AgentRow; added: Pasted | null }) {
	const command = useTrustedCommand();
	const [isChanging, setChanging] = useState(false);
	const isConfirmed = row.state !== "unconfirmed" && row.state !== "calling";
	if (isChanging) return <AgentSettings screen={screen} row={row} onBack={() => setChanging(false)} />;
	return (
		<Page
			title={isConfirmed ? t("trusted.agents.ready", { name: row.name }) : row.name}
			lead={t("trusted.agents.shares", {
				client: message(`agents.client.${row.client}`),
				accounts: row.accounts.join(", "),
				limit:
					row.dayLimit === null
						? t("trusted.agents.no-limit")
						: t("trusted.agents.a-day", { most: row.dayLimit }),
			})}
			bar={
				isConfirmed ? (
					<>
						<BackToDesk />
						{row.waiting > 0 && (
							<Button variant="primary" {...command.press("showReview", { direction: "next" })}>
								{t("trusted.agents.review", { count: row.waiting })}
							</Button>
						)}
					</>
				) : (
					<ConfirmBar agentId={row.id} call={screen.firstCall} />
				)
			}
		>
			<ol className="card">
				<Step
					number={1}
					isDone={added === null || screen.firstCall !== null || isConfirmed}
					title={t("trusted.agents.paste")}
				>
					{added === null ? (
						<p className="mt-0.5 text-f2 text-pretty text-ink-2">{t("trusted.agents.paste.gone")}</p>
					) : (
						<Paste added={added} />
					)}
				</Step>
				<Step number={2} isDone={isConfirmed} title={t("trusted.agents.first-call")}>
					<FirstCall row={row} call={screen.firstCall} unknownCall={screen.agents.unknownCall} />
				</Step>
			</ol>
			<Button size="small" variant="quiet" className="mt-3 -ml-3" onClick={() => setChanging(true)}>
				{t("trusted.agents.change")}
			</Button>
		</Page>
	);
}
