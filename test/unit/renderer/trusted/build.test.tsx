import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SimulationParts } from "../../../../src/renderer/components/review/simulation-parts.tsx";
import {
	commitState,
	Meaning,
	readOf,
	WhoBuilt,
} from "../../../../src/renderer/trusted/build/build-screen.tsx";
import { t } from "../../../../src/text/index.ts";
import {
	build,
	committedBuild,
	expiredBuild,
	failedBuild,
	simulation,
} from "../../../preview/samples/catalog.ts";
import { NOW } from "../../../preview/samples/common.ts";

const at = (change: Partial<{ now: number; isRead: boolean; sending: boolean }> = {}) => ({
	now: NOW,
	isRead: true,
	sending: false,
	...change,
});

describe("a Build that could not be simulated", () => {
	it("is shown as unknown everywhere, and never as without changes, permissions or costs", () => {
		const nothing = { changes: [], permissions: [], fees: [], guards: [] };
		const drawn = (status: "passed" | "unavailable" | "pending") =>
			renderToStaticMarkup(<SimulationParts simulation={simulation({ ...nothing, status })} />);
		expect(drawn("passed")).toContain(t("components.claim.none"));
		for (const claim of [
			t("components.claim.none"),
			t("components.claim.no-change"),
			t("components.no-fees-stated"),
		])
			for (const status of ["unavailable", "pending"] as const) expect(drawn(status)).not.toContain(claim);
		for (const status of ["unavailable", "pending"] as const)
			expect(drawn(status).split(`>${t("components.not-known")}<`)).toHaveLength(4);
	});
});

describe("committing a Build", () => {
	it("waits until it was visible", () => {
		expect(commitState(build(), at({ isRead: false }))).toBe("unread");
		expect(commitState(build(), at())).toBe("ready");
	});

	it("ends with its expiry, to the millisecond, by main's clock", () => {
		const { expiresAt } = build();
		expect(commitState(build(), at({ now: expiresAt - 1 }))).toBe("ready");
		expect(commitState(build(), at({ now: expiresAt }))).toBe("expired");
		expect(commitState(expiredBuild(), at())).toBe("expired");
	});

	it("is permitted by main", () => {
		expect(commitState(failedBuild(), at())).toBe("impossible");
	});

	it("accepts one click at a time", () => {
		expect(commitState(build(), at({ sending: true }))).toBe("committing");
		expect(commitState(build({ working: "committing", canCommit: false }), at())).toBe("committing");
	});

	it("can be retried if main still permits it, and only then", () => {
		const unclear = build({ fault: "Not known." });
		expect(commitState(unclear, at())).toBe("again");
		expect(commitState(unclear, at({ isRead: false }))).toBe("unread");
		expect(commitState({ ...unclear, canCommit: false }, at())).toBe("impossible");
	});

	it("ends once it is committed, for any clock", () => {
		expect(commitState(committedBuild(), at({ now: NOW * 2, sending: true }))).toBe("done");
	});
});

describe("a Build as read by the user", () => {
	it("stays the same while only its commit's state changes", () => {
		const before = readOf(build());
		expect(readOf(build({ fault: "x", text: "y", working: "simulating" }))).toBe(before);
	});

	it("changes with anything in its effect, text or content", () => {
		const before = readOf(build());
		for (const change of [
			{ digest: `sha256:${"ab".repeat(32)}` },
			{ raw: "{}" },
			{ app: "other" },
			{ operations: [] },
			{ expiresAt: NOW },
			{ simulation: simulation({ warnings: [] }) },
			{ actions: [] },
			{ summary: null },
			{ id: "build-2" },
		])
			expect(readOf(build(change))).not.toBe(before);
	});
});

describe("the screen of a commit", () => {
	it("says that nothing is signed, what arrives in the inbox, and that it may run without another signature", () => {
		const html = renderToStaticMarkup(<Meaning />);
		for (const text of ["doesn’t sign anything here", "appear in the inbox", "without another signature"])
			expect(html).toContain(text);
	});

	it("names the app and its operations as text", () => {
		const html = renderToStaticMarkup(
			<WhoBuilt build={build({ app: "<b>uni\u202Eswap", operations: ["swap", "bridge", "stake"] })} />,
		);
		expect(html).not.toContain("<b>uni");
		expect(html).toContain("⟦U+202E⟧");
		expect(html).toContain("and 2 more");
		expect(renderToStaticMarkup(<WhoBuilt build={build({ app: null, operations: [] })} />)).toContain(
			t("trusted.build.app-not-named"),
		);
	});
});
