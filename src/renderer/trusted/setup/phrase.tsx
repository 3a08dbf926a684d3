import { ArrowLeft } from "lucide-react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrustedCommand } from "../../state/trusted.tsx";
import { Page } from "../page.tsx";

/** There is no copy button, because other programs can read the clipboard. */
export function Phrase({ words }: { words: readonly string[] }) {
	const command = useTrustedCommand();
	return (
		<Page
			title={t("trusted.setup.phrase.write")}
			lead={t("trusted.setup.phrase.paper")}
			bar={
				<>
					<Button
						variant="quiet"
						className="-ml-4"
						disabled={command.busy}
						onClick={() => void command.call("phraseBack", {})}
					>
						<ArrowLeft size={15} aria-hidden /> {t("trusted.setup.phrase.discard")}
					</Button>
					<Button variant="primary" {...command.press("phraseWritten", {})}>
						{t("trusted.setup.i-written-down")}
					</Button>
				</>
			}
		>
			<PhraseGrid words={words} />
			<Notice tone="caution" className="mt-5">
				{t("trusted.setup.phrase.warning")}
			</Notice>
			<Fault text={command.fault} className="mt-3" />
		</Page>
	);
}

/** The words can't be selected, so they can't be copied. */
export function PhraseGrid({ words }: { words: readonly string[] }) {
	return (
		<ol className="grid grid-cols-2 gap-2 min-[26rem]:grid-cols-3">
			{words.map((word, index) => (
				// A recovery phrase may contain the same word twice.
				<li key={index} className="card flex items-baseline gap-2.5 px-3 py-2.5 select-none">
					<span className="num w-5 text-right text-f2 text-ink-3">{index + 1}</span>
					<span className="font-mono text-f3 font-medium">{word}</span>
				</li>
			))}
		</ol>
	);
}
