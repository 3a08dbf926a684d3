import { useState } from "react";
import type { AddressView } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import type { CommandState } from "../../state/command.ts";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { HoldButton } from "../review/decision/hold-button.tsx";
import { BackToDesk } from "./back.tsx";

/** Requires the password, a press and hold and, if supported, a fingerprint. */
function Reveal({
	title,
	lead,
	command,
	touch,
	onReveal,
	children,
}: {
	title: string;
	lead: string;
	command: CommandState;
	touch: boolean;
	onReveal: (password: string) => Promise<void>;
	children?: React.ReactNode;
}) {
	const [password, setPassword] = useState("");
	const held = async () => {
		await onReveal(password);
		setPassword("");
	};
	return (
		<Page
			title={title}
			lead={lead}
			bar={
				<>
					<BackToDesk />
					<HoldButton
						blocker={command.busy ? "showing" : password === "" ? "password" : null}
						text={t("trusted.keys.hold-to-show")}
						onConfirmed={() => void held()}
					/>
				</>
			}
		>
			<div className="grid gap-5">
				{children}
				<Notice tone="caution">{t("trusted.keys.reveal.alone")}</Notice>
				<PasswordField
					value={password}
					onText={setPassword}
					{...(touch ? { help: t("trusted.keys.reveal.touch") } : {})}
				/>
				<Fault text={command.fault} />
			</div>
		</Page>
	);
}

export function ShowPhrase({ hasPhrase, touch }: { hasPhrase: boolean; touch: boolean }) {
	const command = useTrustedCommand();
	if (!hasPhrase)
		return (
			<Page
				title={t("trusted.keys.show-phrase")}
				lead={t("trusted.keys.show-phrase.none")}
				bar={<BackToDesk />}
			/>
		);
	return (
		<Reveal
			title={t("trusted.keys.show-phrase")}
			lead={t("trusted.keys.show-phrase.lead")}
			command={command}
			touch={touch}
			onReveal={async (password) => {
				await command.call("showPhrase", { password });
			}}
		/>
	);
}

export function ExportKey({ address, touch }: { address: AddressView; touch: boolean }) {
	const command = useTrustedCommand();
	const back = useTrustedCommand();
	return (
		<Reveal
			title={t("trusted.keys.export")}
			lead={t("trusted.keys.export.lead")}
			command={command}
			touch={touch}
			onReveal={async (password) => {
				await command.call("exportKey", { address: address.address, password });
			}}
		>
			<div className="card flex min-w-0 flex-wrap items-center justify-between gap-3 px-4 py-3">
				<AddressLabel view={address} size={24} whole />
				<Button
					size="small"
					variant="quiet"
					onClick={() => void back.call("openAccount", { address: address.address })}
				>
					{t("trusted.keys.back-to-account")}
				</Button>
			</div>
		</Reveal>
	);
}
