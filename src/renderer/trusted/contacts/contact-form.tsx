import { useState } from "react";
import type { Text } from "../../../core/localized-text.ts";
import type { SaveOutcome } from "../../../ipc/address-book.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field, focusOnce } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { ContactPassword } from "../password-field.tsx";

export interface ContactDraft {
	readonly address: string;
	readonly label: string;
	readonly known: "contact" | "met" | null;
}

export function ContactForm({
	draft,
	needsPassword,
	onDone,
}: {
	draft: ContactDraft;
	needsPassword: boolean;
	onDone: () => void;
}) {
	const command = useTrustedCommand();
	// Renaming an existing contact doesn't loosen a rule.
	const loosens = needsPassword && draft.known !== "contact";
	const [address, setAddress] = useState(draft.address);
	const [label, setLabel] = useState(draft.label);
	const [password, setPassword] = useState("");
	const [warnings, setWarnings] = useState<readonly Text[]>([]);
	const save = async (despite: readonly Text[]) => {
		const text = address.trim();
		const outcome: SaveOutcome | null = await command.call("saveContact", {
			family: text.startsWith("0x") ? "evm" : "svm",
			address: text,
			label: label.trim(),
			renaming: draft.known === "contact",
			despite: [...despite],
			password: loosens ? password : null,
		});
		if (outcome?.ok === true) onDone();
		else setWarnings(outcome?.warnings ?? []);
	};
	const submit = () => {
		void save([]);
	};
	// The warnings were about the previous text.
	const change = (set: (text: string) => void) => (text: string) => {
		set(text);
		setWarnings([]);
		command.clear();
	};
	const warned = warnings.length > 0;
	const ready = address.trim() !== "" && label.trim() !== "" && (!loosens || password !== "");
	return (
		<Form
			onSubmit={submit}
			onEscape={onDone}
			aria-label={
				draft.known === "contact" ? t("trusted.contacts.rename-contact") : t("trusted.contacts.new-contact")
			}
			className="grid gap-3"
		>
			{draft.known === null && (
				<Field
					label={t("ui.address")}
					mono
					value={address}
					onText={change(setAddress)}
					maxLength={100}
					help={t("trusted.contacts.address.help")}
					ref={focusOnce}
				/>
			)}
			<Field
				label={t("ui.name")}
				value={label}
				onText={change(setLabel)}
				maxLength={60}
				placeholder={t("ui.name.help")}
				{...(draft.known === null ? {} : { ref: focusOnce })}
			/>
			{loosens && <ContactPassword value={password} onText={setPassword} />}
			{warned && (
				<Notice tone="caution" alert>
					<p className="font-semibold">{t("trusted.contacts.check")}</p>
					<ul className="mt-1 grid gap-1">
						{warnings.map((text) => (
							<li key={textOf(text)}>{textOf(text)}</li>
						))}
					</ul>
				</Notice>
			)}
			<Fault text={warned ? null : command.fault} />
			<div className="flex flex-wrap gap-2">
				{warned ? (
					<Button size="small" variant="danger" busy={command.busy} onClick={() => void save(warnings)}>
						{t("trusted.contacts.save-anyway")}
					</Button>
				) : (
					<Button submit size="small" variant="primary" disabled={!ready} busy={command.busy}>
						{t("ui.save")}
					</Button>
				)}
				<Button size="small" variant="quiet" onClick={onDone}>
					{t("ui.cancel")}
				</Button>
			</div>
		</Form>
	);
}
