import { CopyButton } from "../button.tsx";
import { comparable } from "../figures.ts";

/** Shows groups of four digits, as on a Ledger's screen. */
export function Hash({ hex, what }: { hex: string; what: string }) {
	const { prefix, groups } = comparable(hex);
	return (
		<span className="flex items-start gap-1">
			<span className="num min-w-0 wrap-anywhere" data-hash={hex}>
				{prefix !== "" && <span className="text-ink-3">{prefix} </span>}
				{groups.join(" ")}
			</span>
			<span className="-my-0.5 inline-grid">
				<CopyButton text={hex} what={what} />
			</span>
		</span>
	);
}
