import type { ReactNode } from "react";

/** One line of what it costs, inside a `dl`. */
export function CostLine({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<div className="flex items-baseline justify-between gap-4 px-3.5 py-1.5 not-first:border-t not-first:border-line-2">
			<dt className="text-f2 text-ink-2">{name}</dt>
			<dd className="min-w-0 text-right">{children}</dd>
		</div>
	);
}
