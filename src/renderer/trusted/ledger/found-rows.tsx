import { Check } from "lucide-react";
import { Checkbox } from "radix-ui";
import { useId } from "react";
import { message } from "../../../core/localized-text.ts";
import type { DeviceView, FoundAccountRow, LedgerView } from "../../../ipc/wallet.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Amount } from "../../components/amount.tsx";
import { Pill } from "../../components/pill.tsx";
import { modelName } from "../device/condition.ts";
import { isNew, withPath } from "./selection.ts";

const STATES = {
	new: null,
	added: message("trusted.ledger.states.added"),
	onThisComputer: message("trusted.ledger.states.on-this-computer"),
} as const;
const NAMES = { evm: message("ui.ethereum"), svm: message("ui.solana") } as const;

export function FoundRows({
	scan,
	selected,
	onSelect,
	locked,
	named,
}: {
	scan: LedgerView["scan"];
	selected: readonly string[];
	onSelect: (paths: readonly string[]) => void;
	locked: boolean;
	named: readonly DeviceView[];
}) {
	if (scan.rows.length === 0) return null;
	const device = named.find((one) => one.id === scan.deviceId);
	const accounts =
		scan.family === null
			? t("ui.accounts")
			: t("trusted.ledger.accounts.named", { name: NAMES[scan.family] });
	const label =
		device === undefined
			? accounts
			: t("trusted.ledger.accounts-on", { accounts, model: modelName(device.model) });
	return (
		<div className="border-t border-line-2">
			<h3 className="px-3.5 pt-2.5 pb-1 text-f2 font-medium">{label}</h3>
			<ul aria-label={label}>
				{scan.rows.map((row) => (
					<FoundRow
						key={row.path}
						row={row}
						on={selected.includes(row.path)}
						locked={locked}
						onTurn={(on) => onSelect(withPath(selected, row.path, on))}
					/>
				))}
			</ul>
		</div>
	);
}

function FoundRow({
	row,
	on,
	locked,
	onTurn,
}: {
	row: FoundAccountRow;
	on: boolean;
	locked: boolean;
	onTurn: (on: boolean) => void;
}) {
	const id = useId();
	const state = STATES[row.state];
	const open = isNew(row);
	return (
		<li className="flex gap-3 px-3.5 py-2.5 not-first:border-t not-first:border-line-2">
			<Checkbox.Root
				id={id}
				checked={open ? on : true}
				disabled={!open || locked}
				onCheckedChange={(checked) => onTurn(checked === true)}
				aria-label={`${row.address.label ?? row.address.short}, ${row.path}, ${textOf(row.scheme)}`}
				className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-sm border border-edge bg-surface disabled:border-line disabled:bg-sunken disabled:text-ink-3 data-[state=checked]:not-disabled:border-accent data-[state=checked]:not-disabled:bg-accent data-[state=checked]:not-disabled:text-surface"
			>
				<Checkbox.Indicator>
					<Check size={13} strokeWidth={3} aria-hidden />
				</Checkbox.Indicator>
			</Checkbox.Root>
			<div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1">
				<div className="min-w-0">
					<Address view={row.address} />
					<label htmlFor={id} className="block text-f1 text-ink-3">
						<span className="num">{row.path}</span> · {textOf(row.scheme)}
					</label>
					{state !== null && (
						<p className="mt-1">
							<Pill>
								<Check size={12} aria-hidden /> {textOf(state)}
							</Pill>
						</p>
					)}
				</div>
				<Balances balances={row.balances} />
			</div>
		</li>
	);
}

function Balances({ balances }: { balances: FoundAccountRow["balances"] }) {
	if (balances.length === 0) return null;
	return (
		<dl className="ml-auto grid gap-y-0.5 text-f2">
			{balances.map((balance) => (
				<div key={balance.chain} className="flex items-baseline justify-end gap-x-3">
					<dt className="shrink-0 text-f1 text-ink-3">{balance.chain}</dt>
					<dd className="max-w-48 text-right wrap-anywhere">
						{balance.amount !== null && <Amount view={balance.amount} className="font-medium" />}
						{balance.text !== null && <span className="text-f1 text-ink-3">{textOf(balance.text)}</span>}
						{balance.amount === null && balance.text === null && (
							<span className="text-f1 text-ink-3">{t("trusted.ledger.reading")}</span>
						)}
					</dd>
				</div>
			))}
		</dl>
	);
}
