import { CopyButton } from "../../components/copy-button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Hash } from "../../components/hash.tsx";
import { LONGEST_COPY, LongText } from "../../components/long-text.tsx";
import { Notice } from "../../components/notice.tsx";
import { grouped, plural } from "../../components/words.ts";
import type { ContentOf } from "./content-of.ts";
import { Explained } from "./explained.tsx";

/** "312 bytes, 14 lines". */
function sizeWords({ length, text }: ContentOf<"message">): string {
	const bytes = `${grouped(String(length))} ${length === 1 ? "byte" : "bytes"}`;
	return text === null ? bytes : `${bytes}, ${plural(text.split("\n").length, "line")}`;
}

/** A message: what it means where that is known, then every character of it, then the hash that is signed. */
export function Message({ content }: { content: ContentOf<"message"> }) {
	const { text, bytes, digest, standard } = content;
	const whole = text ?? bytes;
	return (
		<div>
			<Explained rows={content.rows} />
			<div className="grid gap-2.5 border-line-2 px-3.5 py-3 not-first:border-t">
				{text === null && (
					<Notice tone="danger">
						These bytes are not text. Countersign can’t say what they mean, nor what the signature can be used
						for.
					</Notice>
				)}
				<LongText
					label={text === null ? "The bytes that are signed" : "The text that is signed"}
					text={whole}
				/>
				<Facts>
					<Fact name="Length">
						<span className="flex items-center gap-1">
							{sizeWords(content)}
							{whole.length > 0 && whole.length <= LONGEST_COPY && (
								<span className="-my-1 inline-grid">
									<CopyButton text={whole} what="the message" />
								</span>
							)}
						</span>
					</Fact>
					<Fact name="Signed as">{standard}</Fact>
					<Fact name="Hash that is signed">
						{digest === null ? (
							"none: it is signed as it is, without a hash"
						) : (
							<Hash hex={digest} what="the hash of the message" />
						)}
					</Fact>
				</Facts>
			</div>
		</div>
	);
}
