import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { draftsOf } from "../networks/draft.ts";
import { NetworksForm, useNetworksDraft } from "../networks/networks-form.tsx";
import { StepPage } from "./step-page.tsx";

const USUAL: ReadonlySet<string> = new Set(["1", "8453", "42161", "10", "137", "mainnet-beta", "59144"]);

export function NetworksStep() {
	const { bridge, view } = useTrusted();
	const { chains } = view.settings;
	const draft = useNetworksDraft(() => ({
		drafts: draftsOf(chains, ({ chainId }) => chains.length === 0 && USUAL.has(chainId)),
		editing: null,
	}));
	const command = useCommand();

	const save = () => {
		draft.setTried(true);
		if (!draft.isFine) return;
		void command
			.send(async () => {
				const saved = await bridge.call("saveNetwork", { baseUrl: null, token: null, ...draft.toSave() });
				return saved.ok ? bridge.call("openSetupStep", { step: "notifications" }) : saved;
			})
			.then(() => draft.setPassword(""));
	};

	return (
		<StepPage
			step="networks"
			title={t("trusted.first-run.networks")}
			lead={t("trusted.first-run.networks.lead")}
			skips
			fault={command.fault}
			actions={
				<Button
					variant="primary"
					busy={command.busy}
					disabled={draft.drafts.every(({ on }) => !on)}
					onClick={save}
				>
					{command.busy ? t("ui.saving") : t("trusted.first-run.continue")}
				</Button>
			}
		>
			<div className="grid gap-4 *:min-w-0">
				<NetworksForm draft={draft} />
			</div>
		</StepPage>
	);
}
