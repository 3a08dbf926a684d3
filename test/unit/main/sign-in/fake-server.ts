import type { Clock } from "../../../../src/main/ports.ts";

/** A sign-in server with scripted answers, and virtual time. */

export const ORIGIN = "https://sign-in.example";
export const ISSUER = `${ORIGIN}/api/auth`;

export class HandClock implements Clock {
	time = 1_700_000_000_000;
	#timers: { due: number; run: () => void }[] = [];

	now(): number {
		return this.time;
	}

	after(ms: number, run: () => void): () => void {
		const timer = { due: this.time + ms, run };
		this.#timers.push(timer);
		return () => {
			this.#timers = this.#timers.filter((each) => each !== timer);
		};
	}

	/** Returns how long until the next timer, in ms. */
	next(): number | null {
		const [first] = this.#timers.map(({ due }) => due - this.time).sort((a, b) => a - b);
		return first ?? null;
	}

	/** Advances time, and runs timers that become due, with their consequences. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		for (;;) {
			await settle();
			const due = this.#timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
			if (due === undefined) break;
			this.#timers = this.#timers.filter((each) => each !== due);
			this.time = Math.max(this.time, due.due);
			due.run();
		}
		this.time = end;
		await settle();
	}

	/** Changes the time of day without affecting timers. */
	jump(ms: number): void {
		this.time += ms;
		this.#timers = this.#timers.map((timer) => ({ ...timer, due: timer.due + ms }));
	}
}

/** Waits until all pending promises have run. */
export async function settle(): Promise<void> {
	for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns an access token, which no test verifies. */
export function accessToken(more: Readonly<Record<string, unknown>> = {}): string {
	const claims = { iss: ISSUER, sub: "alice", aud: `${ORIGIN}/v1/agent`, jti: Math.random(), ...more };
	return `${part({ alg: "ES256" })}.${part(claims)}.c2ln`;
}

export interface Answer {
	readonly status?: number;
	readonly body?: unknown;
	/** Whether the connection fails. */
	readonly lost?: boolean;
	/** Promise that delays the answer. */
	readonly after?: Promise<void>;
}

export interface FakeRequest {
	readonly path: string;
	readonly form: URLSearchParams;
	readonly body: string;
}

export class FakeServer {
	readonly requests: FakeRequest[] = [];
	/** Answers by path. Of a list, each answer is used once, and the last one repeatedly. */
	readonly answers = new Map<string, Answer | Answer[]>();
	metadata: Readonly<Record<string, unknown>> = {
		issuer: ISSUER,
		authorization_endpoint: `${ISSUER}/oauth2/authorize`,
		token_endpoint: `${ISSUER}/oauth2/token`,
		device_authorization_endpoint: `${ISSUER}/device/code`,
		registration_endpoint: `${ISSUER}/oauth2/register`,
		revocation_endpoint: `${ISSUER}/oauth2/revoke`,
		code_challenge_methods_supported: ["S256"],
		authorization_response_iss_parameter_supported: true,
	};

	constructor() {
		this.answers.set("/.well-known/oauth-protected-resource/v1/agent", { status: 404 });
		this.answers.set("/api/auth/oauth2/revoke", { status: 200 });
	}

	token(...answers: Answer[]): void {
		this.answers.set("/api/auth/oauth2/token", answers);
	}

	asked(path: string): readonly FakeRequest[] {
		return this.requests.filter((request) => request.path === path);
	}

	get tokenForms(): readonly URLSearchParams[] {
		return this.asked("/api/auth/oauth2/token").map(({ form }) => form);
	}

	#take(path: string): Answer {
		if (path.startsWith("/.well-known/oauth-authorization-server") && !this.answers.has(path))
			return { body: this.metadata };
		const found = this.answers.get(path);
		if (!Array.isArray(found)) return found ?? { status: 404 };
		return (found.length > 1 ? found.shift() : found[0]) ?? { status: 404 };
	}

	readonly fetch: typeof globalThis.fetch = async (input, init) => {
		const { pathname: path } = new URL(String(input));
		const body = typeof init?.body === "string" ? init.body : "";
		this.requests.push({ path, body, form: new URLSearchParams(body) });
		const answer = this.#take(path);
		await answer.after;
		if (answer.lost === true) throw new TypeError("fetch failed");
		if (answer.body === undefined) return new Response("", { status: answer.status ?? 200 });
		return Response.json(answer.body, { status: answer.status ?? 200 });
	};
}
