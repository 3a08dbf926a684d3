import { Check, Copy } from "lucide-react";
import { t } from "../../text/index.ts";
import { useCopied } from "./address.tsx";

export function CopyButton({ text, what }: { text: string; what: string }) {
	const { copied, copy } = useCopied(text);
	return (
		<button
			type="button"
			onClick={copy}
			aria-label={copied ? t("components.copied-2", { what }) : t("components.copy-2", { what })}
			className="inline-grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink"
		>
			{copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
		</button>
	);
}
