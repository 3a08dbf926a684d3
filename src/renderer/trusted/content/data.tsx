import { t } from "../../../text/index.ts";
import { ClaimBlock } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fold } from "../../components/fold.tsx";
import { MAX_COPY_LENGTH } from "../../components/text/long-text.tsx";
import { byteCount } from "./units.ts";

export function Data({ title, hex }: { title: string; hex: string }) {
	const count = byteCount(hex);
	if (count === 0) return null;
	return (
		<Fold
			title={title}
			aside={count === null ? undefined : t("trusted.content.bytes", { count })}
			className="py-1"
		>
			<div className="flex items-start gap-1 pb-1 pl-5.5">
				<ClaimBlock text={hex} max={800} className="num flex-1 text-f1 text-ink-2" />
				{hex.length > 0 && hex.length <= MAX_COPY_LENGTH && (
					<CopyButton text={hex} what={title.toLowerCase()} />
				)}
			</div>
		</Fold>
	);
}
