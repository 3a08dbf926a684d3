import { useMemo, useState } from "react";
import type { ValueText } from "../../../ipc/conversations.ts";
import { t } from "../../../text/index.ts";
import { CopyButton } from "../../components/button.tsx";
import { ClaimBlock } from "../../components/claim.tsx";
import { grouped } from "../../components/figures.ts";
import { type JsonTextNode, readJson } from "../../components/text/json-text.ts";
import { JsonTree } from "../../components/text/json-view.tsx";

export function treeOf(text: string): JsonTextNode | null {
	const parsed = readJson(text);
	if (!parsed.ok) return null;
	const { node } = parsed;
	if (node.kind === "object") return node.members.length === 0 ? null : node;
	return node.kind === "array" && node.items.length > 0 ? node : null;
}

export function ValueView({ label, value }: { label: string; value: ValueText }) {
	const tree = useMemo(() => treeOf(value.text), [value.text]);
	const [raw, setRaw] = useState(false);
	const cut = value.length > value.text.length;
	return (
		<section aria-label={label} className="min-w-0">
			<div className="flex min-h-7 items-center gap-2">
				<h3 className="text-f1 font-medium text-ink-3">{label}</h3>
				<span className="ml-auto flex items-center gap-1">
					{tree !== null && (
						<button
							type="button"
							aria-pressed={raw}
							onClick={() => setRaw(!raw)}
							className="rounded-sm px-1.5 py-0.5 text-f1 text-ink-3 hover:bg-sunken hover:text-ink"
						>
							{raw ? t("desk.session.as-a-tree") : t("desk.session.as-text")}
						</button>
					)}
					{!cut && <CopyButton text={value.text} what={label.toLowerCase()} />}
				</span>
			</div>
			<div className="overflow-hidden rounded-sm border border-line bg-ground">
				{value.text === "" ? (
					<p className="px-3 py-2 text-f2 text-ink-3">{t("desk.session.empty")}</p>
				) : (
					<section
						aria-label={t("desk.session.as-it-came", { label })}
						// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
						tabIndex={0}
						className="max-h-80 overflow-y-auto px-2 py-1.5 outline-offset-[-2px]"
					>
						{tree !== null && !raw ? (
							<div className="text-f2">
								<JsonTree node={tree} />
							</div>
						) : (
							<ClaimBlock text={value.text} className="num px-1 text-f1" />
						)}
					</section>
				)}
			</div>
			{cut && (
				<p className="mt-1 text-f1 text-caution">
					{t("desk.session.first-characters", {
						count: grouped(String(value.text.length)),
						whole: grouped(String(value.length)),
					})}
				</p>
			)}
		</section>
	);
}
