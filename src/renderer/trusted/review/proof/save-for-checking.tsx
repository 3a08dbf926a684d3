import { FileCheck2 } from "lucide-react";
import { useState } from "react";
import { t } from "../../../../text/index.ts";
import { Button } from "../../../components/button.tsx";
import { Fault } from "../../../components/notice.tsx";
import { useCommand } from "../../../state/command.ts";
import { useTrusted } from "../../../state/trusted.tsx";

/** Writes the review to a file that countersign-verify checks on another machine, offline. */
export function SaveForChecking({ entryId }: { entryId: string }) {
	const { bridge } = useTrusted();
	const command = useCommand();
	const [saved, setSaved] = useState(false);
	const save = async () => {
		setSaved(false);
		const outcome = await command.send(() => bridge.call("saveForChecking", { entryId }));
		setSaved(outcome?.ok === true);
	};
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5">
			<p className="min-w-0 flex-1 basis-56 text-f1 text-pretty text-ink-3">
				{saved
					? t("trusted.review.saved-another-computer-node-countersign")
					: t("trusted.review.all-checked-another-computer-offline")}
			</p>
			<Button size="small" busy={command.busy} onClick={() => void save()}>
				<FileCheck2 size={14} aria-hidden /> {t("trusted.review.save-for-checking")}
			</Button>
			<Fault text={command.fault} className="basis-full" />
		</div>
	);
}
