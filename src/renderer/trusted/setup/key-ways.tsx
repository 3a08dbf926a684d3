import { FileKey, KeyRound, type LucideIcon, NotebookPen, Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { t, textOf } from "../../../text/index.ts";
import { Field, TextArea } from "../../components/field.tsx";
import { type CommandState, useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { phraseFault, phraseWords } from "./new-password.tsx";
import { NONE_CHOSEN, PhraseAccounts } from "./phrase-accounts.tsx";

/** A quick check while the user types. The vault makes the actual decision. */

const HEX_DIGITS = 64;
const SOLANA_BYTES = 64;
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const MAX_BASE58_LENGTH = 88;

const MAX_KEY_LENGTH = 400;

const KEY_HELP = message("trusted.setup.key.format");

function base58Bytes(text: string): number {
	const zeros = /^1*/.exec(text)?.[0].length ?? 0;
	let value = 0n;
	for (const char of text) value = value * 58n + BigInt(BASE58.indexOf(char));
	return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

function listFault(text: string): string | null {
	const numbers = text
		.replace(/^\[|\]$/g, "")
		.split(",")
		.map((part) => part.trim());
	if (!text.endsWith("]"))
		return t("trusted.setup.key.list-open", { count: numbers.length, whole: SOLANA_BYTES });
	if (!numbers.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255))
		return t("trusted.setup.key.list");
	return numbers.length === SOLANA_BYTES
		? null
		: t("trusted.setup.of-numbers", { count: numbers.length, whole: SOLANA_BYTES });
}

/** Returns `null` if the text could be a key. */
export function keyFault(text: string): string | null {
	const key = text.trim();
	if (key === "") return null;
	if (key.startsWith("[")) return listFault(key);
	const hex = key.replace(/^0x/i, "");
	if (/^[0-9a-f]*$/i.test(hex)) {
		if (hex.length <= HEX_DIGITS || key !== hex)
			return hex.length === HEX_DIGITS
				? null
				: t("trusted.setup.of-digits", { count: hex.length, whole: HEX_DIGITS });
	}
	const wrong = [...key].find((char) => !BASE58.includes(char));
	if (wrong !== undefined) return t("trusted.setup.key.characters");
	if (key.length <= MAX_BASE58_LENGTH && base58Bytes(key) === SOLANA_BYTES) return null;
	return t("trusted.setup.key.length", { count: key.length });
}

export type SetupWay = "create" | "phrase" | "key" | "file";

interface Way {
	readonly icon: LucideIcon;

	readonly lead: Message;
	readonly action: Message;
}

export const WAYS: Readonly<Record<SetupWay, Way>> = {
	create: {
		icon: Sparkles,
		lead: message("trusted.setup.phrase.prepare"),
		action: message("trusted.setup.show-the-words"),
	},
	phrase: {
		icon: NotebookPen,
		lead: message("trusted.setup.key.help"),
		action: message("trusted.setup.import"),
	},
	key: { icon: KeyRound, lead: message("trusted.setup.key.help"), action: message("trusted.setup.import") },
	file: {
		icon: FileKey,
		lead: message("trusted.setup.ways.file.lead"),
		action: message("trusted.setup.add.file.action"),
	},
};

export interface KeySource {
	readonly command: CommandState;
	readonly can: boolean;
	readonly missing: Message | null;
	readonly field: ReactNode;
	/** @returns `false` if the user cancelled */
	readonly bringIn: (password: string) => Promise<boolean>;
}

const FAULTS: Readonly<Record<SetupWay, (text: string) => string | null>> = {
	create: () => null,
	phrase: phraseFault,
	key: keyFault,
	file: () => null,
};

interface Typed {
	readonly isTyped: boolean;
	readonly isWrong: boolean;
	/** Whether the user must check the accounts before they are stored. */
	readonly isBlind: boolean;
	/** Whether a passphrase is missing. It is required if the vault already has a recovery phrase. */
	readonly isPlain: boolean;
}

function missingOf(way: SetupWay, { isTyped, isWrong, isBlind, isPlain }: Typed): Message | null {
	if (isWrong) return null;
	if (way === "phrase" && !isTyped) return message("trusted.setup.missing.phrase");
	if (way === "key" && !isTyped) return message("trusted.setup.missing.key");
	if (isPlain) return message("trusted.setup.missing.passphrase");
	return isBlind ? message("trusted.setup.missing.accounts") : null;
}

/** @param adds set if the vault already exists */
export function useKeySource(way: SetupWay, adds = false): KeySource {
	const { bridge } = useTrusted();
	const command = useCommand();
	const [secret, setSecret] = useState("");
	const fault = FAULTS[way](secret);
	const [chosen, setChosen] = useState(NONE_CHOSEN);
	const isNeeded = way === "phrase" || way === "key";

	const send = (password: string): Promise<CommandOutcome & { readonly added?: boolean }> => {
		switch (way) {
			case "create":
				return bridge.call("createPhrase", { password });
			case "phrase":
				return bridge.call("importPhrase", {
					phrase: phraseWords(secret).join(" "),
					passphrase: chosen.passphrase,
					accounts: chosen.accounts,
					password,
				});
			case "key":
				return bridge.call("importKey", { key: secret.trim(), password });
			case "file":
				return bridge.call("importKeyFile", { filePassword: secret, password });
		}
	};
	const type = (text: string) => {
		// The refusal was about the previous input.
		command.clear();
		setSecret(text);
		// The chosen accounts belonged to the previous words.
		if (chosen.accounts.length > 0) setChosen({ ...chosen, accounts: [] });
	};
	const isTyped = fault === null && secret.trim() !== "";
	// A wrong passphrase can be recognized only by the addresses that it derives, so the user must check them
	// first.
	const isBlind = chosen.passphrase !== "" && chosen.accounts.length === 0;
	const isPlain = way === "phrase" && adds && chosen.passphrase === "";
	return {
		command,
		can: (isTyped || (!isNeeded && fault === null)) && !isBlind && !isPlain,
		missing: missingOf(way, { isTyped, isWrong: fault !== null, isBlind, isPlain }),
		field:
			way === "create" ? null : (
				<>
					<SecretField way={way} value={secret} fault={fault} onText={type} />
					{way === "phrase" && (
						<PhraseAccounts
							phrase={isTyped ? phraseWords(secret).join(" ") : null}
							chosen={chosen}
							onChoose={setChosen}
							adds={adds}
						/>
					)}
				</>
			),
		async bringIn(password) {
			const outcome = await command.send(() => send(password));
			const isIn = outcome?.ok === true && outcome.added !== false;
			if (isIn) {
				setSecret("");
				setChosen(NONE_CHOSEN);
			}
			return isIn;
		},
	};
}

function SecretField({
	way,
	value,
	fault,
	onText,
}: {
	way: Exclude<SetupWay, "create">;
	value: string;
	fault: string | null;
	onText: (text: string) => void;
}) {
	switch (way) {
		case "phrase":
			return (
				<TextArea
					label={t("ui.recovery-phrase")}
					rows={3}
					maxLength={400}
					value={value}
					onText={onText}
					wrong={fault}
					mono
					help={t("trusted.setup.phrase.spaces")}
				/>
			);
		case "key":
			return (
				<Field
					label={t("ui.private-key")}
					secret
					mono
					maxLength={MAX_KEY_LENGTH}
					value={value}
					onText={onText}
					wrong={fault}
					help={textOf(KEY_HELP)}
				/>
			);
		case "file":
			return (
				<Field
					label={t("trusted.setup.key-file.password")}
					help={t("trusted.setup.key-file.password-help")}
					secret
					maxLength={1024}
					value={value}
					onText={onText}
					autoComplete="off"
				/>
			);
	}
}
