import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** Events of a session in the app's log and in the service's log. */

export interface Logs {
	readonly app: readonly unknown[];
	readonly service: readonly unknown[];
}

const APP_LOG =
	"SELECT e.raw AS text FROM events e JOIN sessions s ON s.key = e.session WHERE s.session_id = ? ORDER BY e.sequence";
const SERVICE_LOG =
	"SELECT event AS text FROM journal WHERE session_id = ? AND event IS NOT NULL ORDER BY position";

const rows = z.array(z.object({ text: z.string() }));
const userMessage = z.object({ type: z.literal("message"), sender: z.literal("user"), content: z.string() });

export interface LogReader {
	read(sessionId: string): Logs;
	close(): void;
}

export function openLogs(appFile: string, serviceFile: string): LogReader {
	const app = new DatabaseSync(appFile, { readOnly: true });
	const service = new DatabaseSync(serviceFile, { readOnly: true });
	const ofApp = app.prepare(APP_LOG);
	const ofService = service.prepare(SERVICE_LOG);
	const parsed = (found: unknown): readonly unknown[] =>
		rows.parse(found).map(({ text }): unknown => JSON.parse(text));
	return {
		read: (sessionId) => ({ app: parsed(ofApp.all(sessionId)), service: parsed(ofService.all(sessionId)) }),
		close() {
			app.close();
			service.close();
		},
	};
}

/** Describes how the logs differ. `null` if they contain the same events in the same order. */
export function differenceOf({ app, service }: Logs): string | null {
	if (app.length !== service.length) return `${app.length} events of ${service.length}`;
	const at = app.findIndex((event, index) => !isDeepStrictEqual(event, service[index]));
	return at < 0 ? null : `event ${at + 1} differs`;
}

/**
 * Describes the first of the user's messages that is lost or duplicated in the service's log. `null` if none is.
 * @param refused messages that the service refused, which may be missing
 */
export function lostOf(
	{ service }: Logs,
	messages: readonly string[],
	refused: ReadonlySet<string>,
): string | null {
	const contents = service.flatMap((event) => userMessage.safeParse(event).data?.content ?? []);
	for (const text of messages) {
		const times = contents.filter((content) => content === text).length;
		if (times > 1) return `“${text}” was said ${times} times`;
		if (times === 0 && !refused.has(text)) return `“${text}” was not said`;
	}
	return null;
}
