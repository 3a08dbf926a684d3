import { useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Success } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { minutesFault } from "./check.ts";

/** Requires the password, because a longer time makes the app less secure. */
export function AutoLock() {
	const { view } = useTrusted();
	const [minutes, setMinutes] = useState(String(view.settings.autoLockMinutes));
	const [password, setPassword] = useState("");
	const [saved, setSaved] = useState(false);
	const command = useTrustedCommand();
	const fault = minutesFault(minutes);
	const submit = async () => {
		if (fault !== null || password === "") return;
		setSaved(false);
		const outcome = await command.call("setAutoLock", { minutes: Number(minutes), password });
		setPassword("");
		setSaved(outcome?.ok === true);
	};
	return (
		<Page
			onSubmit={submit}
			title={t("ui.auto-lock")}
			lead={t("trusted.settings.lock.help")}
			bar={
				<>
					<Button variant="quiet" onClick={() => void command.call("openDesk", {})}>
						{t("ui.back.settings")}
					</Button>
					<Button submit variant="primary" disabled={fault !== null || password === ""} busy={command.busy}>
						{command.busy ? t("ui.saving") : t("ui.save")}
					</Button>
				</>
			}
		>
			<div className="grid gap-4">
				<Field
					label={t("trusted.settings.minutes-without-use")}
					inputMode="numeric"
					maxLength={3}
					value={minutes}
					onText={setMinutes}
					wrong={fault}
					className="w-40"
				/>
				<PasswordField value={password} onText={setPassword} />
				<Fault text={command.fault} />
				<Success text={saved ? t("trusted.settings.auto-lock.saved", { minutes: Number(minutes) }) : null} />
			</div>
		</Page>
	);
}
