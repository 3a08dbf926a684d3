import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import type { ActivityRow } from "../../../ipc/activity.ts";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { ActivityItem } from "./activity-item.tsx";

/** The journal's rows, drawn where they are seen; each opens to its steps. */
export function ActivityList({ rows }: { rows: readonly ActivityRow[] }) {
	const scroller = useRef<HTMLDivElement>(null);
	useRovingFocus(scroller);
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => 53,
		getItemKey: (index) => rows[index]?.id ?? index,
		overscan: 8,
		paddingEnd: 24,
	});
	const turn = (id: string, opened: boolean) =>
		setOpen((held) => {
			const next = new Set(held);
			if (opened) next.add(id);
			else next.delete(id);
			return next;
		});
	return (
		<div ref={scroller} className="min-h-0 flex-1 overflow-y-auto border-t border-line bg-surface">
			<ul className="relative" style={{ height: virtual.getTotalSize() }}>
				{virtual.getVirtualItems().map((item) => {
					const row = rows[item.index];
					if (row === undefined) return null;
					return (
						<li
							key={item.key}
							ref={virtual.measureElement}
							data-index={item.index}
							className="absolute top-0 left-0 w-full"
							style={{ transform: `translateY(${item.start}px)` }}
						>
							<ActivityItem
								row={row}
								open={open.has(row.id)}
								onOpenChange={(opened) => turn(row.id, opened)}
							/>
						</li>
					);
				})}
			</ul>
		</div>
	);
}
