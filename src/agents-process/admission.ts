import type { AgentConnection, MainLink, StartTimer } from "./main-link.ts";

/** Time after which a connection is admitted although main has not answered: each call is checked again there. */
const PROBE_MS = 2_000;
const MAX_KNOWN = 1_000;

/** Remembers the credentials that main knows, and refuses a wrong secret before its request is processed. */
export class Admission {
	readonly #link: MainLink;
	readonly #after: StartTimer;
	readonly #known = new Set<string>();

	constructor(link: MainLink, after: StartTimer) {
		this.#link = link;
		this.#after = after;
	}

	/** Returns whether an agent has this secret, as far as main answers in time. */
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
		// Whether it is paused or unconfirmed is said by each call.
		if (answer.kind !== "fault") this.#known.add(credential);
		return true;
	}

	/** Returns whether main answers an agent with this credential. */
	knows(credential: string): boolean {
		return this.#known.has(credential);
	}

	/** Asks main again at the next request. */
	forget(credential: string): void {
		this.#known.delete(credential);
	}
}
