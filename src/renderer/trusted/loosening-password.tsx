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
