import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

/**
 * Collapsible section. It isn't animated, because measuring its height would force a layout on every mount.
 */
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
	const id = useId();
	const [isOpened, setOpened] = useState(defaultOpen);
	const isOpen = open ?? isOpened;
	const turn = () => {
		setOpened(!isOpen);
		onOpenChange?.(!isOpen);
	};
	return (
		<div>
			<button
				type="button"
				aria-expanded={isOpen}
				aria-controls={id}
				onClick={turn}
				className={clsx(
					"group flex w-full min-w-0 items-center gap-2 rounded-sm text-left text-f2 text-ink-2 hover:text-ink",
					className,
				)}
			>
				<ChevronRight
					size={14}
					aria-hidden
					className="shrink-0 text-ink-3 motion-safe:transition-transform group-aria-expanded:rotate-90"
				/>
				<span className="min-w-0 flex-1">{title}</span>
				{aside !== undefined && (
					<span className="max-w-[70%] shrink-0 text-right text-f1 wrap-anywhere text-ink-3">{aside}</span>
				)}
			</button>
			<div id={id} hidden={!isOpen}>
				{isOpen && children}
			</div>
		</div>
	);
}
