import type { ReactNode } from "react";

/** @param aside source of a claim */
export function Section({
	title,
	aside,
	level: Heading = "h2",
	children,
}: {
	title: string;
	aside?: ReactNode;
	level?: "h2" | "h3";
	children: ReactNode;
}) {
	return (
		<section className="mt-4" aria-label={title}>
			<div className="mb-1.5 flex items-baseline justify-between gap-x-4 max-[24rem]:flex-wrap">
				<Heading className="label shrink-0">{title}</Heading>
				{aside !== undefined && <p className="text-right text-f1 text-ink-3">{aside}</p>}
			</div>
			{children}
		</section>
	);
}
