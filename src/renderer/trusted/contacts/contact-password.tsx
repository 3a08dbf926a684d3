import { t } from "../../../text/index.ts";
import { LooseningPassword } from "../loosening-password.tsx";

/** Where a rule lets contacts through, whoever is added to them loosens it. */
export function ContactPassword({ value, onText }: { value: string; onText: (text: string) => void }) {
	const why = t("trusted.contacts.one-rules-lets-contacts-through");
	return <LooseningPassword why={why} value={value} onText={onText} />;
}
