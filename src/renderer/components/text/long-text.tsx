import clsx from "clsx";
import { useLayoutEffect, useRef, useState } from "react";
import { t } from "../../../text/index.ts";
import { Segments } from "../claim.tsx";
import { clip, withoutEmptyRuns } from "./visible.ts";

const MAX = 20_000;

/** Signed text must be readable in full, so this box scrolls and shows when there is more below. */
export function LongText({
	label,
	text,
	className = "rounded-sm bg-sunken",
}: {
	label: string;
	text: string;
	className?: string;
}) {
	const box = useRef<HTMLElement>(null);
	const [all, setAll] = useState(false);
	const [more, setMore] = useState(false);
	const shown = all ? text : clip(text, MAX);
	const hidden = text.length - shown.length;
	useLayoutEffect(() => {
		const element = box.current;
		if (element === null) return;
		const look = () => setMore(element.scrollHeight - element.scrollTop - element.clientHeight > 4);
		look();
		const sizes = new ResizeObserver(look);
		sizes.observe(element);
		element.addEventListener("scroll", look, { passive: true });
		return () => {
			sizes.disconnect();
			element.removeEventListener("scroll", look);
		};
	}, [shown]);
	return (
		<div>
			<section
				ref={box}
				aria-label={label}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by Tab, so that the keyboard reads all of it
				tabIndex={0}
				className={clsx("max-h-64 overflow-y-auto px-3 py-2.5 outline-offset-[-2px]", className)}
			>
				<bdi className="num block text-f2 whitespace-pre-wrap wrap-anywhere">
					{withoutEmptyRuns(shown).map((part, index) =>
						part.kind === "text" ? (
							<Segments key={index} text={part.text} lines />
						) : (
							<span key={index} className="my-1 block rounded-sm bg-caution-soft px-1 text-caution">
								{part.text}
							</span>
						),
					)}
				</bdi>
			</section>
			{more && hidden === 0 && <p className="mt-1 text-f1 text-caution">{t("components.scroll-more")}</p>}
			{hidden > 0 && (
				<button
					type="button"
					className="mt-1.5 rounded-sm text-left text-f2 font-medium text-caution hover:underline"
					onClick={() => setAll(true)}
				>
					{t("components.text.hidden", { count: hidden })}
				</button>
			)}
		</div>
	);
}
