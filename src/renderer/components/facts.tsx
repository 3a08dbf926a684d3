import clsx from "clsx";
import type { ReactNode } from "react";

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
