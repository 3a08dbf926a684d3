import { t } from "../../../text/index.ts";
/** What to say about a password that is being chosen. Length counts most: it stands against scrypt, not against a form. */
export interface PasswordText {
	readonly ok: boolean;
	/** 0 to 4. */
	readonly strength: number;
	readonly text: string;
}

const SHORTEST = 8;
const COMMON =
	/^(password|passwort|letmein|qwerty|azerty|12345678|11111111|iloveyou|admin|welcome|countersign)/i;

/** Words and strength of a password; `ok` where Countersign would take it. */
export function passwordText(password: string): PasswordText {
	const length = [...password].length;
	if (length === 0)
		return { ok: false, strength: 0, text: t("trusted.setup.at-least-characters", { SHORTEST }) };
	// The bridge counts UTF-16 units; so does this, or a password could be offered and then refused.
	if (password.length < SHORTEST) {
		const missing = SHORTEST - password.length;
		return {
			ok: false,
			strength: 0,
			text: t("trusted.setup.password.missing", { missing }),
		};
	}
	if (COMMON.test(password) || new Set(password.toLowerCase()).size < 5) {
		return { ok: true, strength: 1, text: t("trusted.setup.weak-among-first-guessed") };
	}
	const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
	const score = length + kinds * 2;
	if (score < 14) return { ok: true, strength: 1, text: t("trusted.setup.weak-few-more-words-make") };
	if (score < 20) return { ok: true, strength: 2, text: t("trusted.setup.fair-longer-better-stranger") };
	if (score < 26) return { ok: true, strength: 3, text: t("trusted.setup.good") };
	return { ok: true, strength: 4, text: t("trusted.setup.strong") };
}

/** The words of a phrase, lower case, however they were separated. */
export function phraseWords(text: string): readonly string[] {
	return text.normalize("NFKD").toLowerCase().split(/\s+/).filter(Boolean);
}

const LENGTHS = [12, 15, 18, 21, 24];

/** What keeps a text from being a phrase; null where nothing does as far as a window can tell. */
export function phraseFault(text: string): string | null {
	const { length } = phraseWords(text);
	if (length === 0 || LENGTHS.includes(length)) return null;
	return t("trusted.setup.phrase.word-count", { count: length });
}
