import { describe, expect, it } from "vitest";
import { linkTarget, readLink } from "../../../../src/main/catalog/catalog-links.ts";

const BASE = "https://chat.example";
const FROM = "/v1/pipeline/apps?cursor=a";
const read = (link: string, base = BASE, from = FROM) => readLink(base, from, link);

describe("a link of the pipeline's tree", () => {
	it.each([
		["/v1/pipeline", "/v1/pipeline"],
		["/v1/pipeline/apps/demo", "/v1/pipeline/apps/demo"],
		[
			"/v1/pipeline/apps?cursor=a%2Fb%2B..%3D%3D&limit=20",
			"/v1/pipeline/apps?cursor=a%2Fb%2B..%3D%3D&limit=20",
		],
		["https://chat.example/v1/pipeline/apps?x=1", "/v1/pipeline/apps?x=1"],
		["https://CHAT.example:443/v1/pipeline/apps", "/v1/pipeline/apps"],
		["?cursor=b", "/v1/pipeline/apps?cursor=b"],
		["apps/demo", "/v1/pipeline/apps/demo"],
		["/v1/pipeline/apps/caf%C3%A9", "/v1/pipeline/apps/caf%C3%A9"],
		[
			"/v1/pipeline?next=https://other.example/v1/pipeline",
			"/v1/pipeline?next=https://other.example/v1/pipeline",
		],
	])("is followed within the pipeline, unchanged: %s", (link, path) => {
		expect(read(link)).toBe(path);
	});

	it.each([
		["another origin", "https://evil.example/v1/pipeline"],
		["another scheme", "http://chat.example/v1/pipeline"],
		["another port", "https://chat.example:8443/v1/pipeline"],
		["a host without a scheme", "//evil.example/v1/pipeline"],
		["a host after three slashes", "///evil.example/v1/pipeline"],
		["a name that begins alike", "https://chat.example.evil.example/v1/pipeline"],
		["credentials", "https://somebody:secret@chat.example/v1/pipeline"],
		["a user alone", "https://chat.example@evil.example/v1/pipeline"],
		["script", "javascript:alert(1)"],
		["a scheme without slashes", "https:/chat.example/v1/pipeline"],
		["another resource", "/v1/account/credits"],
		["the agent's", "/v1/agent/sessions"],
		["a path that begins alike", "/v1/pipelines"],
		["a path that begins alike with an escape", "/v1/pipeline%2Fapps"],
		["a parent segment", "/v1/pipeline/../agent/sessions"],
		["a parent segment at the start", "../agent/sessions"],
		["a parent segment at the end", "/v1/pipeline/.."],
		["a dot", "/v1/pipeline/./apps"],
		["an encoded parent segment", "/v1/pipeline/%2e%2e/agent"],
		["a partly encoded parent segment", "/v1/pipeline/.%2E/agent"],
		["an encoded slash", "/v1/pipeline/apps%2f..%2fagent"],
		["an encoded backslash", "/v1/pipeline/%5c..%5cagent"],
		["a doubly encoded parent segment", "/v1/pipeline/%252e%252e/agent"],
		["a backslash", "/v1/pipeline\\..\\agent"],
		["two slashes", "/v1/pipeline//agent"],
		["an empty byte", "/v1/pipeline/%00"],
		["an invalid escape", "/v1/pipeline/%zz"],
		["a fragment", "/v1/pipeline#apps"],
		["a blank", "/v1/pipeline/a b"],
		["a line break", "/v1/pipeline\r\nHost: evil.example"],
		["a bidirectional character", "/v1/pipeline/\u202eappa"],
		["nothing", ""],
		["more than 2,048 characters", `/v1/pipeline/${"a".repeat(2048)}`],
	])("is not followed: %s", (_, link) => {
		expect(read(link)).toBeNull();
	});

	it("may repeat the base address' path, or not", () => {
		const base = "https://chat.example/x/";
		expect(read("/x/v1/pipeline/apps", base)).toBe("/v1/pipeline/apps");
		expect(read("https://chat.example/x/v1/pipeline", base)).toBe("/v1/pipeline");
		expect(read("/v1/pipeline/apps", base)).toBe("/v1/pipeline/apps");
		expect(read("/y/v1/pipeline/apps", base)).toBeNull();
	});

	it("is not followed if the base address can't be read", () => {
		expect(read("/v1/pipeline", "no address")).toBeNull();
	});
});

describe("the meaning of a path", () => {
	it.each([
		["/v1/pipeline/apps/demo/operations/send", "app", null, true],
		["/v1/pipeline/apps/demo/operations/commit", "app", null, true],
		["/v1/pipeline/apps/demo/operations/send?x=1", "app", null, true],
		["/v1/pipeline/evm/simulate", "simulate", "evm", false],
		["/v1/pipeline/svm/simulate", "simulate", "svm", true],
		["/v1/pipeline/svm/stage", "stage", "svm", false],
		["/v1/pipeline/evm/build", "build", "evm", false],
		["/v1/pipeline/svm/commit", "commit", "svm", true],
		["/v1/pipeline/svm/commit/", "commit", "svm", true],
		["/v1/pipeline/SVM/c%6fmmit", "commit", "svm", true],
		["/v1/pipeline/apps/demo/commit", "commit", null, false],
		["/v1/pipeline/commit", "commit", null, false],
		["/v1/pipeline/core/chains", "other", null, false],
		["/v1/pipeline/skills/hello/operations/say", "other", null, false],
		["/v1/pipeline", "other", null, false],
	])("follows from its names: %s is %s", (href, role, family, promised) => {
		expect(linkTarget(href)).toEqual({ role, family, promised });
	});
});
