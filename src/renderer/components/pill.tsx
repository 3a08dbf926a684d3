import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = "quiet" | "accent" | "in" | "caution" | "danger" | "alarm";

const TONES: Readonly<Record<Tone, string>> = {
	quiet: "bg-sunken text-ink-2",
	accent: "bg-accent-soft text-accent",
	in: "bg-in-soft text-in",
	caution: "bg-caution-soft text-caution",
	danger: "bg-danger-soft text-danger",
	alarm: "bg-danger text-surface",
};

export function Pill({ tone = "quiet", children }: { tone?: Tone; children: ReactNode }) {
	return (
		<span
			data-tone={tone}
			className={clsx(
				"inline-flex max-w-full items-center gap-1 rounded-full px-2 py-0.5 text-f1 font-medium whitespace-nowrap",
				TONES[tone],
			)}
		>
			{children}
		</span>
	);
}
