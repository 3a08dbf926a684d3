import type { ReactNode } from "react";

/** A name, and what it is, below each other. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="min-w-0">
			<p className="text-f1 text-ink-3">{name}</p>
			<div className="min-w-0 wrap-anywhere">{children}</div>
		</div>
	);
}
