import clsx from "clsx";
import { useState } from "react";
import type { Text } from "../../core/localized-text.ts";
import { t, textOf } from "../../text/index.ts";
import { TextButton } from "./button.tsx";
import { clip, visible } from "./text/visible.ts";

/** Renders text with visible marks in place of hidden characters. */
export function Segments({ text, lines }: { text: string; lines: boolean }) {
	return visible(text, { lines }).map((segment, index) =>
		segment.kind === "text" ? (
			segment.text
		) : (
			// `inline-block` prevents an ellipsis from cutting off part of a mark.
			<span
				key={index}
				className="inline-block rounded-sm bg-caution-soft px-1 font-mono text-[0.85em] text-caution"
			>
				{segment.text}
			</span>
		),
	);
}

export function Claim({ text, max = 160, className }: { text: Text; max?: number; className?: string }) {
	const whole = textOf(text);
	const shown = clip(whole, max);
	return (
		<bdi className={className}>
			<Segments text={shown} lines={false} />
			{shown.length < whole.length && "…"}
		</bdi>
	);
}

/** Shows all of a clipped text, or clips it again. */
export function ShowAll({
	text,
	open,
	onTurn,
	className,
}: {
	text: string;
	open: boolean;
	onTurn: () => void;
	className: string;
}) {
	return (
		<TextButton className={clsx("text-f2", className)} onClick={onTurn}>
			{open
				? t("components.show-less")
				: t("components.show-all-characters", { count: text.length.toLocaleString("en") })}
		</TextButton>
	);
}

export function ClaimBlock({
	text,
	max = 1200,
	className,
}: {
	text: string;
	max?: number;
	className?: string;
}) {
	const [open, setOpen] = useState(false);
	const shown = open ? text : clip(text, max);
	const clipped = shown.length < text.length;
	return (
		<div className={clsx("min-w-0", className)}>
			<bdi className="block whitespace-pre-wrap wrap-anywhere">
				<Segments text={shown} lines />
				{clipped && "…"}
			</bdi>
			{(clipped || open) && (
				<ShowAll className="mt-1" text={text} open={open} onTurn={() => setOpen(!open)} />
			)}
		</div>
	);
}
