import { describe, expect, it } from "vitest";
import { agentSession } from "../../../../../src/core/identities/agents.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { rowOf } from "../entries/rows.ts";
import { ACTION, APP, scene } from "./scene.ts";

describe("a notification of an action", () => {
	it("is sent once a revision with its headline: a revised one is sent again, and named so", () => {
		const one = scene();
		one.asks({ revision: 0 });
		one.asks({ revision: 0 });
		expect(one.titles()).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
		one.asks({ revision: 1 });
		one.asks({ revision: 1 });
		expect(one.titles().slice(1)).toEqual([{ id: ACTION, title: `Allows ${ACTION}` }]);
		expect(one.begins()).toEqual([APP, message("notice.revised")]);
	});

	it("is withdrawn once it is answered, or no longer known", () => {
		const one = scene();
		one.asks();
		one.asks({ state: "rejected" });
		expect(one.withdrawn).toEqual([ACTION]);
		one.forgets();
		expect(one.withdrawn).toEqual([ACTION, ACTION]);
	});

	it("is absent in a muted session", () => {
		const one = scene();
		one.world.muted = true;
		one.asks();
		expect(one.told).toEqual([]);
	});
});

describe("a proposal of an agent on this computer", () => {
	const proposes = (change: (world: ReturnType<typeof scene>["world"]) => void) => {
		const one = scene();
		one.world.session = agentSession("a1");
		change(one.world);
		one.asks();
		return one.told.length;
	};

	it("is notified, unless the agent is paused or muted", () => {
		expect(proposes(() => {})).toBe(1);
		expect(proposes(({ agent }) => Object.assign(agent, { pausedAt: 1 }))).toBe(0);
		expect(proposes(({ agent }) => Object.assign(agent, { notify: "none" }))).toBe(0);
	});

	it("is notified only with a finding, if the user wants that", () => {
		const withFindings = (badge: object) =>
			proposes((world) => {
				world.agent.notify = "findings";
				Object.assign(world.badge, { worst: null }, badge);
			});
		expect(withFindings({})).toBe(0);
		expect(withFindings({ worst: { severity: "caution", text: "new" } })).toBe(1);
		expect(withFindings({ match: "refused" })).toBe(1);
		// There may be a finding; it isn't known yet.
		expect(withFindings({ match: "checking" })).toBe(1);
	});
});

describe("a silent app", () => {
	it("makes no sound: for requests, near expiries, or confirmations", () => {
		const one = scene();
		one.world.appLevels = [{ app: APP, level: "silent" }];
		one.asks();
		one.ends();
		one.notifications.settled(
			rowOf({ state: "settled", live: false, text: null, outcome: "confirmed", entryId: ACTION }),
		);
		expect(one.told.map(({ silent }) => silent)).toEqual([true, true, true]);
		one.world.appLevels = [{ app: APP, level: "on" }];
		one.asks({ revision: 1 });
		expect(one.told.at(-1)).toMatchObject({ silent: false });
	});
});

describe("a reminder of a near expiry", () => {
	it("is sent once a revision, and not if its conversation is muted", () => {
		const one = scene();
		one.asks({ revision: 0 });
		const last = message("notice.last", { minutes: 5 });
		one.ends();
		one.ends();
		expect(one.begins().slice(1)).toEqual([last]);
		one.asks({ revision: 1 });
		one.ends();
		expect(one.begins().slice(3)).toEqual([last]);
		one.asks({ revision: 2 });
		one.world.muted = true;
		one.ends();
		expect(one.titles()).toHaveLength(5);
	});

	it("is not sent for requests answered meanwhile", () => {
		const one = scene();
		one.asks();
		one.asks({ state: "rejected" });
		one.ends();
		expect(one.titles()).toHaveLength(1);
	});
});
