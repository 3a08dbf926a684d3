import clsx from "clsx";
import { ArrowRight } from "lucide-react";
import { useId, useState } from "react";
import type { SendAccount, SendAsset, SendScreen as SendView } from "../../../ipc/send.ts";
import { t, textOf } from "../../../text/index.ts";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { Fold } from "../../components/fold.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import {
	type AmountFault,
	accountOf,
	amountFault,
	assetOf,
	emptyDraft,
	isReady,
	type SendDraft,
	worthOf,
} from "./draft.ts";
import { Recipient } from "./recipient.tsx";
import { useRecipient } from "./use-recipient.ts";

const faultText = (fault: AmountFault): string =>
	fault === "format" ? t("ui.amount.format") : t(`trusted.send.amount.${fault}`);

/** Number of assets to show before the rest are collapsed. */
const FEW = 3;

export function SendScreen({ screen }: { screen: SendView }) {
	const { bridge } = useTrusted();
	const command = useTrustedCommand();
	const [draft, setDraft] = useState(() => emptyDraft(screen.from));
	const change = (part: Partial<SendDraft>) => {
		command.clear();
		setDraft((before) => ({ ...before, ...part }));
	};
	const account = accountOf(screen, draft);
	const asset = assetOf(account, draft);
	const recipient = useRecipient(bridge, asset?.chainRef ?? null, draft.recipient);
	const can = asset !== null && recipient.address !== null && isReady(asset, draft);
	const submit = async () => {
		const to = recipient.address;
		if (!can || account === null || to === null) return;
		await command.call("send", {
			account: account.address.address,
			chainRef: asset.chainRef,
			asset: asset.asset,
			recipient: to.address,
			amount: draft.isAll ? null : draft.amount.trim(),
		});
	};
	const form = useId();
	return (
		<Page
			title={t("trusted.send")}
			bar={
				<>
					<Button variant="quiet" onClick={() => void bridge.call("close", {})}>
						{t("components.close")}
					</Button>
					<Button submit form={form} variant="primary" disabled={!can} busy={command.busy}>
						{t("trusted.send.review")} <ArrowRight size={15} aria-hidden />
					</Button>
				</>
			}
		>
			<Form id={form} className="grid gap-4" onSubmit={submit}>
				<Recipient
					screen={screen}
					account={account}
					text={draft.recipient}
					found={recipient}
					onText={(text) => change({ recipient: text })}
				/>
				{screen.accounts.length > 1 && (
					<From
						screen={screen}
						account={account}
						onAccount={(each) => change({ account: each, assetId: null })}
					/>
				)}
				{account !== null && asset !== null ? (
					<>
						<Assets
							key={account.address.address}
							account={account}
							chosen={asset}
							onAsset={(each) => change({ assetId: each, amount: "", isAll: false })}
						/>
						<AmountField asset={asset} draft={draft} onChange={change} />
					</>
				) : (
					<Notice tone="caution">
						{screen.isReading ? t("trusted.send.reading") : t("trusted.send.nothing")}
					</Notice>
				)}
				<Fault text={command.fault} />
			</Form>
		</Page>
	);
}

function From({
	screen,
	account,
	onAccount,
}: {
	screen: SendView;
	account: SendAccount | null;
	onAccount: (address: string) => void;
}) {
	const select = useId();
	return (
		<div>
			<label htmlFor={select} className="mb-1 block text-f2 font-medium text-ink-2">
				{t("trusted.send.from")}
			</label>
			<select
				id={select}
				value={account?.address.address ?? ""}
				onChange={({ target }) => onAccount(target.value)}
				className="select min-h-10 w-full rounded-md border border-edge bg-surface py-2 pl-2.5 text-f3 text-ink"
			>
				{screen.accounts.map(({ address }) => (
					<option key={address.address} value={address.address}>
						{address.label === null ? address.short : `${address.label} · ${address.short}`}
					</option>
				))}
			</select>
		</div>
	);
}

function Assets({
	account,
	chosen,
	onAsset,
}: {
	account: SendAccount;
	chosen: SendAsset;
	onAsset: (id: string) => void;
}) {
	const { assets } = account;
	const isLate = assets.indexOf(chosen) >= FEW;
	const [few, more] = [assets.slice(0, FEW), assets.slice(FEW)];
	const rows = (some: readonly SendAsset[]) =>
		some.map((asset) => (
			<AssetRow key={asset.id} asset={asset} isChosen={asset === chosen} onAsset={onAsset} />
		));
	return (
		<fieldset className="min-w-0">
			<legend className="mb-1 block text-f2 font-medium text-ink-2">{t("ui.asset")}</legend>
			<div className="card *:not-first:border-t *:not-first:border-line-2">
				{rows(few)}
				{more.length > 0 && (
					<div className="px-4 py-2">
						<Fold title={t("trusted.send.more-assets", { count: more.length })} defaultOpen={isLate}>
							<div className="-mx-4 mt-2 border-t border-line-2 *:not-first:border-t *:not-first:border-line-2">
								{rows(more)}
							</div>
						</Fold>
					</div>
				)}
			</div>
		</fieldset>
	);
}

function AssetRow({
	asset,
	isChosen,
	onAsset,
}: {
	asset: SendAsset;
	isChosen: boolean;
	onAsset: (id: string) => void;
}) {
	const { balance, chain, isListed, symbol } = asset;
	return (
		<label
			className={clsx(
				"flex min-h-13 flex-wrap items-center gap-x-3 px-4 py-2 first:rounded-t-md last:rounded-b-md",
				isChosen && "bg-accent-soft",
			)}
		>
			<input type="radio" name="asset" checked={isChosen} onChange={() => onAsset(asset.id)} />
			<TokenMark mark={asset.mark ?? "unlisted"} className="max-[24rem]:hidden" />
			<span className="min-w-0 flex-[1_1_6rem]">
				<span className="block truncate font-semibold">
					<Claim text={symbol} max={24} />
				</span>
				<span className="block text-f2 text-ink-2">
					{textOf(chain)}
					{!isListed && ` · ${t("trusted.send.unlisted")}`}
				</span>
			</span>
			<span className="ml-auto text-right">
				<Amount view={{ ...balance, checked: true }} className="font-medium" />
				{balance.fiat !== undefined && (
					<span className="block text-f2 text-ink-2">{textOf(balance.fiat)}</span>
				)}
			</span>
		</label>
	);
}

function AmountField({
	asset,
	draft,
	onChange,
}: {
	asset: SendAsset;
	draft: SendDraft;
	onChange: (part: Partial<SendDraft>) => void;
}) {
	const fault = amountFault(asset, draft);
	const worth = worthOf(asset, draft);
	const isCoin = asset.asset === "native";
	return (
		<div className="flex items-start gap-2">
			<Field
				className="flex-1"
				label={t("ui.amount-in", { symbol: asset.symbol })}
				inputMode="decimal"
				value={draft.isAll ? "" : draft.amount}
				placeholder={draft.isAll ? t("trusted.send.all-of-it") : "0"}
				maxLength={80}
				onText={(amount) => onChange({ amount, isAll: false })}
				help={
					draft.isAll && isCoin
						? t("trusted.send.all.without-fee")
						: worth === null
							? asset.price === null
								? t("ui.no-price")
								: undefined
							: textOf(worth)
				}
				wrong={fault === null ? null : faultText(fault)}
			/>
			<Button
				className="mt-5.5"
				aria-pressed={draft.isAll}
				onClick={() => onChange({ isAll: !draft.isAll, amount: "" })}
			>
				{t("trusted.send.all")}
			</Button>
		</div>
	);
}
