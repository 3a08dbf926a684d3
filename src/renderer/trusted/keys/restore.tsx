import { useState } from "react";
import type { AddressView } from "../../../ipc/primitives.ts";
import { t } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { Points } from "../points.tsx";
import { isChosen, NewPassword, NO_PASSWORD, phraseFault, phraseWords } from "../setup/new-password.tsx";
import { BackToDesk } from "./back.tsx";

export function Restore({ hasPhrase, imported }: { hasPhrase: boolean; imported: readonly AddressView[] }) {
	const [phrase, setPhrase] = useState("");
	const [password, setPassword] = useState(NO_PASSWORD);
	const [anyway, setAnyway] = useState(false);
	const command = useTrustedCommand();
	const fault = phraseFault(phrase);
	const can = phrase.trim() !== "" && fault === null && isChosen(password);
	const submit = async () => {
		if (!can) return;
		const outcome = await command.call("restoreKeys", {
			phrase: phraseWords(phrase).join(" "),
			password: password.first,
			anyway,
		});
		if (outcome?.ok !== true) return;
		setPhrase("");
		setPassword(NO_PASSWORD);
	};
	return (
		<Page
			onSubmit={submit}
			title={t("trusted.keys.restore")}
			lead={t("trusted.keys.restore.lead")}
			bar={
				<>
					<BackToDesk />
					<Button submit variant="primary" disabled={!can} busy={command.busy}>
						{command.busy ? t("trusted.keys.restoring") : t("trusted.keys.restore-it")}
					</Button>
				</>
			}
		>
			<div className="grid gap-5">
				<WhatIsLost hasPhrase={hasPhrase} imported={imported} />
				<TextArea
					label={t("ui.recovery-phrase")}
					rows={3}
					maxLength={400}
					value={phrase}
					onText={(text) => {
						command.clear();
						setPhrase(text);
					}}
					wrong={fault}
					mono
					help={t("trusted.setup.phrase.spaces")}
				/>
				{hasPhrase && (
					<label className="flex items-start gap-2.5 text-f2 text-ink-2">
						<input
							type="checkbox"
							className="mt-1"
							checked={anyway}
							onChange={(event) => setAnyway(event.target.checked)}
						/>
						{t("trusted.keys.restore.anyway")}
					</label>
				)}
				<NewPassword replaces value={password} onChange={setPassword} />
				<Fault text={command.fault} />
			</div>
		</Page>
	);
}

function WhatIsLost({ hasPhrase, imported }: { hasPhrase: boolean; imported: readonly AddressView[] }) {
	const lost = (
		<>
			{t("trusted.keys.restore.lost.words", { count: imported.length })}
			<AddressList of={imported} />
		</>
	);
	const back = t(hasPhrase ? "trusted.keys.restore.back.phrase" : "trusted.keys.restore.back.none");
	const points = [
		[t("trusted.keys.restore.back"), back],
		[t("trusted.keys.restore.lost"), lost],
	] as const;
	return <Points points={points} />;
}

function AddressList({ of }: { of: readonly AddressView[] }) {
	if (of.length === 0) return null;
	return (
		<ul className="mt-2 grid gap-2">
			{of.map((view) => (
				<li key={view.address} className="flex min-w-0">
					<AddressLabel view={view} size={18} whole />
				</li>
			))}
		</ul>
	);
}

export function Restored({
	accounts,
	lost,
	previousFile,
}: {
	accounts: readonly AddressView[];
	lost: readonly AddressView[];
	previousFile: string;
}) {
	return (
		<Page title={t("trusted.keys.restored")} lead={t("trusted.keys.restored.lead")} bar={<BackToDesk />}>
			<div className="grid gap-4">
				<section className="card px-4 py-3">
					<h2 className="font-medium">{t("trusted.keys.restored.accounts")}</h2>
					<AddressList of={accounts} />
				</section>
				{lost.length > 0 && (
					<section className="card px-4 py-3">
						<h2 className="font-medium">{t("trusted.keys.restored.lost")}</h2>
						<AddressList of={lost} />
					</section>
				)}
				<Notice tone="quiet">{t("trusted.keys.restored.kept", { keptAs: previousFile })}</Notice>
				<Notice tone="caution">{t("trusted.keys.restored.confirm")}</Notice>
			</div>
		</Page>
	);
}
