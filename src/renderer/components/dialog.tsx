import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "../../text/index.ts";

/** A native modal dialog: the browser keeps the focus inside, Esc closes, and no style is injected. */
export function Dialog({
	title,
	onClose,
	children,
}: {
	title: string;
	onClose: () => void;
	children: ReactNode;
}) {
	const ref = useRef<HTMLDialogElement>(null);
	const id = useId();
	useEffect(() => {
		const dialog = ref.current;
		if (dialog !== null && !dialog.open) dialog.showModal();
		return () => dialog?.close();
	}, []);
	return (
		<dialog
			ref={ref}
			aria-labelledby={id}
			onCancel={(event) => {
				event.preventDefault();
				onClose();
			}}
			className="card m-auto max-h-[calc(100%-2rem)] w-[min(30rem,calc(100%-2rem))] overflow-auto p-0 text-ink motion-arrive"
		>
			<div className="flex items-center justify-between gap-4 border-b border-line-2 py-3 pr-3 pl-5">
				<h2 id={id} className="text-f4 font-semibold">
					{title}
				</h2>
				<button
					type="button"
					aria-label={t("components.close")}
					onClick={onClose}
					className="grid size-8 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink"
				>
					<X size={16} aria-hidden />
				</button>
			</div>
			<div className="p-5">{children}</div>
		</dialog>
	);
}
