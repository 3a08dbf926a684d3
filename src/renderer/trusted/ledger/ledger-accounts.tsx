import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { LedgerAccountRow, LedgerView } from "../../../ipc/wallet.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { modelName } from "../device/condition.ts";
import { Part } from "./part.tsx";
import { Verifying } from "./verifying.tsx";

const FAMILIES = { evm: "EVM", svm: message("ui.solana") } as const;

export function LedgerAccounts({
	rows,
	verifying,
}: {
	rows: readonly LedgerAccountRow[];
	verifying: LedgerView["verifying"];
}) {
	return (
		<Part
			title={t("trusted.ledger.accounts-ledger")}
			aside={rows.length === 0 ? undefined : t("ui.account-count", { count: rows.length })}
		>
			{rows.length === 0 ? (
				<p className="card px-3.5 py-3 text-f2 text-ink-2">{t("trusted.ledger.empty")}</p>
			) : (
				<ul className="card">
					{rows.map((row) => (
						<Account
							key={row.address.address}
							row={row}
							verifying={verifying?.address.address === row.address.address ? verifying : null}
							asking={verifying?.state === "asking"}
						/>
					))}
				</ul>
			)}
		</Part>
	);
}

function Account({
	row,
	verifying,
	asking,
}: {
	row: LedgerAccountRow;
	verifying: LedgerView["verifying"];
	/** Whether a device is showing an address. Only one prompt is possible at a time. */
	asking: boolean;
}) {
	const command = useTrustedCommand();
	const [removing, setRemoving] = useState(false);
	const { address } = row.address;
	const name = row.address.label ?? row.address.short;
	return (
		<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="min-w-0">
					<Address view={row.address} />
					<p className="text-f1 text-ink-3">
						{textOf(FAMILIES[row.family])} · <span className="num">{row.path}</span> ·{" "}
						<Claim text={modelName(row.model)} max={40} />
					</p>
				</div>
				{!removing && (
					<div className="flex flex-wrap gap-2">
						<Button
							size="small"
							disabled={asking}
							aria-label={t("trusted.ledger.show-named", { name })}
							{...command.press("verifyLedgerAddress", { address })}
						>
							{t("ui.show-on-device")}
						</Button>
						<Button
							size="small"
							variant="quiet"
							disabled={asking && verifying !== null}
							aria-label={t("ui.remove.named", { name })}
							onClick={() => setRemoving(true)}
						>
							{t("ui.remove")}
						</Button>
					</div>
				)}
			</div>
			{removing && (
				<fieldset
					className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5"
					aria-label={t("ui.remove.question", { name })}
				>
					<p className="text-f2 text-pretty">{t("trusted.ledger.remove.help")}</p>
					<div className="mt-2.5 flex flex-wrap gap-2">
						<Button size="small" variant="danger" {...command.press("removeLedgerAccount", { address })}>
							{command.busy ? t("ui.removing") : t("ui.remove.account")}
						</Button>
						<Button size="small" variant="quiet" onClick={() => setRemoving(false)}>
							{t("ui.keep")}
						</Button>
					</div>
				</fieldset>
			)}
			{/* The address check below shows its own result. */}
			<Fault
				text={command.fault === textOrNull(verifying?.text ?? null) ? null : command.fault}
				className="mt-2.5"
			/>
			{verifying !== null && (
				<div className="mt-3">
					<Verifying verifying={verifying} />
				</div>
			)}
		</li>
	);
}
