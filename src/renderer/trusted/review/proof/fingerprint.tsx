import type { ReviewView } from "../../../../ipc/review.ts";
import { t } from "../../../../text/index.ts";
import { CopyButton } from "../../../components/button.tsx";
import { Claim } from "../../../components/claim.tsx";
import { HashPicture } from "../../../components/figure/pictures.tsx";
import { ends, groups } from "../../../components/figures.ts";
import { rich } from "../../../components/rich.tsx";

export function Fingerprint({
	review,
}: {
	review: Pick<ReviewView, "fingerprint" | "digest" | "revision"> &
		Partial<Pick<ReviewView, "requestKind" | "requestId" | "batchDigest" | "build">>;
}) {
	const {
		fingerprint,
		digest,
		revision,
		requestKind = "commit",
		requestId = null,
		batchDigest,
		build,
	} = review;
	return (
		<div className="flex items-center gap-3.5 px-3.5 py-2.5">
			{fingerprint !== null && <HashPicture hex={fingerprint} />}
			<div className="min-w-0 flex-1">
				<p className="text-f1 text-ink-3">{t("ui.fingerprint")}</p>
				{fingerprint === null ? (
					<p className="text-f2 text-ink-2">{t("trusted.review.payload.none")}</p>
				) : (
					<p className="flex items-start gap-1">
						<span className="num grid grid-cols-[repeat(8,auto)] justify-start max-[28rem]:grid-cols-[repeat(4,auto)] max-[20rem]:grid-cols-[repeat(2,auto)] gap-x-2 text-f2">
							{groups(fingerprint).map((group, index) => (
								<span key={index}>{group}</span>
							))}
						</span>
						<CopyButton text={fingerprint} what={t("trusted.review.the-fingerprint")} />
					</p>
				)}
				<p className="mt-1 flex flex-wrap items-center gap-x-1 text-f1 text-ink-3">
					<Source requestKind={requestKind} requestId={requestId} digest={digest} build={build ?? null} />
					{build === undefined && revision !== null && (
						<span>{t("trusted.review.revision", { revision })}</span>
					)}
					{batchDigest !== undefined && (
						<span className="flex flex-wrap items-center gap-x-1">
							{rich("trusted.review.batch-digest", {
								claim: () => <Claim text={ends(batchDigest, 12)} className="num" />,
							})}
							<CopyButton text={batchDigest} what={t("trusted.review.the-batch-digest")} />
						</span>
					)}
				</p>
			</div>
		</div>
	);
}

function Source({
	requestKind,
	requestId,
	digest,
	build,
}: {
	requestKind: ReviewView["requestKind"];
	requestId: string | null;
	digest: string | null;
	build: string | null;
}) {
	if (build !== null) {
		return (
			<>
				{rich("trusted.review.digest.build", {
					claim: () => <Claim text={ends(build, 12)} className="num" />,
				})}
				<CopyButton text={build} what={t("trusted.review.the-builds-digest")} />
			</>
		);
	}
	if (requestKind === "replacement" || requestKind === "revocation" || requestKind === "transfer")
		return t("trusted.review.digest.local");
	if (requestKind === "proposal") return t("trusted.review.digest.proposal");
	if (requestKind === "action") {
		return (
			<>
				{t("trusted.review.digest.described")}
				{requestId !== null && (
					<>
						{" "}
						{rich("trusted.review.action", {
							claim: () => <Claim text={ends(requestId, 8)} className="num" />,
						})}
						<CopyButton text={requestId} what={t("trusted.review.the-actions-id")} />
					</>
				)}
			</>
		);
	}
	if (digest === null || digest === "") return t("trusted.review.digest.missing");
	return (
		<>
			{rich("trusted.review.review-digest", {
				claim: () => <Claim text={ends(digest, 12)} className="num" />,
			})}
			<CopyButton text={digest} what={t("trusted.review.the-review-digest")} />
		</>
	);
}
