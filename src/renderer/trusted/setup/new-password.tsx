import clsx from "clsx";
import { type Message, message } from "../../../core/localized-text.ts";
import { t } from "../../../text/index.ts";
import { Field } from "../../components/field.tsx";
import { passwordText } from "./password.ts";

export interface NewPasswordValue {
	readonly first: string;
	readonly second: string;
}

export const NO_PASSWORD: NewPasswordValue = { first: "", second: "" };

export function isChosen(value: NewPasswordValue): boolean {
	return passwordText(value.first).ok && value.first === value.second;
}

/** Returns `null` if complete, or if a field shows an error. */
export function missingPassword({ first, second }: NewPasswordValue): Message | null {
	if (first === "") return message("trusted.setup.missing.password");
	return second === "" && passwordText(first).ok ? message("trusted.setup.missing.password-again") : null;
}

export function NewPassword({
	value,
	onChange,
	replaces = false,
}: {
	value: NewPasswordValue;
	onChange: (value: NewPasswordValue) => void;
	/** True if the field replaces a password or follows another field. */
	replaces?: boolean;
}) {
	const { ok, strength, text } = passwordText(value.first);
	const differs =
		value.second !== "" && !value.first.startsWith(value.second) && value.first !== value.second;
	return (
		<div className="grid gap-4">
			<div>
				<Field
					label={replaces ? t("trusted.setup.new-password") : t("trusted.setup.password")}
					secret
					value={value.first}
					onText={(first) => onChange({ ...value, first })}
					maxLength={1024}
					autoComplete="new-password"
				/>
				<div className="mt-2 flex items-center gap-3">
					<span className="flex w-32 gap-1" aria-hidden>
						{[1, 2, 3, 4].map((level) => (
							<span
								key={level}
								className={clsx(
									"h-1 flex-1 rounded-full",
									level > strength ? "bg-line" : strength < 2 ? "bg-caution" : "bg-accent",
								)}
							/>
						))}
					</span>
					<span
						className={clsx("text-f1", !ok && strength > 0 ? "text-caution" : "text-ink-3")}
						role="status"
					>
						{text}
					</span>
				</div>
			</div>
			<Field
				label={replaces ? t("trusted.setup.new-password-again") : t("trusted.setup.password-again")}
				secret
				value={value.second}
				onText={(second) => onChange({ ...value, second })}
				maxLength={1024}
				autoComplete="new-password"
				wrong={differs ? t("trusted.setup.password.differs") : null}
			/>
			<p className="text-f2 text-ink-3">{t("trusted.setup.password.help")}</p>
		</div>
	);
}
