import { describe, expect, it, vi } from "vitest";
import { accountTrustedHandlers, type BillingDeps } from "../../../../../src/main/billing/handlers.ts";
import { buildHandlers, type CatalogDeps } from "../../../../../src/main/catalog/handlers.ts";
import { Events } from "../../../../../src/main/events.ts";
import { Identity } from "../../../../../src/main/sign-in/identity.ts";
import type { LeadDeps } from "../../../../../src/main/wallet/phrase.ts";
import type { WindowRoute } from "../../../../../src/main/window-route.ts";
import { stub } from "../../../../fixtures/stub.ts";

/** What costs something is done for what is on screen, and for nothing else. */

const NOBODY = { visibleSince: null, heldSince: null, lastInputAt: null };
const OK = { ok: true } as const;

type Placed = BillingDeps & CatalogDeps & Pick<LeadDeps, "place">;

function scene(place: WindowRoute) {
	const calls = { commit: vi.fn(async () => OK), topUp: vi.fn(), retryTopUp: vi.fn(), remove: vi.fn() };
	for (const call of [calls.topUp, calls.retryTopUp, calls.remove]) call.mockResolvedValue(OK);
	const app = stub<Placed>({
		place: () => place,
		account: () => ({ catalog: { commit: calls.commit }, serviceAccount: calls }),
	});
	return { app, calls };
}

const remove = { applicationId: 7, name: "swapper" };
const COMMANDS = [
	[
		"a commit",
		{ kind: "build", buildId: "b" },
		[{ kind: "build", buildId: "other" }],
		"commit",
		(app: Placed) => buildHandlers(app).commitBuild({ buildId: "b", digest: "d" }, NOBODY),
	],
	[
		"a top-up",
		{ kind: "topUp" },
		[],
		"topUp",
		(app: Placed) => accountTrustedHandlers(app).topUp({ amountMicrousd: "10000" }, NOBODY),
	],
	[
		"a top-up that is tried again",
		{ kind: "topUp" },
		[],
		"retryTopUp",
		(app: Placed) => accountTrustedHandlers(app).retryTopUp({}, NOBODY),
	],
	[
		"removing an app",
		{ kind: "removeApp", applicationId: 7 },
		[{ kind: "removeApp", applicationId: 8 }],
		"remove",
		(app: Placed) => accountTrustedHandlers(app).removeApp(remove, NOBODY),
	],
] as const;

describe("what costs something", () => {
	it.each(COMMANDS)("is done where it is on screen: %s", async (_what, place, _others, name, command) => {
		const { app, calls } = scene(place);
		expect(await command(app)).toEqual(OK);
		expect(calls[name]).toHaveBeenCalledOnce();
	});

	it.each(COMMANDS)(
		"is not done where something else is on screen: %s",
		async (_what, _place, others, name, command) => {
			const elsewhere: readonly WindowRoute[] = [{ kind: "empty" }, { kind: "signIn" }, ...others];
			for (const place of elsewhere) {
				const { app, calls } = scene(place);
				expect(await command(app)).toMatchObject({ ok: false });
				expect(calls[name]).not.toHaveBeenCalled();
			}
		},
	);
});

describe("changing the environment", () => {
	it("ends the sign-in that is going on before anything else, since it belongs to the one before", async () => {
		const steps: string[] = [];
		const identity = new Identity(
			stub({
				credentials: {
					environments: () => [{ id: "https://there.example", baseUrl: "https://there.example" }],
					cancelSignIn: () => steps.push("cancelled"),
				},
				ports: { overrides: { baseUrl: null }, settings: { set: () => steps.push("address") } },
				events: new Events(() => {}),
				signedIn: { reconnect: async () => void steps.push("reconnected") },
			}),
		);
		expect(await identity.useEnvironment({ id: "https://there.example" })).toEqual(OK);
		expect(steps).toEqual(["cancelled", "address", "reconnected"]);
	});
});
