import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";
import type { LedgerView } from "../../../ipc/wallet.ts";
import { t, textOrNull } from "../../../text/index.ts";
import { Fault } from "../../components/notice.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { isThere } from "../device/condition.ts";
import { GiveUp } from "../device/give-up.tsx";
import { Page } from "../page.tsx";
import { Devices } from "./devices.tsx";
import { FindAccounts } from "./find-accounts.tsx";
import { FoundRows } from "./found-rows.tsx";
import { LedgerAccounts } from "./ledger-accounts.tsx";
import { LedgerBar } from "./ledger-bar.tsx";
import { searched } from "./selection.ts";
import { useAdding } from "./use-adding.ts";
import { Verifying } from "./verifying.tsx";

/** Where accounts of a Ledger are found, added and verified. */
export function LedgerScreen({ ledger }: { ledger: LedgerView }) {
	const { devices, scan, verifying, fault, accounts } = ledger;
	const opening = textOrNull(ledger.opening);
	const [chosen, setChosen] = useState<string | null>(null);
	const adding = useAdding(ledger);
	const announce = useAnnounce();

	useEffect(() => {
		if (opening !== null) announce(opening);
	}, [opening, announce]);

	const deviceId = searched(
		devices.map((device) => device.id),
		chosen,
	);
	const elsewhere =
		verifying !== null && !accounts.some((row) => row.address.address === verifying.address.address);

	return (
		<Page
			title={t("trusted.ledger.ledger-accounts")}
			lead={t("trusted.ledger.keys-never-leave-device-countersign")}
			bar={<LedgerBar ledger={ledger} adding={adding} />}
		>
			<div className="grid gap-6">
				{/* A device that is there says by itself why its app did not open. */}
				<Fault text={textOrNull(devices.some(isThere) ? null : fault)} />
				{opening !== null && (
					<div className="card px-3.5 py-3">
						<p className="mb-3 flex gap-2.5 text-f2">
							<LoaderCircle size={16} aria-hidden className="mt-0.5 shrink-0 text-accent motion-turn" />
							<span className="min-w-0 wrap-anywhere">{opening}</span>
						</p>
						<GiveUp what={t("trusted.ledger.opening-the-app")} asking={false} />
					</div>
				)}
				{elsewhere && (
					<div className="card px-3.5 py-3">
						<Verifying verifying={verifying} />
					</div>
				)}
				<Devices devices={devices} searched={deviceId} onChoose={setChosen} />
				<FindAccounts
					scan={scan}
					deviceId={deviceId}
					condition={devices.find((device) => device.id === deviceId)?.condition ?? null}
					held={opening !== null || verifying?.state === "asking"}
				>
					<FoundRows
						scan={scan}
						selected={adding.selected}
						onSelect={adding.setSelected}
						locked={adding.busy}
						named={devices.length > 1 ? devices : []}
					/>
				</FindAccounts>
				<LedgerAccounts rows={accounts} verifying={verifying} />
			</div>
		</Page>
	);
}
