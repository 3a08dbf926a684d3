import { expect, it } from "vitest";
import { runChaos } from "../chaos/run.ts";

/** A few schedules of `npm run chaos`. */

it("the app's log equals the service's after its answers were spoilt", async () => {
	expect(await runChaos({ seed: 1, schedules: 40 })).toEqual({ schedules: 40, diverged: [], resent: 0 });
});

it("an event that never arrives is a divergence", async () => {
	const forge = (body: string) => body.replaceAll("round 3", "round 4").replaceAll(/evt_[0-9a-f]/g, "evt_z");
	expect((await runChaos({ seed: 1, schedules: 2, forge })).diverged).toEqual([1, 2]);
});
