import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export function Empty({
	icon: Icon,
	title,
	level = 2,
	children,
	action,
}: {
	icon: LucideIcon;
	title: string;
	level?: 1 | 2;
	children: ReactNode;
	action?: ReactNode;
}) {
	const Heading = level === 1 ? "h1" : "h2";
	return (
		<div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-12 text-center">
			<span className="mb-2 grid size-11 place-items-center rounded-full bg-sunken text-ink-2">
				<Icon size={20} aria-hidden />
			</span>
			<Heading tabIndex={level === 1 ? -1 : undefined} className="text-f4 font-semibold text-balance">
				{title}
			</Heading>
			<div className="text-f2 text-pretty text-ink-2">{children}</div>
			{action !== undefined && <div className="mt-3">{action}</div>}
		</div>
	);
}
