import { X } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { t } from "../../text/index.ts";

const TEXT_FIELD = "textarea, select, input:not([type=radio], [type=checkbox], [type=hidden])";
const CHOICE = "input:checked, input, [role=radio][aria-checked=true], [role=switch], [role=checkbox]";

/** Focuses a field or a choice. Without one, focuses the title, so an accidental key press does nothing. */
function focusStart(dialog: HTMLDialogElement): void {
	const body = dialog.querySelector<HTMLElement>("[data-dialog-body]");
	const start =
		body?.querySelector<HTMLElement>(TEXT_FIELD) ??
		body?.querySelector<HTMLElement>(CHOICE) ??
		dialog.querySelector<HTMLElement>("h2");
	start?.focus();
	if (start instanceof HTMLTextAreaElement) start.setSelectionRange(start.value.length, start.value.length);
}

/** Uses a native dialog, so the browser traps the focus and closes the dialog on Esc. */
export function Modal({
	onOpen,
	onClose,
	...rest
}: Omit<ComponentProps<"dialog">, "onClose"> & {
	onOpen?: (dialog: HTMLDialogElement) => void;
	onClose: () => void;
}) {
	const ref = useRef<HTMLDialogElement>(null);
	// The cleanup closes the dialog before React removes the element, so the browser can restore the focus.
	useLayoutEffect(() => {
		const dialog = ref.current;
		if (dialog === null) return;
		if (!dialog.open) dialog.showModal();
		onOpen?.(dialog);
		return () => dialog.close();
	}, [onOpen]);
	return (
		<dialog
			{...rest}
			ref={ref}
			onCancel={(event) => {
				event.preventDefault();
				onClose();
			}}
		/>
	);
}

export function Dialog({
	title,
	onClose,
	children,
}: {
	title: string;
	onClose: () => void;
	children: ReactNode;
}) {
	const id = useId();
	return (
		<Modal
			aria-labelledby={id}
			onOpen={focusStart}
			onClose={onClose}
			className="card m-auto max-h-[calc(100%-2rem)] w-[min(30rem,calc(100%-2rem))] overflow-auto p-0 text-ink motion-arrive"
		>
			<div className="flex items-center justify-between gap-4 border-b border-line-2 py-3 pr-3 pl-5">
				<h2 id={id} tabIndex={-1} className="text-f4 font-semibold outline-none">
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
			<div data-dialog-body className="p-5">
				{children}
			</div>
		</Modal>
	);
}
