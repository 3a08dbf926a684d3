import { Plus, Trash2 } from "lucide-react";
import { knownExplorer } from "../../../core/chain/explorers.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Field } from "../../components/field.tsx";
import {
	type ChainDraft,
	CLUSTERS,
	type ClusterChoice,
	chainIdFault,
	explorerFault,
	nextCluster,
	urlFault,
	withCluster,
} from "./check.ts";

const MAX = 50;

/** The chains and where each is read from: EVM chains by their number, Solana by its cluster. */
export function ChainRows({
	chains,
	tried,
	onChange,
	onAdd,
}: {
	chains: readonly ChainDraft[];
	/** A save was tried: empty boxes are marked too. */
	tried: boolean;
	onChange: (chains: readonly ChainDraft[]) => void;
	onAdd: (family: ChainDraft["family"]) => void;
}) {
	const set = (key: number, change: Partial<ChainDraft>) =>
		onChange(chains.map((chain) => (chain.key === key ? { ...chain, ...change } : chain)));
	return (
		<section aria-label={t("trusted.settings.chains")}>
			<h2 className="label">{t("trusted.settings.chains")}</h2>
			{chains.length === 0 && (
				<p className="mt-2 text-f2 text-ink-2">{t("trusted.settings.none-yet-without-one-transaction")}</p>
			)}
			<ul className="mt-3 grid gap-3 *:min-w-0">
				{chains.map((chain) => (
					<ChainRow
						key={chain.key}
						chain={chain}
						others={chains.filter((other) => other.key !== chain.key).map((other) => other.chainId)}
						tried={tried}
						onSet={(change) => set(chain.key, change)}
						onRemove={() => onChange(chains.filter((other) => other.key !== chain.key))}
					/>
				))}
			</ul>
			<div className="mt-3 flex flex-wrap gap-2">
				<Button size="small" disabled={chains.length >= MAX} onClick={() => onAdd("evm")}>
					<Plus size={14} aria-hidden /> {t("trusted.settings.add-a-chain")}
				</Button>
				<Button
					size="small"
					disabled={chains.length >= MAX || nextCluster(chains, 0) === null}
					onClick={() => onAdd("svm")}
				>
					<Plus size={14} aria-hidden /> {t("trusted.settings.add-solana-cluster")}
				</Button>
			</div>
		</section>
	);
}

function ChainRow({
	chain,
	others,
	tried,
	onSet,
	onRemove,
}: {
	chain: ChainDraft;
	others: readonly string[];
	tried: boolean;
	onSet: (change: Partial<ChainDraft>) => void;
	onRemove: () => void;
}) {
	const solana = chain.family === "svm";
	const label =
		chain.name.trim() === "" ? t("trusted.settings.chain", { chainId: chain.chainId }) : chain.name;
	const idFault = tried || chain.chainId !== "" ? chainIdFault(chain.chainId, others, chain.family) : null;
	const remove = (
		<Button
			look="quiet"
			aria-label={t("trusted.settings.remove", { label })}
			className="px-3"
			onClick={onRemove}
		>
			<Trash2 size={15} aria-hidden />
		</Button>
	);
	const name = (
		<Field
			label={t("trusted.settings.name")}
			maxLength={40}
			value={chain.name}
			onText={(text) => onSet({ name: text })}
			wrong={tried && chain.name.trim() === "" ? "A name is needed" : null}
		/>
	);
	return (
		<li className="card grid gap-3 p-3.5 *:min-w-0">
			{solana ? (
				<>
					<div className="flex items-start justify-between gap-3">
						<div className="min-w-0">
							<p className="mb-1 text-f2 font-medium text-ink-2">{t("trusted.settings.solana-cluster")}</p>
							<Segmented
								label={t("trusted.settings.solana-cluster")}
								value={clusterOf(chain)}
								options={CLUSTERS}
								onChoose={(cluster) => onSet(withCluster(chain, cluster))}
							/>
							{idFault !== null && <p className="mt-1 text-f1 text-danger">{idFault}</p>}
						</div>
						{remove}
					</div>
					{name}
				</>
			) : (
				<div className="grid grid-cols-[minmax(0,7rem)_minmax(0,1fr)_auto] items-start gap-3">
					<Field
						label={t("trusted.settings.chain-id")}
						mono
						inputMode="numeric"
						maxLength={16}
						value={chain.chainId}
						onText={(chainId) => onSet({ chainId: chainId.trim() })}
						wrong={idFault}
					/>
					{name}
					<span className="mt-6">{remove}</span>
				</div>
			)}
			<Field
				label={t("trusted.settings.rpc-address")}
				mono
				placeholder={
					chain.chainId === "localnet" ? t("trusted.settings.http-127-0-0-1") : t("trusted.settings.https")
				}
				value={chain.rpcUrl}
				onText={(rpcUrl) => onSet({ rpcUrl })}
				wrong={tried || chain.rpcUrl !== "" ? urlFault(chain.rpcUrl) : null}
			/>
			<Field
				label={t("trusted.settings.explorer")}
				mono
				maxLength={300}
				placeholder={t("trusted.settings.explorer-known", {
					page: knownExplorer(chain.chainId) ?? t("trusted.settings.explorer-none"),
				})}
				value={chain.explorer}
				onText={(explorer) => onSet({ explorer })}
				wrong={explorerFault(chain.explorer)}
			/>
		</li>
	);
}

function clusterOf(chain: ChainDraft): ClusterChoice {
	return CLUSTERS.find(({ value }) => value === chain.chainId)?.value ?? "mainnet-beta";
}
