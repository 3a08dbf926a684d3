import clsx from "clsx";
import { CircleCheck, Info, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "../../core/localized-text.ts";
import { textOf } from "../../text/index.ts";
import type { Tone as PillTone } from "./pill.tsx";

type Tone = Exclude<PillTone, "alarm">;

const ICONS = {
	quiet: Info,
	accent: Info,
	in: CircleCheck,
	caution: TriangleAlert,
	danger: OctagonAlert,
} as const;
const TONES: Readonly<Record<Tone, string>> = {
	quiet: "border-line bg-surface text-ink-2",
	accent: "border-accent/40 bg-accent-soft text-ink",
	in: "border-in/40 bg-in-soft text-ink",
	caution: "border-caution/40 bg-caution-soft text-ink",
	danger: "border-danger/40 bg-danger-soft text-ink",
};
const MARKS: Readonly<Record<Tone, string>> = {
	quiet: "text-ink-3",
	accent: "text-accent",
	in: "text-in",
	caution: "text-caution",
	danger: "text-danger",
};

interface NoticeProps {
	tone: Tone;
	alert?: boolean;
	children: ReactNode;
	className?: string | undefined;
}

export function Notice({ tone, alert = false, children, className }: NoticeProps) {
	const Icon = ICONS[tone];
	return (
		<div
			role={alert ? "alert" : undefined}
			className={clsx("flex gap-2.5 rounded-md border px-3.5 py-2.5 text-f2", TONES[tone], className)}
		>
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", MARKS[tone])} />
			<div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
		</div>
	);
}

/** Hidden if the text is `null`. */
export function TextNotice({ text, ...rest }: Omit<NoticeProps, "children"> & { text: Text | null }) {
	return text === null ? null : <Notice {...rest}>{textOf(text)}</Notice>;
}

type OutcomeProps = Omit<Parameters<typeof TextNotice>[0], "tone" | "alert">;

export const Fault = (props: OutcomeProps) => <TextNotice {...props} tone="danger" alert />;

export const Success = (props: OutcomeProps) => <TextNotice {...props} tone="in" alert />;
