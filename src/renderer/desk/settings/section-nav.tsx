import clsx from "clsx";
import { t, textOf } from "../../../text/index.ts";
import { useDesk } from "../../state/desk.tsx";
import { attention, SECTIONS, type Section } from "./sections.ts";

/** The parts of Settings: beside them where there is room, above them where there is not. */
export function SectionNav({
	current,
	onChoose,
}: {
	current: Section;
	onChoose: (section: Section) => void;
}) {
	const { view } = useDesk();
	return (
		<nav
			aria-label={t("desk.settings.settings")}
			className="flex flex-wrap gap-1 mid:grid mid:content-start mid:gap-0.5"
		>
			{SECTIONS.map(({ section, text, icon: Icon }) => {
				const why = attention(section, view);
				return (
					<button
						key={section}
						type="button"
						aria-current={current === section ? "page" : undefined}
						title={why ?? undefined}
						onClick={() => onChoose(section)}
						className={clsx(
							"flex min-h-8 items-center gap-2 rounded-md px-2.5 text-left text-f2 -outline-offset-2 mid:min-h-9 mid:text-f3",
							current === section
								? "bg-surface font-medium text-ink ring-1 ring-line"
								: "text-ink-2 hover:bg-sunken hover:text-ink",
						)}
					>
						<Icon size={15} aria-hidden className="shrink-0" />
						{textOf(text)}
						{why !== null && (
							<>
								<span aria-hidden className="ml-auto size-2 shrink-0 rounded-full bg-caution" />
								<span className="sr-only">: {why}</span>
							</>
						)}
					</button>
				);
			})}
		</nav>
	);
}
