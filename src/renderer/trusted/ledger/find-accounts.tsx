import { LoaderCircle, Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { message } from "../../../core/localized-text.ts";
import type { DeviceCondition, LedgerView } from "../../../ipc/wallet.ts";
import { t, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { useCurrent } from "../device/current.ts";
import { Part } from "./part.tsx";

const FAMILIES = [
	{ family: "evm", name: message("trusted.ledger.families.evm") },
	{ family: "svm", name: message("trusted.ledger.families.svm") },
] as const;

export function FindAccounts({
	scan,
	deviceId,
	condition,
	isPrompting,
	children,
}: {
	scan: LedgerView["scan"];
	deviceId: string | null;
	condition: DeviceCondition | null;
	/** True while a device shows a prompt. */
	isPrompting: boolean;
	children: ReactNode;
}) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const announce = useAnnounce();
	const status = useCurrent(textOrNull(command.fault ?? scan.text), condition);
	const reading = scan.state === "reading";
	const found = scan.rows.length;
	useEffect(() => {
		if (scan.state === "done") announce(t("trusted.ledger.read.count", { count: found }));
	}, [scan.state, found, announce]);
	// The condition may be outdated, so only a missing device prevents a search.
	const find = (family: "evm" | "svm", id: string, more: boolean) =>
		void command.send(() => bridge.call("scanLedger", { deviceId: id, family, more }));
	const { family, deviceId: scanned } = scan;
	return (
		<Part title={t("trusted.ledger.find-accounts")}>
			<div className="card">
				<div className="px-3.5 py-3">
					<p className="text-f2 text-pretty text-ink-2">{t("trusted.ledger.find.help")}</p>
					<div className="mt-2.5 flex flex-wrap gap-2">
						{FAMILIES.map((one) => (
							<Button
								key={one.family}
								size="small"
								disabled={deviceId === null || reading || isPrompting}
								busy={command.busy}
								onClick={() => {
									if (deviceId !== null) find(one.family, deviceId, false);
								}}
							>
								<Search size={14} aria-hidden /> {t("trusted.ledger.find-accounts-2", { name: one.name })}
							</Button>
						))}
					</div>
					<Fault text={status} className="mt-3" />
				</div>
				{children}
				{reading && (
					<p className="flex items-center gap-2.5 border-t border-line-2 px-3.5 py-2.5 text-f2 text-ink-2">
						<LoaderCircle size={15} aria-hidden className="shrink-0 text-accent motion-turn" />
						{t("trusted.ledger.reading-addresses-device")}
					</p>
				)}
				{scan.state === "done" && found === 0 && (
					<p className="border-t border-line-2 px-3.5 py-2.5 text-f2 text-ink-2">
						{t("trusted.ledger.address.missing")}
					</p>
				)}
				{!reading && found > 0 && family !== null && scanned !== null && (
					<div className="border-t border-line-2 px-2 py-2">
						<Button
							size="small"
							variant="quiet"
							disabled={isPrompting}
							busy={command.busy}
							onClick={() => find(family, scanned, true)}
						>
							{t("trusted.ledger.show-more")}
						</Button>
					</div>
				)}
			</div>
		</Part>
	);
}
