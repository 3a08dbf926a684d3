import clsx from "clsx";
import { CircleCheck, OctagonAlert } from "lucide-react";
import { message } from "../../../core/localized-text.ts";
import type { ContentOf, ContentView, ExplainedRowView } from "../../../ipc/review.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { AddressLabel } from "../../components/address.tsx";
import { CopyButton } from "../../components/button.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { ends } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Notice } from "../../components/notice.tsx";
import { rich } from "../../components/rich.tsx";
import { Fact, Facts, Section } from "../../components/section.tsx";
import { Hash } from "../../components/text/hash.tsx";
import { LongText } from "../../components/text/long-text.tsx";
import { CallTree, count } from "./call-tree.tsx";
import { Claims } from "./claims.tsx";
import { callName, EvmCall } from "./evm-call.tsx";
import { SvmTransaction } from "./svm-transaction.tsx";
import { TypedTree } from "./typed-tree.tsx";

function TypedData({ content }: { content: ContentOf<"typed_data"> }) {
	const { known, primaryType } = content;
	return (
		<div className="*:not-first:border-t *:not-first:border-line-2">
			{known === null && (
				<div className="px-3.5 py-3">
					<Notice tone="caution">{t("trusted.content.message.unknown")}</Notice>
				</div>
			)}
			{content.claims.length > 0 && <Claims claims={content.claims} />}
			{content.rows.length > 0 && <Explained rows={content.rows} />}
			<Fold
				className="px-3.5 py-2"
				defaultOpen={known === null}
				title={t("trusted.content.domain-where-counts")}
				aside={t("components.members", { count: content.domain.length })}
			>
				<div className="border-t border-line-2">
					<TypedTree label={t("trusted.content.domain")} tree={content.domain} />
				</div>
			</Fold>
			<Fold
				className="px-3.5 py-2"
				defaultOpen={known === null}
				title={t("trusted.content.everything-signed")}
				aside={<Claim text={primaryType} max={40} className="num" />}
			>
				<div className="border-t border-line-2">
					<TypedTree label={t("trusted.content.members.label")} tree={content.tree} />
				</div>
			</Fold>
			<Fold
				className="px-3.5 py-2"
				defaultOpen={known === null}
				title={t("trusted.content.hashes.device")}
				aside={<span className="num">{ends(content.digest, 6)}</span>}
			>
				<div className="px-3.5 pb-3 pl-9">
					<p className="mb-1.5 text-f1 text-ink-3">{t("trusted.content.device.hashes")}</p>
					<Facts>
						<Fact name={t("trusted.content.domain-hash")}>
							<Hash hex={content.domainHash} what={t("trusted.content.the-domain-hash")} />
						</Fact>
						<Fact name={t("trusted.content.message-hash")}>
							<Hash hex={content.messageHash} what={t("trusted.content.the-message-hash")} />
						</Fact>
						<Fact name={t("trusted.content.hash-signed")}>
							<Hash hex={content.digest} what={t("trusted.content.hash-signed.inline")} />
						</Fact>
					</Facts>
				</div>
			</Fold>
		</div>
	);
}

function UserOperation({ content }: { content: ContentOf<"user_operation"> }) {
	const { requests, calls = [] } = content;
	return (
		<div className="grid gap-3 px-3.5 py-3">
			<Notice tone="danger">
				<p className="font-semibold">{t("trusted.content.meaning.unknown")}</p>
				<p className="mt-0.5">{t("trusted.content.user-operation.hash")}</p>
			</Notice>
			{requests.length === 0 && <p className="text-f2 text-ink-2">{t("trusted.content.hash.missing")}</p>}
			<ol className="grid gap-3">
				{requests.map((request, index) => (
					<li key={index}>
						<p className="mb-1 text-f2 text-ink-2">
							{requests.length === 1
								? t("trusted.content.what-is-signed")
								: t("trusted.content.hash-of-hashes", { at: index + 1, count: requests.length })}
						</p>
						<LongText
							label={t("trusted.content.bytes-signed.nth", { count: index + 1 })}
							text={request.rawPayload}
						/>
						{request.message !== request.rawPayload && (
							<p className="mt-1 text-f2 text-danger">
								{rich("trusted.content.claim.other-data", {
									claim: () => <Claim text={request.message} max={200} />,
								})}
							</p>
						)}
					</li>
				))}
			</ol>
			{calls.length > 0 && <ClaimedCalls calls={calls} />}
		</div>
	);
}

function ClaimedCalls({ calls }: { calls: NonNullable<ContentOf<"user_operation">["calls"]> }) {
	return (
		<div>
			<p className="mb-1 text-f2 text-ink-2">
				{t("trusted.content.claim.unproven", { count: calls.length })}
			</p>
			<ol className="grid gap-1 border-l-2 border-line pl-3 text-f2">
				{calls.map((call, index) => (
					<li key={index} className={call.known ? "wrap-anywhere" : "text-danger wrap-anywhere"}>
						{headlineText(call.text)}
					</li>
				))}
			</ol>
		</div>
	);
}

function sizeText({ length, text }: ContentOf<"message">): string {
	const bytes = t("trusted.content.bytes", { count: length });
	return text === null ? bytes : t("trusted.content.lines", { bytes, count: text.split("\n").length });
}

function Message({ content }: { content: ContentOf<"message"> }) {
	const { text, bytes, digest, standard } = content;
	const whole = text ?? bytes;
	return (
		<div>
			<Explained rows={content.rows} />
			<div className="grid gap-2.5 border-line-2 px-3.5 py-3 not-first:border-t">
				{text === null && <Notice tone="danger">{t("trusted.content.bytes.unread")}</Notice>}
				<LongText
					label={text === null ? t("trusted.content.bytes-signed") : t("trusted.content.text-signed")}
					text={whole}
				/>
				<Facts>
					<Fact name={t("trusted.content.length")}>
						<span className="flex items-center gap-1">
							{sizeText(content)}
							<span className="-my-1 inline-grid">
								<CopyButton text={whole} what={t("trusted.content.the-message")} />
							</span>
						</span>
					</Fact>
					<Fact name={t("trusted.content.signed-as")}>{textOf(standard)}</Fact>
					<Fact name={t("trusted.content.hash-signed")}>
						{digest === null ? (
							t("trusted.content.hash.none")
						) : (
							<Hash hex={digest} what={t("trusted.content.hash-message")} />
						)}
					</Fact>
				</Facts>
			</div>
		</div>
	);
}

/** Backgrounds extend into the rounded corners, and focus outlines stay inside the card. */
const CARD = "card overflow-hidden [&_button]:outline-offset-[-2px]";

/** Maximum number of transactions to show above the decision. If there are more, all are shown below it. */
const FEW = 3;

function isText({ kind }: ContentView): boolean {
	return kind !== "evm_transaction" && kind !== "svm_transaction";
}

function standsFirst(contents: readonly ContentView[]): boolean {
	return contents.some(isText) || (contents.length > 1 && contents.length <= FEW);
}

export function SignedFirst({ contents }: { contents: readonly ContentView[] }) {
	const [only, ...more] = contents;
	if (only === undefined || !standsFirst(contents)) return null;
	if (more.length > 0) return <Several contents={contents} />;
	return (
		<Section title={t("trusted.content.what-you-sign")} aside={kindText(only)}>
			<div className={CARD}>
				<Detail content={only} />
			</div>
		</Section>
	);
}

export function SignedBelow({ contents }: { contents: readonly ContentView[] }) {
	const [only, ...more] = contents;
	if (only === undefined || standsFirst(contents)) return null;
	if (more.length > 0) return <Several contents={contents} />;
	if (only.kind === "evm_transaction")
		return (
			<>
				{only.claims.length > 0 && (
					<Section title={t("trusted.content.contract-says")} aside={t("trusted.content.claim.unchecked")}>
						<div className={CARD}>
							<Claims claims={only.claims} />
						</div>
					</Section>
				)}
				{only.calls.length > 0 && (
					<Section title={t("trusted.content.calls.title")} aside={callsAside(only)}>
						<div className={CARD}>
							<CallTree calls={only.calls} target={only.to.address} />
						</div>
					</Section>
				)}
			</>
		);
	if (only.kind !== "svm_transaction") return null;
	return (
		<Section
			title={t("trusted.content.what-it-runs")}
			aside={t("trusted.content.instructions-in-order", { count: only.instructions.length })}
		>
			<div className={CARD}>
				<SvmTransaction content={only} />
			</div>
		</Section>
	);
}

function callsAside({ calls }: Extract<ContentView, { kind: "evm_transaction" }>): string {
	const decoded = calls.filter((node) => node.source === "decoded");
	return decoded.length === 0
		? t("trusted.content.simulation.own")
		: t("trusted.content.calls.decoded", { count: count(decoded) });
}

function Several({ contents }: { contents: readonly ContentView[] }) {
	return (
		<Section title={t("trusted.content.sign-order")} aside={t("trusted.content.approval.shared")}>
			<ol className="grid gap-2.5">
				{contents.map((content, index) => (
					<li key={index} className={CARD}>
						<div className="px-3.5 pt-2.5 pb-2">
							<p className="flex items-baseline justify-between gap-3 text-f1 text-ink-3">
								<span className="font-semibold text-ink-2">
									{t("trusted.content.step-of", { at: index + 1, count: contents.length })}
								</span>
								<span>{kindText(content)}</span>
							</p>
							<h3 className="mt-0.5 font-semibold wrap-anywhere">{headlineText(content.headline)}</h3>
							{content.serviceSays !== null && (
								<p className="mt-0.5 text-f2 text-ink-2">
									{rich("trusted.content.the-service-says", {
										claim: () => <Claim text={content.serviceSays ?? ""} max={160} className="text-ink-3" />,
									})}
								</p>
							)}
						</div>
						{content.kind === "evm_transaction" && content.claims.length > 0 && (
							<div className="border-t border-line-2">
								<Claims claims={content.claims} />
							</div>
						)}
						<div className="border-t border-line-2">
							<Folding content={content} />
						</div>
					</li>
				))}
			</ol>
		</Section>
	);
}

/** Messages stay open, because they are what the user signs. */
function Folding({ content }: { content: ContentView }) {
	if (content.kind === "evm_transaction") {
		return (
			<Fold
				className="px-3.5 py-2"
				title={
					<span className="flex items-center gap-2">
						{content.decoded === null ? t("trusted.content.to") : t("trusted.content.calls.title")}{" "}
						<AddressLabel view={content.to} size={15} />
					</span>
				}
				aside={<span className="num">{callName(content)}</span>}
			>
				{content.calls.length > 0 && (
					<div className="mb-3 border-y border-line-2">
						<CallTree calls={content.calls} target={content.to.address} />
					</div>
				)}
				<div className="px-3.5 pb-3 pl-9.5">
					<EvmCall content={content} />
				</div>
			</Fold>
		);
	}
	if (content.kind === "svm_transaction") {
		return (
			<Fold
				className="px-3.5 py-2"
				title={t("trusted.content.what-it-runs")}
				aside={t("trusted.content.instructions", { count: content.instructions.length })}
			>
				<div className="border-t border-line-2">
					<SvmTransaction content={content} />
				</div>
			</Fold>
		);
	}
	return <Detail content={content} />;
}

function Detail({ content }: { content: ContentView }) {
	switch (content.kind) {
		case "evm_transaction":
			return (
				<div className="p-3.5">
					<EvmCall content={content} />
				</div>
			);
		case "svm_transaction":
			return <SvmTransaction content={content} />;
		case "message":
			return <Message content={content} />;
		case "typed_data":
			return <TypedData content={content} />;
		case "user_operation":
			return <UserOperation content={content} />;
	}
}

function kindText(content: ContentView): string {
	switch (content.kind) {
		case "evm_transaction":
			return t("trusted.content.a-transaction");
		case "svm_transaction":
			return t("trusted.content.a-solana-transaction");
		case "message":
			return content.encoding === "text" ? t("trusted.content.a-message") : t("trusted.content.raw-bytes");
		case "typed_data":
			return textOf(content.known ?? t("trusted.content.typed-data.unknown"));
		case "user_operation":
			return t("trusted.content.a-user-operation");
	}
}

const TONES = {
	plain: { icon: null, look: "", text: "" },
	good: { icon: CircleCheck, look: "text-in", text: message("trusted.content.tones.good") },
	danger: {
		icon: OctagonAlert,
		look: "font-medium text-danger",
		text: message("trusted.content.tones.danger"),
	},
} as const;

function Explained({ rows }: { rows: readonly ExplainedRowView[] }) {
	if (rows.length === 0) return null;
	return (
		<dl className="text-f2">
			{rows.map((row, index) => {
				const { icon: Icon, look, text } = TONES[row.tone];
				return (
					<div
						key={index}
						className={clsx(
							"grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 px-3.5 py-1.5 not-first:border-t not-first:border-line-2 max-[24rem]:grid-cols-1",
							row.tone === "danger" && "bg-danger-soft",
						)}
					>
						<dt className="text-ink-2">{textOf(row.label)}</dt>
						<dd className={clsx("flex min-w-0 items-start gap-1.5", look)}>
							{Icon !== null && <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />}
							{text !== "" && <span className="sr-only">{textOf(text)}</span>}
							<ClaimBlock text={textOf(row.value)} max={400} className="flex-1" />
						</dd>
					</div>
				);
			})}
		</dl>
	);
}
