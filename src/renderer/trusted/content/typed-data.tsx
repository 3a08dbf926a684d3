import { Claim } from "../../components/claim.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Fold } from "../../components/fold.tsx";
import { Hash } from "../../components/hash.tsx";
import { Notice } from "../../components/notice.tsx";
import { ends, plural } from "../../components/words.ts";
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
					<Notice tone="caution">
						Countersign doesn’t know this kind of message, so it can’t say what it allows. Read every member
						of it below.
					</Notice>
				</div>
			)}
			{content.rows.length > 0 && <Explained rows={content.rows} />}
			<div>
				<Fold
					className="px-3.5 py-2"
					defaultOpen={known === null}
					title="Domain: where it counts"
					aside={plural(content.domain.length, "member")}
				>
					<div className="border-t border-line-2">
						<TypedTree label="Domain" tree={content.domain} />
					</div>
				</Fold>
			</div>
			<div>
				<Fold
					className="px-3.5 py-2"
					defaultOpen={known === null}
					title="Everything that is signed"
					aside={<Claim text={primaryType} max={40} className="num" />}
				>
					<div className="border-t border-line-2">
						<TypedTree label="Members" tree={content.tree} />
					</div>
				</Fold>
			</div>
			<div>
				<Fold
					className="px-3.5 py-2"
					defaultOpen={known === null}
					title="Hashes to compare with a device"
					aside={<span className="num">{ends(content.digest, 6)}</span>}
				>
					<div className="px-3.5 pb-3 pl-9">
						<p className="mb-1.5 text-f1 text-ink-3">
							A device may show the domain hash and the message hash, the message hash alone, or the one that
							is signed.
						</p>
						<Facts>
							<Fact name="Domain hash">
								<Hash hex={content.domainHash} what="the domain hash" />
							</Fact>
							<Fact name="Message hash">
								<Hash hex={content.messageHash} what="the message hash" />
							</Fact>
							<Fact name="Hash signed">
								<Hash hex={content.digest} what="the hash that is signed" />
							</Fact>
						</Facts>
					</div>
				</Fold>
			</div>
		</div>
	);
}
