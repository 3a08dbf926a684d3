import { headlineText, t } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Notice } from "../../components/notice.tsx";
import { rich } from "../../components/rich.ts";
import { LongText } from "../../components/text/long-text.tsx";
import type { ContentOf } from "./content-of.ts";

/** A user operation: a bare hash. Its meaning can't be seen, and that is what is shown. */
export function UserOperation({ content }: { content: ContentOf<"user_operation"> }) {
	const { requests, calls = [] } = content;
	return (
		<div className="grid gap-3 px-3.5 py-3">
			<Notice tone="danger">
				<p className="font-semibold">{t("trusted.content.meaning-cant-seen")}</p>
				<p className="mt-0.5">{t("trusted.content.user-operation-signed-hash-alone")}</p>
			</Notice>
			{requests.length === 0 && (
				<p className="text-f2 text-ink-2">{t("trusted.content.holds-no-hash-sign")}</p>
			)}
			<ol className="grid gap-3">
				{requests.map((request, index) => (
					// Requests of one operation never move: the place is the identity.
					<li key={index}>
						<p className="mb-1 text-f2 text-ink-2">
							{requests.length === 1
								? t("trusted.content.what-is-signed")
								: t("trusted.content.hash-of-hashes", { at: index + 1, count: requests.length })}
						</p>
						<LongText
							label={t("trusted.content.bytes-signed-2", { count: index + 1 })}
							text={request.rawPayload}
						/>
						{request.message !== request.rawPayload && (
							<p className="mt-1 text-f2 text-danger">
								{rich(
									"trusted.content.service-describes-not-would-signed",
									{},
									{ claim: () => <Claim text={request.message} max={200} /> },
								)}
							</p>
						)}
					</li>
				))}
			</ol>
			{calls.length > 0 && <ClaimedCalls calls={calls} />}
		</div>
	);
}

/** What the service says that it calls: read by us, and still nothing but its word. */
function ClaimedCalls({ calls }: { calls: NonNullable<ContentOf<"user_operation">["calls"]> }) {
	return (
		<div>
			<p className="mb-1 text-f2 text-ink-2">
				{t("trusted.content.service-says-stands-calls-nothing", { count: calls.length })}
			</p>
			<ol className="grid gap-1 border-l-2 border-line pl-3 text-f2">
				{calls.map((call, index) => (
					// Calls of one operation run in this order: the place is the identity.
					<li key={index} className={call.known ? "wrap-anywhere" : "text-danger wrap-anywhere"}>
						{headlineText(call.text)}
					</li>
				))}
			</ol>
		</div>
	);
}
