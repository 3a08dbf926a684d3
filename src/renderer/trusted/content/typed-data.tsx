import { t } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { ends } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Notice } from "../../components/notice.tsx";
import { Hash } from "../../components/text/hash.tsx";
import { Claims } from "./claims.tsx";
import type { ContentOf } from "./content-of.ts";
import { Explained } from "./explained.tsx";
import { TypedTree } from "./typed-tree.tsx";

/** Typed data: what it means, where it counts, every member of it, and the hashes that a device shows. */
export function TypedData({ content }: { content: ContentOf<"typed_data"> }) {
	const { known, primaryType } = content;
	return (
		<div className="*:not-first:border-t *:not-first:border-line-2">
			{known === null && (
				<div className="px-3.5 py-3">
					<Notice tone="caution">{t("trusted.content.countersign-doesnt-know-kind-message")}</Notice>
				</div>
			)}
			{content.claims.length > 0 && <Claims claims={content.claims} />}
			{content.rows.length > 0 && <Explained rows={content.rows} />}
			<div>
				<Fold
					className="px-3.5 py-2"
					defaultOpen={known === null}
					title={t("trusted.content.domain-where-counts")}
					aside={t("trusted.content.members", { count: content.domain.length })}
				>
					<div className="border-t border-line-2">
						<TypedTree label={t("trusted.content.domain")} tree={content.domain} />
					</div>
				</Fold>
			</div>
			<div>
				<Fold
					className="px-3.5 py-2"
					defaultOpen={known === null}
					title={t("trusted.content.everything-signed")}
					aside={<Claim text={primaryType} max={40} className="num" />}
				>
					<div className="border-t border-line-2">
						<TypedTree label={t("trusted.content.members-2")} tree={content.tree} />
					</div>
				</Fold>
			</div>
			<div>
				<Fold
					className="px-3.5 py-2"
					defaultOpen={known === null}
					title={t("trusted.content.hashes-compare-device")}
					aside={<span className="num">{ends(content.digest, 6)}</span>}
				>
					<div className="px-3.5 pb-3 pl-9">
						<p className="mb-1.5 text-f1 text-ink-3">{t("trusted.content.device-may-show-domain-hash")}</p>
						<Facts>
							<Fact name={t("trusted.content.domain-hash")}>
								<Hash hex={content.domainHash} what={t("trusted.content.the-domain-hash")} />
							</Fact>
							<Fact name={t("trusted.content.message-hash")}>
								<Hash hex={content.messageHash} what={t("trusted.content.the-message-hash")} />
							</Fact>
							<Fact name={t("trusted.content.hash-signed-2")}>
								<Hash hex={content.digest} what={t("trusted.content.hash-signed-3")} />
							</Fact>
						</Facts>
					</div>
				</Fold>
			</div>
		</div>
	);
}
