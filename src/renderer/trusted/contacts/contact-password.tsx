import { t } from "../../../text/index.ts";
import { LooseningPassword } from "../loosening-password.tsx";

/** Password field, as adding a contact loosens a rule that allows contacts. */
export function ContactPassword({ value, onText }: { value: string; onText: (text: string) => void }) {
	const why = t("trusted.contacts.one-rules-lets-contacts-through");
	return <LooseningPassword why={why} value={value} onText={onText} />;
}
