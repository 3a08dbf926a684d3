import type { AgentConnection, MainLink, StartTimer } from "./main-link.ts";

/** Timeout after which a connection is admitted without main's answer. Main checks each call again. */
const PROBE_MS = 2_000;
const MAX_KNOWN = 1_000;

/**
 * Remembers the credentials that main accepted, and rejects a wrong secret before the request is processed.
 */
export class Admission {
	readonly #link: MainLink;
	readonly #after: StartTimer;
	readonly #known = new Set<string>();

	constructor(link: MainLink, after: StartTimer) {
		this.#link = link;
		this.#after = after;
	}

	/** Returns whether an agent has this secret. Returns `true` if main doesn't answer in time. */
	async admits(connection: AgentConnection): Promise<boolean> {
		const { credential } = connection;
		if (this.#known.has(credential)) return true;
		const isLate = Promise.withResolvers<"late">();
		const cancel = this.#after(PROBE_MS, () => isLate.resolve("late"));
		const answer = await Promise.race([this.#link.call(connection, { kind: "networks" }), isLate.promise]);
		cancel();
		if (answer === "late") return true;
		if (answer.kind === "fault" && answer.code === "unknown_agent") return false;
		if (this.#known.size >= MAX_KNOWN) this.#known.clear();
		// Each call reports whether the agent is paused or unconfirmed.
		if (answer.kind !== "fault") this.#known.add(credential);
		return true;
	}

	/** Returns whether main has accepted this credential before. */
	knows(credential: string): boolean {
		return this.#known.has(credential);
	}

	/** Forces a new check with main on the next request. */
	forget(credential: string): void {
		this.#known.delete(credential);
	}
}
