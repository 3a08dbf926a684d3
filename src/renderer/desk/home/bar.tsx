/**
 * Share of a whole, repeated in the adjacent text.
 * @param part from 0 to 1
 */
export function Bar({ part, full = false }: { part: number; full?: boolean }) {
	return (
		<span aria-hidden className="block h-1 w-full overflow-hidden rounded-full bg-sunken">
			<span
				className={full ? "block h-full bg-caution" : "block h-full bg-accent"}
				style={{ width: `${Math.round(part * 100)}%` }}
			/>
		</span>
	);
}
