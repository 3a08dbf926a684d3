import { ClaimBlock } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fold } from "../../components/fold.tsx";
import { LONGEST_COPY } from "../../components/long-text.tsx";
import { plural } from "../../components/words.ts";
import { byteCount } from "./units.ts";

/** Raw bytes as hex, folded under their length. */
export function Data({ title, hex }: { title: string; hex: string }) {
	const count = byteCount(hex);
	if (count === 0) return null;
	return (
		<Fold title={title} aside={count === null ? undefined : plural(count, "byte")} className="py-1">
			<div className="flex items-start gap-1 pb-1 pl-5.5">
				<ClaimBlock text={hex} max={800} className="num flex-1 text-f1 text-ink-2" />
				{hex.length > 0 && hex.length <= LONGEST_COPY && <CopyButton text={hex} what={title.toLowerCase()} />}
			</div>
		</Fold>
	);
}
