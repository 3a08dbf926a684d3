import { expect, it } from "vitest";
import { runLoad } from "../load/run.ts";

/** A small load with every fault of the large one; see `npm run load`. */

it("no event is lost, duplicated or invented if service and RPC fail all the while", async () => {
	const { events, lost, unexpected, waiting } = await runLoad({
		seconds: 4,
		sessions: 12,
		rate: 10,
		waiting: 6,
		events: 6_000,
		troubleMs: 200,
		log: () => {},
	});
	expect({ lost, unexpected, waiting }).toEqual({ lost: 0, unexpected: 0, waiting: 6 });
	expect(events).toBeGreaterThan(6_000 + 12);
});
