import { FileKey } from "lucide-react";
import { type FormEvent, useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";

/** A key file of another wallet: main asks for the file, and this window never sees what is in it. */
export function KeyFileForm({ onAdded }: { onAdded: (text: string | null) => void }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const [filePassword, setFilePassword] = useState("");
	const [password, setPassword] = useState("");
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (password === "") return;
		onAdded(null);
		const outcome = await command.send(() => bridge.call("importKeyFile", { filePassword, password }));
		setPassword("");
		if (outcome?.ok !== true || outcome.added !== true) return;
		setFilePassword("");
		onAdded(t("trusted.setup.account-key-added"));
	};
	return (
		<form
			className="card mt-4 grid gap-4 p-4"
			aria-label={t("trusted.setup.key-file")}
			onSubmit={(event) => void submit(event)}
		>
			<div>
				<h2 className="font-medium">{t("trusted.setup.key-file")}</h2>
				<p className="mt-0.5 text-f2 text-pretty text-ink-2">{t("trusted.setup.key-file.what")}</p>
			</div>
			<Field
				label={t("trusted.setup.key-file.password")}
				help={t("trusted.setup.key-file.password-help")}
				secret
				maxLength={1024}
				value={filePassword}
				onText={setFilePassword}
				autoComplete="off"
			/>
			<Field
				label={t("trusted.setup.password-keys")}
				secret
				maxLength={1024}
				value={password}
				onText={setPassword}
				autoComplete="current-password"
			/>
			<Fault text={command.fault} />
			<Button submit className="justify-self-start" disabled={password === ""} busy={command.busy}>
				<FileKey size={15} aria-hidden />{" "}
				{command.busy ? t("trusted.setup.importing") : t("trusted.setup.key-file.choose")}
			</Button>
		</form>
	);
}
