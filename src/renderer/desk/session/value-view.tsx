import { useMemo, useState } from "react";
import type { ValueText } from "../../../bridge/transcript-views.ts";
import { ClaimBlock } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { grouped } from "../../components/words.ts";
import { TypedTree } from "../../trusted/content/typed-tree.tsx";
import { jsonNodes } from "./json-nodes.ts";
import { LONGEST_COPY } from "./markdown/code-block.tsx";

/** A value that came from the service: as a tree where it is JSON, else as it stands. */
export function ValueView({ label, value }: { label: string; value: ValueText }) {
	const nodes = useMemo(() => jsonNodes(value.text), [value.text]);
	const [raw, setRaw] = useState(false);
	const cut = value.length > value.text.length;
	return (
		<section aria-label={label} className="min-w-0">
			<div className="flex min-h-7 items-center gap-2">
				<h5 className="text-f1 font-medium text-ink-3">{label}</h5>
				<span className="ml-auto flex items-center gap-1">
					{nodes !== null && (
						<button
							type="button"
							aria-pressed={raw}
							onClick={() => setRaw(!raw)}
							className="rounded-sm px-1.5 py-0.5 text-f1 text-ink-3 hover:bg-sunken hover:text-ink"
						>
							{raw ? "As a tree" : "As text"}
						</button>
					)}
					{!cut && value.text !== "" && value.text.length <= LONGEST_COPY && (
						<CopyButton text={value.text} what={label.toLowerCase()} />
					)}
				</span>
			</div>
			<div className="overflow-hidden rounded-sm border border-line bg-ground">
				{nodes !== null && !raw ? (
					<TypedTree label={label} tree={nodes} />
				) : value.text === "" ? (
					<p className="px-3 py-2 text-f2 text-ink-3">Empty</p>
				) : (
					<ClaimBlock text={value.text} className="num max-h-80 overflow-y-auto px-3 py-2 text-f1" />
				)}
			</div>
			{cut && (
				<p className="mt-1 text-f1 text-caution">
					The first {grouped(String(value.text.length))} of {grouped(String(value.length))} characters.
				</p>
			)}
		</section>
	);
}
