import clsx from "clsx";
import { memo, type ReactNode, useMemo, useState } from "react";
import { t } from "../../../../text/index.ts";
import { CopyButton, TextButton } from "../../../components/button.tsx";
import { Claim, ClaimBlock, Segments, ShowAll } from "../../../components/claim.tsx";
import { clip } from "../../../components/text/visible.ts";
import type { Align, Block, Inline } from "./ast.ts";
import { ImageText, Link } from "./link.tsx";
import { GrowingMarkdown, readMarkdown } from "./read.ts";

const INLINE = {
	strong: (children: ReactNode) => <strong className="font-semibold">{children}</strong>,
	em: (children: ReactNode) => <em>{children}</em>,
	del: (children: ReactNode) => <del className="text-ink-3">{children}</del>,
} as const;

function One({ item }: { item: Inline }) {
	switch (item.kind) {
		case "text":
			return <Segments text={item.text} lines />;
		case "strong":
		case "em":
		case "del":
			return INLINE[item.kind](<Inlines items={item.children} />);
		case "code":
			return (
				<code className="num rounded-sm bg-sunken px-1 py-px wrap-anywhere">
					<Segments text={item.text} lines={false} />
				</code>
			);
		case "link":
			return (
				<Link href={item.href} label={item.label}>
					<Inlines items={item.children} />
				</Link>
			);
		case "image":
			return <ImageText alt={item.alt} href={item.href} />;
		case "break":
			return <br />;
	}
}

function Inlines({ items }: { items: readonly Inline[] }) {
	return items.map((item, index) => <One key={index} item={item} />);
}

const FIRST_ROWS = 60;
const SIDES = { left: "text-left", right: "text-right", center: "text-center" } as const;

function side(align: Align | undefined): string {
	return SIDES[align ?? "left"];
}

function Cells({
	cells,
	align,
	head = false,
}: {
	cells: readonly (readonly Inline[])[];
	align: readonly Align[];
	head?: boolean;
}) {
	const Cell = head ? "th" : "td";
	return cells.map((cell, index) => (
		<Cell
			key={index}
			{...(head ? { scope: "col" } : {})}
			dir="auto"
			className={clsx("px-2.5 py-1.5 align-top", side(align[index]), head && "font-semibold")}
		>
			<Inlines items={cell} />
		</Cell>
	));
}

function Table({ block }: { block: Extract<Block, { kind: "table" }> }) {
	const [all, setAll] = useState(false);
	const rows = all ? block.rows : block.rows.slice(0, FIRST_ROWS);
	return (
		<div className="min-w-0">
			<section
				aria-label={t("desk.session.table")}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="overflow-x-auto rounded-sm border border-line outline-offset-[-2px]"
			>
				<table className="w-full border-collapse text-f2">
					<thead className="bg-ground">
						<tr>
							<Cells cells={block.header} align={block.align} head />
						</tr>
					</thead>
					<tbody>
						{rows.map((row, index) => (
							<tr key={index} className="border-t border-line-2">
								<Cells cells={row} align={block.align} />
							</tr>
						))}
					</tbody>
				</table>
			</section>
			{rows.length < block.rows.length && (
				<TextButton className="mt-1 text-f2" onClick={() => setAll(true)}>
					{t("desk.session.show-more-rows", { count: block.rows.length - rows.length })}
				</TextButton>
			)}
		</div>
	);
}

function CodeBlock({ lang, text }: { lang: string; text: string }) {
	return (
		<div className="min-w-0 overflow-hidden rounded-sm border border-line bg-ground">
			<div className="flex h-7 items-center justify-between gap-2 *:-outline-offset-2 border-b border-line-2 pr-1 pl-2.5 text-f1 text-ink-3">
				<Claim text={lang} max={40} className="num truncate" />
				<CopyButton text={text} what={t("desk.session.the-code")} />
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

const FIRST_CHARS = 8_000;

function Heading({ depth, children }: { depth: number; children: readonly Inline[] }) {
	// These headings rank below the page's own.
	const Level = depth <= 2 ? "h3" : "h4";
	return (
		<Level dir="auto" className={clsx("font-semibold wrap-anywhere", depth <= 2 && "text-f4")}>
			<Inlines items={children} />
		</Level>
	);
}

function List({ block }: { block: Extract<Block, { kind: "list" }> }) {
	const Kind = block.start === null ? "ul" : "ol";
	const tasks = block.items.every((item) => item.checked !== null);
	return (
		<Kind
			{...(block.start === null || block.start === 1 ? {} : { start: block.start })}
			className={clsx(
				"grid gap-1",
				tasks ? "pl-0.5" : "pl-5.5",
				block.start !== null ? "list-decimal" : !tasks && "list-disc",
			)}
		>
			{block.items.map((item, index) => (
				<li key={index} dir="auto" className={clsx("min-w-0", item.checked !== null && "flex gap-2")}>
					{item.checked !== null && (
						<input
							type="checkbox"
							checked={item.checked}
							disabled
							readOnly
							aria-label={item.checked ? t("desk.session.done") : t("desk.session.not-done")}
							className="mt-1 size-3.5 shrink-0"
						/>
					)}
					<div className="grid min-w-0 gap-1">
						<Blocks blocks={item.blocks} />
					</div>
				</li>
			))}
		</Kind>
	);
}

const OneBlock = memo(function OneBlock({ block }: { block: Block }) {
	switch (block.kind) {
		case "paragraph":
			return (
				<p dir="auto" className="whitespace-pre-line wrap-anywhere">
					<Inlines items={block.children} />
				</p>
			);
		case "heading":
			return <Heading depth={block.depth}>{block.children}</Heading>;
		case "code":
			return <CodeBlock lang={block.lang} text={block.text} />;
		case "quote":
			return (
				<blockquote className="grid gap-2 border-l-3 border-line pl-3 text-ink-2">
					<Blocks blocks={block.blocks} />
				</blockquote>
			);
		case "list":
			return <List block={block} />;
		case "table":
			return <Table block={block} />;
		case "rule":
			return <hr className="border-line" />;
		case "raw":
			return <ClaimBlock text={block.text} max={2_000} />;
	}
});

function Blocks({ blocks }: { blocks: readonly Block[] }) {
	return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

/**
 * Renders untrusted Markdown without HTML, fetched content or links that open directly.
 * @param live shows a cursor at the end while the text is growing
 */
export function Markdown({ text, live = false }: { text: string; live?: boolean }) {
	const [open, setOpen] = useState(false);
	const [growing] = useState(() => new GrowingMarkdown());
	const shown = open || live ? text : clip(text, FIRST_CHARS);
	const blocks = useMemo(() => (live ? growing.read(shown) : readMarkdown(shown)), [growing, live, shown]);
	const clipped = shown.length < text.length;
	return (
		<div className="grid min-w-0 gap-2">
			{blocks === null ? (
				<>
					<p className="text-f1 text-ink-3">{t("desk.session.unformatted")}</p>
					<ClaimBlock text={shown} max={4_000} />
				</>
			) : (
				<Blocks blocks={blocks} />
			)}
			{clipped && <p className="text-ink-3">…</p>}
			{live && (
				<span className="flex items-center gap-1.5 text-f1 text-ink-3">
					<span className="h-3.5 w-0.5 bg-accent motion-breathe" aria-hidden /> {t("desk.session.writing")}
				</span>
			)}
			{(clipped || (open && !live)) && (
				<ShowAll className="justify-self-start" text={text} open={open} onTurn={() => setOpen(!open)} />
			)}
		</div>
	);
}
