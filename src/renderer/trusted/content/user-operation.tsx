import { Claim } from "../../components/claim.tsx";
import { LongText } from "../../components/long-text.tsx";
import { Notice } from "../../components/notice.tsx";
import { plural } from "../../components/words.ts";
import type { ContentOf } from "./content-of.ts";

/** A user operation: a bare hash. Its meaning can't be seen, and that is what is shown. */
export function UserOperation({ content }: { content: ContentOf<"user_operation"> }) {
	const { requests, calls = [] } = content;
	return (
		<div className="grid gap-3 px-3.5 py-3">
			<Notice tone="danger">
				<p className="font-semibold">Its meaning can’t be seen.</p>
				<p className="mt-0.5">
					A user operation is signed by its hash alone. The hash can stand for anything that your smart
					account may do, sending all of it included, and Countersign can’t tell. Sign it only where you know
					from elsewhere what it is.
				</p>
			</Notice>
			{requests.length === 0 && <p className="text-f2 text-ink-2">It holds no hash to sign.</p>}
			<ol className="grid gap-3">
				{requests.map((request, index) => (
					// Requests of one operation never move: the place is the identity.
					<li key={index}>
						<p className="mb-1 text-f2 text-ink-2">
							{requests.length === 1
								? "What is signed"
								: `Hash ${index + 1} of ${plural(requests.length, "hash", "hashes")}`}
						</p>
						<LongText label={`The bytes that are signed, ${index + 1}`} text={request.rawPayload} />
						{request.message !== request.rawPayload && (
							<p className="mt-1 text-f2 text-danger">
								The service describes it as “
								<Claim text={request.message} max={200} />
								”, which is not what would be signed.
							</p>
						)}
					</li>
				))}
			</ol>
			{calls.length > 0 && <Told calls={calls} />}
		</div>
	);
}

/** What the service says that it calls: read by us, and still nothing but its word. */
function Told({ calls }: { calls: NonNullable<ContentOf<"user_operation">["calls"]> }) {
	return (
		<div>
			<p className="mb-1 text-f2 text-ink-2">
				The service says that it stands for {plural(calls.length, "call")}. Nothing proves that:
			</p>
			<ol className="grid gap-1 border-l-2 border-line pl-3 text-f2">
				{calls.map((call, index) => (
					// Calls of one operation run in this order: the place is the identity.
					<li key={index} className={call.known ? "wrap-anywhere" : "text-danger wrap-anywhere"}>
						{call.words}
					</li>
				))}
			</ol>
		</div>
	);
}
