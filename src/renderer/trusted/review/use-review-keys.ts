import type { ReviewView } from "../../../ipc/review.ts";
import { useCommand } from "../../state/command.ts";
import { useKeyMap } from "../../state/keys.ts";
import { useTrusted } from "../../state/trusted.tsx";

/** The keys of the review: the next one and the one before, where several wait, and the rejection of this one. */
export function useReviewKeys(
	{ entryId, canReject }: Pick<ReviewView, "entryId" | "canReject">,
	queue: { readonly of: number },
): void {
	const { bridge, view } = useTrusted();
	const keys = useCommand();
	const page = (direction: "next" | "previous") =>
		queue.of > 1 ? keys.send(() => bridge.call("showReview", { direction })) : false;
	useKeyMap(
		{
			j: () => void page("next"),
			k: () => void page("previous"),
			r: () => {
				if (!canReject) return false;
				return keys.send(() => bridge.call("rejectEntries", { entryIds: [entryId], reason: null }));
			},
		},
		view.settings.singleKeys,
	);
}
