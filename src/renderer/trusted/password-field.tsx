import { t } from "../../text/index.ts";
import { Field, type FieldProps } from "../components/field.tsx";

/** The vault's current password. */
export function PasswordField({
	label = t("ui.password"),
	...props
}: Partial<Pick<FieldProps, "label">> & Omit<FieldProps, "autoComplete" | "label" | "maxLength" | "secret">) {
	return <Field {...props} label={label} secret maxLength={1024} autoComplete="current-password" />;
}

/** Asks for the password, because a new contact loosens a rule that allows contacts. */
export function ContactPassword(props: Pick<FieldProps, "value" | "onText">) {
	return <PasswordField help={t("trusted.contacts.rule.password")} {...props} />;
}
