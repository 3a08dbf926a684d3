import { useEffect } from "react";
import { t, textOrNull } from "../../../text/index.ts";
import { useDesk } from "../../state/desk.tsx";
import { Composer } from "./composer.tsx";
import { OpenRowsProvider } from "./open-rows.tsx";
import { SessionHead } from "./session-head.tsx";
import { Transcript } from "./transcript.tsx";

export function SessionPane({ sessionId, entryId }: { sessionId: string; entryId: string | null }) {
	const { transcript, watch } = useDesk();
	useEffect(() => watch(sessionId), [sessionId, watch]);
	const here = transcript !== null && transcript.sessionId === sessionId ? transcript : null;
	return (
		<section aria-label={t("desk.session.session-2")} className="flex min-h-0 flex-1 flex-col">
			<SessionHead sessionId={sessionId} transcript={here} />
			{here === null ? (
				<p className="flex-1 px-7 py-4 text-f2 text-ink-3" aria-busy="true">
					{t("desk.session.reading-the-conversation")}
				</p>
			) : (
				<OpenRowsProvider>
					<Transcript transcript={here} entryId={entryId} />
				</OpenRowsProvider>
			)}
			<Composer
				sessionId={sessionId}
				pending={here?.pending ?? null}
				fault={textOrNull(here?.fault ?? null)}
			/>
		</section>
	);
}
