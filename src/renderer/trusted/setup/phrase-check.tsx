import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field, focusOnce } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";

/** Checks the user's written copy. The vault is stored only after this check. */
export function PhraseCheck({ positions, wrong }: { positions: readonly number[]; wrong: boolean }) {
	const [words, setWords] = useState<readonly string[]>(positions.map(() => ""));
	const [isTyped, setTyped] = useState(false);
	const command = useTrustedCommand();
	// `wrong` comes from main, so the error is still shown after the window reloads.
	const fault = isTyped ? null : (command.fault ?? (wrong ? t("trusted.setup.quiz.mismatch") : null));
	const can = words.every((word) => word.trim() !== "");
	const submit = () => {
		if (!can) return;
		setTyped(false);
		void command.call("checkPhrase", { words: words.map((word) => word.trim().toLowerCase()) });
	};
	return (
		<Page
			onSubmit={submit}
			title={t("trusted.setup.type-words-paper")}
			lead={t("trusted.setup.quiz.help")}
			bar={
				<>
					<Button
						variant="quiet"
						className="-ml-4"
						disabled={command.busy}
						onClick={() => void command.call("phraseBack", {})}
					>
						<ArrowLeft size={15} aria-hidden /> {t("trusted.setup.phrase.show-again")}
					</Button>
					<Button submit variant="primary" disabled={!can} busy={command.busy}>
						{command.busy ? t("trusted.setup.checking") : t("trusted.setup.check")}
					</Button>
				</>
			}
		>
			<div className="grid gap-4">
				{positions.map((position, index) => (
					<Field
						key={position}
						label={t("trusted.setup.word", { position })}
						mono
						maxLength={20}
						value={words[index] ?? ""}
						{...(index === 0 ? { ref: focusOnce } : {})}
						onText={(text) => {
							setTyped(true);
							setWords(words.map((word, at) => (at === index ? text : word)));
						}}
					/>
				))}
			</div>
			<p className="mt-4 text-f2 text-ink-3">{t("trusted.setup.quiz.unsaved")}</p>
			<Fault text={fault} className="mt-4" />
		</Page>
	);
}
