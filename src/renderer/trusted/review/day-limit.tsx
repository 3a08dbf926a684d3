import { useState } from "react";
import type { ReviewView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useTrusted } from "../../state/trusted.tsx";

/** Offers a rule. It can only refuse, so it needs no password. Afterwards, the review no longer offers it. */
export function DayLimit({ review: { entryId, dayLimit } }: { review: ReviewView }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const [isAdded, setAdded] = useState(false);
	if (dayLimit === undefined && !isAdded) return null;
	const add = async (most: string) => {
		const outcome = await command.send(() => bridge.call("limitDay", { entryId, most }));
		if (outcome?.ok === true) setAdded(true);
	};
	return (
		<section
			aria-label={t("day-limit.region")}
			className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-f2"
		>
			{isAdded || dayLimit === undefined ? (
				<p role="status" className="text-ink-2">
					{t("day-limit.added")}
				</p>
			) : (
				<>
					<p className="min-w-0 text-ink-2 wrap-anywhere">{textOf(dayLimit.text)}</p>
					<Button size="small" busy={command.busy} onClick={() => void add(dayLimit.most)}>
						{t("day-limit.add")}
					</Button>
				</>
			)}
			<Fault text={command.fault} className="basis-full" />
		</section>
	);
}
