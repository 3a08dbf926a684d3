import type { ReviewView } from "../../../bridge/views.ts";
import { Claim } from "../../components/claim.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { HashPicture } from "../../components/pictures.tsx";
import { ends, groups } from "../../components/words.ts";

/** What the approval is for, exactly: our fingerprint with its picture, and the service's digest and revision. */
export function Fingerprint({
	review,
}: {
	review: Pick<ReviewView, "fingerprint" | "digest" | "revision"> &
		Partial<Pick<ReviewView, "subject" | "subjectId">>;
}) {
	const { fingerprint, digest, revision, subject = "commit", subjectId = null } = review;
	return (
		<div className="flex items-center gap-3.5 px-3.5 py-2.5">
			{fingerprint !== null && <HashPicture hex={fingerprint} />}
			<div className="min-w-0 flex-1">
				<p className="text-f1 text-ink-3">Fingerprint</p>
				{fingerprint === null ? (
					<p className="text-f2 text-ink-2">None: there is nothing here that could be signed.</p>
				) : (
					<p className="flex items-start gap-1">
						<span className="num grid grid-cols-[repeat(8,auto)] justify-start max-[28rem]:grid-cols-[repeat(4,auto)] gap-x-2 text-f2">
							{groups(fingerprint).map((group, index) => (
								<span key={index}>{group}</span>
							))}
						</span>
						<CopyButton text={fingerprint} what="the fingerprint" />
					</p>
				)}
				<p className="mt-1 flex flex-wrap items-center gap-x-1 text-f1 text-ink-3">
					<Source subject={subject} subjectId={subjectId} digest={digest} />
					{revision !== null && <span>· revision {revision}</span>}
				</p>
			</div>
		</div>
	);
}

/** What the fingerprint was taken over, by the name that the other side gave it. */
function Source({
	subject,
	subjectId,
	digest,
}: {
	subject: ReviewView["subject"];
	subjectId: string | null;
	digest: string | null;
}) {
	if (subject === "replacement" || subject === "revocation")
		return "Made here, for your own transaction: there is no review of the service";
	if (subject === "action") {
		return (
			<>
				No review digest · described by the service only
				{subjectId !== null && (
					<>
						{" "}
						· action <Claim text={ends(subjectId, 8)} className="num" />
						<CopyButton text={subjectId} what="the action’s id" />
					</>
				)}
			</>
		);
	}
	if (digest === null || digest === "") return "The service gave no review digest";
	return (
		<>
			Review digest <Claim text={ends(digest, 12)} className="num" />
			<CopyButton text={digest} what="the review digest" />
		</>
	);
}
