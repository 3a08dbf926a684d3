import clsx from "clsx";
import type { AtStakeMark } from "../../../ipc/review.ts";

const STROKE = { fill: "none", stroke: "currentColor", strokeWidth: 1.6 } as const;

const GLYPHS: Readonly<Record<AtStakeMark, React.ReactElement>> = {
	coin: (
		<>
			<circle cx="8" cy="8" r="6.5" />
			<path d="M8 3.5 10.8 8 8 12.5 5.2 8z" />
		</>
	),
	dollar: (
		<path d="M8 2.5v11M11 5.6C10.6 4.5 9.5 4 8 4 6.3 4 5 4.7 5 6c0 2.8 6 1.2 6 4 0 1.3-1.3 2-3 2-1.5 0-2.7-.6-3-1.8" />
	),
	listed: <circle cx="8" cy="8" r="5.5" />,
	unlisted: <circle cx="8" cy="8" r="5.5" strokeDasharray="2 2.3" />,
	signature: <path d="m3 13 .7-2.8 7-7a1.4 1.4 0 0 1 2.1 2.1l-7 7zM9 13h4" />,
	none: <path d="M4.5 8h.01M8 8h.01M11.5 8h.01" />,
	call: <path d="M6.2 3.5C4 5.5 4 10.5 6.2 12.5M9.8 3.5c2.2 2 2.2 7 0 9" />,
};

/** Shows only the app's own icons, never a picture from the token or the service. */
export function TokenMark({ mark, className }: { mark: AtStakeMark | null; className?: string }) {
	return (
		<span
			aria-hidden
			className={clsx(
				"grid size-8 shrink-0 place-items-center rounded-full border border-line bg-sunken text-ink-2",
				className,
			)}
		>
			<svg
				aria-hidden="true"
				viewBox="0 0 16 16"
				width={16}
				height={16}
				{...STROKE}
				strokeLinecap="round"
				strokeLinejoin="round"
			>
				{GLYPHS[mark ?? "unlisted"]}
			</svg>
		</span>
	);
}
