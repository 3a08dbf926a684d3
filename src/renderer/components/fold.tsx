import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { Collapsible } from "radix-ui";
import type { ReactNode } from "react";

/** One line that opens. `aside` stands at its end. */
export function Fold({
	title,
	aside,
	open,
	onOpenChange,
	defaultOpen = false,
	className,
	children,
}: {
	title: ReactNode;
	aside?: ReactNode;
	open?: boolean;
	onOpenChange?: (open: boolean) => void;
	defaultOpen?: boolean;
	className?: string;
	children: ReactNode;
}) {
	const control = open === undefined ? { defaultOpen } : { open };
	return (
		<Collapsible.Root {...control} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
			<Collapsible.Trigger
				className={clsx(
					"group flex w-full min-w-0 items-center gap-2 rounded-sm text-left text-f2 text-ink-2 hover:text-ink",
					className,
				)}
			>
				<ChevronRight
					size={14}
					aria-hidden
					className="shrink-0 text-ink-3 motion-safe:transition-transform group-data-[state=open]:rotate-90"
				/>
				<span className="min-w-0 flex-1">{title}</span>
				{aside !== undefined && <span className="shrink-0 text-f1 text-ink-3">{aside}</span>}
			</Collapsible.Trigger>
			<Collapsible.Content>{children}</Collapsible.Content>
		</Collapsible.Root>
	);
}
