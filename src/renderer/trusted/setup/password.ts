/** What to say about a password that is being chosen. Length counts most: it stands against scrypt, not against a form. */
export interface PasswordWords {
	readonly ok: boolean;
	/** 0 to 4. */
	readonly strength: number;
	readonly words: string;
}

const SHORTEST = 8;
const COMMON =
	/^(password|passwort|letmein|qwerty|azerty|12345678|11111111|iloveyou|admin|welcome|countersign)/i;

/** Words and strength of a password; `ok` where Countersign would take it. */
export function passwordWords(password: string): PasswordWords {
	const length = [...password].length;
	if (length === 0) return { ok: false, strength: 0, words: `At least ${SHORTEST} characters` };
	// The bridge counts UTF-16 units; so does this, or a password could be offered and then refused.
	if (password.length < SHORTEST) {
		const missing = SHORTEST - password.length;
		return { ok: false, strength: 0, words: `${missing} more ${missing === 1 ? "character" : "characters"}` };
	}
	if (COMMON.test(password) || new Set(password.toLowerCase()).size < 5) {
		return { ok: true, strength: 1, words: "Weak: among the first to be guessed" };
	}
	const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length;
	const score = length + kinds * 2;
	if (score < 14) return { ok: true, strength: 1, words: "Weak: a few more words make it strong" };
	if (score < 20) return { ok: true, strength: 2, words: "Fair: longer is better than stranger" };
	if (score < 26) return { ok: true, strength: 3, words: "Good" };
	return { ok: true, strength: 4, words: "Strong" };
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
	return `${length} ${length === 1 ? "word" : "words"}: a phrase has 12, 15, 18, 21 or 24`;
}
