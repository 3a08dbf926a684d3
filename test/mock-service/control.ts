import { z } from "zod";
import { type AnswerOf, OPERATIONS, type OperationName, type OrderOf } from "./control-operations.ts";

/** Typed client of the control port. */

/** Thrown if the control port rejects an operation, with the port's own message. */
class ControlError extends Error {
	override readonly name = "ControlError";
}

const refusal = z.object({ error: z.string() });

export type Control = {
	readonly [N in OperationName]: (
		...order: Record<never, never> extends OrderOf<N> ? [order?: OrderOf<N>] : [order: OrderOf<N>]
	) => Promise<AnswerOf<N>>;
};

interface Operation<O extends z.ZodType, A extends z.ZodType> {
	readonly order: O;
	readonly answer: A;
}

/** @param url address of the control port, from `startService` or `npm run service` */
export function controlClient(url: string): Control {
	const call = <O extends z.ZodType, A extends z.ZodType>(
		name: OperationName,
		{ answer }: Operation<O, A>,
	) => {
		return async (order?: z.input<O>): Promise<z.output<A>> => {
			const response = await fetch(`${url}/${name}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(order ?? {}),
			});
			const body: unknown = await response.json();
			if (response.ok) return answer.parse(body);
			const refused = refusal.safeParse(body);
			throw new ControlError(refused.success ? refused.data.error : `status ${response.status}`);
		};
	};
	return {
		about: call("about", OPERATIONS.about),
		fault: call("fault", OPERATIONS.fault),
		faults: call("faults", OPERATIONS.faults),
		clearFaults: call("clearFaults", OPERATIONS.clearFaults),
		settings: call("settings", OPERATIONS.settings),
		expireCursors: call("expireCursors", OPERATIONS.expireCursors),
		resync: call("resync", OPERATIONS.resync),
		endStreams: call("endStreams", OPERATIONS.endStreams),
		rawFrame: call("rawFrame", OPERATIONS.rawFrame),
		injectEvents: call("injectEvents", OPERATIONS.injectEvents),
		addSessions: call("addSessions", OPERATIONS.addSessions),
		work: call("work", OPERATIONS.work),
		say: call("say", OPERATIONS.say),
		bareCommit: call("bareCommit", OPERATIONS.bareCommit),
		reviseCommit: call("reviseCommit", OPERATIONS.reviseCommit),
		expireCommit: call("expireCommit", OPERATIONS.expireCommit),
		anotherDevice: call("anotherDevice", OPERATIONS.anotherDevice),
		reviseAction: call("reviseAction", OPERATIONS.reviseAction),
		expireAction: call("expireAction", OPERATIONS.expireAction),
		approveDevice: call("approveDevice", OPERATIONS.approveDevice),
		approveInBrowser: call("approveInBrowser", OPERATIONS.approveInBrowser),
		authTwists: call("authTwists", OPERATIONS.authTwists),
		expireTokens: call("expireTokens", OPERATIONS.expireTokens),
		authCalls: call("authCalls", OPERATIONS.authCalls),
		records: call("records", OPERATIONS.records),
		clearRecords: call("clearRecords", OPERATIONS.clearRecords),
		down: call("down", OPERATIONS.down),
		up: call("up", OPERATIONS.up),
	};
}
