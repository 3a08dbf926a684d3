import { FileCheck2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useTrusted } from "../../state/trusted.tsx";
import { useWish } from "../../state/wish.ts";

/** Writes the review to a file that countersign-verify checks on another machine, offline. */
export function SaveForChecking({ entryId }: { entryId: string }) {
	const { bridge } = useTrusted();
	const wish = useWish();
	const [saved, setSaved] = useState(false);
	const save = async () => {
		setSaved(false);
		const outcome = await wish.send(() => bridge.call("saveForChecking", { entryId }));
		setSaved(outcome?.ok === true);
	};
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5">
			<p className="min-w-0 flex-1 basis-56 text-f1 text-pretty text-ink-3">
				{saved
					? "Saved. On another computer: node countersign-verify.mjs, and the file’s name."
					: "Have all of this checked on another computer, offline and without this app."}
			</p>
			<Button size="small" busy={wish.busy} onClick={() => void save()}>
				<FileCheck2 size={14} aria-hidden /> Save for checking…
			</Button>
			<Fault words={wish.fault} className="basis-full" />
		</div>
	);
}
