import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";

function focusOnce(box: HTMLInputElement | null) {
	box?.focus();
}

/** Asks for some of the words, so that what was written down is known to be right before the vault is kept. */
export function PhraseCheck({ positions, wrong }: { positions: readonly number[]; wrong: boolean }) {
	const { bridge } = useTrusted();
	const [words, setWords] = useState<readonly string[]>(positions.map(() => ""));
	const wish = useWish();
	const can = words.every((word) => word.trim() !== "");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (!can) return;
		void wish.send(() =>
			bridge.call("checkPhrase", { words: words.map((word) => word.trim().toLowerCase()) }),
		);
	};
	return (
		<form onSubmit={submit} className="h-full">
			<Page
				title="Type the words from your paper"
				lead="This proves that what you wrote down brings your keys back."
				bar={
					<>
						<span className="text-f2 text-ink-3">Nothing is kept before this passes.</span>
						<Button submit look="primary" disabled={!can} busy={wish.busy}>
							{wish.busy ? "Checking…" : "Check"}
						</Button>
					</>
				}
			>
				{wrong && (
					<Notice tone="danger" alert className="mb-4">
						One of the words is not the one that was shown. Look at its number on your paper and type it
						again.
					</Notice>
				)}
				<div className="grid gap-4">
					{positions.map((position, index) => (
						<Field
							key={position}
							label={`Word ${position}`}
							mono
							maxLength={20}
							value={words[index] ?? ""}
							{...(index === 0 ? { ref: focusOnce } : {})}
							onText={(text) => setWords(words.map((word, at) => (at === index ? text : word)))}
						/>
					))}
				</div>
				<Fault words={wish.fault} className="mt-4" />
			</Page>
		</form>
	);
}
