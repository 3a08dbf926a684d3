import type { CheckId } from "../../src/conformance/checks.ts";
import type { Deviation, ForwardedRequest, ForwardedResponse } from "./deviating.ts";

/** Helpers that build deliberate deviations. */

export interface DeliberateDeviation {
	readonly finds: CheckId;
	readonly what: string;
	/** Other checks that must find it too. */
	readonly also?: readonly CheckId[];
	readonly verdict?: "deviates" | "extra";
	/** Creates a new deviation for each run. */
	make(): Deviation;
}

export type Step = string | number;

export function at(json: unknown, path: readonly Step[]): unknown {
	return path.reduce<unknown>(
		(value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined),
		json,
	);
}

/** Changes the value at `path`, if its parent exists. */
export function edit(json: unknown, path: readonly Step[], change: (old: unknown) => unknown): void {
	const holder = at(json, path.slice(0, -1));
	const last = path.at(-1);
	if (typeof holder === "object" && holder !== null && last !== undefined)
		Reflect.set(holder, last, change(Reflect.get(holder, last)));
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const chat = /^\/v1\/agent\/chat\/[^/]+$/;
export const commit = /^\/api\/commits\/[^/]+$/;

export type Match = (passing: ForwardedRequest) => boolean;

export const get =
	(path: RegExp | string): Match =>
	({ method, path: asked }) =>
		method === "GET" && (typeof path === "string" ? asked === path : path.test(asked));

/** Changes the JSON of matching responses with status 200. */
export function json(match: Match, change: (body: unknown) => void): Deviation {
	return {
		answer(passed, passing) {
			if (passed.status === 200 && match(passing)) change(passed.json);
		},
	};
}

/** Replaces the status `from` with `to` on matching responses. */
export function status(match: Match, from: number, to: number): Deviation {
	return {
		answer(passed, passing) {
			if (passed.status !== from || !match(passing)) return;
			passed.status = to;
			if (from < 400 && to >= 400) passed.json = { error: { code: "deviating" } };
		},
	};
}

export function code(match: Match, to: string): Deviation {
	return {
		answer(passed, passing) {
			if (passed.status === 400 && match(passing)) edit(passed.json, ["error", "code"], () => to);
		},
	};
}

/** Changes requests before they reach the service, so that it appears to ignore a part of them. */
export const request = (change: (passing: ForwardedRequest) => void): Deviation => ({ request: change });

export const isTurnStart: Match = ({ method, path }) => method === "POST" && path === "/v1/agent/chat";
export const isInterrupt: Match = ({ method, path }) => method === "POST" && path.endsWith("/interrupt");
export const hasToken: Match = ({ headers }) => headers["authorization"] !== undefined;
export const cursorOf = ({ query }: ForwardedRequest) => query.get("cursor");
export const isMalformed: Match = (passing) => cursorOf(passing)?.startsWith("%%") === true;

export async function replace(
	passed: ForwardedResponse,
	again: () => Promise<ForwardedResponse>,
): Promise<void> {
	Object.assign(passed, await again());
}
