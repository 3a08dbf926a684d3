import { Eye, EyeOff, KeyRound, Usb } from "lucide-react";
import { useState } from "react";
import type { AccountPageView } from "../../../ipc/keys.ts";
import { t } from "../../../text/index.ts";
import { Button, CopyButton } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Identicon } from "../../components/figure/pictures.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, Notice, TextNotice } from "../../components/notice.tsx";
import { WholeAddress } from "../../components/text/whole-address.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { QrCode } from "../sign-in/qr-code.tsx";
import { BackToDesk } from "./back.tsx";

export function AccountScreen({ page }: { page: AccountPageView }) {
	const { account } = page;
	return (
		<Page
			title={account.address.label ?? t("ui.account")}
			lead={t("trusted.keys.account.lead", { source: page.source })}
			bar={<BackToDesk />}
		>
			<div className="grid gap-4 *:min-w-0">
				<Receive page={page} />
				<Name page={page} />
				<Hiding page={page} />
				{account.signer === "local" && <Export page={page} />}
				<Remove page={page} />
			</div>
		</Page>
	);
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
	return (
		<section className="card p-4" aria-label={title}>
			<h2 className="font-medium">{title}</h2>
			{children}
		</section>
	);
}

function Receive({ page: { account, source } }: { page: AccountPageView }) {
	const ledger = useTrustedCommand();
	const { address } = account.address;
	return (
		<Part title={t("trusted.keys.receive")}>
			<p className="mt-0.5 text-f2 text-pretty text-ink-2">
				{t("trusted.keys.receive.where", { family: account.family })}
			</p>
			<div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-4">
				<QrCode text={address} name={t("trusted.keys.receive.qr")} />
				<div className="grid min-w-48 flex-1 gap-3">
					<div className="flex items-start gap-2.5">
						<Identicon address={address} size={32} />
						<p className="min-w-0 flex-1">
							<WholeAddress address={address} />
						</p>
						<CopyButton text={address} what={t("trusted.keys.receive.address")} />
					</div>
					{source === "ledger" && (
						<>
							<p className="text-f2 text-pretty text-ink-2">{t("trusted.keys.receive.ledger")}</p>
							<Button
								size="small"
								className="justify-self-start"
								onClick={() => void ledger.call("openLedger", {})}
							>
								<Usb size={14} aria-hidden /> {t("ui.show-on-device")}
							</Button>
						</>
					)}
					{source === "watch" && (
						<p className="text-f2 text-pretty text-ink-2">{t("trusted.keys.receive.watch")}</p>
					)}
					<Fault text={ledger.fault} />
				</div>
			</div>
		</Part>
	);
}

function Name({ page: { account } }: { page: AccountPageView }) {
	const { address, label } = account.address;
	const [name, setName] = useState(label ?? "");
	const command = useTrustedCommand();
	const submit = () => {
		void command.call("renameAccount", { address, label: name.trim() });
	};
	return (
		<Form onSubmit={submit}>
			<Part title={t("ui.name")}>
				<div className="mt-2 flex flex-wrap items-end gap-2">
					<Field
						label={t("trusted.keys.name.box")}
						hideLabel
						value={name}
						onText={setName}
						maxLength={60}
						placeholder={t("ui.name.help")}
						className="min-w-48 flex-1"
					/>
					<Button submit disabled={name.trim() === (label ?? "")} busy={command.busy}>
						{t("ui.save")}
					</Button>
				</div>
				<Fault text={command.fault} className="mt-3" />
			</Part>
		</Form>
	);
}

function Hiding({ page: { account } }: { page: AccountPageView }) {
	const command = useTrustedCommand();
	const { hidden, address } = account;
	return (
		<Part title={hidden ? t("trusted.keys.hidden") : t("trusted.keys.shown")}>
			<p className="mt-0.5 text-f2 text-pretty text-ink-2">
				{hidden ? t("trusted.keys.hidden.words") : t("trusted.keys.shown.words")}
			</p>
			<Button
				size="small"
				className="mt-3"
				{...command.press("hideAccount", { address: address.address, hidden: !hidden })}
			>
				{hidden ? <Eye size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}{" "}
				{hidden ? t("trusted.keys.show-account") : t("ui.hide")}
			</Button>
			<Fault text={command.fault} className="mt-3" />
		</Part>
	);
}

function Export({ page: { account } }: { page: AccountPageView }) {
	const command = useTrustedCommand();
	return (
		<Part title={t("ui.private-key")}>
			<p className="mt-0.5 text-f2 text-pretty text-ink-2">{t("trusted.keys.private-key.words")}</p>
			<Button
				size="small"
				className="mt-3"
				{...command.press("openExport", { address: account.address.address })}
			>
				<KeyRound size={14} aria-hidden /> {t("ui.export")}
			</Button>
			<Fault text={command.fault} className="mt-3" />
		</Part>
	);
}

function Remove({ page }: { page: AccountPageView }) {
	const command = useTrustedCommand();
	const [open, setOpen] = useState(false);
	const [password, setPassword] = useState("");
	const { account, source, kept, waiting } = page;
	const takesPassword = account.signer === "local";
	const can = kept === null && (!takesPassword || password !== "");
	const submit = async () => {
		if (!can) return;
		await command.call("removeAccount", {
			address: account.address.address,
			password: takesPassword ? password : null,
		});
		setPassword("");
	};
	return (
		<Form onSubmit={submit}>
			<Part title={t("ui.remove")}>
				<p className="mt-0.5 text-f2 text-pretty text-ink-2">{t("trusted.keys.remove.lost", { source })}</p>
				{waiting > 0 && (
					<Notice tone="caution" className="mt-3">
						{t("trusted.keys.remove.waiting", { count: waiting })}
					</Notice>
				)}
				<TextNotice tone="quiet" text={kept} className="mt-3" />
				{kept === null && !open && (
					<Button size="small" className="mt-3" onClick={() => setOpen(true)}>
						{t("ui.remove.begin")}
					</Button>
				)}
				{kept === null && open && (
					<div className="mt-3 grid gap-3">
						{takesPassword && <PasswordField value={password} onText={setPassword} />}
						<div className="flex flex-wrap gap-2">
							<Button variant="quiet" onClick={() => setOpen(false)}>
								{t("ui.keep")}
							</Button>
							<Button submit variant="danger" disabled={!can} busy={command.busy}>
								{command.busy ? t("ui.removing") : t("ui.remove.account")}
							</Button>
						</div>
					</div>
				)}
				<Fault text={command.fault} className="mt-3" />
			</Part>
		</Form>
	);
}
