import clsx from "clsx";
import { Eye } from "lucide-react";
import { useId, useState } from "react";
import type { AccountView, DeskView } from "../../../bridge/views.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

/** Which accounts the agent is told of, and a way to change it. */

type Told = DeskView["connected"];
const FAMILIES = [
	{ family: "evm", name: "EVM" },
	{ family: "svm", name: "Solana" },
] as const;

export function isTold({ family, address }: AccountView, told: Told): boolean {
	return told[family] === address.address;
}

/** One line: whose addresses go along with a message. */
export function ToldAccounts({ className }: { className?: string }) {
	const { view } = useDesk();
	const [open, setOpen] = useState(false);
	const told = view.accounts.filter((account) => isTold(account, view.connected));
	if (view.accounts.length === 0) return null;
	return (
		<div className={clsx("flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-f1 text-ink-3", className)}>
			<Eye size={12} aria-hidden className="shrink-0" />
			{told.length === 0 ? (
				<span>The agent is told of none of your accounts</span>
			) : (
				<>
					<span className="shrink-0">The agent is told of</span>
					{told.map((account) => (
						<span key={account.address.address} className="flex min-w-0 text-f1 text-ink-2">
							<AddressLabel view={account.address} size={14} />
						</span>
					))}
				</>
			)}
			<button
				type="button"
				onClick={() => setOpen(true)}
				className="shrink-0 rounded-sm font-medium text-accent hover:underline"
			>
				Change<span className="sr-only"> which accounts the agent is told of</span>
			</button>
			{open && <ToldDialog onClose={() => setOpen(false)} />}
		</div>
	);
}

function ToldDialog({ onClose }: { onClose: () => void }) {
	const { bridge, view } = useDesk();
	const wish = useWish();
	const [told, setTold] = useState<Told>(view.connected);
	const save = async () => {
		const outcome = await wish.send(() => bridge.call("connectAccounts", told));
		if (outcome?.ok === true) onClose();
	};
	return (
		<Dialog title="What the agent is told" onClose={onClose}>
			<p className="text-f2 text-pretty text-ink-2">
				With each message the agent gets the addresses chosen here and the chains they are on: never names,
				balances or keys. It may prepare requests for any account that you use; you review each of them.
			</p>
			<div className="mt-4 grid gap-4">
				{FAMILIES.map(({ family, name }) => {
					const own = view.accounts.filter((account) => account.family === family);
					return own.length === 0 ? null : (
						<Choices
							key={family}
							name={name}
							accounts={own}
							chosen={told[family]}
							onChoose={(address) => setTold({ ...told, [family]: address })}
						/>
					);
				})}
			</div>
			<Fault words={wish.fault} className="mt-4" />
			<div className="mt-5 flex justify-end gap-2">
				<Button size="small" look="quiet" onClick={onClose}>
					Cancel
				</Button>
				<Button size="small" look="primary" busy={wish.busy} onClick={() => void save()}>
					Save
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
					None of them
				</label>
			</div>
		</fieldset>
	);
}
