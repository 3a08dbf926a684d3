import clsx from "clsx";
import { type Message, message } from "../../../core/message.ts";
import type { AllowanceRow } from "../../../ipc/allowances.ts";
import type { ProgressView } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { Section } from "../../components/section.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";

/** What others may still take after an approve-and-use, each with the way to its revocation. */
export function Left({ progress }: { progress: Pick<ProgressView, "entryId" | "left"> }) {
	if (progress.left.length === 0) return null;
	return (
		<Section title={t("trusted.progress.left.title")} aside={t("trusted.progress.left.by-the-chain")}>
			<ul className="card *:not-first:border-t *:not-first:border-line-2" data-progress="left">
				{progress.left.map((row) => (
					<LeftRow key={row.id} row={row} entryId={progress.entryId} />
				))}
			</ul>
		</Section>
	);
}

/** Where there is no amount to show; the token's name stands beside it. */
const WITHOUT_AMOUNT: Readonly<Partial<Record<AllowanceRow["kind"], Message>>> = {
	operator: message("trusted.progress.left.every-item"),
	token: message("trusted.progress.left.one-item"),
};

function LeftRow({ row, entryId }: { row: AllowanceRow; entryId: string }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const alarming = row.unlimited || row.kind === "operator";
	const symbol = row.symbol ?? row.token.short;
	const whole = WITHOUT_AMOUNT[row.kind] ?? message("trusted.progress.left.unlimited");
	return (
		<li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2.5">
			<div className="min-w-0">
				<p className={clsx("font-semibold wrap-anywhere", alarming && "text-danger")}>
					{row.amount === null ? (
						<>
							{textOf(whole)} <Claim text={symbol} max={24} />
						</>
					) : (
						<Amount view={row.amount} exact="spoken" />
					)}
				</p>
				<p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-f2 text-ink-2">
					{t("trusted.progress.left.spender")} <Address view={row.spender} size={15} />
				</p>
			</div>
			<Button
				size="small"
				busy={command.busy}
				onClick={() => void command.send(() => bridge.call("revokeLeft", { entryId, id: row.id }))}
				aria-label={t("trusted.progress.left.revoke-row", { symbol, spender: row.spender.short })}
			>
				{row.revoking === null ? t("trusted.progress.left.revoke") : t("trusted.progress.left.show-revoking")}
			</Button>
			<Fault text={command.fault} className="col-span-2" />
		</li>
	);
}
