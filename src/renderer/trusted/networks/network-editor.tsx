import { ArrowUp, Plus, RotateCw, Trash2 } from "lucide-react";
import { knownExplorer } from "../../../core/chain/explorers.ts";
import { operatorOf, publicNetwork } from "../../../core/chain/public-rpcs.ts";
import { MAX_OTHER_RPCS } from "../../../ipc/values.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import { explorerFault, urlFault } from "../settings/check.ts";
import { CLUSTERS, idFault, isFree, type NetworkDraft, nameFault, withChain, witnessFault } from "./draft.ts";
import { ProbeLine } from "./probe-line.tsx";
import type { Probes } from "./use-probes.ts";

interface Editing {
	readonly draft: NetworkDraft;
	readonly all: readonly NetworkDraft[];
	readonly probes: Probes;
	readonly tried: boolean;
	readonly onSet: (change: Partial<NetworkDraft>) => void;
}

function RpcList({ draft, probes, tried, onSet }: Omit<Editing, "all">) {
	const { rpcs, chainId } = draft;
	const setRpcs = (change: readonly string[]) => onSet({ rpcs: change });
	return (
		<ol className="grid gap-3 *:min-w-0">
			{rpcs.map((url, at) => {
				const name = at === 0 ? t("trusted.networks.first") : t("trusted.networks.next", { at: at + 1 });
				return (
					<li key={at}>
						<div className="flex items-start gap-2">
							<Field
								label={name}
								className="min-w-0 flex-1"
								mono
								placeholder={chainId === "localnet" ? t("trusted.settings.rpc.placeholder") : t("ui.https")}
								value={url}
								onText={(text) => setRpcs(rpcs.with(at, text))}
								wrong={tried || url !== "" ? urlFault(url) : null}
							/>
							{at > 0 && (
								<Button
									variant="quiet"
									className="mt-6 px-2"
									aria-label={t("trusted.networks.up", { name })}
									onClick={() => setRpcs(rpcs.with(at - 1, url).with(at, rpcs[at - 1] ?? url))}
								>
									<ArrowUp size={15} aria-hidden />
								</Button>
							)}
							{rpcs.length > 1 && (
								<Button
									variant="quiet"
									className="mt-6 px-2"
									aria-label={t("trusted.settings.remove", { label: name })}
									onClick={() => setRpcs(rpcs.filter((_, index) => index !== at))}
								>
									<Trash2 size={15} aria-hidden />
								</Button>
							)}
						</div>
						<div className="mt-1 flex min-h-6 items-center justify-between gap-3 text-f2 text-ink-3">
							<span>{operatorWords(url)}</span>
							<ProbeLine probed={probes.of(chainId, url)} />
						</div>
					</li>
				);
			})}
		</ol>
	);
}

function operatorWords(url: string): string {
	const operator = operatorOf(url);
	return operator === null ? t("trusted.networks.own") : t("trusted.networks.run-by", { operator });
}

function WhichNetwork({ draft, all, tried, onSet }: Omit<Editing, "probes">) {
	const { chainId, family } = draft;
	const wrongId = tried || chainId !== "" ? idFault(draft, all) : null;
	return (
		<div className="grid gap-3 *:min-w-0">
			<Segmented
				label={t("trusted.networks.family")}
				value={family}
				options={[
					{ value: "evm", text: t("ui.evm") },
					{ value: "svm", text: t("ui.solana") },
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

export function NetworkEditor({
	draft,
	all,
	probes,
	tried,
	onSet,
	onDone,
	onRemove,
}: Editing & { readonly onDone: () => void; readonly onRemove: () => void }) {
	const { rpcs, chainId } = draft;
	return (
		<div className="grid gap-4 border-t border-line-2 bg-ground px-3.5 py-3.5 *:min-w-0">
			{isFree(draft) && <WhichNetwork draft={draft} all={all} tried={tried} onSet={onSet} />}
			<Field
				label={t("ui.name")}
				maxLength={40}
				value={draft.name}
				onText={(name) => onSet({ name })}
				wrong={tried ? nameFault(draft) : null}
			/>
			<RpcList draft={draft} probes={probes} tried={tried} onSet={onSet} />
			<div className="flex flex-wrap gap-2">
				<Button
					size="small"
					disabled={rpcs.length > MAX_OTHER_RPCS}
					onClick={() => onSet({ rpcs: ["", ...rpcs] })}
				>
					<Plus size={14} aria-hidden /> {t("trusted.networks.own-rpc")}
				</Button>
				<Button
					size="small"
					onClick={() => {
						for (const url of [...rpcs, draft.witness]) probes.ask(chainId, url);
					}}
				>
					<RotateCw size={14} aria-hidden /> {t("trusted.networks.check-all")}
				</Button>
			</div>
			<div>
				<Field
					label={t("trusted.networks.witness")}
					mono
					placeholder={t("ui.https")}
					value={draft.witness}
					onText={(witness) => onSet({ witness })}
					wrong={witnessFault(draft)}
					help={t("trusted.networks.witness-help")}
				/>
				<div className="mt-1 flex justify-end">
					<ProbeLine probed={probes.of(chainId, draft.witness)} />
				</div>
			</div>
			<Field
				label={t("trusted.settings.explorer")}
				mono
				maxLength={300}
				placeholder={t("trusted.settings.explorer-known", {
					page: knownExplorer(chainId) ?? t("trusted.settings.explorer-none"),
				})}
				value={draft.explorer}
				onText={(explorer) => onSet({ explorer })}
				wrong={explorerFault(draft.explorer)}
			/>
			<div className="flex flex-wrap gap-2">
				<Button size="small" onClick={onDone}>
					{t("trusted.networks.done")}
				</Button>
				{publicNetwork(chainId) === null && (
					<Button size="small" variant="quiet" onClick={onRemove}>
						<Trash2 size={14} aria-hidden /> {t("trusted.networks.remove")}
					</Button>
				)}
			</div>
		</div>
	);
}
