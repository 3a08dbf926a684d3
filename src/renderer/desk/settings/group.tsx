import type { ReactNode } from "react";

export function Group({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
	return (
		<section aria-label={title}>
			<div className="mb-2 flex min-h-8 items-end justify-between gap-3">
				<h2 className="label">{title}</h2>
				{aside}
			</div>
			<div className="card *:px-4 *:py-3 *:not-first:border-t *:not-first:border-line-2">{children}</div>
		</section>
	);
}
