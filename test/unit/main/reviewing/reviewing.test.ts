import { expect, it } from "vitest";
import { Reviewing } from "../../../../src/main/reviewing/reviewing.ts";
import { stub } from "../../../fixtures/stub.ts";
import { changed, commit } from "../../core/match/honest.ts";
import { virtualClock } from "../signing/clock.ts";

it("one environment's or identity's earlier views contradict no other's", () => {
	const clock = virtualClock(1_790_000_000_000);
	const state = { scope: "production me" };
	const { contradictions } = new Reviewing(
		stub<ConstructorParameters<typeof Reviewing>[0]>({
			budget: {},
			clock,
			events: {},
			networks: { chains: {}, svmChains: {}, hasStandIn: () => false },
			ports: { clock, log: () => {} },
			requests: { requests: {}, revocations: {}, frozenRequests: {} },
			rules: {},
			signedIn: { current: () => state },
			stores: { codes: {} },
			window: {},
		}),
	);
	const first = commit();
	const restored = changed(first, ({ review }) =>
		Object.assign(review ?? {}, { digest: `sha256:${"ab".repeat(32)}` }),
	);
	contradictions.addView(first);
	state.scope = "staging me";
	contradictions.addView(restored);
	expect(contradictions.of(restored)).toBeNull();
	state.scope = "production me";
	contradictions.addView(restored);
	expect(contradictions.of(restored)).toMatchObject({ field: "review.digest", status: "failed" });
});
