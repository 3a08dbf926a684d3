import clsx from "clsx";
import { Check, Copy } from "lucide-react";
import type { ComponentProps } from "react";
import { t } from "../../text/index.ts";
import { useCopied } from "../state/copy.tsx";

const VARIANTS = {
	primary: "border-ink bg-ink text-ground hover:opacity-90",
	plain: "border-line bg-surface text-ink hover:bg-sunken",
	quiet: "border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink",
	danger: "border-danger bg-transparent text-danger hover:bg-danger-soft",
} as const;

const SIZES = { normal: "min-h-10 px-4 py-2 text-f3", small: "min-h-8 px-3 py-1 text-f2" } as const;

export interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
	variant?: keyof typeof VARIANTS;
	size?: keyof typeof SIZES;
	submit?: boolean;
	busy?: boolean;
}

/**
 * Uses aria-disabled, because a disabled button loses the focus right after the user presses it. Submit
 * buttons are really disabled, because Enter in a field would press them otherwise.
 */
export function Button({
	variant = "plain",
	size = "normal",
	submit = false,
	busy = false,
	className,
	disabled,
	onClick,
	...rest
}: ButtonProps) {
	const still = disabled === true || busy;
	return (
		<button
			{...rest}
			type={submit ? "submit" : "button"}
			disabled={submit && still}
			aria-disabled={still || undefined}
			onClick={still ? undefined : onClick}
			aria-busy={busy || undefined}
			data-look={variant}
			className={clsx(
				"inline-flex items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap max-[24rem]:whitespace-normal",
				still ? "cursor-default border-line bg-sunken text-ink-3" : VARIANTS[variant],
				SIZES[size],
				className,
			)}
		/>
	);
}

/** Looks like a link. */
export function TextButton({ className, ...rest }: Omit<ComponentProps<"button">, "type">) {
	return (
		<button
			{...rest}
			type="button"
			className={clsx("rounded-sm font-medium text-accent hover:underline", className)}
		/>
	);
}

/** Maximum length of text that main copies to the clipboard. */
const MAX_COPY_LENGTH = 100_000;

/** Hidden if there is nothing to copy, or more than main copies. */
export function CopyButton({ text, what }: { text: string; what: string }) {
	const { copied, copy } = useCopied(text);
	if (text === "" || text.length > MAX_COPY_LENGTH) return null;
	return (
		<button
			type="button"
			onClick={copy}
			aria-label={copied ? t("components.copied.label", { what }) : t("components.copy.label", { what })}
			className="inline-grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink"
		>
			{copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
		</button>
	);
}
