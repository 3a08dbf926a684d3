import { LoaderCircle, Search } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { DeviceCondition, LedgerView } from "../../../bridge/device-views.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import { useAnnounce } from "../../state/announcer.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { useCurrent } from "../device/current.ts";
import { Part } from "./part.tsx";

const FAMILIES = [
	{ family: "evm", name: "Ethereum" },
	{ family: "svm", name: "Solana" },
] as const;

/** Reads the addresses of the usual paths from a device; `children` are what was found. */
export function FindAccounts({
	scan,
	deviceId,
	condition,
	held,
	children,
}: {
	scan: LedgerView["scan"];
	/** Null where no device is there. */
	deviceId: string | null;
	/** How that device stands. */
	condition: DeviceCondition | null;
	/** A device asks its person something: it can't be searched meanwhile. */
	held: boolean;
	children: ReactNode;
}) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const announce = useAnnounce();
	const said = useCurrent(wish.fault ?? scan.words, condition);
	const reading = scan.state === "reading";
	const found = scan.rows.length;
	useEffect(() => {
		if (scan.state === "done") announce(`${plural(found, "address was", "addresses were")} read.`);
	}, [scan.state, found, announce]);
	// How a device stood when it was last looked at says little about now: only none at all keeps from trying.
	const find = (family: "evm" | "svm", id: string, more: boolean) =>
		void wish.send(() => bridge.call("scanLedger", { deviceId: id, family, more }));
	const { family, deviceId: scanned } = scan;
	return (
		<Part title="Find accounts">
			<div className="card">
				<div className="px-3.5 py-3">
					<p className="text-f2 text-pretty text-ink-2">
						Reads the addresses of the paths that wallets use, with their balances. Nothing is signed, and
						nothing is added before you choose it.
					</p>
					<div className="mt-2.5 flex flex-wrap gap-2">
						{FAMILIES.map((one) => (
							<Button
								key={one.family}
								size="small"
								disabled={deviceId === null || reading || held}
								busy={wish.busy}
								onClick={() => {
									if (deviceId !== null) find(one.family, deviceId, false);
								}}
							>
								<Search size={14} aria-hidden /> Find {one.name} accounts
							</Button>
						))}
					</div>
					<Fault words={said} className="mt-3" />
				</div>
				{children}
				{reading && (
					<p className="flex items-center gap-2.5 border-t border-line-2 px-3.5 py-2.5 text-f2 text-ink-2">
						<LoaderCircle size={15} aria-hidden className="shrink-0 text-accent motion-turn" />
						Reading addresses from the device…
					</p>
				)}
				{scan.state === "done" && found === 0 && (
					<p className="border-t border-line-2 px-3.5 py-2.5 text-f2 text-ink-2">
						The device gave no address.
					</p>
				)}
				{!reading && found > 0 && family !== null && scanned !== null && (
					<div className="border-t border-line-2 px-2 py-2">
						<Button
							size="small"
							look="quiet"
							disabled={held}
							busy={wish.busy}
							onClick={() => find(family, scanned, true)}
						>
							Show more
						</Button>
					</div>
				)}
			</div>
		</Part>
	);
}
