import { useState } from "react";
import type { LedgerAccountRow, LedgerView } from "../../../bridge/device-views.ts";
import { Address } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { modelName } from "../device/condition.ts";
import { Part } from "./part.tsx";
import { Verifying } from "./verifying.tsx";

const FAMILIES = { evm: "EVM", svm: "Solana" } as const;

/** The accounts that Ledgers sign for: shown on the device to be compared, or forgotten. */
export function LedgerAccounts({
	rows,
	verifying,
}: {
	rows: readonly LedgerAccountRow[];
	verifying: LedgerView["verifying"];
}) {
	return (
		<Part
			title="Accounts of your Ledger"
			aside={rows.length === 0 ? undefined : plural(rows.length, "account")}
		>
			{rows.length === 0 ? (
				<p className="card px-3.5 py-3 text-f2 text-ink-2">None yet. What you find and add is listed here.</p>
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
	/** Some device shows an address now: one question at a time. */
	asking: boolean;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const [removing, setRemoving] = useState(false);
	const { address } = row.address;
	const name = row.address.label ?? row.address.short;
	return (
		<li className="px-3.5 py-3 not-first:border-t not-first:border-line-2">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div className="min-w-0">
					<Address view={row.address} />
					<p className="text-f1 text-ink-3">
						{FAMILIES[row.family]} · <span className="num">{row.path}</span> ·{" "}
						<Claim text={modelName(row.model)} max={40} />
					</p>
				</div>
				{!removing && (
					<div className="flex gap-2">
						<Button
							size="small"
							disabled={asking}
							busy={wish.busy}
							aria-label={`Show on device: ${name}`}
							onClick={() => void wish.send(() => bridge.call("verifyLedgerAddress", { address }))}
						>
							Show on device
						</Button>
						<Button
							size="small"
							look="quiet"
							disabled={asking && verifying !== null}
							aria-label={`Remove ${name}`}
							onClick={() => setRemoving(true)}
						>
							Remove
						</Button>
					</div>
				)}
			</div>
			{removing && (
				<fieldset className="mt-2.5 rounded-sm bg-sunken px-3 py-2.5" aria-label={`Remove ${name}?`}>
					<p className="text-f2 text-pretty">
						Countersign forgets this account and asks no device for it any more. Its key and its funds stay
						where they are, and you can find it again.
					</p>
					<div className="mt-2.5 flex gap-2">
						<Button
							size="small"
							look="danger"
							busy={wish.busy}
							onClick={() => void wish.send(() => bridge.call("removeLedgerAccount", { address }))}
						>
							{wish.busy ? "Removing…" : "Remove account"}
						</Button>
						<Button size="small" look="quiet" onClick={() => setRemoving(false)}>
							Keep it
						</Button>
					</div>
				</fieldset>
			)}
			{/* What became of a check stands in the check itself. */}
			<Fault words={wish.fault === verifying?.words ? null : wish.fault} className="mt-2.5" />
			{verifying !== null && (
				<div className="mt-3">
					<Verifying verifying={verifying} />
				</div>
			)}
		</li>
	);
}
