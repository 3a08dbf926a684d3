import { t } from "../../text/index.ts";
import { Field } from "../components/field.tsx";

/** Password field for changes that loosen a rule. */
export function LooseningPassword({
	why,
	value,
	onText,
}: {
	/** Consequence of the change, as a whole sentence. */
	why: string;
	value: string;
	onText: (text: string) => void;
}) {
	return (
		<Field
			label={t("trusted.password-keys")}
			help={why}
			secret
			maxLength={1024}
			value={value}
			onText={onText}
			autoComplete="current-password"
		/>
	);
}

/** Password field, as adding a contact loosens a rule that allows contacts. */
export function ContactPassword({ value, onText }: { value: string; onText: (text: string) => void }) {
	const why = t("trusted.contacts.one-rules-lets-contacts-through");
	return <LooseningPassword why={why} value={value} onText={onText} />;
}
