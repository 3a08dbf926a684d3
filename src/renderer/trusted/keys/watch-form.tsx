import { Eye } from "lucide-react";
import { useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";

export function WatchForm({ onAdded }: { onAdded: (added: string) => void }) {
	const [address, setAddress] = useState("");
	const [label, setLabel] = useState("");
	const command = useTrustedCommand();
	const can = address.trim().length >= 32;
	const submit = async () => {
		if (!can) return;
		const outcome = await command.call("watchAccount", { address: address.trim(), label: label.trim() });
		if (outcome?.ok !== true) return;
		setAddress("");
		setLabel("");
		onAdded(t("trusted.keys.watch.added"));
	};
	return (
		<Form className="card mt-4 grid gap-4 p-4" aria-label={t("trusted.keys.watch")} onSubmit={submit}>
			<div>
				<h2 className="font-medium">{t("trusted.keys.watch")}</h2>
				<p className="mt-0.5 text-f2 text-ink-2">{t("trusted.keys.watch.words")}</p>
			</div>
			<Field label={t("ui.address")} mono maxLength={64} value={address} onText={setAddress} />
			<Field
				label={t("ui.name")}
				maxLength={60}
				value={label}
				onText={setLabel}
				placeholder={t("ui.name.help")}
			/>
			<Fault text={command.fault} />
			<Button submit className="justify-self-start" disabled={!can} busy={command.busy}>
				<Eye size={15} aria-hidden /> {t("trusted.keys.watch.add")}
			</Button>
		</Form>
	);
}
