import { t } from "../../text/index.ts";
import { Field } from "../components/field.tsx";

export function LooseningPassword({
	why,
	value,
	onText,
}: {
	why: string;
	value: string;
	onText: (text: string) => void;
}) {
	return (
		<Field
			label={t("ui.password")}
			help={why}
			secret
			maxLength={1024}
			value={value}
			onText={onText}
			autoComplete="current-password"
		/>
	);
}

/** Asks for the password, because a new contact loosens a rule that allows contacts. */
export function ContactPassword({ value, onText }: { value: string; onText: (text: string) => void }) {
	const why = t("trusted.contacts.rule.password");
	return <LooseningPassword why={why} value={value} onText={onText} />;
}
