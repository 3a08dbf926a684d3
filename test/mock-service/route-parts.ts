import type { Actions } from "./actions.ts";
import type { Agent } from "./agent.ts";
import type { CommitStore } from "./commit-store.ts";
import type { Commits } from "./commits.ts";
import type { Database } from "./database.ts";
import type { Hub } from "./hub.ts";
import type { Idempotency } from "./idempotency.ts";
import type { SessionLog } from "./log.ts";
import type { Settings } from "./options.ts";
import type { Pages } from "./pages.ts";
import type { PipelineParts } from "./pipeline-parts.ts";
import type { RecordBook } from "./records.ts";
import type { RequestScripts } from "./request-scripts.ts";
import type { StreamParts } from "./stream.ts";
import type { Turns } from "./turns.ts";

/** Dependencies of every route of the mock service. */
export interface RouteParts {
	readonly db: Database;
	readonly log: SessionLog;
	readonly hub: Hub;
	readonly pages: Pages;
	readonly turns: Turns;
	readonly agent: Agent;
	readonly commits: Commits;
	readonly actions: Actions;
	readonly requestScripts: RequestScripts;
	readonly store: CommitStore;
	readonly idempotency: Idempotency;
	readonly book: RecordBook;
	readonly stream: StreamParts;
	readonly pipeline: PipelineParts;
	/** Returns the form of the apps list. */
	readonly appsList: () => Settings["appsList"];
}
