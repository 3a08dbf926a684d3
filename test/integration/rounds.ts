import { setTimeout as pause } from "node:timers/promises";

/**
 * How deep the questions to an RPC hang on each other's answers: whatever is asked before an answer is back is one
 * round. All that comes while a round is gathered is let through together, and none is answered before all are, so that
 * a slow computer makes no rounds more or less.
 */
export interface Rounds {
	readonly fetch: typeof globalThis.fetch;
	/** Of this RPC since the last `forget`, each round's methods. */
	of(url: string): readonly (readonly string[])[];
	forget(): void;
}

/** Long enough for all that is asked without waiting for anything, in ms. */
const GATHERED_MS = 60;

interface Round {
	readonly methods: string[];
	readonly gathered: Promise<unknown>;
	readonly answers: Promise<unknown>[];
}

/**
 * @param refuses what a call is refused with before it reaches the RPC; null lets it through
 */
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
		const { id, method, params } = JSON.parse(String(init?.body));
		const error = refuses(method, params);
		if (error !== null) return Response.json({ jsonrpc: "2.0", id, error });
		return await fetch(input, init);
	}

	return {
		fetch: async (input, init) => {
			const url = String(input);
			if (!urls.some((each) => url.startsWith(each))) return await fetch(input, init);
			const round = roundOf(url);
			round.methods.push(JSON.parse(String(init?.body)).method);
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
