import { useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Success } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { isChosen, NewPassword, NO_PASSWORD } from "../setup/new-password.tsx";
import { BackToDesk } from "./back.tsx";

export function ChangePassword() {
	const [password, setPassword] = useState("");
	const [next, setNext] = useState(NO_PASSWORD);
	const [changed, setChanged] = useState(false);
	const command = useTrustedCommand();
	const can = password !== "" && isChosen(next);
	const submit = async () => {
		if (!can) return;
		setChanged(false);
		const outcome = await command.call("changePassword", { password, next: next.first });
		setPassword("");
		if (outcome?.ok !== true) return;
		setNext(NO_PASSWORD);
		setChanged(true);
	};
	return (
		<Page
			onSubmit={submit}
			title={t("trusted.keys.change-password")}
			lead={t("trusted.keys.change-password.lead")}
			bar={
				<>
					<BackToDesk />
					<Button submit variant="primary" disabled={!can} busy={command.busy}>
						{command.busy ? t("trusted.keys.changing") : t("trusted.keys.change-it")}
					</Button>
				</>
			}
		>
			<div className="grid gap-5">
				<Success text={changed ? t("trusted.keys.password-changed") : null} />
				<PasswordField label={t("trusted.keys.present-password")} value={password} onText={setPassword} />
				<NewPassword replaces value={next} onChange={setNext} />
				<Fault text={command.fault} />
			</div>
		</Page>
	);
}
