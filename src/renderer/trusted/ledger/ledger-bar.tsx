import type { SetupStep } from "../../../ipc/setup.ts";
import type { LedgerView } from "../../../ipc/wallet.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { LooseningPassword } from "../loosening-password.tsx";
import { addText } from "./selection.ts";
import type { Adding } from "./use-adding.ts";

/** The way back, the way on while the app is set up, and adding what is selected. */
export function LedgerBar({ ledger, adding }: { ledger: LedgerView; adding: Adding }) {
	const { bridge, view } = useTrusted();
	const { scan, verifying, accounts } = ledger;
	const { added, asksPassword, password, paths } = adding;
	const leave = useCommand();
	const goTo = (step: SetupStep) => void leave.send(() => bridge.call("openSetupStep", { step }));
	return (
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
						onText={adding.setPassword}
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
					onClick={() => void adding.add()}
				>
					{adding.busy ? t("trusted.ledger.adding") : addText(paths.length)}
				</Button>
			)}
		</>
	);
}
