import { LoaderCircle, Search } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { SetupStep } from "../../../ipc/setup.ts";
import type { DeviceCondition, DeviceView, LedgerView } from "../../../ipc/wallet.ts";
import { t, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Success } from "../../components/notice.tsx";
import { HIDDEN, rich } from "../../components/rich.tsx";
import { useAnnounce } from "../../state/announcer.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { isThere, modelName, useCurrent } from "../device/condition.ts";
import { DeviceStatus } from "../device/device-status.tsx";
import { GiveUp } from "../device/give-up.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { FoundRows } from "./found-rows.tsx";
import { LedgerAccounts } from "./ledger-accounts.tsx";
import { Part } from "./part.tsx";
import { addText, scanKey, searched, toAdd } from "./selection.ts";
import { Verifying } from "./verifying.tsx";

const FAMILIES = [
	{ family: "evm", name: message("ui.ethereum") },
	{ family: "svm", name: message("ui.solana") },
] as const;

function FindAccounts({
	scan,
	deviceId,
	condition,
	isPrompting,
	children,
}: {
	scan: LedgerView["scan"];
	deviceId: string | null;
	condition: DeviceCondition | null;
	isPrompting: boolean;
	children: ReactNode;
}) {
	const command = useTrustedCommand();
	const announce = useAnnounce();
	const status = useCurrent(textOrNull(command.fault ?? scan.text), condition);
	const reading = scan.state === "reading";
	const found = scan.rows.length;
	useEffect(() => {
		if (scan.state === "done") announce(t("trusted.ledger.read.count", { count: found }));
	}, [scan.state, found, announce]);
	// The device's condition may be outdated, so the search is disabled only if there is no device.
	const find = (family: "evm" | "svm", id: string, more: boolean) =>
		void command.call("scanLedger", { deviceId: id, family, more });
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
								<Search size={14} aria-hidden /> {t("trusted.ledger.find-accounts.named", { name: one.name })}
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
							{t("ui.show-more")}
						</Button>
					</div>
				)}
			</div>
		</Part>
	);
}

type Adding = ReturnType<typeof useAdding>;

function useAdding({ scan, accounts }: Pick<LedgerView, "scan" | "accounts">) {
	const asksPassword = useTrusted().view.needsPassword.account;
	const key = scanKey(scan);
	const [selection, setSelection] = useState<{ readonly key: string; readonly paths: readonly string[] }>({
		key,
		paths: [],
	});
	const selected = selection.key === key ? selection.paths : [];
	const setSelected = (picked: readonly string[]) => setSelection({ key, paths: picked });
	/** `null` if nothing was added, or if the added account has been removed since. */ const [
		added,
		setAdded,
	] = useState<string | null>(null);
	const [password, setPassword] = useState("");
	const { call, busy, fault } = useTrustedCommand();

	const held = useRef(accounts.length);
	useEffect(() => {
		if (accounts.length < held.current) setAdded(null);
		held.current = accounts.length;
	}, [accounts.length]);

	const paths = toAdd(scan.rows, selected);
	const add = async () => {
		setAdded(null);
		const outcome = await call("addLedgerAccounts", {
			paths: [...paths],
			password: asksPassword ? password : null,
		});
		setPassword("");
		if (outcome?.ok !== true) return;
		setSelected([]);
		setAdded(t("trusted.ledger.added.count", { count: paths.length }));
	};
	return {
		selected,
		setSelected,
		paths,
		added,
		asksPassword,
		password,
		setPassword,
		add,
		busy,
		fault,
	};
}

function Devices({
	devices,
	searched,
	onChoose,
}: {
	devices: readonly DeviceView[];
	searched: string | null;
	onChoose: (id: string) => void;
}) {
	const several = devices.filter(isThere).length > 1;
	const list = (
		<ul className="card" aria-live="polite">
			{devices.map((device) => (
				<li key={device.id} className="not-first:border-t not-first:border-line-2">
					<DeviceStatus device={device}>
						{several && isThere(device) && <SearchThis device={device} />}
					</DeviceStatus>
				</li>
			))}
		</ul>
	);
	return (
		<Part title={several ? t("trusted.ledger.your-devices") : t("trusted.ledger.your-device")}>
			{several ? (
				<RadioGroup.Root
					aria-label={t("trusted.ledger.device-search")}
					value={searched}
					onValueChange={onChoose}
				>
					{list}
				</RadioGroup.Root>
			) : (
				list
			)}
		</Part>
	);
}

function SearchThis({ device }: { device: DeviceView }) {
	const id = `search-${device.id}`;
	return (
		<div className="mt-2.5 flex items-center gap-2">
			<RadioGroup.Item
				id={id}
				value={device.id}
				className="grid size-4.5 shrink-0 place-items-center rounded-full border border-edge bg-surface data-[state=checked]:border-accent"
			>
				<RadioGroup.Indicator className="size-2.5 rounded-full bg-accent" />
			</RadioGroup.Item>
			<label htmlFor={id} className="text-f2">
				{rich("trusted.ledger.search.device", HIDDEN, { model: modelName(device.model) })}
			</label>
		</div>
	);
}

function LedgerBar({ ledger, adding }: { ledger: LedgerView; adding: Adding }) {
	const { view } = useTrusted();
	const { scan, verifying, accounts } = ledger;
	const { added, asksPassword, password, paths } = adding;
	const leave = useTrustedCommand();
	const goTo = (step: SetupStep) => void leave.call("openSetupStep", { step });
	return (
		<>
			{/* Shown next to the buttons, because the list above may be long. */}
			<Fault text={leave.fault ?? adding.fault} className="basis-full" />
			<Success
				text={
					added !== null && paths.length === 0 && verifying?.state !== "asking"
						? t("trusted.ledger.added.where", { added })
						: null
				}
				className="basis-full"
			/>
			{asksPassword && paths.length > 0 && (
				<div className="basis-full">
					<PasswordField
						help={t("trusted.ledger.rule.recipients")}
						value={password}
						onText={adding.setPassword}
					/>
				</div>
			)}
			{view.setup === null ? (
				<Button variant="quiet" onClick={() => void leave.call("openDesk", {})}>
					{t("ui.back.home")}
				</Button>
			) : (
				<Button variant="quiet" onClick={() => goTo("keys")}>
					{t("ui.back")}
				</Button>
			)}
			{view.setup !== null && accounts.length > 0 && paths.length === 0 && (
				<Button variant="primary" busy={leave.busy} onClick={() => goTo("networks")}>
					{t("trusted.first-run.continue")}
				</Button>
			)}
			{scan.rows.length > 0 && (view.setup === null || accounts.length === 0 || paths.length > 0) && (
				<Button
					variant="primary"
					disabled={paths.length === 0 || (asksPassword && password === "")}
					busy={adding.busy}
					onClick={() => void adding.add()}
				>
					{adding.busy ? t("ui.adding") : addText(paths.length)}
				</Button>
			)}
		</>
	);
}

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
			title={t("ui.ledger-accounts")}
			lead={t("trusted.ledger.intro")}
			bar={<LedgerBar ledger={ledger} adding={adding} />}
		>
			<div className="grid gap-6">
				{/* If a device is connected, its own status already explains why the app didn't open. */}
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
					isPrompting={opening !== null || verifying?.state === "asking"}
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
