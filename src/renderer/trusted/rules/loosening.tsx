import { type FormEvent, useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { Page } from "../page.tsx";

/** An edit that lets through what is refused now takes the password. */
export function Loosening({
	text,
	hasPassword,
	busy,
	fault,
	onGo,
	onBack,
}: {
	/** What would be done. */
	text: string;
	hasPassword: boolean;
	busy: boolean;
	fault: string | null;
	onGo: (password: string) => void;
	onBack: () => void;
}) {
	const [password, setPassword] = useState("");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (password === "") return;
		onGo(password);
		setPassword("");
	};
	return (
		<form onSubmit={submit} className="h-full">
			<Page
				title={t("trusted.rules.loosens-rules")}
				lead={text}
				bar={
					<>
						<Button look="quiet" onClick={onBack}>
							{t("trusted.rules.leave-rules")}
						</Button>
						{hasPassword && (
							<Button submit look="danger" disabled={password === ""} busy={busy}>
								{busy ? t("trusted.rules.saving") : t("trusted.rules.loosen")}
							</Button>
						)}
					</>
				}
			>
				<div className="grid gap-4">
					<Notice tone="caution">{t("trusted.rules.something-refused-now-could-approved")}</Notice>
					{hasPassword ? (
						<Field
							label={t("trusted.rules.password-keys")}
							secret
							maxLength={1024}
							value={password}
							onText={setPassword}
							autoComplete="current-password"
						/>
					) : (
						<Notice tone="danger" alert>
							{t("trusted.rules.takes-password-keys-none-computer")}
						</Notice>
					)}
					<Fault text={fault} />
				</div>
			</Page>
		</form>
	);
}
