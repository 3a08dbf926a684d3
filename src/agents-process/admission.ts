import type { AgentConnection, MainLink, StartTimer } from "./main-link.ts";

/**
 * How long to wait for main's answer before admitting a connection anyway. Main authenticates every call
 * again.
 */
const PROBE_MS = 2_000;
const MAX_KNOWN = 1_000;

/**
 * Remembers which credentials main has accepted, and rejects wrong secrets before the request is processed.
 */
export class Admission {
	readonly #link: MainLink;
	readonly #after: StartTimer;
	readonly #known = new Set<string>();

	constructor(link: MainLink, after: StartTimer) {
		this.#link = link;
		this.#after = after;
	}

	/** Returns whether the secret belongs to an agent, or `true` if main doesn't answer in time. */
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
		// A paused or unconfirmed agent is admitted too, because main answers each of its calls with the
		// reason.
		if (answer.kind !== "fault") this.#known.add(credential);
		return true;
	}

	knows(credential: string): boolean {
		return this.#known.has(credential);
	}

	/** Forgets the credential, so main checks the next request again. */
	forget(credential: string): void {
		this.#known.delete(credential);
	}
}
