import { Tooltip } from "radix-ui";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { IdentityBrief } from "../../../../src/ipc/sign-in.ts";
import { creditAmount } from "../../../../src/main/billing/account-view.ts";
import { appId, Secrets } from "../../../../src/renderer/desk/settings/app-settings.tsx";
import { entrySign, usedShare } from "../../../../src/renderer/desk/settings/credit-settings.tsx";
import { attention, SECTIONS } from "../../../../src/renderer/desk/settings/settings-page.tsx";
import { GrantLine } from "../../../../src/renderer/desk/settings/sign-in-settings.tsx";
import { canTalk, signInStatus } from "../../../../src/renderer/desk/settings/sign-in-status.ts";
import { t, textOf } from "../../../../src/text/index.ts";
import { deskView } from "../../../preview/samples/desk.ts";
import { granted, identityBrief, none, troubled } from "../../../preview/samples/identity.ts";
import {
	apps,
	credit,
	credits,
	paymentNeeded,
	serviceAccount,
	unclear,
} from "../../../preview/samples/service-account.ts";

const rendered = (element: ReactElement) =>
	renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);
const brief = (grants: IdentityBrief["grants"], change: Partial<IdentityBrief> = {}) =>
	identityBrief({ grants, ...change });

describe("the rail's sign-in text", () => {
	it("is absent while somebody is signed in, for any resource", () => {
		expect(signInStatus(brief(granted)).text).toBeNull();
		const one = none.map((each) =>
			each.resource === "agent" ? { ...each, state: "pasted" as const } : each,
		);
		expect(signInStatus(brief(one)).text).toBeNull();
	});
	it("asks for a new sign-in if something has ended, before all else", () => {
		expect(signInStatus(brief(troubled))).toEqual({ state: "ended", text: "Sign in again" });
	});
	it("says that nobody is signed in, or that the sign-in is locked", () => {
		expect(signInStatus(brief(none)).state).toBe("none");
		expect(signInStatus(brief(none, { locked: true })).state).toBe("locked");
	});
	it("is absent before main has reported a state", () => {
		expect(signInStatus(brief([]))).toEqual({ state: "unknown", text: null });
	});
});

describe("writing to an agent", () => {
	it("requires a grant for the agent, or a pasted token", () => {
		expect(canTalk(brief(granted), false)).toBe(true);
		expect(canTalk(brief([{ resource: "agent", state: "pasted", fault: null }]), true)).toBe(true);
		expect(canTalk(brief(none), true)).toBe(false);
		expect(canTalk(brief(troubled), true)).toBe(false);
	});
	it("uses the pasted token if grants are not reported", () => {
		expect([canTalk(brief([]), true), canTalk(brief([]), false)]).toEqual([true, false]);
	});
});

describe("a credit entry", () => {
	const signed = (kind: "purchase" | "usage_debit" | "unknown", micro: bigint) => {
		const amount = creditAmount(micro);
		return `${entrySign({ kind, amount })}${textOf(amount.usd)}`;
	};
	it("has one sign, for either sign of the service's usage", () => {
		expect([signed("usage_debit", -50_000n), signed("usage_debit", 50_000n)]).toEqual([
			"−0.05 USD",
			"−0.05 USD",
		]);
		expect(signed("purchase", 12_500_000n)).toBe("+12.50 USD");
	});
	it("describes an unknown kind only as far as the service does", () => {
		expect([signed("unknown", 1_000_000n), signed("unknown", -1_000_000n)]).toEqual([
			"1.00 USD",
			"−1.00 USD",
		]);
	});
});

describe("the sections of settings", () => {
	it("ask for attention if something is wrong in them, and only there", () => {
		const asking = (change: Parameters<typeof deskView>[0]) =>
			SECTIONS.map(({ section }) => section).filter(
				(section) => attention(section, deskView(change)) !== null,
			);
		expect(asking({})).toEqual(["network"]);
		expect(asking({ identity: brief(troubled) })).toEqual(["signIn", "network"]);
		for (const account of [
			serviceAccount({ topUp: unclear }),
			serviceAccount({ topUp: paymentNeeded }),
			serviceAccount({ credits: credits({ debt: credit(1n) }) }),
		]) {
			expect(asking({ serviceAccount: account })).toEqual(["credit", "network"]);
		}
	});
});

describe("a grant in a line", () => {
	it("names its purpose, its state and its faults", () => {
		const [ended] = troubled;
		const html = ended === undefined ? "" : rendered(<GrantLine grant={ended} />);
		expect(html).toContain("ended: sign in again");
		expect(html).toContain("Nothing was signed. Sign in again.");
	});
});

describe("the month's share", () => {
	it("is a percentage, for any figures", () => {
		expect(usedShare("13470000", "20000000")).toBe(67.3);
		expect(usedShare("0", "20000000")).toBe(0);
		expect(usedShare("30000000", "20000000")).toBe(100);
		expect(usedShare("5", "0")).toBe(0);
		expect(usedShare("9007199254740993000", "18014398509481986000")).toBe(50);
	});
});

describe("an app's credentials", () => {
	it("are shown by name and presence, with missing ones at once", () => {
		const html = apps[1]?.secrets == null ? "" : rendered(<Secrets secrets={apps[1].secrets} />);
		expect(html).toContain("1 missing");
		expect(html).toContain("BANK_TOKEN");
		expect(html).toContain("SLACK_HOOK");
		expect(html).toContain("optional");
		expect(html).toContain("⟦U+200B⟧");
	});
	it("are reported as none if the app requires none", () => {
		expect(rendered(<Secrets secrets={{ ready: true, missing: [], slots: [] }} />)).toContain(
			t("desk.settings.asks-no-credentials"),
		);
	});
});

describe("an app's id", () => {
	it("is a whole number from one", () => {
		expect([" 17 ", "1"].map(appId)).toEqual([17, 1]);
		expect(["", "0", "-1", "1.5", "017", "x", "9007199254740993"].map(appId)).toEqual(Array(7).fill(null));
	});
});
