import clsx from "clsx";
import { useState } from "react";
import { t } from "../../../../text/index.ts";
import type { Align, Block, Inline } from "./ast.ts";
import { Inlines } from "./inlines.tsx";

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
		// Columns stand where they stand: the place is the identity.
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

/** A table of somebody else's, as wide as it is, in a box that scrolls. */
export function Table({ block }: { block: Extract<Block, { kind: "table" }> }) {
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
				<button
					type="button"
					className="mt-1 rounded-sm text-f2 font-medium text-accent hover:underline"
					onClick={() => setAll(true)}
				>
					{t("desk.session.show-more-rows", { count: block.rows.length - rows.length })}
				</button>
			)}
		</div>
	);
}
