import { Button } from "../../components/button.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";
import { Page } from "../page.tsx";

/** The words, once. There is no copy button on purpose: a clipboard is read by others. */
export function Phrase({ words }: { words: readonly string[] }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	return (
		<Page
			title="Write these words down, in order"
			lead="On paper, by hand. Whoever has them has your funds; without them nobody can bring your keys back. They are not shown again."
			bar={
				<>
					<span className="text-f2 text-ink-3">Next, you type a few of them.</span>
					<Button
						look="primary"
						busy={wish.busy}
						onClick={() => void wish.send(() => bridge.call("phraseWritten", {}))}
					>
						I have written it down
					</Button>
				</>
			}
		>
			<ol className="grid grid-cols-2 gap-2 min-[26rem]:grid-cols-3">
				{words.map((word, index) => (
					// A word may come twice: only its place tells one from another.
					<li key={index} className="card flex items-baseline gap-2.5 px-3 py-2.5 select-none">
						<span className="num w-5 text-right text-f2 text-ink-3">{index + 1}</span>
						<span className="font-mono text-f3 font-medium">{word}</span>
					</li>
				))}
			</ol>
			<Notice tone="caution" className="mt-5">
				Don’t photograph them and don’t type them into anything else. No one from Countersign or a service
				will ask for them.
			</Notice>
			<Fault words={wish.fault} className="mt-3" />
		</Page>
	);
}
