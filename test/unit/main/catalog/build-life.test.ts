import { describe, expect, it } from "vitest";
import {
	actionTexts,
	type BuildState,
	buildIn,
	judgeCommitted,
	judgeSimulated,
	readBuild,
	requestOf,
	whyNotCommit,
	whyNotSimulate,
} from "../../../../src/main/catalog/build-life.ts";
import { saying } from "../../../support/saying.ts";
import {
	ACTION,
	type BuildMembers,
	buildText,
	DIGEST,
	EXPIRES,
	PASSED,
	readOf,
	SVM_ACTION,
} from "./builds.ts";

const OTHER = `sha256:${"b".repeat(64)}`;
const EARLY = (EXPIRES - 60) * 1000;
const LATE = EXPIRES * 1000;

const state = (written: BuildMembers = {}, more: Partial<BuildState> = {}): BuildState => ({
	read: readOf(written),
	working: null,
	unclear: false,
	committed: null,
	...more,
});

describe("a Build in a text", () => {
	it("is found bare, in `build`, in `result` and in `result.build`, as the received bytes", () => {
		const text = buildText();
		for (const answer of [
			text,
			` {"build": ${text} }`,
			`{"result":${text}}`,
			`{"result":{"n":1,"build":${text}}}`,
		]) {
			const found = buildIn(answer);
			expect(found?.ok === true && found.value.raw).toBe(text);
		}
	});

	it("is not found if there is none", () => {
		expect(buildIn('{"result":[1,2]}')).toBeNull();
		expect(buildIn("no JSON")).toBeNull();
		expect(buildIn(`{"other":${buildText()}}`)).toBeNull();
	});

	it.each([
		["a digest in another form", { digest: "sha256:abc" }],
		["a digest in capitals", { digest: DIGEST.toUpperCase() }],
		["a duplicate member", { extra: ',"expiresAt":9999999999' }],
		["an unknown status", { status: "ready" }],
		["an expiry that no number holds exactly", { expiresAt: 2 ** 60 }],
	])("is not opened with %s", (_, written) => {
		expect(readBuild(buildText(written)).ok).toBe(false);
	});

	it("is not opened if it is larger than 2 MB", () => {
		expect(readBuild(buildText({ extra: `,"x":"${"é".repeat(1_000_000)}"` })).ok).toBe(false);
	});

	it("has the family of its actions, and none if they differ or are unknown", () => {
		expect(readOf().family).toBe("evm");
		expect(readOf({ actions: [SVM_ACTION] }).family).toBe("svm");
		expect(readOf({ actions: [ACTION, SVM_ACTION] }).family).toBe("unknown");
		expect(readOf({ actions: [{ chain: "moon" }] }).family).toBe("unknown");
		expect(readOf({ actions: [] }).family).toBe("unknown");
	});

	it("is sent as the received bytes, and shows its actions unchanged", () => {
		const read = readOf();
		expect(requestOf(read.raw)).toBe(`{"build":${buildText()}}`);
		const [action = ""] = actionTexts(read);
		expect(read.raw).toContain(`[\n ${action}\n]`);
		expect(JSON.parse(action)).toEqual(ACTION);
	});
});

describe("the answer to a simulation", () => {
	const judge = (answer: string) => judgeSimulated(readOf(), answer);

	it("is accepted if it is the same Build with a simulation", () => {
		const answer = buildText({ status: "simulated" });
		const judged = judge(answer);
		expect(judged.ok && judged.value.raw).toBe(answer);
	});

	it("may be reformatted, and may record an action's progress", () => {
		const value: unknown = JSON.parse(
			buildText({ status: "simulated", actions: [{ ...ACTION, current_lifecycle: "simulated" }] }),
		);
		expect(judge(JSON.stringify(value)).ok).toBe(true);
	});

	it.each([
		["another digest", { digest: OTHER }, "build.answer.digest"],
		[
			"another amount under the same digest",
			{ actions: [{ ...ACTION, value: "12345678901234567891" }] },
			"build.answer.actions",
		],
		["an additional action", { actions: [ACTION, ACTION] }, "build.answer.actions"],
		[
			"an additional member in an action",
			{ actions: [{ ...ACTION, broadcaster: "hosted" }] },
			"build.answer.actions",
		],
		["no action", { actions: [] }, "build.answer.actions"],
		["another origin", { origin: { app: "demo", operations: [], skills: [] } }, "build.answer.origin"],
		["another version", { version: 3 }, "build.answer.version"],
		["no simulation", { simulation: null }, "build.answer.no-outcome"],
		["a status that stays", { status: "staged" }, "build.answer.no-outcome"],
		["a duplicate member", { extra: ',"expiresAt":9999999999' }, "catalog.json.twice"],
	])("is refused with %s", (_, written, code) => {
		const judged = judge(buildText({ status: "simulated", ...written }));
		expect(judged.ok ? "taken" : judged.text).toEqual(saying(code));
		expect(judged.ok ? "" : judged.text).toEqual(saying("build.kept"));
	});

	it("is refused without a Build", () => {
		expect(judge('{"status":"simulated"}').ok).toBe(false);
	});
});

describe("the answer to a commit", () => {
	const judge = (answer: string) => judgeCommitted(readOf({ status: "simulated" }), answer);

	it("is shown unchanged", () => {
		const answer = `{"status":"committed","digest":"${DIGEST}","results":[{"n":9007199254740993}],"requests":[{"type":"x"}]}`;
		expect(judge(answer)).toEqual({
			results: ['{"n":9007199254740993}'],
			requests: ['{"type":"x"}'],
			keeper: "nobody",
			cohort: null,
		});
	});

	it("may name one result, as on EVM", () => {
		const answer = `{"status":"committed","digest":"${DIGEST}","result":{"preparation_status":"prepared"}}`;
		expect(judge(answer)).toEqual({
			results: ['{"preparation_status":"prepared"}'],
			requests: [],
			keeper: "nobody",
			cohort: null,
		});
	});

	it.each([
		["nobody", '"results":[],"requests":[{"type":"x"}]'],
		["nobody", '"result":{},"requests":[{"type":"x"}],"thread_id":null,"commits":[]'],
		["session", '"results":[],"requests":[{"type":"x"}],"thread_id":"ses_1"'],
		["session", '"result":{"thread_id":"ses_1"},"requests":[{"type":"x"}]'],
		["cohort", '"result":{},"requests":[{"type":"x"}],"thread_id":"t","commits":[{"commit_id":"c"}]'],
		["cohort", '"result":{"thread_id":"t","commits":[{}]},"requests":[{"type":"x"}]'],
		["unclear", '"result":{},"requests":[{"type":"x"}],"commits":[{"commit_id":"c"}]'],
		["unclear", '"result":{},"requests":[{"type":"x","commitStages":["direct:original:0"]}]'],
		["unclear", '"result":{},"requests":[{"type":"x","commitStages":[]}]'],
		["unclear", '"result":{},"requests":[],"actions":[{"id":"a"}]'],
		["unclear", '"result":{},"requests":[{"type":"x"}],"thread_id":7'],
	])("leaves its requests to %s if it contains %s", (keeper, members) => {
		expect(judge(`{"status":"committed","digest":"${DIGEST}",${members}}`)?.keeper).toBe(keeper);
	});

	it("lists each commit that the service made unchanged, next to the result or in it", () => {
		const listed = '"thread_id":"t","commits":[{"commit_id": "a"},{"commit_id":"b"}]';
		const cohort = { threadId: "t", commits: ['{"commit_id": "a"}', '{"commit_id":"b"}'] };
		for (const members of [`"result":{},${listed}`, `"result":{${listed}}`])
			expect(judge(`{"status":"committed","digest":"${DIGEST}","requests":[],${members}}`)).toMatchObject({
				keeper: "cohort",
				cohort,
			});
	});

	it.each([
		["another Build's", `{"status":"committed","digest":"${OTHER}","results":[],"requests":[]}`],
		["of another status", `{"status":"simulated","digest":"${DIGEST}","results":[],"requests":[]}`],
		["without results", `{"status":"committed","digest":"${DIGEST}"}`],
		["no JSON", "<html>"],
	])("is not accepted if it is %s", (_, answer) => {
		expect(judge(answer)).toBeNull();
	});
});

describe("the operations of a Build", () => {
	it("are to simulate a staged one, and to commit a simulated one", () => {
		expect(whyNotSimulate(state(), EARLY)).toBeNull();
		expect(whyNotCommit(state(), EARLY)).toEqual(saying("build.simulate-first"));
		expect(whyNotCommit(state({ status: "simulated" }), EARLY)).toBeNull();
		expect(whyNotSimulate(state({ status: "simulated" }), EARLY)).toBeNull();
	});

	it.each([
		[
			"a failed simulation",
			{ simulation: { ...PASSED, status: "failed" as const } },
			"build.simulation-failed",
		],
		[
			"a simulation without a result yet",
			{ simulation: { ...PASSED, status: "pending" as const } },
			"build.simulation-pending",
		],
		[
			"a guard that failed",
			{ simulation: { ...PASSED, guards: [{ name: "x", status: "failed" }] } },
			"build.guard-failed",
		],
		[
			"a guard with an unknown status",
			{ simulation: { ...PASSED, guards: [{ name: "x", status: "odd" }] } },
			"build.guard-failed",
		],
		["no simulation", { simulation: null }, "build.no-simulation"],
		["unknown actions", { actions: [{}] }, "build.family-unknown"],
	])("exclude a commit with %s", (_, written, code) => {
		expect(whyNotCommit(state({ status: "simulated", ...written }), EARLY)).toEqual(saying(code));
	});

	it("include a commit with a guard that warns", () => {
		const simulation = { ...PASSED, guards: [{ name: "x", status: "warning" }] };
		expect(whyNotCommit(state({ status: "simulated", simulation }), EARLY)).toBeNull();
	});

	it.each([
		["balanced", "balanced", true],
		["balanced", "unrestricted", false],
		["unrestricted", null, false],
		[null, "unrestricted", true],
		[null, null, true],
	])("keep the safety mode %s, and not %s instead: %s", (before, after, isKept) => {
		const extra = (mode: string | null) =>
			mode === null ? "" : `,"transactionSafetyMode":${JSON.stringify(mode)}`;
		const answer = buildText({ status: "simulated", extra: extra(after) });
		const judged = judgeSimulated(readOf({ extra: extra(before) }), answer);
		expect(judged.ok).toBe(isKept);
		if (!judged.ok) expect(judged.text).toEqual(saying("build.answer.safety-mode"));
	});

	it("end at the second of its expiry, in any notation", () => {
		expect(whyNotCommit(state({ status: "simulated" }), LATE - 1)).toBeNull();
		expect(whyNotCommit(state({ status: "simulated" }), LATE)).toEqual(saying("build.expired.uncommitted"));
		expect(whyNotSimulate(state(), LATE)).toEqual(saying("build.expired"));
		expect(readOf({ expiresAt: EXPIRES * 1000 }).expiresAt).toBe(LATE);
	});

	it("are limited to repeating the same commit if its outcome is unknown, even after its expiry", () => {
		const unclear = state({ status: "simulated" }, { unclear: true });
		expect(whyNotCommit(unclear, LATE + 1)).toBeNull();
		expect(whyNotSimulate(unclear, EARLY)).toEqual(saying("build.unclear"));
	});

	it("are absent while the service is working, and after the commit", () => {
		const atWork = state({ status: "simulated" }, { working: "committing" });
		const over = state(
			{ status: "simulated" },
			{ committed: { results: [], requests: [], keeper: "nobody", cohort: null } },
		);
		for (const each of [atWork, over, state({ status: "committed" })]) {
			expect(whyNotCommit(each, EARLY)).not.toBeNull();
			expect(whyNotSimulate(each, EARLY)).not.toBeNull();
		}
	});
});
