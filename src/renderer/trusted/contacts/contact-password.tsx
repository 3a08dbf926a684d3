import { Field } from "../../components/field.tsx";

/** Where a rule lets contacts through, whoever is added to them loosens it. */
export function ContactPassword({ value, onText }: { value: string; onText: (text: string) => void }) {
	return (
		<Field
			label="Password of your keys"
			help="One of your rules lets your contacts through, so a new one loosens it."
			secret
			maxLength={1024}
			value={value}
			onText={onText}
			autoComplete="current-password"
		/>
	);
}
