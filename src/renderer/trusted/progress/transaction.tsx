import { ExternalLink } from "lucide-react";
import type { ProgressView } from "../../../ipc/signing.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { grouped } from "../../components/figures.ts";
import { Fault } from "../../components/notice.tsx";
import { Section } from "../../components/section.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";

/** An EVM transaction is in a block, a Solana one in a slot. */
function blockText({ blockNumber, transactionId }: ProgressView): string | undefined {
	if (blockNumber === null) return undefined;
	const number = grouped(blockNumber);
	return transactionId?.startsWith("0x") === true
		? t("trusted.progress.in-block", { number })
		: t("trusted.progress.in-slot", { number });
}

/** The whole id, and the page where others can look at it. */
export function Transaction({ progress }: { progress: ProgressView }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const { transactionId, explorer, entryId } = progress;
	if (transactionId === null) return null;
	return (
		<Section title={t("trusted.progress.transaction")} aside={blockText(progress)}>
			<div className="card px-4 py-2.5">
				<div className="flex items-start gap-1">
					<span className="num flex-1 text-f2 wrap-anywhere">{transactionId}</span>
					<CopyButton text={transactionId} what={t("trusted.progress.the-transaction-id")} />
				</div>
				{explorer !== null && (
					<Button
						size="small"
						busy={command.busy}
						className="mt-2 max-w-full"
						onClick={() => void command.send(() => bridge.call("openExplorer", { entryId }))}
					>
						<span className="min-w-0 text-left whitespace-normal wrap-anywhere">
							{t("trusted.progress.view-on", { explorer })}
						</span>{" "}
						<ExternalLink size={14} aria-hidden className="shrink-0" />
					</Button>
				)}
				<Fault text={command.fault} className="mt-2" />
			</div>
		</Section>
	);
}
