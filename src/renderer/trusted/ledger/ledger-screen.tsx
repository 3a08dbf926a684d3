import { LoaderCircle } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SetupStep } from "../../../ipc/setup.ts";
import type { LedgerView } from "../../../ipc/wallet.ts";
import { t, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { isThere } from "../device/condition.ts";
import { GiveUp } from "../device/give-up.tsx";
import { LooseningPassword } from "../loosening-password.tsx";
import { Page } from "../page.tsx";
import { Devices } from "./devices.tsx";
import { FindAccounts } from "./find-accounts.tsx";
import { FoundRows } from "./found-rows.tsx";
import { LedgerAccounts } from "./ledger-accounts.tsx";
import { addText, scanKey, searched, toAdd } from "./selection.ts";
import { Verifying } from "./verifying.tsx";

/** Where accounts of a Ledger are found, added and verified. */
export function LedgerScreen({ ledger }: { ledger: LedgerView }) {
	const { bridge, view } = useTrusted();
	const { devices, scan, verifying, fault, accounts } = ledger;
	const opening = textOrNull(ledger.opening);
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
	const [password, setPassword] = useState("");
	const asksPassword = view.takesPassword.account;
	const adding = useCommand();
	const leave = useCommand();
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
		const outcome = await adding.send(() =>
			bridge.call("addLedgerAccounts", { paths: [...paths], password: asksPassword ? password : null }),
		);
		setPassword("");
		if (outcome?.ok !== true) return;
		setSelected([]);
		setAdded(t("trusted.ledger.accounts-were-added", { count: paths.length }));
	};
	const goTo = (step: SetupStep) => void leave.send(() => bridge.call("openSetupStep", { step }));
	const elsewhere =
		verifying !== null && !accounts.some((row) => row.address.address === verifying.address.address);

	return (
		<Page
			title={t("trusted.ledger.ledger-accounts")}
			lead={t("trusted.ledger.keys-never-leave-device-countersign")}
			bar={
				<>
					{/* Beside the buttons that they answer: the list above may be long. */}
					<Fault text={leave.fault ?? adding.fault} className="basis-full" />
					{added !== null && paths.length === 0 && verifying?.state !== "asking" && (
						<Notice tone="in" alert className="basis-full">
							{t("trusted.ledger.find-added-list-above-under", { added })}
						</Notice>
					)}
					{asksPassword && paths.length > 0 && (
						<div className="basis-full">
							<LooseningPassword
								why={t("trusted.ledger.one-rules-names-may-get")}
								value={password}
								onText={setPassword}
							/>
						</div>
					)}
					{view.setup === null ? (
						<Button look="quiet" onClick={() => void leave.send(() => bridge.call("openDesk", {}))}>
							{t("trusted.ledger.back-to-accounts")}
						</Button>
					) : (
						<Button look="quiet" onClick={() => goTo("keys")}>
							{t("trusted.setup.back")}
						</Button>
					)}
					{view.setup !== null && accounts.length > 0 && paths.length === 0 && (
						<Button look="primary" busy={leave.busy} onClick={() => goTo("networks")}>
							{t("trusted.first-run.continue")}
						</Button>
					)}
					{scan.rows.length > 0 && (view.setup === null || accounts.length === 0 || paths.length > 0) && (
						<Button
							look="primary"
							disabled={paths.length === 0 || (asksPassword && password === "")}
							busy={adding.busy}
							onClick={() => void add()}
						>
							{adding.busy ? t("trusted.ledger.adding") : addText(paths.length)}
						</Button>
					)}
				</>
			}
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
