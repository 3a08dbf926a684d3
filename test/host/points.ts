import { DatabaseSync } from "node:sqlite";

/**
 * Points at which a test kills the host: before and after each write of the journal, each message to a
 * process of the app's, and each request to the network. They are in the host's modules, or in Node; the app
 * itself has none. A point is "before journal signed #1": moment, label, and its count since the watch began.
 */

let counts = new Map<string, number>();
let seen: string[] | null = null;
let fatal: string | null = null;

/** Ends this process at once; nothing after this line runs in it. */
function die(): never {
	process.kill(process.pid, "SIGKILL");
	// The signal ends every thread, and this one must not go on meanwhile.
	for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/** The host is at a point. */
function reach(moment: "before" | "after", label: string): void {
	if (seen === null) return;
	const name = `${moment} ${label}`;
	const nth = (counts.get(name) ?? 0) + 1;
	counts.set(name, nth);
	const point = `${name} #${nth}`;
	seen.push(point);
	if (point === fatal) die();
}

/** Counts from now on, and kills this process at the point that is named. */
export function watchPoints(killAt: string | null): void {
	counts = new Map();
	seen = [];
	fatal = killAt;
}

/** Points reached since the watch began, in order. */
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

/** "eth_call" of a chain's RPC; "POST /api/commits/:id/manual signed" of the service. Holds no id, so that runs compare. */
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

/** `fetch`, with a point before the request leaves and one once its answer's head is here. */
export async function watchedFetch(input: string | Request, init?: RequestInit): Promise<Response> {
	if (seen === null) return fetch(input, init);
	const label = labelOf(input, init);
	reach("before", label);
	const answer = await fetch(input, init);
	reach("after", label);
	return answer;
}

/** Request to a process of the app, by the id that its answer repeats. */
export class WatchedLine {
	private readonly asked = new Map<unknown, string>();
	private readonly process: string;

	constructor(process: string) {
		this.process = process;
	}

	asking(message: unknown): void {
		const kind = memberOf(memberOf(message, "request"), "kind");
		if (typeof kind !== "string") return;
		const label = `${this.process} ${kind}`;
		this.asked.set(memberOf(message, "id"), label);
		reach("before", label);
	}

	answered(message: unknown): void {
		const label = this.asked.get(memberOf(message, "id"));
		if (label !== undefined && memberOf(message, "kind") !== "stage") reach("after", label);
	}
}

const isJournal = (database: DatabaseSync) => database.location()?.endsWith("journal.db") === true;

/** "INSERT inbox" of a statement that writes; null of one that reads. */
function writeOf(sql: string): string | null {
	const [, insert, update] = /^\s*(?:INSERT (?:OR \w+ )?INTO (\w+)|UPDATE (\w+))/i.exec(sql) ?? [];
	if (insert !== undefined) return `INSERT ${insert}`;
	return update === undefined ? null : `UPDATE ${update}`;
}

/** Puts a point before and after each durable write to the journal's file. */
export function watchJournal(): void {
	const { exec, prepare } = DatabaseSync.prototype;
	/** The journal's steps of the transaction that runs: SQLite's are never nested. */
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
			// The second value of a step's row names the step.
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
