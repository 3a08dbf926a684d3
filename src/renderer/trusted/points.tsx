import type { ReactNode } from "react";
import type { Text } from "../../core/localized-text.ts";
import { textOf } from "../../text/index.ts";

export type Point = readonly [name: Text, explanation: ReactNode];

export function Points({ points }: { points: readonly Point[] }) {
	return (
		<dl className="card">
			{points.map(([name, explanation]) => (
				<div key={textOf(name)} className="px-4 py-3 not-first:border-t not-first:border-line-2">
					<dt className="font-medium">{textOf(name)}</dt>
					<dd className="mt-0.5 text-f2 text-pretty wrap-anywhere text-ink-2">{explanation}</dd>
				</div>
			))}
		</dl>
	);
}
