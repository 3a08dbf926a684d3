import { useMemo, useState } from "react";
import { t } from "../../../text/index.ts";
import { CopyButton, TextButton } from "../button.tsx";
import { Claim, ClaimBlock } from "../claim.tsx";
import { Fold } from "../fold.tsx";
import { type JsonTextNode, readJson } from "./json-text.ts";

const SHOWN = 60;
const OPEN_DEPTH = 2;
const OPEN_MEMBERS = 12;

/** Strings that could be mistaken for another JSON type. They are labeled as text. */
const MISTAKABLE = /^(?:true|false|null|-?[\d.]+(?:e[+-]?\d+)?)$/i;

/** Shows text that isn't valid JSON as plain text. */
export function JsonView({ text, what }: { text: string; what: string }) {
	const parsed = useMemo(() => readJson(text), [text]);
	return (
		<div className="flex items-start gap-1">
			<div className="min-w-0 flex-1 text-f2">
				{parsed.ok ? <JsonTree node={parsed.node} /> : <ClaimBlock text={text} max={4000} className="num" />}
			</div>
			<CopyButton text={text} what={what} />
		</div>
	);
}

export function JsonTree({ node }: { node: JsonTextNode }) {
	return <Value node={node} name={null} depth={0} />;
}

function Name({ name }: { name: string | null }) {
	if (name === null) return null;
	return (
		<>
			<Claim text={name} max={80} className="font-medium text-ink" />
			<span className="text-ink-3">: </span>
		</>
	);
}

function Value({ node, name, depth }: { node: JsonTextNode; name: string | null; depth: number }) {
	if (node.kind === "object" || node.kind === "array")
		return <Branch node={node} name={name} depth={depth} />;
	return (
		<div className="py-0.5 pl-5.5 wrap-anywhere">
			<Name name={name} />
			<Leaf node={node} />
		</div>
	);
}

function Leaf({ node }: { node: Exclude<JsonTextNode, { kind: "object" | "array" }> }) {
	if (node.kind === "word") return <span className="num text-ink-2">{node.word}</span>;
	if (node.kind === "number") return <Claim text={node.numeral} max={200} className="num text-ink" />;
	if (node.text === "") return <span className="text-ink-3">{t("components.empty-text")}</span>;
	if (node.text.length <= 120 && !node.text.includes("\n"))
		return (
			<>
				<Claim text={node.text} max={120} className="text-ink-2" />
				{MISTAKABLE.test(node.text) && <span className="text-f1 text-ink-3"> {t("components.text")}</span>}
			</>
		);
	return <ClaimBlock text={node.text} max={600} className="text-ink-2" />;
}

function Branch({
	node,
	name,
	depth,
}: {
	node: Extract<JsonTextNode, { kind: "object" | "array" }>;
	name: string | null;
	depth: number;
}) {
	const rows =
		node.kind === "object"
			? node.members
			: node.items.map((value, index) => ({ name: String(index + 1), value }));
	const [shown, setShown] = useState(SHOWN);
	const count =
		node.kind === "object"
			? t("components.members", { count: rows.length })
			: t("components.items", { count: rows.length });
	if (rows.length === 0)
		return (
			<div className="py-0.5 pl-5.5">
				<Name name={name} />
				<span className="text-ink-3">
					{node.kind === "object" ? t("components.no-members") : t("ui.empty-list")}
				</span>
			</div>
		);
	const list = (
		<ul className={depth === 0 ? "" : "ml-1.5 border-l border-line-2 pl-2"}>
			{rows.slice(0, shown).map((row, index) => (
				// Untrusted JSON may contain the same name twice.
				<li key={index}>
					<Value node={row.value} name={row.name} depth={depth + 1} />
				</li>
			))}
			{rows.length > shown && (
				<li className="pl-5.5">
					<TextButton className="py-0.5" onClick={() => setShown(shown + SHOWN)}>
						{t("components.show-more-of", {
							next: Math.min(SHOWN, rows.length - shown),
							count: rows.length.toLocaleString("en"),
						})}
					</TextButton>
				</li>
			)}
		</ul>
	);
	if (depth === 0) return list;
	return (
		<Fold
			className="py-0.5"
			defaultOpen={depth < OPEN_DEPTH && rows.length <= OPEN_MEMBERS}
			title={
				<span className="wrap-anywhere">
					<Name name={name} />
					<span className="text-ink-3">{count}</span>
				</span>
			}
		>
			{list}
		</Fold>
	);
}
