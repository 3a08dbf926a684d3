import { LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { LedgerView } from "../../../bridge/device-views.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { useAnnounce } from "../../state/announcer.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { isThere } from "../device/condition.ts";
import { GiveUp } from "../device/give-up.tsx";
import { Page } from "../page.tsx";
import { Devices } from "./devices.tsx";
import { FindAccounts } from "./find-accounts.tsx";
import { FoundRows } from "./found-rows.tsx";
import { LedgerAccounts } from "./ledger-accounts.tsx";
import { addWords, scanKey, searched, toAdd } from "./selection.ts";
import { Verifying } from "./verifying.tsx";

/** Where accounts of a Ledger are found, added and verified. */
export function LedgerScreen({ ledger }: { ledger: LedgerView }) {
	const { bridge } = useTrusted();
	const { devices, scan, verifying, opening, fault, accounts } = ledger;
	const [chosen, setChosen] = useState<string | null>(null);
	const key = scanKey(ledger.scan);
	// A selection belongs to its scan: another scan starts with none.
	const [selection, setSelection] = useState<{ readonly key: string; readonly paths: readonly string[] }>({
		key,
		paths: [],
	});
	const selected = selection.key === key ? selection.paths : [];
	const setSelected = (picked: readonly string[]) => setSelection({ key, paths: picked });
	const [added, setAdded] = useState<string | null>(null);
	const adding = useWish();
	const leave = useWish();
	const announce = useAnnounce();

	useEffect(() => {
		if (opening !== null) announce(opening);
	}, [opening, announce]);

	// What was added and is removed again is not said to be there.
	const held = useRef(accounts.length);
	useEffect(() => {
		if (accounts.length < held.current) setAdded(null);
		held.current = accounts.length;
	}, [accounts.length]);

	const deviceId = searched(
		devices.map((device) => device.id),
		chosen,
	);
	const paths = toAdd(scan.rows, selected);
	const add = async () => {
		setAdded(null);
		const outcome = await adding.send(() => bridge.call("addLedgerAccounts", { paths: [...paths] }));
		if (outcome?.ok !== true) return;
		setSelected([]);
		setAdded(`${plural(paths.length, "account was", "accounts were")} added.`);
	};
	const elsewhere =
		verifying !== null && !accounts.some((row) => row.address.address === verifying.address.address);

	return (
		<Page
			title="Ledger accounts"
			lead="Their keys never leave the device. Countersign reads addresses from it, and asks it for each signature."
			bar={
				<>
					{/* Beside the buttons that they answer: the list above may be long. */}
					<Fault words={leave.fault ?? adding.fault} className="basis-full" />
					{added !== null && paths.length === 0 && verifying?.state !== "asking" && (
						<Notice tone="in" alert className="basis-full">
							{added} You find what was added in the list above, and under Accounts.
						</Notice>
					)}
					<Button look="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
						Back to accounts
					</Button>
					{scan.rows.length > 0 && (
						<Button
							look="primary"
							disabled={paths.length === 0}
							busy={adding.busy}
							onClick={() => void add()}
						>
							{adding.busy ? "Adding…" : addWords(paths.length)}
						</Button>
					)}
				</>
			}
		>
			<div className="grid gap-6">
				{/* A device that is there says by itself why its app did not open. */}
				<Fault words={devices.some(isThere) ? null : fault} />
				{opening !== null && (
					<div className="card px-3.5 py-3">
						<p className="mb-3 flex gap-2.5 text-f2">
							<LoaderCircle size={16} aria-hidden className="mt-0.5 shrink-0 text-accent motion-turn" />
							<span className="min-w-0 wrap-anywhere">{opening}</span>
						</p>
						<GiveUp what="opening the app" asking={false} />
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
						selected={selected}
						onSelect={setSelected}
						locked={adding.busy}
						named={devices.length > 1 ? devices : []}
					/>
				</FindAccounts>
				<LedgerAccounts rows={accounts} verifying={verifying} />
			</div>
		</Page>
	);
}
