import { useState } from "react";
import { publicNetwork } from "../../../core/chain/public-rpcs.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault, Notice, Success } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { urlFault } from "../settings/check.ts";
import { ServiceFields, type TokenInput, tokenToSend } from "../settings/service-fields.tsx";
import { draftsOf, emptyDraft, type NetworkDraft } from "./draft.ts";
import { NetworksForm, useNetworksDraft } from "./networks-form.tsx";

/** @param add chain for which a review needs an RPC */
function startOf(
	chains: Parameters<typeof draftsOf>[0],
	add: string | null,
): { readonly drafts: readonly NetworkDraft[]; readonly editing: string | null } {
	const drafts = draftsOf(chains, ({ chainId }) => chainId === add);
	if (add === null || drafts.some(({ chainId }) => chainId === add)) return { drafts, editing: null };
	const draft = emptyDraft("added", add);
	return { drafts: [draft, ...drafts], editing: draft.key };
}

export function NetworksScreen({ add, toReview }: { add: string | null; toReview: boolean }) {
	const { settings } = useTrusted().view;
	const draft = useNetworksDraft(() => startOf(settings.chains, add));
	const [baseUrl, setBaseUrl] = useState(settings.baseUrl);
	const [token, setToken] = useState<TokenInput>({ kind: "keep" });
	const [saved, setSaved] = useState(false);
	const command = useTrustedCommand();
	const serviceKept = baseUrl.trim() === settings.baseUrl;
	const fine = draft.isFine && (serviceKept || urlFault(baseUrl) === null);
	const added = add === null ? null : (publicNetwork(add)?.name ?? null);

	const submit = async () => {
		draft.setTried(true);
		setSaved(false);
		if (!fine) return;
		const outcome = await command.call("saveNetwork", {
			baseUrl: serviceKept ? null : baseUrl.trim(),
			token: tokenToSend(token),
			...draft.toSave(),
		});
		draft.setPassword("");
		if (outcome?.ok !== true) return;
		setToken({ kind: "keep" });
		draft.setTried(false);
		draft.setEditing(null);
		if (toReview) await command.call("leaveNetwork", {});
		else setSaved(true);
	};

	return (
		<Page
			onSubmit={submit}
			isTable
			title={t("ui.networks")}
			lead={added === null ? t("trusted.networks.lead") : t("trusted.networks.lead-add", { chain: added })}
			bar={
				<>
					<Button variant="quiet" onClick={() => void command.call("leaveNetwork", {})}>
						{toReview ? t("trusted.networks.back-to-review") : t("ui.back.settings")}
					</Button>
					<Button submit variant="primary" busy={command.busy}>
						{command.busy ? t("ui.saving") : toReview ? t("trusted.networks.save-and-back") : t("ui.save")}
					</Button>
				</>
			}
		>
			<div className="grid gap-4 *:min-w-0">
				<Success text={saved ? t("trusted.settings.rpc.saved") : null} />
				<Fault text={command.fault} />
				{settings.chains
					.flatMap(({ notes }) => notes)
					.map((words) => (
						<Notice key={textOf(words)} tone="caution">
							{textOf(words)}
						</Notice>
					))}
				<NetworksForm draft={draft} isFine={fine} />
				<Fold title={t("trusted.networks.service")} className="min-h-8" defaultOpen={false}>
					<ServiceFields
						baseUrl={baseUrl}
						onBaseUrl={setBaseUrl}
						wrong={serviceKept ? null : urlFault(baseUrl)}
						token={token}
						onToken={setToken}
					/>
				</Fold>
			</div>
		</Page>
	);
}
