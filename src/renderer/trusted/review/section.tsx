import type { ReactNode } from "react";

/** A titled part of the review; `aside` says whose claim it is. */
export function Section({
	title,
	aside,
	children,
}: {
	title: string;
	aside?: ReactNode;
	children: ReactNode;
}) {
	return (
		<section className="mt-4" aria-label={title}>
			<div className="mb-1.5 flex items-baseline justify-between gap-x-4 max-[24rem]:flex-wrap">
				<h2 className="label shrink-0">{title}</h2>
				{aside !== undefined && <p className="text-right text-f1 text-ink-3">{aside}</p>}
			</div>
			{children}
		</section>
	);
}
