import { FileKey, KeyRound, type LucideIcon, NotebookPen, Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Message, message } from "../../../core/message.ts";
import type { CommandOutcome } from "../../../ipc/primitives.ts";
import { t, textOf } from "../../../text/index.ts";
import { Field, TextArea } from "../../components/field.tsx";
import { type CommandState, useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { KEY_HELP, keyFault, MAX_KEY_LENGTH } from "./key.ts";
import { phraseFault, phraseWords } from "./password.ts";
import { NONE_CHOSEN, PhraseAccounts } from "./phrase-accounts.tsx";

/** How keys come into the vault, with the first ones or with more of them. */

export type SetupWay = "create" | "phrase" | "key" | "file";

interface Way {
	readonly icon: LucideIcon;
	readonly title: Message;
	readonly text: Message;
	/** What is asked for, before a password is chosen. */
	readonly lead: Message;
	readonly action: Message;
}

export const WAYS: Readonly<Record<SetupWay, Way>> = {
	create: {
		icon: Sparkles,
		title: message("trusted.setup.ways.create.title"),
		text: message("trusted.setup.ways.create.words"),
		lead: message("trusted.setup.first-password-words-shown-once"),
		action: message("trusted.setup.show-the-words"),
	},
	phrase: {
		icon: NotebookPen,
		title: message("trusted.setup.ways.phrase.title"),
		text: message("trusted.setup.ways.phrase.words"),
		lead: message("trusted.setup.type-paste-choose-password-encrypt"),
		action: message("trusted.setup.import"),
	},
	key: {
		icon: KeyRound,
		title: message("trusted.setup.ways.key.title"),
		text: message("trusted.setup.ways.key.words"),
		lead: message("trusted.setup.type-paste-choose-password-encrypt"),
		action: message("trusted.setup.import"),
	},
	file: {
		icon: FileKey,
		title: message("trusted.setup.ways.file.title"),
		text: message("trusted.setup.ways.file.words"),
		lead: message("trusted.setup.ways.file.lead"),
		action: message("trusted.setup.key-file.choose"),
	},
};

/** What brings keys in, by one of the ways. */
export interface KeySource {
	readonly command: CommandState;
	/** Nothing that the user typed keeps it from being sent, as far as a window can tell. */
	readonly can: boolean;
	/** What is still to be typed or chosen; `null` if nothing, or if a field says so itself. */
	readonly missing: Message | null;
	/** Where the secret is typed; null where there is none to type. */
	readonly field: ReactNode;
	/** @returns whether keys came in: the user may have chosen no file */
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
	/** The accounts are looked at before they are stored. */
	readonly isBlind: boolean;
	/** The vault has a phrase already, so that another one takes a passphrase. */
	readonly isPlain: boolean;
}

function missingOf(way: SetupWay, { isTyped, isWrong, isBlind, isPlain }: Typed): Message | null {
	if (isWrong) return null;
	if (way === "phrase" && !isTyped) return message("trusted.setup.missing.phrase");
	if (way === "key" && !isTyped) return message("trusted.setup.missing.key");
	if (isPlain) return message("trusted.setup.missing.passphrase");
	return isBlind ? message("trusted.setup.missing.accounts") : null;
}

/** @param adds there is a vault already, which keeps one phrase */
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
		// What was refused is no longer what stands there.
		command.clear();
		setSecret(text);
		// Accounts of other words were found.
		if (chosen.accounts.length > 0) setChosen({ ...chosen, accounts: [] });
	};
	const isTyped = fault === null && secret.trim() !== "";
	// A wrong passphrase shows in the addresses only: they are looked at before anything is stored.
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
					label={t("trusted.setup.recovery-phrase")}
					rows={3}
					maxLength={400}
					value={value}
					onText={onText}
					wrong={fault}
					mono
					help={t("trusted.setup.words-spaces-between")}
				/>
			);
		case "key":
			return (
				<Field
					label={t("trusted.setup.private-key-2")}
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
