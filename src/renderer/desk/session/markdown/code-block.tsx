import { t } from "../../../../text/index.ts";
import { Claim, Segments } from "../../../components/claim.tsx";
import { CopyButton } from "../../../components/copy-button.tsx";
import { MAX_COPY_LENGTH } from "../../../components/text/long-text.tsx";

/** Code as it was written, in a box that scrolls. */
export function CodeBlock({ lang, text }: { lang: string; text: string }) {
	return (
		<div className="min-w-0 overflow-hidden rounded-sm border border-line bg-ground">
			<div className="flex h-7 items-center justify-between gap-2 *:-outline-offset-2 border-b border-line-2 pr-1 pl-2.5 text-f1 text-ink-3">
				<Claim text={lang} max={40} className="num truncate" />
				{text.length > 0 && text.length <= MAX_COPY_LENGTH && (
					<CopyButton text={text} what={t("desk.session.the-code")} />
				)}
			</div>
			<pre
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="max-h-80 overflow-auto px-2.5 py-2 text-f2 outline-offset-[-2px]"
			>
				<bdi>
					<code className="num">
						<Segments text={text} lines />
					</code>
				</bdi>
			</pre>
		</div>
	);
}
