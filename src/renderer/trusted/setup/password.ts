import { MIN_PASSWORD_LENGTH, newPasswordFault, passwordBits } from "../../../core/password.ts";
import { t } from "../../../text/index.ts";

export interface PasswordText {
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

/** Returns `null` if the text may be a phrase. */
export function phraseFault(text: string): string | null {
	const { length } = phraseWords(text);
	if (length === 0 || LENGTHS.includes(length)) return null;
	return t("trusted.setup.phrase.word-count", { count: length });
}
