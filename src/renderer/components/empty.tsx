import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** What will be here, while nothing is. */
export function Empty({
	icon: Icon,
	title,
	children,
	action,
}: {
	icon: LucideIcon;
	title: string;
	children: ReactNode;
	action?: ReactNode;
}) {
	return (
		<div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-12 text-center">
			<span className="mb-2 grid size-11 place-items-center rounded-full bg-sunken text-ink-2">
				<Icon size={20} aria-hidden />
			</span>
			<h2 className="text-f4 font-semibold text-balance">{title}</h2>
			<div className="text-f2 text-pretty text-ink-2">{children}</div>
			{action !== undefined && <div className="mt-3">{action}</div>}
		</div>
	);
}
