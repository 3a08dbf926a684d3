import clsx from "clsx";
import { Eye } from "lucide-react";
import { useId, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { AccountView } from "../../../ipc/wallet.ts";
import type { DeskView } from "../../../ipc/windows.ts";
import { t, textOf } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button, TextButton } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Fault } from "../../components/notice.tsx";
import { HIDDEN, rich } from "../../components/rich.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";

type ConnectedAccounts = DeskView["connected"];
const FAMILIES = [
	{ family: "evm", name: message("ui.evm") },
	{ family: "svm", name: message("ui.solana") },
] as const;

export function isConnected({ family, address }: AccountView, connected: ConnectedAccounts): boolean {
	return connected[family] === address.address;
}

export function ConnectedNote({ className }: { className?: string }) {
	const { view } = useDesk();
	const [open, setOpen] = useState(false);
	const connected = view.accounts.filter((account) => isConnected(account, view.connected));
	if (view.accounts.every(({ signer }) => signer === "watch")) return null;
	return (
		<div className={clsx("flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-f1 text-ink-3", className)}>
			<Eye size={12} aria-hidden className="shrink-0" />
			{connected.length === 0 ? (
				<span>{t("desk.accounts.shared.none")}</span>
			) : (
				<>
					<span className="shrink-0">{t("desk.accounts.share.done")}</span>
					{connected.map((account) => (
						<span key={account.address.address} className="flex min-w-0 text-f1 text-ink-2">
							<AddressLabel view={account.address} size={14} />
						</span>
					))}
				</>
			)}
			<TextButton onClick={() => setOpen(true)} className="shrink-0">
				{rich("desk.accounts.shared.change", HIDDEN)}
			</TextButton>
			{open && <ConnectedDialog onClose={() => setOpen(false)} />}
		</div>
	);
}

function ConnectedDialog({ onClose }: { onClose: () => void }) {
	const { view } = useDesk();
	const command = useDeskCommand();
	const [connected, setConnected] = useState<ConnectedAccounts>(view.connected);
	const save = () => command.call("connectAccounts", connected, onClose);
	return (
		<Dialog title={t("desk.accounts.share.action")} onClose={onClose}>
			<p className="text-f2 text-pretty text-ink-2">{t("desk.accounts.shared.help")}</p>
			<div className="mt-4 grid gap-4">
				{FAMILIES.map(({ family, name }) => {
					const own = view.accounts.filter(
						(account) => account.family === family && account.signer !== "watch",
					);
					return own.length === 0 ? null : (
						<Choices
							key={family}
							name={textOf(name)}
							accounts={own}
							chosen={connected[family]}
							onChoose={(address) => setConnected({ ...connected, [family]: address })}
						/>
					);
				})}
			</div>
			<Fault text={command.fault} className="mt-4" />
			<div className="mt-5 flex justify-end gap-2">
				<Button size="small" variant="quiet" onClick={onClose}>
					{t("ui.cancel")}
				</Button>
				<Button size="small" variant="primary" busy={command.busy} onClick={() => void save()}>
					{t("ui.save")}
				</Button>
			</div>
		</Dialog>
	);
}

function Choices({
	name,
	accounts,
	chosen,
	onChoose,
}: {
	name: string;
	accounts: readonly AccountView[];
	chosen: string | null;
	onChoose: (address: string | null) => void;
}) {
	const group = useId();
	return (
		<fieldset className="min-w-0">
			<legend className="label mb-1.5">{name}</legend>
			<div className="card max-h-56 overflow-y-auto *:not-first:border-t *:not-first:border-line-2">
				{accounts.map(({ address }) => (
					<label key={address.address} className="flex min-h-10 items-center gap-2.5 px-3 py-1.5 text-f2">
						<input
							type="radio"
							name={group}
							checked={chosen === address.address}
							onChange={() => onChoose(address.address)}
						/>
						<AddressLabel view={address} size={18} />
					</label>
				))}
				<label className="flex min-h-10 items-center gap-2.5 px-3 py-1.5 text-f2 text-ink-2">
					<input type="radio" name={group} checked={chosen === null} onChange={() => onChoose(null)} />
					{t("desk.accounts.none-of-them")}
				</label>
			</div>
		</fieldset>
	);
}
