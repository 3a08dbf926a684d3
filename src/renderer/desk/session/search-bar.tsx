import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { t } from "../../../text/index.ts";

export function SearchBar({
	text,
	onText,
	count,
	more,
	busy,
	at,
	onStep,
	onClose,
}: {
	text: string;
	onText: (text: string) => void;
	count: number;
	/** Whether there are more matches than `count`. */
	more: boolean;
	busy: boolean;
	/** `null` if no match is marked. */
	at: number | null;
	onStep: (by: 1 | -1) => void;
	onClose: () => void;
}) {
	const box = useRef<HTMLInputElement>(null);
	useEffect(() => box.current?.focus(), []);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape") {
			event.preventDefault();
			onClose();
		}
		if (event.key === "Enter" && event.target === box.current && !event.nativeEvent.isComposing) {
			event.preventDefault();
			onStep(event.shiftKey ? 1 : -1);
		}
	};
	const sentence =
		text.trim() === "" || busy
			? ""
			: count === 0
				? t("desk.session.no-matches")
				: t(more ? "desk.session.of-more" : "desk.session.of", { at: at === null ? 0 : count - at, count });
	return (
		<search
			aria-label={t("desk.session.search-this-conversation")}
			onKeyDown={onKeyDown}
			className="mx-5 mb-2 flex items-center gap-1.5 rounded-md border border-edge bg-surface pl-3 wide:mx-7"
		>
			<Search size={14} aria-hidden className="shrink-0 text-ink-3" />
			<input
				ref={box}
				type="text"
				aria-label={t("desk.session.search-this-conversation")}
				value={text}
				maxLength={200}
				spellCheck={false}
				autoComplete="off"
				placeholder={t("desk.session.search-placeholder")}
				onChange={(event) => onText(event.target.value)}
				className="h-9 min-w-0 flex-1 bg-transparent text-f2 outline-none"
			/>
			<span role="status" className="shrink-0 text-f1 text-ink-3">
				{sentence}
			</span>
			<Step
				label={t("desk.session.earlier-match")}
				disabled={count === 0 && !busy}
				onClick={() => onStep(-1)}
			>
				<ChevronUp size={15} aria-hidden />
			</Step>
			<Step label={t("desk.session.later-match")} disabled={count === 0 && !busy} onClick={() => onStep(1)}>
				<ChevronDown size={15} aria-hidden />
			</Step>
			<Step label={t("desk.session.close-search")} onClick={onClose}>
				<X size={15} aria-hidden />
			</Step>
		</search>
	);
}

function Step({
	label,
	disabled = false,
	onClick,
	children,
}: {
	label: string;
	disabled?: boolean;
	onClick: () => void;
	children: React.ReactNode;
}) {
	return (
		<button
			type="button"
			aria-label={label}
			aria-disabled={disabled || undefined}
			onClick={disabled ? undefined : onClick}
			className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink aria-disabled:opacity-40"
		>
			{children}
		</button>
	);
}
