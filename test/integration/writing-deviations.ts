import type { ForwardedRequest } from "./deviating.ts";
import {
	at,
	chat,
	type DeliberateDeviation,
	edit,
	get,
	isInterrupt,
	isTurnStart,
	json,
	list,
	request,
} from "./deviation-tools.ts";

/** For each check of turns, a deviation that it must find. */

export function writingDeviations(): readonly DeliberateDeviation[] {
	const starting = (change: (passing: ForwardedRequest, times: number) => void) => () => {
		const keys = new Map<string, number>();
		return request((passing) => {
			if (!isTurnStart(passing)) return;
			const key = passing.headers["idempotency-key"] ?? "";
			keys.set(key, (keys.get(key) ?? 0) + 1);
			change(passing, keys.get(key) ?? 0);
		});
	};
	const fresh = () => crypto.randomUUID();
	const bodied = (name: string, change: (old: unknown) => unknown) =>
		starting(({ body }) => {
			if (at(body, [name]) !== undefined) edit(body, [name], change);
		});
	return [
		{
			finds: "turn.start",
			what: "answers a start without a cursor",
			make: () => json(isTurnStart, (body) => edit(body, ["cursor"], () => null)),
		},
		{
			finds: "turn.replay",
			what: "takes a repeated start for a new one",
			make: starting(({ headers }, times) => {
				if (times === 2) headers["idempotency-key"] = fresh();
			}),
		},
		{
			finds: "turn.reuse",
			what: "takes a key with another body for a new one",
			make: starting(({ headers }, times) => {
				if (times === 3) headers["idempotency-key"] = fresh();
			}),
		},
		{
			finds: "turn.empty",
			what: "takes an empty message",
			make: bodied("message", (old) => (old === "" ? "hello" : old)),
		},
		{
			finds: "turn.long",
			what: "takes a message that is too long",
			make: bodied("message", (old) => String(old).slice(0, 32_000)),
		},
		{
			finds: "turn.closed",
			what: "takes members that it does not know",
			make: bodied("notOfTheInterface", () => undefined),
		},
		{
			finds: "turn.mode",
			what: "takes any mode",
			make: bodied("mode", () => null),
		},
		{
			finds: "turn.keyMissing",
			what: "needs no key",
			make: starting(({ headers }) => {
				headers["idempotency-key"] ??= fresh();
			}),
		},
		{
			finds: "turn.keyLong",
			what: "takes a key of any length",
			make: starting(({ headers }) => {
				headers["idempotency-key"] = headers["idempotency-key"]?.slice(0, 160) ?? "";
			}),
		},
		{
			finds: "turn.end",
			also: ["interrupt.end"],
			what: "never says that a turn is over",
			make: () =>
				json(get(chat), (body) =>
					edit(body, ["events"], (old) =>
						list(old).filter((event) => !["complete", "interrupted"].includes(String(at(event, ["state"])))),
					),
				),
		},
		{
			finds: "turn.cursor",
			what: "does not heed the cursor of a start",
			make: bodied("cursor", () => null),
		},
		{
			finds: "interrupt.answer",
			what: "answers an interrupt with nothing",
			make: () => ({
				answer(passed, passing) {
					if (isInterrupt(passing) && passed.status === 200) passed.json = {};
				},
			}),
		},
		{
			finds: "interrupt.key",
			what: "needs no key for an interrupt",
			make: () =>
				request((passing) => {
					if (isInterrupt(passing)) passing.headers["idempotency-key"] ??= fresh();
				}),
		},
	];
}
