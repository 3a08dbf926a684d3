import { useState } from "react";
import { message } from "../../../core/localized-text.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Success } from "../../components/notice.tsx";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";
import { PasswordField } from "../password-field.tsx";
import { Points } from "../points.tsx";

const POINTS = [
	[message("trusted.settings.what-it-is"), message("trusted.settings.blind.what")],
	[message("trusted.settings.why-off"), message("trusted.settings.blind.danger")],
	[message("trusted.settings.turning-does"), message("trusted.settings.blind.allow")],
] as const;

/** Requires the password to turn it on or off. */
export function BlindSigning() {
	const on = useTrusted().view.settings.blindSigning;
	const [password, setPassword] = useState("");
	const [saved, setSaved] = useState(false);
	const command = useTrustedCommand();
	const submit = async () => {
		if (password === "") return;
		setSaved(false);
		const outcome = await command.call("setBlindSigning", { on: !on, password });
		setPassword("");
		setSaved(outcome?.ok === true);
	};
	return (
		<Page
			onSubmit={submit}
			title={t("ui.blind-signing")}
			lead={on ? t("trusted.settings.blind.on") : t("trusted.settings.blind.off")}
			bar={
				<>
					<Button variant="quiet" onClick={() => void command.call("openDesk", {})}>
						{t("ui.back.settings")}
					</Button>
					<Button submit variant={on ? "primary" : "danger"} disabled={password === ""} busy={command.busy}>
						{command.busy
							? t("ui.saving")
							: on
								? t("trusted.settings.turn-it-off")
								: t("trusted.settings.turn-it-on")}
					</Button>
				</>
			}
		>
			<div className="grid gap-4">
				<Success text={saved ? t("trusted.settings.blind-signing.saved", { on: on ? "yes" : "no" }) : null} />
				<Points points={POINTS.map(([name, text]) => [name, textOf(text)])} />
				<PasswordField value={password} onText={setPassword} />
				<Fault text={command.fault} />
			</div>
		</Page>
	);
}
