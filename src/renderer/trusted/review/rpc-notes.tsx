import type { ReviewView } from "../../../ipc/review.ts";
import { textOf } from "../../../text/index.ts";
import { Notice } from "../../components/notice.tsx";

/** Another RPC is asked than the first of the network's list: what the review says comes from it. */
export function RpcNotes({ review }: { review: ReviewView }) {
	return (review.rpc?.notes ?? []).map((words) => (
		<Notice key={textOf(words)} tone="caution" alert className="mb-3">
			{textOf(words)}
		</Notice>
	));
}
