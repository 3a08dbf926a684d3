import { describe, expect, it } from "vitest";
import { message } from "../../../../src/core/localized-text.ts";
import { Catalog } from "../../../../src/main/catalog/catalog.ts";
import { Events } from "../../../../src/main/events.ts";
import type { BuildAnswer } from "../../../../src/main/inbox/entries/build-commits.ts";
import { ServiceError } from "../../../../src/main/service/errors.ts";
import type { PipelineRun } from "../../../../src/main/service/pipeline.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import type { WindowRoute } from "../../../../src/main/window-route.ts";
import { saying } from "../../../support/saying.ts";
import { buildText, DIGEST, EXPIRES, SVM_ACTION } from "./builds.ts";

const ROOT = "/v1/pipeline";
const OP = `${ROOT}/apps/demo/operations/send`;

interface Entry {
	readonly name: string;
	readonly kind: string;
	readonly href: string;
}
const entry = (name: string, kind: string, href: string): Entry => ({ name, kind, href });
const listing = (path: string, entries: readonly Entry[], next: string | null = null) =>
	JSON.stringify({ kind: "directory", path, entries, next });
const descriptor = (more: Record<string, unknown> = {}) =>
	JSON.stringify({ kind: "operation", name: "send", method: "POST", href: OP, ...more });

const NO_LABELS = {};

type Reply = string | Error | Promise<string>;

/** Creates a service that answers by path, a stopped clock, and a desktop with one file. */
function scene(replies: Record<string, Reply | (() => Reply)> = {}) {
	const reads: string[] = [];
	const runs: PipelineRun[] = [];
	const timers: { readonly at: number; readonly run: () => void }[] = [];
	let now = (EXPIRES - 60) * 1000;
	let clockOffset = 0;
	let saved: string | null = null;
	const world = {
		toOpen: null as string | null,
		committed: 0,
		changes: 0,
		keeping: null as StorageError | null,
		following: null as string | null,
	};
	const cohorts: BuildAnswer[] = [];
	const kept: {
		readonly digest: string;
		readonly requests: readonly string[];
		readonly expiresAt: number;
	}[] = [];
	const modes: (readonly [digest: string, mode: string])[] = [];
	const answers = new Map(Object.entries(replies));
	async function reply(path: string): Promise<{ text: string }> {
		const found = answers.get(path);
		const given = typeof found === "function" ? found() : found;
		if (given === undefined) throw new ServiceError("notFound", { status: 404 });
		if (given instanceof Error) throw given;
		return { text: await given };
	}
	const events = new Events(() => {});
	events.on("catalog-changed", () => {
		world.changes += 1;
	});
	let route: WindowRoute = { kind: "empty" };
	const catalog = new Catalog(
		{
			ports: {
				clock: {
					now: () => now,
					after(ms, run) {
						timers.push({ at: now + ms, run });
						return () => {};
					},
				},
				desktop: {
					async saveFile(_, contents) {
						saved = contents;
						return true;
					},
					openFile: async () => world.toOpen,
				},
				random: (length) => Uint8Array.from({ length }, () => Math.floor(Math.random() * 256)),
				log: () => {},
			},
			events,
			window: {
				route: () => route,
				leadTo(next) {
					route = next;
					return { ok: true };
				},
			},
			credentials: { baseUrl: () => "https://chat.example" },
			rules: { labels: () => NO_LABELS, userAddresses: () => [] },
		},
		{
			service: {
				readPipeline: (path) => {
					reads.push(path);
					return reply(path);
				},
				runPipeline: (run) => {
					runs.push(run);
					return reply(`POST ${run.path}`);
				},
			},
			serviceClock: { offset: () => clockOffset },
			buildCommits: {
				add(answer) {
					cohorts.push(answer);
					return world.following;
				},
			},
			buildModes: {
				add(digest, mode) {
					modes.push([digest, mode]);
				},
			},
			committed: {
				keep(digest, requests, expiresAt) {
					if (world.keeping !== null) throw world.keeping;
					kept.push({ digest, requests, expiresAt });
				},
			},
			sessions: {
				reconnect: () => {
					world.committed += 1;
				},
			},
		},
	);
	/** Commits a Build that is open in the trusted window. */
	async function commit(buildId: string, digest: string) {
		route = { kind: "build", buildId };
		return await catalog.commitBuild({ buildId, digest });
	}
	return {
		catalog,
		commit,
		showRoute(next: WindowRoute) {
			route = next;
		},
		route: () => route,
		reads,
		runs,
		timers,
		world,
		answers,
		kept,
		modes,
		cohorts,
		saved: () => saved,
		at: (time: number) => {
			now = time;
		},
		/** Sets how far this computer's clock is ahead of the service's, in ms. */
		ahead(ms: number) {
			clockOffset = ms;
		},
		/** Returns the only open Build. */
		build() {
			const [build] = catalog.view().builds;
			if (build === undefined) throw new Error("no Build is open");
			return build;
		},
		async openFile(text: string) {
			world.toOpen = text;
			return await catalog.openBuildFile();
		},
		async openOperation(more: Record<string, unknown> = {}) {
			answers.set(ROOT, listing(ROOT, [entry("send", "operation", OP)]));
			if (!answers.has(OP)) answers.set(OP, descriptor(more));
			await catalog.openCatalog({ href: null });
			return await catalog.openCatalog({ href: OP });
		},
	};
}

const runOf = (body: string, more: Partial<{ applicationId: number; platform: string }> = {}) => ({
	href: OP,
	body,
	applicationId: more.applicationId ?? null,
	platform: more.platform ?? null,
});
const lost = () => new ServiceError("offline");
const unprocessable = () => new ServiceError("unprocessable", { status: 422 });

describe("the pipeline's tree", () => {
	it("opens both roots, and only links from the service", async () => {
		const one = scene({
			[ROOT]: listing(ROOT, [entry("apps", "directory", `${ROOT}/apps`)]),
			[`${ROOT}/svm`]: listing(`${ROOT}/svm`, []),
			[`${ROOT}/apps`]: listing(`${ROOT}/apps`, []),
		});
		expect((await one.catalog.openCatalog({ href: `${ROOT}/apps` })).ok).toBe(false);
		expect(one.reads).toEqual([]);
		expect(await one.catalog.openCatalog({ href: `${ROOT}/svm` })).toEqual({ ok: true });
		expect(await one.catalog.openCatalog({ href: null })).toEqual({ ok: true });
		expect(await one.catalog.openCatalog({ href: `${ROOT}/apps` })).toEqual({ ok: true });
		expect(one.catalog.view().trail).toEqual([
			{ name: "pipeline", href: ROOT },
			{ name: "apps", href: `${ROOT}/apps` },
		]);
	});

	it("shows links elsewhere and of unknown kinds, and follows neither", async () => {
		const one = scene({
			[ROOT]: listing(ROOT, [
				entry("away", "directory", "https://evil.example/v1/pipeline"),
				entry("odd", "hologram", `${ROOT}/odd`),
			]),
		});
		await one.catalog.openCatalog({ href: null });
		expect(one.catalog.view().open).toMatchObject({
			entries: [
				{ name: "away", kind: "directory", href: null, leads: "https://evil.example/v1/pipeline" },
				{ name: "odd", kind: "unknown", stated: "hologram", href: null, leads: null },
			],
		});
		expect((await one.catalog.openCatalog({ href: `${ROOT}/odd` })).ok).toBe(false);
		expect((await one.catalog.openCatalog({ href: "https://evil.example/v1/pipeline" })).ok).toBe(false);
		expect(one.reads).toEqual([ROOT]);
	});

	it("joins pages by their links, each entry once, and ends in a circle", async () => {
		const a = entry("a", "directory", `${ROOT}/a`);
		const b = entry("b", "directory", `${ROOT}/b`);
		const one = scene({
			[ROOT]: listing(ROOT, [a], "?cursor=x%2F%3D"),
			[`${ROOT}?cursor=x%2F%3D`]: listing(ROOT, [a, b], `${ROOT}?cursor=x%2F%3D`),
		});
		await one.catalog.openCatalog({ href: null });
		expect(one.catalog.view().open).toMatchObject({ more: true, note: null });
		expect(await one.catalog.moreCatalog()).toEqual({ ok: true });
		const { open } = one.catalog.view();
		expect(open).toMatchObject({ more: false, entries: [{ name: "a" }, { name: "b" }] });
		expect(open?.kind === "directory" && open.note).toEqual(saying("catalog.listing.circle"));
		expect((await one.catalog.moreCatalog()).ok).toBe(false);
		expect(one.reads).toEqual([ROOT, `${ROOT}?cursor=x%2F%3D`]);
	});

	it("does not follow pages elsewhere, and shows at most a thousand entries", async () => {
		const many = Array.from({ length: 1200 }, (_, index) =>
			entry(`${index}`, "directory", `${ROOT}/${index}`),
		);
		const one = scene({
			[ROOT]: listing(ROOT, [], "https://evil.example/v1/pipeline?cursor=1"),
			[`${ROOT}/svm`]: listing(ROOT, many, "?cursor=2"),
		});
		await one.catalog.openCatalog({ href: null });
		const { open } = one.catalog.view();
		expect(open?.kind === "directory" && [open.more, open.note]).toEqual([
			false,
			saying("catalog.listing.elsewhere"),
		]);
		await one.catalog.openCatalog({ href: `${ROOT}/svm` });
		const second = one.catalog.view().open;
		expect(second?.kind === "directory" && [second.entries.length, second.more]).toEqual([1000, false]);
	});

	it("drops an answer that arrives after something else was opened", async () => {
		let answer = (_text: string) => {};
		const late = new Promise<string>((resolve) => {
			answer = resolve;
		});
		const one = scene({ [ROOT]: late, [`${ROOT}/svm`]: listing(`${ROOT}/svm`, []) });
		const first = one.catalog.openCatalog({ href: null });
		expect(one.catalog.view().loading).toBe(true);
		await one.catalog.openCatalog({ href: `${ROOT}/svm` });
		answer(listing(ROOT, [entry("late", "directory", `${ROOT}/late`)]));
		expect((await first).ok).toBe(false);
		expect(one.catalog.view()).toMatchObject({ loading: false, fault: null, open: { href: `${ROOT}/svm` } });
	});

	it("leads to sign-in without a grant, and returns with one", async () => {
		const one = scene({ [ROOT]: new ServiceError("forbidden", { status: 403 }) });
		expect((await one.catalog.openCatalog({ href: null })).ok).toBe(false);
		expect(one.catalog.view()).toMatchObject({ offered: false, text: saying("catalog.sign-in") });
		one.answers.set(ROOT, listing(ROOT, []));
		await one.catalog.openCatalog({ href: null });
		expect(one.catalog.view()).toMatchObject({ offered: true, text: null, fault: null });
	});

	it("names the requirement if the service demands payment or a delay", async () => {
		const one = scene({ [ROOT]: new ServiceError("paymentRequired", { status: 402 }) });
		await one.catalog.openCatalog({ href: null });
		expect(one.catalog.view().fault).toEqual(saying("service.payment-required"));
		one.answers.set(ROOT, new ServiceError("rateLimited", { status: 429, retryAfterMs: 4_200 }));
		await one.catalog.openCatalog({ href: null });
		expect(JSON.stringify(one.catalog.view().fault)).toContain(
			JSON.stringify(message("catalog.wait", { seconds: 5 })),
		);
	});

	it("shows a document as its text, cut if it is long", async () => {
		const href = `${ROOT}/skills/x/SKILL.md`;
		const one = scene({
			[ROOT]: listing(ROOT, [entry("SKILL.md", "document", href)]),
			[href]: `# ${"x".repeat(300_000)}`,
		});
		await one.catalog.openCatalog({ href: null });
		await one.catalog.openCatalog({ href });
		const { open } = one.catalog.view();
		expect(open?.kind === "document" && open.text.length).toBe(200_001);
	});
});

describe("an operation", () => {
	it("is sent as the user wrote it, byte for byte, with its application", async () => {
		const one = scene({ [`POST ${OP}`]: '{"result":1}' });
		await one.openOperation();
		const body = '{ "n": 12345678901234567890.50, "s":"caf\\u00e9" }';
		expect(await one.catalog.runOperation(runOf(body, { applicationId: 7, platform: "web" }))).toEqual({
			ok: true,
		});
		const query = { applicationId: "7", application_id: "7", platform: "web" };
		const idempotencyKey = expect.stringMatching(/^[0-9a-f]{32}$/);
		expect(one.runs).toMatchObject([{ path: OP, body, query, idempotencyKey }]);
		expect(one.catalog.view().open).toMatchObject({ result: '{"result":1}', running: false, fault: null });
		expect(one.catalog.view().builds).toEqual([]);
	});

	it.each([
		["no JSON", "{", "catalog.json.none"],
		["a list", "[]", "catalog.input.no-object"],
		["a duplicate member", '{"to":"a","to":"b"}', "catalog.json.twice"],
		["a member that its schema does not define", '{"to":"a","from":"b"}', "catalog.input.not-known"],
	])("is not sent with %s", async (_, body, code) => {
		const one = scene();
		await one.openOperation({
			inputSchema: { type: "object", properties: { to: { type: "string" } }, additionalProperties: false },
		});
		const outcome = await one.catalog.runOperation(runOf(body));
		expect(outcome.ok ? "sent" : outcome.text).toEqual(saying(code));
		expect(one.runs).toEqual([]);
	});

	it("can be run without a descriptor if the interface promises its POST, and only then", async () => {
		const other = `${ROOT}/core/odd`;
		const one = scene({
			[ROOT]: listing(ROOT, [entry("send", "operation", OP), entry("odd", "operation", other)]),
			[OP]: new ServiceError("notOffered", { status: 405 }),
			[other]: new ServiceError("notOffered", { status: 405 }),
			[`POST ${OP}`]: "{}",
		});
		await one.catalog.openCatalog({ href: null });
		expect((await one.catalog.openCatalog({ href: other })).ok).toBe(false);
		expect(await one.catalog.openCatalog({ href: OP })).toEqual({ ok: true });
		expect(one.catalog.view().open).toMatchObject({ role: "app", schema: null });
		expect(await one.catalog.runOperation(runOf("{}"))).toEqual({ ok: true });
	});

	it.each([
		["whose own description leads elsewhere", { href: `${ROOT}/svm/commit` }, OP],
		["that is to be run by another method", { method: "DELETE" }, OP],
		["that is a commit", {}, `${ROOT}/svm/commit`],
		["that is a commit in disguise", {}, `${ROOT}/evm/c%6fmmit`],
	])("is not run %s", async (_, more, href) => {
		const one = scene({
			[ROOT]: listing(ROOT, [entry("op", "operation", href)]),
			[href]: descriptor({ href, ...more }),
		});
		await one.catalog.openCatalog({ href: null });
		await one.catalog.openCatalog({ href });
		expect((await one.catalog.runOperation({ ...runOf("{}"), href })).ok).toBe(false);
		expect(one.runs).toEqual([]);
	});

	it("names the application's id if the service lacks something and none was given", async () => {
		const one = scene({ [`POST ${OP}`]: unprocessable() });
		await one.openOperation();
		const outcome = await one.catalog.runOperation(runOf("{}"));
		expect(outcome.ok ? "" : outcome.text).toEqual(saying("catalog.operation.needs-id"));
		const with7 = await one.catalog.runOperation(runOf("{}", { applicationId: 7 }));
		expect(with7.ok ? "" : with7.text).not.toEqual(saying("catalog.operation.needs-id"));
	});

	it("opens the Build in its answer, once, and says if an answer only looks like one", async () => {
		const one = scene({ [`POST ${OP}`]: `{"build": ${buildText()} }` });
		await one.openOperation();
		await one.catalog.runOperation(runOf("{}"));
		await one.catalog.runOperation(runOf("{}"));
		expect(one.catalog.view().builds).toHaveLength(1);
		expect(one.build()).toMatchObject({
			raw: buildText(),
			origin: message("build.made-by", { operation: "send" }),
			canSimulate: true,
			canCommit: false,
		});
		expect(one.catalog.view().open).toMatchObject({ buildId: one.build().id });
		one.answers.set(`POST ${OP}`, buildText({ digest: "sha256:short" }));
		expect((await one.catalog.runOperation(runOf("{}"))).ok).toBe(false);
		expect(one.catalog.view().open).toMatchObject({ fault: saying("build.unreadable", { where: "digest" }) });
		expect(one.catalog.view().builds).toHaveLength(1);
	});

	it("is not sent again while it runs, and says that its outcome is unknown if the answer is lost", async () => {
		let answer = (_text: string) => {};
		const late = new Promise<string>((resolve) => {
			answer = resolve;
		});
		const one = scene({ [`POST ${OP}`]: late });
		await one.openOperation();
		const first = one.catalog.runOperation(runOf("{}"));
		expect((await one.catalog.runOperation(runOf("{}"))).ok).toBe(false);
		answer("{}");
		expect(await first).toEqual({ ok: true });
		expect(one.runs).toHaveLength(1);
		one.answers.set(`POST ${OP}`, lost());
		const outcome = await one.catalog.runOperation(runOf("{}"));
		expect(outcome.ok ? "" : outcome.text).toEqual(saying("catalog.operation.unclear"));
	});
});

describe("a Build", () => {
	const SIMULATE = `POST ${ROOT}/svm/simulate`;
	const COMMIT = `POST ${ROOT}/svm/commit`;
	const svm = { actions: [SVM_ACTION] };
	const staged = buildText(svm);
	const simulated = buildText({ ...svm, status: "simulated" });
	const committed = `{"status":"committed","digest":"${DIGEST}","results":[1],"requests":[]}`;

	async function simulatedScene(replies: Record<string, Reply | (() => Reply)> = {}) {
		const one = scene({ [SIMULATE]: simulated, [COMMIT]: committed, ...replies });
		await one.openFile(staged);
		const { id } = one.build();
		expect(await one.catalog.simulateBuild({ buildId: id })).toEqual({ ok: true });
		return { ...one, id };
	}

	it("goes from a file through simulation to commit, always with the received bytes", async () => {
		const one = await simulatedScene();
		expect(await one.commit(one.id, DIGEST)).toEqual({ ok: true });
		expect(one.runs.map(({ path, body, idempotencyKey }) => ({ path, body, idempotencyKey }))).toEqual([
			{
				path: `${ROOT}/svm/simulate`,
				body: `{"build":${staged}}`,
				idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
			},
			{ path: `${ROOT}/svm/commit`, body: `{"build":${simulated}}`, idempotencyKey: DIGEST },
		]);
		expect(one.build()).toMatchObject({
			status: "committed",
			canCommit: false,
			canSimulate: false,
			committed: { results: ["1"], text: saying("build.nothing-asked") },
		});
		expect(one.world.committed).toBe(1);
		expect((await one.commit(one.id, DIGEST)).ok).toBe(false);
		expect(one.runs).toHaveLength(2);
	});

	it("with a safety mode and guard evidence goes back unchanged, and the mode is stored for its requests", async () => {
		const extra =
			',"transactionSafetyMode": "unrestricted" ,"guardEvidence":{"n":9007199254740993.10,"é":"\\u00e9"}';
		const before = buildText({ ...svm, extra });
		const after = buildText({ ...svm, extra, status: "simulated" });
		const one = scene({ [SIMULATE]: after, [COMMIT]: committed });
		await one.openFile(before);
		const { id } = one.build();
		expect(await one.catalog.simulateBuild({ buildId: id })).toEqual({ ok: true });
		expect(one.build().safetyMode).toEqual({
			text: saying("finding.safety-mode.unrestricted"),
			isCaution: true,
		});
		expect(one.build().evidence).toBe('{"n":9007199254740993.10,"é":"\\u00e9"}');
		expect(one.modes).toEqual([]);
		expect(await one.commit(id, DIGEST)).toEqual({ ok: true });
		expect(one.runs.map(({ body }) => body)).toEqual([`{"build":${before}}`, `{"build":${after}}`]);
		expect(one.modes).toEqual([[DIGEST, "unrestricted"]]);
	});

	const asking = (requests: string, more = "") =>
		`{"status":"committed","digest":"${DIGEST}","results":[],"requests":${requests}${more}}`;

	it("stores its stateless commit's requests unchanged, until the Build's own expiry", async () => {
		const one = await simulatedScene({ [COMMIT]: asking('[{"n": 9007199254740993}, {"type":"x"}]') });
		expect(await one.commit(one.id, DIGEST)).toEqual({ ok: true });
		const requests = ['{"n": 9007199254740993}', '{"type":"x"}'];
		expect(one.kept).toEqual([{ digest: DIGEST, requests, expiresAt: EXPIRES }]);
		expect(one.build().committed?.text).toEqual(saying("build.carried.nobody"));
	});

	it.each([
		["a conversation of the service", ',"thread_id":"ses_1"', "build.carried.session"],
		["a route for EVM only", ',"thread_id":"t","commits":[{}]', "build.not-followed"],
		["an unknown owner", ',"commits":[{}]', "build.carried.unclear"],
	])("stores nothing to sign if its commit belongs to %s", async (_, more, code) => {
		const one = await simulatedScene({ [COMMIT]: asking('[{"type":"x"}]', more) });
		expect(await one.commit(one.id, DIGEST)).toEqual({ ok: true });
		expect(one.kept).toEqual([]);
		expect(one.build().committed?.text).toEqual(saying(code));
	});

	it.each([
		[null, saying("build.carried.cohort")],
		["commit_id: stands twice", saying("build.not-followed.why", { why: "commit_id: stands twice" })],
	])("follows its commits at the service, or says why not (%s)", async (fault, text) => {
		const one = scene({
			[`POST ${ROOT}/evm/commit`]: `{"status":"committed","digest":"${DIGEST}","result":{},"requests":[],"thread_id":"t","commits":[{"commit_id":"a"}]}`,
		});
		one.world.following = fault;
		one.answers.set(ROOT, listing(ROOT, [entry("evm", "directory", `${ROOT}/evm`)]));
		await one.openFile(buildText({ status: "simulated" }));
		expect(await one.commit(one.build().id, DIGEST)).toEqual({ ok: true });
		expect(one.cohorts).toEqual([{ digest: DIGEST, threadId: "t", commits: ['{"commit_id":"a"}'] }]);
		expect(one.kept).toEqual([]);
		expect(one.build().committed?.text).toEqual(text);
	});

	it("stores nothing of a commit with more requests than a user can review", async () => {
		const many = JSON.stringify(Array.from({ length: 51 }, () => ({ type: "x" })));
		const one = await simulatedScene({ [COMMIT]: asking(many) });
		await one.commit(one.id, DIGEST);
		expect(one.kept).toEqual([]);
		expect(one.build().committed?.text).toEqual(saying("build.too-much", { most: 50 }));
	});

	it("is committed again with the same key if its requests could not be stored", async () => {
		const one = await simulatedScene({ [COMMIT]: asking('[{"type":"x"}]') });
		one.world.keeping = new StorageError("full", "journal.db", { detail: "no space" });
		expect(await one.commit(one.id, DIGEST)).toMatchObject({
			ok: false,
			text: saying("build.not-kept"),
		});
		expect(one.build()).toMatchObject({ canCommit: true, canSimulate: false, committed: null });
		one.world.keeping = null;
		expect(await one.commit(one.id, DIGEST)).toEqual({ ok: true });
		expect(one.kept).toHaveLength(1);
		expect(new Set(one.runs.slice(1).map((run) => run.idempotencyKey))).toEqual(new Set([DIGEST]));
	});

	it("is saved as the received bytes, and is the same Build when opened again", async () => {
		const one = await simulatedScene();
		await one.catalog.saveBuildFile({ buildId: one.id });
		expect(one.saved()).toBe(simulated);
		await one.openFile(`${simulated}\n`);
		expect(one.catalog.view().builds).toHaveLength(1);
	});

	it("stays unchanged if the simulation answers another Build", async () => {
		const one = scene({
			[SIMULATE]: buildText({ ...svm, status: "simulated", digest: `sha256:${"b".repeat(64)}` }),
		});
		await one.openFile(staged);
		expect((await one.catalog.simulateBuild({ buildId: one.build().id })).ok).toBe(false);
		expect(one.build()).toMatchObject({
			raw: staged,
			status: "staged",
			canCommit: false,
			fault: saying("build.answer.digest"),
		});
	});

	it("is not committed under another digest than the user saw", async () => {
		const one = await simulatedScene();
		expect((await one.commit(one.id, `sha256:${"b".repeat(64)}`)).ok).toBe(false);
		expect(one.runs).toHaveLength(1);
	});

	it("is redrawn only if it changed", async () => {
		const one = await simulatedScene();
		one.at(EXPIRES * 1000);
		const drawn = one.build();
		expect(drawn.canCommit).toBe(false);
		expect(one.build()).toBe(drawn);
	});

	it("is not sent once it has expired, and the windows are notified of that moment", async () => {
		const one = await simulatedScene();
		const changes = one.world.changes;
		one.at(EXPIRES * 1000);
		one.timers.at(-1)?.run();
		expect(one.world.changes).toBe(changes + 1);
		expect(one.build()).toMatchObject({ canCommit: false, text: saying("build.expired.uncommitted") });
		const outcome = await one.commit(one.id, DIGEST);
		expect(outcome.ok ? "" : outcome.text).toEqual(saying("build.expired.uncommitted"));
		expect(one.runs).toHaveLength(1);
	});

	it("expires by the service's clock, and shows that time on ours", async () => {
		const one = await simulatedScene();
		one.ahead(300_000);
		one.at(EXPIRES * 1000);
		expect(one.build()).toMatchObject({ canCommit: true, expiresAt: EXPIRES * 1000 + 300_000 });
		one.at(EXPIRES * 1000 + 300_000);
		expect(one.build()).toMatchObject({ canCommit: false, text: saying("build.expired.uncommitted") });
		one.ahead(-300_000);
		one.at(EXPIRES * 1000 - 300_000);
		expect(one.build()).toMatchObject({ canCommit: false, expiresAt: EXPIRES * 1000 - 300_000 });
		expect((await one.commit(one.id, DIGEST)).ok).toBe(false);
	});

	it("waits for its expiry by the service's clock", async () => {
		const one = await simulatedScene();
		one.ahead(300_000);
		await one.catalog.simulateBuild({ buildId: one.id });
		expect(one.timers.at(-1)?.at).toBe(EXPIRES * 1000 + 300_000);
	});

	it.each([
		["is lost", lost()],
		["is a fault of the service", new ServiceError("server", { status: 503 })],
		["is of another Build", committed.replace(DIGEST, `sha256:${"b".repeat(64)}`)],
	])("is committed again with the same key and bytes if the answer %s", async (_, reply) => {
		const one = await simulatedScene({ [COMMIT]: reply });
		const outcome = await one.commit(one.id, DIGEST);
		expect(outcome.ok ? "" : outcome.text).toEqual(saying("build.commit-unclear"));
		expect(one.build()).toMatchObject({ canCommit: true, canSimulate: false, committed: null });
		// This refusal doesn't mention the first attempt, whose outcome stays unclear.
		one.answers.set(COMMIT, new ServiceError("conflict", { status: 409 }));
		await one.commit(one.id, DIGEST);
		expect(one.build()).toMatchObject({ canSimulate: false, fault: saying("build.commit-unclear") });
		one.answers.set(COMMIT, committed);
		one.at(EXPIRES * 1000 + 1);
		expect(await one.commit(one.id, DIGEST)).toEqual({ ok: true });
		const sent = one.runs.slice(1).map(({ body, idempotencyKey }) => `${idempotencyKey} ${body}`);
		expect(new Set(sent)).toEqual(new Set([`${DIGEST} {"build":${simulated}}`]));
	});

	it("can be simulated again if the service refused its commit", async () => {
		const one = await simulatedScene({ [COMMIT]: unprocessable() });
		expect((await one.commit(one.id, DIGEST)).ok).toBe(false);
		expect(one.build()).toMatchObject({ canSimulate: true, canCommit: true, committed: null });
	});

	it("is not committed if it expired while the service was queried for its family", async () => {
		const one = scene({ [`POST ${ROOT}/evm/commit`]: committed });
		await one.openFile(buildText({ status: "simulated" }));
		one.answers.set(ROOT, () => {
			one.at(EXPIRES * 1000 + 1);
			return listing(ROOT, [entry("evm", "directory", `${ROOT}/evm`)]);
		});
		const { id, canCommit } = one.build();
		expect(canCommit).toBe(true);
		expect(await one.commit(id, DIGEST)).toMatchObject({
			ok: false,
			text: saying("build.expired.uncommitted"),
		});
		expect(one.runs).toEqual([]);
	});

	it("is committed once if the user clicks twice", async () => {
		const one = await simulatedScene();
		const outcomes = await Promise.all([one.commit(one.id, DIGEST), one.commit(one.id, DIGEST)]);
		expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
		expect(one.runs).toHaveLength(2);
	});

	it("of EVM is sent only if the service's tree leads to EVM", async () => {
		const one = scene({
			[ROOT]: listing(ROOT, []),
			[`POST ${ROOT}/evm/simulate`]: buildText({ status: "simulated" }),
		});
		await one.openFile(buildText());
		const outcome = await one.catalog.simulateBuild({ buildId: one.build().id });
		expect(outcome.ok ? "" : outcome.text).toEqual(saying("build.not-offered"));
		expect(one.runs).toEqual([]);
		one.answers.set(ROOT, listing(ROOT, [entry("evm", "directory", `${ROOT}/evm`)]));
		expect(await one.catalog.simulateBuild({ buildId: one.build().id })).toEqual({ ok: true });
	});

	it("is not opened next to other large ones, because every change sends all of them to the desk", async () => {
		const one = scene();
		const large = (index: number) =>
			buildText({ expiresAt: EXPIRES + index, extra: `, "note": "${"x".repeat(1_500_000)}"` });
		expect(await one.openFile(large(1))).toEqual({ ok: true });
		expect(await one.openFile(large(2))).toEqual({ ok: true });
		expect(await one.openFile(large(3))).toMatchObject({
			ok: false,
			text: saying("build.too-many"),
		});
		await one.catalog.closeBuild({ buildId: one.build().id });
		expect(await one.openFile(large(3))).toEqual({ ok: true });
	});

	it("is one of at most twenty, and can be closed", async () => {
		const one = scene();
		for (let index = 0; index < 20; index += 1)
			expect(await one.openFile(buildText({ expiresAt: EXPIRES + index }))).toEqual({ ok: true });
		expect((await one.openFile(buildText({ expiresAt: EXPIRES + 20 }))).ok).toBe(false);
		expect(await one.catalog.closeBuild({ buildId: one.build().id })).toEqual({ ok: true });
		expect(await one.openFile(buildText({ expiresAt: EXPIRES + 20 }))).toEqual({ ok: true });
		expect((await one.catalog.closeBuild({ buildId: "another" })).ok).toBe(false);
	});

	it("is committed only while the trusted window shows it, if the desk opens it", async () => {
		const { id, ...one } = await simulatedScene();
		const elsewhere: readonly WindowRoute[] = [
			{ kind: "empty" },
			{ kind: "signIn" },
			{ kind: "build", buildId: "other" },
		];
		for (const route of elsewhere) {
			one.showRoute(route);
			expect(await one.catalog.commitBuild({ buildId: id, digest: DIGEST })).toMatchObject({
				ok: false,
				text: saying("build.not-on-screen"),
			});
		}
		expect(one.runs).toHaveLength(1);
		expect(await one.catalog.reviewBuild({ buildId: id })).toEqual({ ok: true });
		expect(one.route()).toEqual({ kind: "build", buildId: id });
		expect(await one.catalog.commitBuild({ buildId: id, digest: DIGEST })).toEqual({ ok: true });
		expect((await one.catalog.reviewBuild({ buildId: "another" })).ok).toBe(false);
	});

	it("is not opened from a file without one", async () => {
		const one = scene();
		for (const text of ["", "[]", "{}", buildText({ extra: ',"version":3' })])
			expect((await one.openFile(text)).ok).toBe(false);
		expect(one.catalog.view().builds).toEqual([]);
	});
});
