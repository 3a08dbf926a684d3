import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { BuildDigest } from "../../components/review/build-parts.tsx";

/** In place of a conversation: an entry that the commit of a Build asks for has none. */
export function OfBuild({
	digest,
	answered,
	onOpen,
}: {
	digest: string;
	/** The service keeps it as a commit of its own. */
	answered: boolean;
	onOpen: () => void;
}) {
	return (
		<section aria-label={t("desk.inbox.the-build")} className="min-h-0 flex-1 overflow-y-auto gutter py-5">
			<h2 className="text-f4 font-semibold tracking-tight">{t("desk.inbox.asked-build-committed")}</h2>
			<p className="mt-2 max-w-prose text-f2 text-pretty text-ink-2">
				{t("desk.inbox.no-conversation-belongs")}{" "}
				{answered
					? t("desk.inbox.service-keeps-hears-whether-sign")
					: t("desk.inbox.service-takes-no-answer-countersign")}
			</p>
			<div className="card mt-4 px-3.5 py-3">
				<BuildDigest digest={digest} />
			</div>
			<Button className="mt-4" onClick={onOpen}>
				{t("desk.inbox.open-its-review")}
			</Button>
		</section>
	);
}
