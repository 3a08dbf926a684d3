import clsx from "clsx";
import { comparable } from "../../components/figures.ts";

export function CompareGroups({ value, large = false }: { value: string; large?: boolean }) {
	const { prefix, groups } = comparable(value);
	return (
		<span className={clsx("block min-w-0 flex-1", large ? "text-f4" : "text-f2")} data-hash={value}>
			<span className="sr-only">{value}</span>
			<span aria-hidden className="num flex gap-x-2">
				{prefix !== "" && <span className="text-ink-3">{prefix}</span>}
				<span
					className={clsx(
						"grid min-w-0 flex-1 gap-x-2.5",
						large ? "grid-cols-[repeat(auto-fill,2.75rem)] gap-y-1" : "grid-cols-[repeat(auto-fill,2rem)]",
					)}
				>
					{groups.map((group, index) => (
						// Alternating weights help readers keep their place.
						<span key={index} className={index % 2 === 0 ? "font-semibold" : "text-ink-2"}>
							{group}
						</span>
					))}
				</span>
			</span>
		</span>
	);
}
