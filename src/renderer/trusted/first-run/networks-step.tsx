import { useState } from "react";
import { asksElsewhere } from "../../../core/rules/loosening.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { LooseningPassword } from "../loosening-password.tsx";
import { areFine, chosen, draftsOf } from "../networks/draft.ts";
import { NetworkList } from "../networks/network-list.tsx";
import { useProbes } from "../networks/use-probes.ts";
import { StepPage } from "./step-page.tsx";

/** Ticked where the user has chosen none yet. */
const USUAL: ReadonlySet<string> = new Set(["1", "8453", "42161", "10", "137", "mainnet-beta", "59144"]);

/** The usual networks, ticked and asked at once what their RPCs are good for. */
export function NetworksStep() {
	const { bridge, view } = useTrusted();
	const { settings } = view;
	const [drafts, setDrafts] = useState(() =>
		draftsOf(settings.chains, ({ chainId }) => settings.chains.length === 0 && USUAL.has(chainId)),
	);
	const [editing, setEditing] = useState<string | null>(null);
	const [tried, setTried] = useState(false);
	const [password, setPassword] = useState("");
	const probes = useProbes(drafts, editing);
	const command = useCommand();
	const wanted = chosen(drafts);
	const asksPassword = view.takesPassword.rpc && asksElsewhere(settings.chains, wanted);
	const isFine = areFine(drafts);

	const save = () => {
		setTried(true);
		if (!isFine) return;
		void command
			.send(async () => {
				const saved = await bridge.call("saveNetwork", {
					baseUrl: null,
					token: null,
					password: asksPassword && password !== "" ? password : null,
					chains: wanted,
				});
				return saved.ok ? bridge.call("openSetupStep", { step: "notifications" }) : saved;
			})
			.then(() => setPassword(""));
	};

	return (
		<StepPage
			step="networks"
			title={t("trusted.first-run.networks")}
			lead={t("trusted.first-run.networks.lead")}
			skips
			fault={command.fault}
			actions={
				<Button look="primary" busy={command.busy} disabled={wanted.length === 0} onClick={save}>
					{command.busy ? t("trusted.settings.saving") : t("trusted.first-run.continue")}
				</Button>
			}
		>
			<div className="grid gap-4 *:min-w-0">
				{tried && !isFine && (
					<Notice tone="danger" alert>
						{t("trusted.settings.not-saved-look-marked-boxes")}
					</Notice>
				)}
				<NetworkList
					drafts={drafts}
					probes={probes}
					editing={editing}
					tried={tried}
					onEdit={setEditing}
					onChange={setDrafts}
				/>
				<p className="text-f2 text-pretty text-ink-2">{t("trusted.networks.learns")}</p>
				{asksPassword && (
					<LooseningPassword
						why={t("trusted.settings.rules-count-chains-address-answers")}
						value={password}
						onText={setPassword}
					/>
				)}
			</div>
		</StepPage>
	);
}
