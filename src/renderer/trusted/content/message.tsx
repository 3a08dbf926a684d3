import { t, textOf } from "../../../text/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Hash } from "../../components/text/hash.tsx";
import { LongText, MAX_COPY_LENGTH } from "../../components/text/long-text.tsx";
import type { ContentOf } from "./content-of.ts";
import { Explained } from "./explained.tsx";

/** "312 bytes, 14 lines". */
function sizeText({ length, text }: ContentOf<"message">): string {
	const bytes = t("trusted.content.message.bytes", { count: length });
	return text === null ? bytes : t("trusted.content.lines", { bytes, count: text.split("\n").length });
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
					<Notice tone="danger">{t("trusted.content.bytes-not-text-countersign-cant")}</Notice>
				)}
				<LongText
					label={text === null ? t("trusted.content.bytes-signed") : t("trusted.content.text-signed")}
					text={whole}
				/>
				<Facts>
					<Fact name={t("trusted.content.length")}>
						<span className="flex items-center gap-1">
							{sizeText(content)}
							{whole.length > 0 && whole.length <= MAX_COPY_LENGTH && (
								<span className="-my-1 inline-grid">
									<CopyButton text={whole} what={t("trusted.content.the-message")} />
								</span>
							)}
						</span>
					</Fact>
					<Fact name={t("trusted.content.signed-as")}>{textOf(standard)}</Fact>
					<Fact name={t("trusted.content.hash-signed")}>
						{digest === null ? (
							t("trusted.content.none-signed-without-hash")
						) : (
							<Hash hex={digest} what={t("trusted.content.hash-message")} />
						)}
					</Fact>
				</Facts>
			</div>
		</div>
	);
}
