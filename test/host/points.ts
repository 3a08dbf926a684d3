import { DatabaseSync } from "node:sqlite";

/**
 * Points at which a test kills the host: before and after each write to the journal, each message to one of
 * the app's processes, and each network request. They are implemented in the host's modules and in Node, not
 * in the app. A point such as "before journal signed #1" consists of moment, label, and count since the watch
 * began.
 */

let counts = new Map<string, number>();
let seen: string[] | null = null;
let fatal: string | null = null;

/** Ends this process immediately. Nothing after this call runs. */
function die(): never {
	process.kill(process.pid, "SIGKILL");
	// The signal ends all threads, but this one must not continue until then.
	for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/** Records that the host has reached a point. */
function reach(moment: "before" | "after", label: string): void {
	if (seen === null) return;
	const name = `${moment} ${label}`;
	const nth = (counts.get(name) ?? 0) + 1;
	counts.set(name, nth);
	const point = `${name} #${nth}`;
	seen.push(point);
	if (point === fatal) die();
}

/** Starts counting, and kills this process at the given point. */
export function watchPoints(killAt: string | null): void {
	counts = new Map();
	seen = [];
	fatal = killAt;
}

/** Returns the points reached since the watch began, in order. */
export const pointsSeen = (): readonly string[] => seen ?? [];

const isId = (segment: string) => /\d/.test(segment) && segment.length > 7;

function memberOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null && name in value ? Reflect.get(value, name) : undefined;
}

function parsed(body: unknown): unknown {
	if (typeof body !== "string") return undefined;
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/**
 * Returns "eth_call" for a chain's RPC, or "POST /api/commits/:id/manual signed" for the service. Labels
 * contain no IDs, so runs can be compared.
 */
function labelOf(input: string | Request, init: RequestInit | undefined): string {
	const url = new URL(typeof input === "string" ? input : input.url);
	const body = parsed(init?.body);
	const method = memberOf(Array.isArray(body) ? body[0] : body, "method");
	if (typeof method === "string") return `rpc ${method}`;
	const path = url.pathname
		.split("/")
		.map((segment) => (isId(segment) ? ":id" : segment))
		.join("/");
	const kind = memberOf(body, "kind");
	return `${init?.method ?? "GET"} ${path}${typeof kind === "string" ? ` ${kind}` : ""}`;
}

/**
 * Wraps `fetch` with a point before the request is sent and one after the response's headers have arrived.
 */
export async function watchedFetch(input: string | Request, init?: RequestInit): Promise<Response> {
	if (seen === null) return fetch(input, init);
	const label = labelOf(input, init);
	reach("before", label);
	const answer = await fetch(input, init);
	reach("after", label);
	return answer;
}

/** Watches requests to one of the app's processes, by the ID that the response repeats. */
export class WatchedRequests {
	private readonly labels = new Map<unknown, string>();
	private readonly process: string;

	constructor(process: string) {
		this.process = process;
	}

	onRequest(message: unknown): void {
		const kind = memberOf(memberOf(message, "request"), "kind");
		if (typeof kind !== "string") return;
		const label = `${this.process} ${kind}`;
		this.labels.set(memberOf(message, "id"), label);
		reach("before", label);
	}

	onResponse(message: unknown): void {
		const label = this.labels.get(memberOf(message, "id"));
		if (label !== undefined && memberOf(message, "kind") !== "stage") reach("after", label);
	}
}

const isJournal = (database: DatabaseSync) => database.location()?.endsWith("journal.db") === true;

/** Returns e.g. "INSERT inbox" for a statement that writes, or `null` for one that reads. */
function writeOf(sql: string): string | null {
	const [, insert, update] = /^\s*(?:INSERT (?:OR \w+ )?INTO (\w+)|UPDATE (\w+))/i.exec(sql) ?? [];
	if (insert !== undefined) return `INSERT ${insert}`;
	return update === undefined ? null : `UPDATE ${update}`;
}

/** Adds a point before and after each durable write to the journal's file. */
export function watchJournal(): void {
	const { exec, prepare } = DatabaseSync.prototype;
	/** Journal steps in the current transaction. SQLite transactions are never nested. */
	let steps: string[] = [];
	DatabaseSync.prototype.exec = function watchedExec(sql) {
		if (sql !== "COMMIT" || !isJournal(this)) return exec.call(this, sql);
		const label = `journal ${[...new Set(steps)].join(" and ")}`;
		steps = [];
		reach("before", label);
		exec.call(this, sql);
		reach("after", label);
	};
	DatabaseSync.prototype.prepare = function watchedPrepare(...args: Parameters<typeof prepare>) {
		const statement = prepare.apply(this, args);
		const write = isJournal(this) ? writeOf(args[0]) : null;
		if (write === null) return statement;
		const run = statement.run.bind(statement) as (...values: unknown[]) => ReturnType<typeof statement.run>;
		const watchedRun = (...values: unknown[]) => {
			// The second value of a row is the step's name.
			if (write === "INSERT journal_steps") steps.push(String(values[1]));
			if (this.isTransaction) return run(...values);
			reach("before", `journal ${write}`);
			const done = run(...values);
			reach("after", `journal ${write}`);
			return done;
		};
		Object.assign(statement, { run: watchedRun });
		return statement;
	};
}
