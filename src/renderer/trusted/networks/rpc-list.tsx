import { ArrowUp, Trash2 } from "lucide-react";
import { operatorOf } from "../../../core/chain/public-rpcs.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { urlFault } from "../settings/check.ts";
import type { NetworkDraft } from "./draft.ts";
import { ProbeLine } from "./probe-line.tsx";
import type { Probes } from "./use-probes.ts";

export function RpcList({
	draft,
	probes,
	tried,
	onSet,
}: {
	draft: NetworkDraft;
	probes: Probes;
	tried: boolean;
	onSet: (change: Pick<NetworkDraft, "rpcs">) => void;
}) {
	const { rpcs, chainId } = draft;
	const setRpcs = (change: readonly string[]) => onSet({ rpcs: change });
	return (
		<ol className="grid gap-3 *:min-w-0">
			{rpcs.map((url, at) => (
				<li key={at}>
					<RpcField
						url={url}
						at={at}
						tried={tried}
						isLocal={chainId === "localnet"}
						onText={(text) => setRpcs(rpcs.map((each, index) => (index === at ? text : each)))}
						onUp={() =>
							setRpcs(
								rpcs.map(
									(each, index) => rpcs[index === at ? at - 1 : index === at - 1 ? at : index] ?? each,
								),
							)
						}
						onRemove={() => setRpcs(rpcs.filter((_, index) => index !== at))}
						isOnly={rpcs.length === 1}
					/>
					<div className="mt-1 flex min-h-6 items-center justify-between gap-3 text-f2 text-ink-3">
						<span>{operatorWords(url)}</span>
						<ProbeLine probed={probes.of(chainId, url)} />
					</div>
				</li>
			))}
		</ol>
	);
}

function operatorWords(url: string): string {
	const operator = operatorOf(url);
	return operator === null ? t("trusted.networks.own") : t("trusted.networks.run-by", { operator });
}

function RpcField({
	url,
	at,
	tried,
	isLocal,
	isOnly,
	onText,
	onUp,
	onRemove,
}: {
	url: string;
	at: number;
	tried: boolean;
	isLocal: boolean;
	isOnly: boolean;
	onText: (text: string) => void;
	onUp: () => void;
	onRemove: () => void;
}) {
	const name = at === 0 ? t("trusted.networks.first") : t("trusted.networks.next", { at: at + 1 });
	return (
		<div className="flex items-start gap-2">
			<Field
				label={name}
				className="min-w-0 flex-1"
				mono
				placeholder={isLocal ? t("trusted.settings.rpc.placeholder") : t("trusted.settings.https")}
				value={url}
				onText={onText}
				wrong={tried || url !== "" ? urlFault(url) : null}
			/>
			{at > 0 && (
				<Button
					variant="quiet"
					className="mt-6 px-2"
					aria-label={t("trusted.networks.up", { name })}
					onClick={onUp}
				>
					<ArrowUp size={15} aria-hidden />
				</Button>
			)}
			{!isOnly && (
				<Button
					variant="quiet"
					className="mt-6 px-2"
					aria-label={t("trusted.settings.remove", { label: name })}
					onClick={onRemove}
				>
					<Trash2 size={15} aria-hidden />
				</Button>
			)}
		</div>
	);
}
