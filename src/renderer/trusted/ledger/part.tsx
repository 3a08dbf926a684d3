import { type ReactNode, useId } from "react";

export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id}>
			<div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
				<h2 id={id} className="label">
					{title}
				</h2>
				{aside !== undefined && <p className="text-f1 text-ink-3">{aside}</p>}
			</div>
			{children}
		</section>
	);
}
