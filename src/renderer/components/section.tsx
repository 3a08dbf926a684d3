import clsx from "clsx";
import type { ReactNode } from "react";

/** @param aside names the source of a claim */
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

export function Facts({ children, className }: { children: ReactNode; className?: string }) {
	return (
		<dl
			className={clsx(
				"grid items-baseline grid-cols-[minmax(5.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-f2 max-[24rem]:grid-cols-1 max-[24rem]:gap-y-0.5",
				className,
			)}
		>
			{children}
		</dl>
	);
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<div className="contents">
			<dt className="text-ink-3">{name}</dt>
			<dd className="min-w-0 wrap-anywhere max-[24rem]:mb-1.5">{children}</dd>
		</div>
	);
}
