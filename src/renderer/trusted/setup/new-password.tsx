import clsx from "clsx";
import { type Message, message } from "../../../core/localized-text.ts";
import { MIN_PASSWORD_LENGTH, newPasswordFault, passwordBits } from "../../../core/password.ts";
import { t } from "../../../text/index.ts";
import { Field } from "../../components/field.tsx";

interface PasswordText {
	readonly ok: boolean;
	readonly strength: number;
	readonly text: string;
}

export function passwordText(password: string): PasswordText {
	const refused = (strength: number, text: string) => ({ ok: false, strength, text });
	if (password === "")
		return refused(0, t("trusted.setup.at-least-characters", { SHORTEST: MIN_PASSWORD_LENGTH }));
	switch (newPasswordFault(password)) {
		case "short":
			return refused(
				0,
				t("trusted.setup.password.missing", { missing: MIN_PASSWORD_LENGTH - password.length }),
			);
		case "guessable":
			return refused(1, t("trusted.setup.password.weak"));
		case null: {
			const bits = passwordBits(password);
			if (bits < 45) return { ok: true, strength: 2, text: t("trusted.setup.password.fair") };
			if (bits < 65) return { ok: true, strength: 3, text: t("trusted.setup.good") };
			return { ok: true, strength: 4, text: t("trusted.setup.strong") };
		}
	}
}

export function phraseWords(text: string): readonly string[] {
	return text.normalize("NFKD").toLowerCase().split(/\s+/).filter(Boolean);
}

const LENGTHS = [12, 15, 18, 21, 24];

/** Returns `null` if the text could be a recovery phrase. */
export function phraseFault(text: string): string | null {
	const { length } = phraseWords(text);
	if (length === 0 || LENGTHS.includes(length)) return null;
	return t("trusted.setup.phrase.word-count", { count: length });
}

export interface NewPasswordValue {
	readonly first: string;
	readonly second: string;
}

export const NO_PASSWORD: NewPasswordValue = { first: "", second: "" };

export function isChosen(value: NewPasswordValue): boolean {
	return passwordText(value.first).ok && value.first === value.second;
}

/** Returns `null` if nothing is missing, or if a field already shows an error. */
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
	/** Set if the field replaces an existing password, or follows another field. */
	replaces?: boolean;
}) {
	const { ok, strength, text } = passwordText(value.first);
	const differs =
		value.second !== "" && !value.first.startsWith(value.second) && value.first !== value.second;
	return (
		<div className="grid gap-4">
			<div>
				<Field
					label={replaces ? t("trusted.setup.new-password") : t("ui.password")}
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
