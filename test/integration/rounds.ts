import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";

/**
 * Groups the queries to an RPC into rounds, which shows how deeply they depend on each other's answers. All queries
 * before an answer belong to one round. A round's queries are forwarded together and answered together, so a slow
 * computer doesn't change the number of rounds.
 */
export interface Rounds {
	readonly fetch: typeof globalThis.fetch;
	/** Lists the methods of each round of queries to this RPC since the last `forget`. */
	of(url: string): readonly (readonly string[])[];
	forget(): void;
}

const call = z.looseObject({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) });
const calls = z.union([call, z.array(call)]);

const bodyOf = (init: RequestInit | undefined) => calls.parse(JSON.parse(String(init?.body)));

/** Time within which all independent queries arrive. */
const GATHERED_MS = 60;

interface Round {
	readonly methods: string[];
	readonly gathered: Promise<unknown>;
	readonly answers: Promise<unknown>[];
}

/** @param refuses returns the error of a call that must not reach the RPC, or `null` to forward it */
export function countRounds(
	urls: readonly string[],
	refuses: (method: string, params: readonly unknown[]) => object | null = () => null,
): Rounds {
	const rounds = new Map<string, Round[]>();
	const gathering = new Map<string, Round>();

	function roundOf(url: string): Round {
		const open = gathering.get(url);
		if (open !== undefined) return open;
		const round: Round = {
			methods: [],
			answers: [],
			gathered: pause(GATHERED_MS).then(() => gathering.delete(url)),
		};
		gathering.set(url, round);
		rounds.set(url, [...(rounds.get(url) ?? []), round]);
		return round;
	}

	async function asked(input: string, init: RequestInit | undefined): Promise<Response> {
		const body = bodyOf(init);
		const calls = Array.isArray(body) ? body : [body];
		const errors = calls.flatMap(({ id, method, params }) => {
			const error = refuses(method, params);
			return error === null ? [] : [{ jsonrpc: "2.0", id, error }];
		});
		const [error] = errors;
		if (error === undefined) return await fetch(input, init);
		// The result lacks the batch's other members, so the app queries them individually.
		return Response.json(Array.isArray(body) ? errors : error);
	}

	return {
		fetch: async (input, init) => {
			const url = String(input);
			if (!urls.some((each) => url.startsWith(each))) return await fetch(input, init);
			const round = roundOf(url);
			const body = bodyOf(init);
			round.methods.push(...(Array.isArray(body) ? body : [body]).map(({ method }) => method));
			const answer = round.gathered.then(async () => await asked(url, init));
			round.answers.push(answer);
			await round.gathered;
			await Promise.allSettled(round.answers);
			return await answer;
		},
		of: (url) => (rounds.get(url) ?? []).map(({ methods }) => methods),
		forget: () => rounds.clear(),
	};
}
