import { t } from "../../../text/index.ts";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { CLUSTERS, idFault, type NetworkDraft, withChain } from "./draft.ts";

/** Which network it is, while that can still be chosen. */
export function WhichNetwork({
	draft,
	all,
	tried,
	onSet,
}: {
	draft: NetworkDraft;
	all: readonly NetworkDraft[];
	tried: boolean;
	onSet: (change: Partial<NetworkDraft>) => void;
}) {
	const { chainId, family } = draft;
	const wrongId = tried || chainId !== "" ? idFault(draft, all) : null;
	return (
		<div className="grid gap-3 *:min-w-0">
			<Segmented
				label={t("trusted.networks.family")}
				value={family}
				options={[
					{ value: "evm", text: t("trusted.networks.family.evm") },
					{ value: "svm", text: t("trusted.networks.family.svm") },
				]}
				onChoose={(to) => onSet({ family: to, ...withChain(draft, to === "evm" ? "" : "devnet") })}
			/>
			{family === "svm" ? (
				<div>
					<Segmented
						label={t("trusted.settings.solana-cluster")}
						value={CLUSTERS.find(({ value }) => value === chainId)?.value ?? "devnet"}
						options={CLUSTERS}
						onChoose={(cluster) => onSet(withChain(draft, cluster))}
					/>
					{wrongId !== null && <p className="mt-1 text-f1 text-danger">{wrongId}</p>}
				</div>
			) : (
				<Field
					label={t("trusted.settings.chain-id")}
					mono
					inputMode="numeric"
					maxLength={16}
					value={chainId}
					onText={(text) => onSet(withChain(draft, text.trim()))}
					wrong={wrongId}
				/>
			)}
		</div>
	);
}
