import { describe, expect, it, vi } from "vitest";
import { accountHandlers, type BillingDeps } from "../../../../src/main/billing/handlers.ts";
import { type CatalogDeps, catalogHandlers } from "../../../../src/main/catalog/handlers.ts";
import { type LeadDeps, phraseWaits } from "../../../../src/main/wallet/phrase.ts";
import { stub } from "../../../fixtures/stub.ts";

type Leading = LeadDeps & BillingDeps & CatalogDeps;

const NOBODY = { visibleSince: null, heldSince: null, lastInputAt: null };

const app = (kind: string, phrasePositions: readonly number[] | null) =>
	stub<Leading>({ place: () => ({ kind }), vault: { status: () => ({ phrasePositions }) } });

describe("a new phrase on screen", () => {
	it.each(["phrase", "phraseCheck"])("holds the window while the vault waits for its check: %s", (kind) => {
		expect(phraseWaits(app(kind, [1, 5, 9]))).toBe(true);
	});

	it.each([
		["a top-up", (app: Leading) => accountHandlers(app).askTopUp({}, NOBODY)],
		["removing an app", (app: Leading) => accountHandlers(app).askRemoveApp({ applicationId: 1 }, NOBODY)],
		["a Build", (app: Leading) => catalogHandlers(app).reviewBuild({ buildId: "b" }, NOBODY)],
	])("is not led away from by the desk's command for %s", async (_what, command) => {
		const [go, raiseTrusted] = [vi.fn(), vi.fn()];
		const scene = (phrasePositions: readonly number[] | null) =>
			stub<Leading>({
				go,
				place: () => ({ kind: "phrase" }),
				vault: { status: () => ({ phrasePositions }) },
				ports: { desktop: { raiseTrusted } },
				account: () => ({
					catalog: { build: () => ({}) },
					serviceAccount: { app: () => ({}), clearTopUp: () => {} },
				}),
			});
		expect(await command(scene([1, 5, 9]))).toEqual({ ok: true });
		expect([go.mock.calls.length, raiseTrusted.mock.calls.length]).toEqual([0, 1]);
		await command(scene(null));
		expect(go).toHaveBeenCalledOnce();
	});

	it("lets go once the vault has forgotten it, and nothing else holds", () => {
		expect(phraseWaits(app("phraseCheck", null))).toBe(false);
		expect(phraseWaits(app("entry", [1, 5, 9]))).toBe(false);
	});
});
