import { Tooltip } from "radix-ui";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import type { EnvironmentKind, GrantView } from "../../../../src/ipc/sign-in.ts";
import { ENVIRONMENT_KINDS, kindUnlessNamed } from "../../../../src/renderer/components/environment-kinds.ts";
import { GRANT_STATES, leavingText, scopeTitle } from "../../../../src/renderer/trusted/sign-in/choosing.tsx";
import {
	clientIdCount,
	draftFaults,
	draftOf,
	draftToSend,
	type EnvironmentDraft,
	NEW_ENVIRONMENT,
} from "../../../../src/renderer/trusted/sign-in/environment-draft.ts";
import {
	browserFault,
	canRemove,
	codeGroups,
	firstChoice,
	isUnderWay,
	linkLeadsTo,
	list,
	signInOrigin,
	stillWanted,
	withResource,
} from "../../../../src/renderer/trusted/sign-in/offers.ts";
import { QrCode, type QrPicture, qrPicture } from "../../../../src/renderer/trusted/sign-in/qr-code.tsx";
import { UserCode, underWayLead } from "../../../../src/renderer/trusted/sign-in/under-way.tsx";
import { t } from "../../../../src/text/index.ts";
import {
	custom,
	deviceCode,
	environment,
	grant,
	granted,
	local,
	none,
	staging,
	troubled,
} from "../../../preview/samples/identity.ts";

const rendered = (element: ReactElement) =>
	renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);

describe("the chosen resources of a sign-in", () => {
	it("are the agent only at first, whatever else is offered", () => {
		expect(firstChoice(none)).toEqual(["agent"]);
		expect(firstChoice([])).toEqual(["agent"]);
	});
	it("are the agent if it only has a pasted token", () => {
		expect(firstChoice(none.map(({ resource }) => grant(resource, { state: "pasted" })))).toEqual(["agent"]);
	});
	it("are empty if all is granted, and the ended ones if there are any", () => {
		expect(firstChoice(granted)).toEqual([]);
		expect(firstChoice([grant("agent"), grant("pipeline"), grant("account", { state: "ended" })])).toEqual([
			"account",
		]);
		expect(firstChoice(troubled)).toEqual(["agent"]);
	});
	it("keep the service's own order, each once", () => {
		expect(withResource(["account"], "agent", true)).toEqual(["agent", "account"]);
		expect(withResource(["agent"], "agent", true)).toEqual(["agent"]);
		expect(withResource(["agent", "pipeline"], "agent", false)).toEqual(["pipeline"]);
	});
});

describe("a retry", () => {
	it("requests the failed resources and the remaining ones, and none granted meanwhile", () => {
		const grants = [
			grant("agent"),
			grant("pipeline", { state: "none" }),
			grant("account", { state: "none" }),
		];
		expect(stillWanted(["agent", "pipeline", "account"], "pipeline", grants)).toEqual([
			"pipeline",
			"account",
		]);
	});
	it("requests the failed ones if the window no longer has the selection", () => {
		expect(stillWanted([], "account", none)).toEqual(["account"]);
	});
	it("requests a failed one again even if an older grant of it still exists", () => {
		expect(stillWanted(["agent"], "agent", granted)).toEqual(["agent"]);
	});
});

describe("sign-in by browser", () => {
	it("is offered if the environment has a client id for every chosen resource", () => {
		expect(browserFault(local, ["agent", "pipeline", "account"])).toBeNull();
		const half = environment({ clientIds: { agent: "a", pipeline: null, account: null } });
		expect(browserFault(half, ["agent"])).toBeNull();
	});
	it("is not offered if one is missing, and names it", () => {
		const half = environment({ clientIds: { agent: "a", pipeline: null, account: null } });
		const text = browserFault(half, ["agent", "pipeline", "account"]);
		expect(text).toBe(
			t("trusted.sign-in.client-ids.missing", {
				name: "Production",
				names: "pipeline and account",
			}),
		);
	});
	it("is not offered if nothing is chosen and the environment has no client id", () => {
		expect(browserFault(environment(), [])).not.toBeNull();
		expect(browserFault(null, ["agent"])).not.toBeNull();
	});
	it("lists names in natural language", () => {
		expect([["a"], ["a", "b"], ["a", "b", "c"]].map(list)).toEqual(["a", "a and b", "a, b and c"]);
	});
});

describe("a running sign-in", () => {
	it("is working, or waits for the browser or a code", () => {
		expect(isUnderWay(deviceCode)).toBe(true);
		expect(isUnderWay({ kind: "working", resource: "agent", text: "" })).toBe(true);
		expect(isUnderWay({ kind: "browser", resource: "agent", resources: ["agent"], endsAt: 0 })).toBe(true);
		for (const kind of ["failed", "done"] as const)
			expect(isUnderWay({ kind, resource: "agent", text: "" })).toBe(false);
		expect(isUnderWay({ kind: "idle" })).toBe(false);
	});
	it("names its resource and environment", () => {
		expect(underWayLead(deviceCode, staging)).toContain("to Agent at Staging.");
		const browser = { kind: "browser", resource: "agent", endsAt: 0 } as const;
		expect(underWayLead({ ...browser, resources: ["account"] }, null)).toContain("to Account.");
		expect(underWayLead({ ...browser, resources: ["agent", "account"] }, null)).toContain(
			"to Agent and Account.",
		);
	});
	it("lists what signing out ends, before the user signs out", () => {
		expect(leavingText({ state: "granted", joined: [] })).toBe(t("trusted.sign-in.revoke.one"));
		expect(leavingText({ state: "granted", joined: ["pipeline", "account"] })).toBe(
			t("trusted.sign-in.revoke.shared", { others: "pipeline and account" }),
		);
	});
});

describe("a code's link", () => {
	it("is the environment's own if its origin is, for any sign-in address", () => {
		expect(linkLeadsTo(deviceCode.link, environment())).toEqual({
			host: "agents.example.com",
			expected: true,
		});
		expect(linkLeadsTo("https://login.partner.example.net/device?x=1", custom).expected).toBe(true);
	});
	it("is another site's on another host, port or scheme, or on one that only looks alike", () => {
		for (const link of [
			"https://agents.example.com.evil.test/device",
			"https://agents.example.com@evil.test/device",
			"https://agents.example.com:8443/device",
			"http://agents.example.com/device",
			"javascript:alert(1)",
			"agents.example.com/device",
		]) {
			expect(linkLeadsTo(link, environment()).expected, link).toBe(false);
		}
		expect(linkLeadsTo("https://agents.example.com@evil.test/device", environment()).host).toBe("evil.test");
		expect(linkLeadsTo("https://agents.partner.example.net/device", custom).expected).toBe(false);
		expect(linkLeadsTo(deviceCode.link, null).expected).toBe(false);
	});
});

describe("the code", () => {
	it("is in its original groups, or in fours", () => {
		expect(codeGroups("WDJB-MJHT")).toEqual(["WDJB", "MJHT"]);
		expect(codeGroups("AB CD EF")).toEqual(["AB", "CD", "EF"]);
		expect(codeGroups("BDWDHQPKZ")).toEqual(["BDWD", "HQPK", "Z"]);
		expect(codeGroups("")).toEqual([]);
	});
	it("is spoken character by character, completely", () => {
		expect(rendered(<UserCode code="WDJB-MJHT" />)).toContain(
			'<span class="sr-only">W D J B - M J H T</span>',
		);
	});
	it("is never markup, and shows its hidden characters", () => {
		const html = rendered(<UserCode code={"<b>A\u202EB"} />);
		expect(html).not.toContain("<b>");
		expect(html).toContain("⟦U+202E⟧");
	});
});

/** Returns the modules that the path draws dark. */
function modulesOf({ size, path }: QrPicture): boolean[][] {
	const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
	for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
		for (let at = 0; at < Number(width); at++) {
			const row = grid[Number(y)];
			if (row !== undefined) row[Number(x) + at] = true;
		}
	}
	return grid;
}

describe("a link's QR code", () => {
	it("draws every dark module of the code and no other, with four light ones around it", () => {
		const text = deviceCode.fullLink ?? "";
		const picture = qrPicture(text);
		const { size, data } = encode(text, { ecc: "M", border: 4 });
		expect(picture?.size).toBe(size);
		expect(picture === null ? null : modulesOf(picture)).toEqual(data);
		for (let edge = 0; edge < 4; edge++) {
			expect(data[edge]?.some(Boolean)).toBe(false);
			expect(data.some((row) => row[edge] === true || row[size - 1 - edge] === true)).toBe(false);
		}
		expect(data[4]?.[4]).toBe(true);
	});
	it("differs for another link", () => {
		expect(qrPicture("https://a.test/")?.path).not.toBe(qrPicture("https://b.test/")?.path);
	});
	it("has a name, and is omitted if the text is too long for one", () => {
		expect(rendered(<QrCode text="https://a.test" name="QR code of a.test" />)).toContain(
			'role="img" aria-label="QR code of a.test"',
		);
		expect(qrPicture("x".repeat(8000))).toBeNull();
		expect(rendered(<QrCode text={"x".repeat(8000)} name="" />)).toBe("");
	});
});

describe("an environment", () => {
	it("is distinguished by word, icon and tone, and only production is quiet", () => {
		const kinds: readonly EnvironmentKind[] = ["production", "staging", "local", "custom"];
		expect(new Set(kinds.map((kind) => t(`components.kinds.${kind}`))).size).toBe(kinds.length);
		expect(new Set(kinds.map((kind) => ENVIRONMENT_KINDS[kind].icon)).size).toBe(kinds.length);
		expect(kinds.filter((kind) => ENVIRONMENT_KINDS[kind].tone === "quiet")).toEqual(["production"]);
		expect(kindUnlessNamed(staging)).toBeNull();
		expect(kindUnlessNamed({ kind: "staging", name: "Production" })).toBe("staging");
	});
	it("can be removed if it is the user's own and not in use", () => {
		expect(canRemove({ builtIn: false, active: false })).toBe(true);
		expect(canRemove({ builtIn: true, active: false })).toBe(false);
		expect(canRemove({ builtIn: false, active: true })).toBe(false);
	});
	it("signs in at its own origin by default", () => {
		expect(signInOrigin({ baseUrl: "https://a.test/v2/", authOrigin: null })).toBe("https://a.test");
		expect(signInOrigin({ baseUrl: "https://a.test", authOrigin: "https://b.test/x" })).toBe(
			"https://b.test",
		);
	});
});

describe("an edited environment", () => {
	const filled = (change: Partial<EnvironmentDraft> = {}): EnvironmentDraft => ({
		...NEW_ENVIRONMENT,
		name: " Partner ",
		baseUrl: " https://agents.partner.test ",
		...change,
	});
	it("is sent without surrounding spaces, and with nulls for empty fields", () => {
		expect(draftToSend(filled({ clientIds: { agent: " desk ", pipeline: "", account: "  " } }))).toEqual({
			id: null,
			name: "Partner",
			baseUrl: "https://agents.partner.test",
			authOrigin: null,
			clientIds: { agent: "desk", pipeline: null, account: null },
		});
	});
	it("is not sent while a field is invalid", () => {
		expect(draftToSend(NEW_ENVIRONMENT)).toBeNull();
		expect(draftToSend(filled({ baseUrl: "http://agents.partner.test" }))).toBeNull();
		expect(draftToSend(filled({ authOrigin: "login" }))).toBeNull();
	});
	it("accepts no address with a user name, which could look like another", () => {
		expect(draftFaults(filled({ baseUrl: "https://chat.example.com@evil.test" })).baseUrl).toMatch(
			/name or password/,
		);
		expect(draftFaults(filled({ baseUrl: "http://127.0.0.1:8787" })).baseUrl).toBeNull();
	});
	it("begins with the existing values, and returns them unchanged", () => {
		const { id, name, baseUrl, authOrigin, clientIds } = local;
		expect(draftToSend(draftOf(local))).toEqual({ id, name, baseUrl, authOrigin, clientIds });
		expect([clientIdCount(draftOf(local)), clientIdCount(draftOf(custom))]).toEqual([3, 0]);
	});
});

describe("a grant", () => {
	it("has a different name for each state", () => {
		const words = Object.values(GRANT_STATES).map(({ word }) => word);
		expect(new Set(words).size).toBe(words.length);
	});
	it("lists its permissions, its possible ones, and whether less was granted than requested", () => {
		const title = ({ scopes, state }: GrantView) => scopeTitle(scopes, state);
		expect(title(grant("agent"))).toBe("Grants 3 rights");
		expect(title(grant("agent", { state: "none" }))).toBe("Would grant 3 rights");
		expect(troubled.map(title)[1]).toBe(t("trusted.sign-in.rights.partial", { granted: 1, count: 2 }));
	});
});
