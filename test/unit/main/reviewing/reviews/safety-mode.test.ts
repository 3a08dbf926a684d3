import { describe, expect, it } from "vitest";
import { ReviewContradictions } from "../../../../../src/core/review/effects/contradiction.ts";
import { FeatureInputs } from "../../../../../src/main/reviewing/reviews/review-inputs.ts";
import { requestOfAction } from "../../../../fixtures/requests.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { request } from "../../../core/match/honest.ts";
import { action } from "../../../core/review/several.ts";
import { DIGEST } from "../../catalog/builds.ts";

type App = ConstructorParameters<typeof FeatureInputs>[0];

const OTHER = `sha256:${"b".repeat(64)}`;

const inputs = new FeatureInputs(
	stub<App>({
		signedIn: {
			current: () => ({
				buildCommits: { buildOf: (id: string) => (id === "of-build" ? DIGEST : null) },
				buildModes: { modeOf: (digest: string) => (digest === DIGEST ? "unrestricted" : null) },
			}),
		},
	}),
	new ReviewContradictions(),
);

const asked = requestOfAction(action(request()));
const commit = (commitId: string) => ({
	kind: "commit" as const,
	entryId: `commit:${commitId}`,
	sessionId: "session-1",
	source: {},
	receivedAt: 0,
	commitId,
	read: { kind: "unreadable" as const, commitId, reason: "test" },
	isConfirmed: true,
	isUnoffered: false,
});

describe("the safety mode of a request", () => {
	it("is that of the Build whose commit asks for it", () => {
		expect(inputs.safetyMode(commit("of-build"))).toBe("unrestricted");
		if (asked.kind !== "action") throw new Error("no action");
		expect(inputs.safetyMode({ ...asked, build: { digest: DIGEST, place: 0 } })).toBe("unrestricted");
	});

	it("is unknown outside Builds, and if the Build states none", () => {
		expect(inputs.safetyMode(commit("of-conversation"))).toBeNull();
		expect(inputs.safetyMode(asked)).toBeNull();
		if (asked.kind !== "action") throw new Error("no action");
		expect(inputs.safetyMode({ ...asked, build: { digest: OTHER, place: 0 } })).toBeNull();
	});
});
